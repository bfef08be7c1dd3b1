import type { Language } from '#shared/languages.ts';
import type { EverydayConcept } from '#platform/language/everyday-concepts.ts';
import { answerLooks, leaning } from './answer-looks.ts';
import type { Candidate } from './candidates.ts';
import type { ReadQuestion, Wanted } from './question.ts';

/** What is said: pieces in order, and how far they cover the question (0..1). */
export type Selection = {
  pieces: Candidate[];
  coverage: number;
};

type Judged = {
  candidate: Candidate;
  score: number;
  own: number;
  /** How much of the question the headings cover. */
  above: number;
  covered: Map<number, number>;
  coverage: number;
};

/** A question for one of these is not answered by a text that only mentions the thing. */
const strict: ReadonlySet<EverydayConcept> = new Set(['phone', 'email']);
const tellsByLook: ReadonlySet<EverydayConcept> = new Set([
  'phone',
  'email',
  'contact',
  'duration',
  'services',
]);
const mostPieces = 4;
const longestList = 8;
const leastCoverage = 0.3;

/** Chooses the one to four sentences, or the list, that answer best; null when nothing does. */
export function select(
  question: ReadQuestion,
  candidates: readonly Candidate[],
  language: Language,
): Selection | null {
  const judged = judge(question, candidates, language);
  const ranked = [...judged].sort((a, b) => b.score - a.score);
  const [best] = ranked;
  if (!best || best.coverage < leastCoverage || best.score <= 0) return null;
  const chosen = listAround(best, judged) ?? withAntecedent(best, judged);
  const covered = new Map(best.covered);
  for (const next of ranked.slice(1, 40)) {
    if (chosen.length >= mostPieces) break;
    if (
      next.own === 0 ||
      next.candidate.language !== best.candidate.language ||
      chosen.includes(next.candidate)
    )
      continue;
    if (
      chosen.some(({ list }) => list !== null && list === next.candidate.list) ||
      chosen.some((other) => alike(other, next.candidate) > 0.5)
    )
      continue;
    const isNeighbour = chosen.some(
      (other) =>
        other.passage === next.candidate.passage && Math.abs(other.place - next.candidate.place) === 1,
    );
    const addsSomething = [...next.covered].some(([index, share]) => share > (covered.get(index) ?? 0) + 0.2);
    const helps =
      addsSomething &&
      next.score >= best.score * 0.5 &&
      (isNeighbour || (question.wanted.length >= 3 && next.coverage >= best.coverage * 0.6));
    const isAsGood =
      next.score >= best.score * 0.93 &&
      next.own >= best.own * 0.93 &&
      [...best.covered].every(([index, share]) => (next.covered.get(index) ?? 0) >= share * 0.9);
    if (!helps && !isAsGood) continue;
    chosen.push(next.candidate);
    for (const [index, share] of next.covered) covered.set(index, Math.max(share, covered.get(index) ?? 0));
  }
  const weights = weightsOf(question, candidates);
  const together =
    [...covered].reduce((sum, [index, share]) => sum + share * (weights[index] ?? 0), 0) /
    (weights.reduce((sum, weight) => sum + weight, 0) || 1);
  return { pieces: inReadingOrder(chosen), coverage: Math.max(best.coverage, together) };
}

/** The last weight is that of the days asked for. */
function weightsOf(question: ReadQuestion, candidates: readonly Candidate[]): number[] {
  return [
    ...question.wanted.map((wanted) => wanted.weight * rarity(wanted, candidates)),
    question.days.size > 0 ? 1.2 : 0,
  ];
}

