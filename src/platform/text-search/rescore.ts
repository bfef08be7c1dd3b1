import type { Language } from '#shared/languages.ts';
import { analyze, type QueryTerm } from './analyze.ts';

/** A candidate of the first search, with its text; `read` when the caller keeps what was made of the text before. */
export type Candidate = { text: string; headings?: readonly string[]; score: number; language?: Language; read?: ReadCandidate };

/** The terms of a candidate with their places. Making it costs more than all the rest of scoring, so it is worth keeping. */
export type ReadCandidate = { counts: Map<string, number>; places: Map<string, number[]>; length: number };

const proximityShare = 0.3;
const widestGap = 4;
const feedbackShare = 0.18;
const feedbackTexts = 5;
const feedbackTerms = 20;

/**
 * Looks again at the best candidates (some fifty), with their texts: words that follow each other in the question and stand near each
 * other in a text count more, and so do words that the very best texts share but the question lacks. Gives the new scores in the order
 * of the candidates; no score gets smaller, so the result never rests on less than BM25.
 */
export function rescore(query: readonly QueryTerm[], question: string, candidates: readonly Candidate[], language: Language): number[] {
  const texts = candidates.map((candidate) => candidate.read ?? readCandidate(candidate, candidate.language ?? language));
  const having = countHaving(texts);
  const rarity = rarityAmong(texts.length, having);
  const near = neighbours(query, question, language);
  const spread = feedback(texts, candidates, having, rarity);
  const averageLength = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  const queryWeight = query.reduce((sum, { weight }) => sum + weight, 0);
  const share = (feedbackShare / (1 - feedbackShare)) * queryWeight;
  return texts.map((text, index) => {
    let score = candidates[index]?.score ?? 0;
    for (const [first, second] of near) score += proximityShare * Math.min(rarity(first), rarity(second)) * saturated(closeness(text, first, second), 1.2);
    const damping = 1.5 * (0.25 + (0.75 * text.length) / Math.max(1, averageLength));
    for (const [term, weight] of spread) score += share * weight * rarity(term) * saturated(text.counts.get(term) ?? 0, damping);
    return score;
  });
}

/** Looks at a candidate's text once. */
export function readCandidate(candidate: Pick<Candidate, 'text' | 'headings'>, language: Language): ReadCandidate {
  const counts = new Map<string, number>();
  const places = new Map<string, number[]>();
  let length = 0;
  const text = [...new Set(candidate.headings ?? []), candidate.text].join(' . ');
  for (const { term, kind, position } of analyze(text.slice(0, 20_000), language)) {
    if (kind === 'word') length++;
    counts.set(term, (counts.get(term) ?? 0) + 1);
    const known = places.get(term);
    if (known) known.push(position);
    else places.set(term, [position]);
  }
  return { counts, places, length };
}

/** How rare a term is among the candidates: what nearly all of them have tells them apart no more. */
function rarityAmong(total: number, having: ReadonlyMap<string, number>): (term: string) => number {
  return (term) => {
    const count = having.get(term) ?? 0;
    return Math.log(1 + (total - count + 0.5) / (count + 0.5));
  };
}

/** In how many of the candidates each term stands. */
function countHaving(texts: readonly ReadCandidate[]): Map<string, number> {
  const having = new Map<string, number>();
  for (const { counts } of texts) for (const term of counts.keys()) having.set(term, (having.get(term) ?? 0) + 1);
  return having;
}

/** Pairs of words that follow each other in the question. */
function neighbours(query: readonly QueryTerm[], question: string, language: Language): [string, string][] {
  const asked = new Set(query.map(({ term }) => term));
  const words = analyze(question, language).filter(({ term, kind }) => kind === 'word' && asked.has(term));
  const pairs = new Map<string, [string, string]>();
  for (const [index, { term }] of words.entries()) {
    const next = words[index + 1]?.term;
    if (next !== undefined && next !== term) pairs.set(`${term} ${next}`, [term, next]);
  }
  return [...pairs.values()].slice(0, 40);
}

function closeness(text: ReadCandidate, first: string, second: string): number {
  const later = text.places.get(second) ?? [];
  let sum = 0;
  let from = 0;
  for (const place of text.places.get(first) ?? []) {
    while (from < later.length && (later[from] as number) < place - widestGap) from++;
    for (let index = from; index < later.length && (later[index] as number) <= place + widestGap; index++) {
      sum += 1 / Math.max(1, Math.abs((later[index] as number) - place));
    }
  }
  return sum;
}

/** The telling words of the best texts, with weights that sum to 1. */
function feedback(texts: readonly ReadCandidate[], candidates: readonly Candidate[], having: ReadonlyMap<string, number>, rarity: (term: string) => number): [string, number][] {
  if (texts.length < 8) return [];
  const best = candidates.map(({ score }, index) => ({ score, index })).sort((a, b) => b.score - a.score || a.index - b.index).slice(0, feedbackTexts);
  const total = best.reduce((sum, { score }) => sum + score, 0) || 1;
  const weights = new Map<string, number>();
  for (const { score, index } of best) {
    const text = texts[index];
    if (!text) continue;
    for (const [term, count] of text.counts) weights.set(term, (weights.get(term) ?? 0) + (score / total) * (count / Math.max(1, text.length)));
  }
  const chosen = [...weights]
    .filter(([term]) => (having.get(term) ?? 0) >= 2)
    .map(([term, weight]): [string, number] => [term, weight * rarity(term)])
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, feedbackTerms);
  const sum = chosen.reduce((all, [, weight]) => all + weight, 0) || 1;
  return chosen.map(([term, weight]) => [term, weight / sum]);
}

function saturated(count: number, damping: number): number {
  return count > 0 ? (count * 2.5) / (count + damping) : 0;
}
