import type { Language } from '#shared/languages.ts';
import { analyze, visitTerms, type QueryTerm } from './analyze.ts';

/**
 * A candidate of the first search, with its text; `read` when the caller keeps what was made of the text
 * before.
 */
export type Candidate = {
  text: string;
  headings?: readonly string[];
  score: number;
  language?: Language;
  read?: ReadCandidate;
};

/**
 * The terms of a candidate in order, each with the place of its word, and how many words it has. Making it
 * costs more than all the rest of scoring, so it is worth keeping.
 */
export type ReadCandidate = {
  terms: string[];
  places: number[];
  length: number;
};
/** Where some of a candidate's terms stand. */
type Places = ReadonlyMap<string, readonly number[]>;

const proximityShare = 0.3;
const widestGap = 4;
const feedbackShare = 0.18;
const feedbackTexts = 5;
const feedbackTerms = 20;

/**
 * Looks again at the best candidates (some fifty), with their texts: words that follow each other in the
 * question and stand near each other in a text count more, and so do words that the very best texts share but
 * the question lacks. Gives the new scores in the order of the candidates; no score gets smaller, so the
 * result never rests on less than BM25.
 */
export function rescore(
  query: readonly QueryTerm[],
  question: string,
  candidates: readonly Candidate[],
  language: Language,
): number[] {
  const texts = candidates.map(
    (candidate) => candidate.read ?? readCandidate(candidate, candidate.language ?? language),
  );
  const near = neighbours(query, question, language);
  const shared = wordsOfBest(texts, candidates);
  const having = countHaving(texts, [...near.flat(), ...shared.keys()]);
  const rarity = rarityAmong(texts.length, having);
  const spread = feedback(shared, having, rarity);
  const wanted = new Set([...near.flat(), ...spread.map(([term]) => term)]);
  const averageLength = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  const queryWeight = query.reduce((sum, { weight }) => sum + weight, 0);
  const share = (feedbackShare / (1 - feedbackShare)) * queryWeight;
  return texts.map((text, index) => {
    let score = candidates[index]?.score ?? 0;
    const places = placesOf(text, wanted);
    for (const [first, second] of near)
      score +=
        proximityShare *
        Math.min(rarity(first), rarity(second)) *
        saturated(closeness(places, first, second), 1.2);
    const damping = 1.5 * (0.25 + (0.75 * text.length) / Math.max(1, averageLength));
    for (const [term, weight] of spread)
      score += share * weight * rarity(term) * saturated(places.get(term)?.length ?? 0, damping);
    return score;
  });
}

/** Looks at a candidate's text once. */
export function readCandidate(
  candidate: Pick<Candidate, 'text' | 'headings'>,
  language: Language,
): ReadCandidate {
  const terms: string[] = [];
  const places: number[] = [];
  let length = 0;
  const text = [...new Set(candidate.headings ?? []), candidate.text].join(' . ');
  visitTerms(text.slice(0, 20_000), language, ({ term, kind, position }, before) => {
    if (kind === 'word') length++;
    terms.push(term);
    places.push(before + position);
  });
  return { terms, places, length };
}

function placesOf(text: ReadCandidate, wanted: ReadonlySet<string>): Places {
  const found = new Map<string, number[]>();
  for (const [index, term] of text.terms.entries()) {
    if (!wanted.has(term)) continue;
    const place = text.places[index] as number;
    const known = found.get(term);
    if (known) known.push(place);
    else found.set(term, [place]);
  }
  return found;
}

/** How rare a term is among the candidates: what nearly all of them have tells them apart no more. */
function rarityAmong(
  total: number,
  having: ReadonlyMap<string, { texts: number }>,
): (term: string) => number {
  return (term) => {
    const count = having.get(term)?.texts ?? 0;
    return Math.log(1 + (total - count + 0.5) / (count + 0.5));
  };
}

/**
 * In how many of the candidates each of the terms stands. Only terms that can change a score are counted: the
 * texts have thousands.
 */
function countHaving(
  texts: readonly ReadCandidate[],
  terms: Iterable<string>,
): Map<string, { texts: number; last: ReadCandidate | null }> {
  const having = new Map<string, { texts: number; last: ReadCandidate | null }>();
  for (const term of terms) having.set(term, { texts: 0, last: null });
  for (const text of texts) {
    for (const term of text.terms) {
      const count = having.get(term);
      if (!count || count.last === text) continue;
      count.texts++;
      count.last = text;
    }
  }
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

function closeness(places: Places, first: string, second: string): number {
  const later = places.get(second) ?? [];
  let sum = 0;
  let from = 0;
  for (const place of places.get(first) ?? []) {
    while (from < later.length && (later[from] as number) < place - widestGap) from++;
    for (let index = from; index < later.length && (later[index] as number) <= place + widestGap; index++) {
      sum += 1 / Math.max(1, Math.abs((later[index] as number) - place));
    }
  }
  return sum;
}

/** The words of the very best texts, with how much they stand for them; none when there are few texts. */
function wordsOfBest(texts: readonly ReadCandidate[], candidates: readonly Candidate[]): Map<string, number> {
  const weights = new Map<string, number>();
  if (texts.length < 8) return weights;
  const best = candidates
    .map(({ score }, index) => ({ score, index }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, feedbackTexts);
  const total = best.reduce((sum, { score }) => sum + score, 0) || 1;
  for (const { score, index } of best) {
    const text = texts[index];
    if (!text) continue;
    const each = score / total / Math.max(1, text.length);
    for (const term of text.terms) weights.set(term, (weights.get(term) ?? 0) + each);
  }
  return weights;
}

/** The telling ones among the words of the best texts, with weights that sum to 1. */
function feedback(
  shared: ReadonlyMap<string, number>,
  having: ReadonlyMap<string, { texts: number }>,
  rarity: (term: string) => number,
): [string, number][] {
  const chosen = [...shared]
    .filter(([term]) => (having.get(term)?.texts ?? 0) >= 2)
    .map(([term, weight]): [string, number] => [term, weight * rarity(term)])
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, feedbackTerms);
  const sum = chosen.reduce((all, [, weight]) => all + weight, 0) || 1;
  return chosen.map(([term, weight]) => [term, weight / sum]);
}

function saturated(count: number, damping: number): number {
  return count > 0 ? (count * 2.5) / (count + damping) : 0;
}