function judge(question: ReadQuestion, candidates: readonly Candidate[], language: Language): Judged[] {
  const weights = weightsOf(question, candidates);
  const dayWeight = weights.at(-1) ?? 0;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return [];
  const bestPassage = Math.max(0.01, ...candidates.map(({ passage }) => passage.score));
  return candidates.map((candidate) => {
    let own = 0;
    let context = 0;
    let aboveAll = 0;
    let answersConcept = question.concepts.length === 0;
    const covered = new Map<number, number>();
    for (const [index, wanted] of question.wanted.entries()) {
      const weight = weights[index] ?? 0;
      const look = wanted.concept === null ? undefined : answerLooks[wanted.concept];
      // A telephone number answers a question for one, whatever words stand around it.
      const here = Math.max(
        share(wanted, candidate.terms),
        look && wanted.concept !== null && tellsByLook.has(wanted.concept) && look.test(candidate.text)
          ? 0.9
          : 0,
      );
      const near = share(wanted, candidate.headingTerms);
      const above = Math.max(near, 0.3 * share(wanted, candidate.titleTerms));
      own += weight * here;
      context += weight * Math.max(0, above - here);
      aboveAll += weight * near;
      if (wanted.concept !== null && Math.max(here, near) > 0) answersConcept = true;
      if (here > 0 || above > 0) covered.set(index, Math.max(here, above));
    }
    const days = [...question.days].filter((day) => candidate.days.has(day)).length;
    const dayShare = question.days.size > 0 ? days / question.days.size : 0;
    own += dayWeight * dayShare;
    if (dayShare > 0) covered.set(question.wanted.length, dayShare);
    const coverage = (own + context) / total;
    let score = (own + 0.7 * context) / total;
    if (score === 0) return { candidate, score: 0, own: 0, above: 0, covered, coverage: 0 };
    score += 0.2 * (candidate.passage.score / bestPassage) + 0.03 / (1 + candidate.place);
    for (const concept of question.concepts) {
      const look = answerLooks[concept];
      if (!look) continue;
      const fits = look.test(candidate.text);
      if (!fits && strict.has(concept))
        return { candidate, score: 0, own: 0, above: 0, covered, coverage: 0 };
      score += fits ? 0.3 : -0.15;
    }
    if (question.days.size > 0 && dayShare === 0 && candidate.days.size > 0) score -= 0.25;
    score += (answersConcept ? 0.2 : -0.2) + (0.15 * aboveAll) / total;
    if (candidate.language === language) score += 0.08;
    if (candidate.text.length > 350) score -= 0.15;
    if (candidate.kind === 'sentence' && candidate.text.length < 20) score -= 0.1;
    return { candidate, score, own: own / total, above: aboveAll / total, covered, coverage };
  });
}

function share(wanted: Wanted, terms: ReadonlySet<string>): number {
  let best = 0;
  for (const [term, factor] of wanted.terms) if (factor > best && terms.has(term)) best = factor;
  return best;
}

function rarity(wanted: Wanted, candidates: readonly Candidate[]): number {
  const having = candidates.filter(
    ({ terms, headingTerms }) => share(wanted, terms) > 0 || share(wanted, headingTerms) > 0,
  ).length;
  return 0.6 + Math.min(1.4, Math.log(1 + (candidates.length - having + 0.5) / (having + 0.5)) / 2);
}

/**
 * The list that the best piece belongs to or announces, as far as it answers; null when the piece stands
 * alone.
 */
function listAround(best: Judged, judged: readonly Judged[]): Candidate[] | null {
  const { candidate } = best;
  if (candidate.announces !== null) {
    const items = judged
      .filter((other) => other.candidate.list === candidate.announces)
      .slice(0, longestList);
    return [candidate, ...items.map((item) => item.candidate)];
  }
  if (candidate.list === null) return null;
  const siblings = judged.filter((other) => other.candidate.list === candidate.list);
  // Where the headings already say what was asked, the whole list is the answer.
  const chosen =
    best.own > 0 && best.above < 0.75
      ? siblings.filter((item) => item.own >= best.own * 0.8 && item.score >= best.score * 0.75)
      : siblings;
  const pieces = chosen.slice(0, longestList).map((item) => item.candidate);
  const announcer = judged.find((other) => other.candidate.announces === candidate.list);
  return announcer && chosen.length > 1 ? [announcer.candidate, ...pieces] : pieces;
}

/** A sentence that begins with “It …” says little without the one before. */
function withAntecedent(best: Judged, judged: readonly Judged[]): Candidate[] {
  const { candidate } = best;
  const before = judged.find(
    (other) => other.candidate.passage === candidate.passage && other.candidate.place === candidate.place - 1,
  )?.candidate;
  const belongs =
    before &&
    before.kind === 'sentence' &&
    before.headings.join() === candidate.headings.join() &&
    before.text.length < 250;
  return belongs && leaning.test(candidate.text) ? [before, candidate] : [candidate];
}

function alike(a: Candidate, b: Candidate): number {
  const shared = [...a.terms].filter((term) => b.terms.has(term)).length;
  return shared / Math.max(1, Math.min(a.terms.size, b.terms.size));
}

/** Pieces of one passage in the order of the passage; passages in the order in which they were chosen. */
function inReadingOrder(pieces: readonly Candidate[]): Candidate[] {
  const order = [...new Set(pieces.map(({ passage }) => passage))];
  return [...pieces].sort((a, b) => order.indexOf(a.passage) - order.indexOf(b.passage) || a.place - b.place);
}
