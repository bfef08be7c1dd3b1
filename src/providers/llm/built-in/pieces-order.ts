import type { AnswerEvidence } from './answer-weights.ts';
import type { Candidate } from './candidates.ts';
import type { Judged } from './select.ts';

/** How many of the words of the shorter one both have, from 0 to 1. */
export function alike(a: Candidate, b: Candidate): number {
  const shared = [...a.terms].filter((term) => b.terms.has(term)).length;
  return shared / Math.max(1, Math.min(a.terms.size, b.terms.size));
}

/** Pieces of one passage in the order of the passage; passages in the order in which they were chosen. */
export function inReadingOrder(pieces: readonly Candidate[]): Candidate[] {
  const order = [...new Set(pieces.map(({ passage }) => passage))];
  return [...pieces].sort((a, b) => order.indexOf(a.passage) - order.indexOf(b.passage) || a.place - b.place);
}

/** What is less likely an answer, or lacks what is rare in the question, is not even near. */
const leastNear = 0.15;
const mostMissing = 0.5;
const mostPlaces = 3;
/** How far behind the best another section may be. */
const widestMargin = 2.5;

/** Where to look when nothing is said: one text of each of the sections that come closest, the best first. */
export function nearest(
  ranked: readonly Judged[],
  confidence: number,
  { missing }: AnswerEvidence,
): Candidate[] {
  if (confidence < leastNear || missing >= mostMissing) return [];
  const sections = new Map<string, Candidate>();
  const least = (ranked[0]?.score ?? 0) - widestMargin;
  for (const { candidate, score } of ranked) {
    if (score < least || sections.size === mostPlaces) break;
    const section = [candidate.passage.title, ...candidate.headings].join('\n');
    if (!sections.has(section)) sections.set(section, candidate);
  }
  return [...sections.values()];
}
