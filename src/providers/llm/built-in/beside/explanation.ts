import type { Candidate } from '../candidates.ts';
import { surelyEntered } from '../evidence.ts';
import type { Judged } from '../select.ts';

const mostSentences = 3;

/**
 * What something is or does, or how it is done, as its text goes on: the sentence, the one before where it leans on
 * that or the first of its entry, and those that follow. Null for items and rows.
 */
export function explanation(best: Judged, judged: readonly Judged[]): Candidate[] | null {
  const { candidate } = best;
  if (candidate.kind !== 'sentence' && !candidate.describes) return null;
  const beside = judged.filter(
    (other) =>
      other.candidate.passage === candidate.passage &&
      (other.candidate.headings.join() === candidate.headings.join() || candidate.describes),
  );
  // Below a name and what it is, a manual first shows how it is written.
  const at = (place: number): Judged | undefined =>
    candidate.describes && candidate.kind === 'sentence'
      ? beside.find(
          ({ candidate: { place: where, kind }, evidence }) =>
            where >= place && kind === 'sentence' && evidence.fragment === 0,
        )
      : beside.find((other) => other.candidate.place === place && other.candidate.kind === 'sentence');
  const before =
    best.evidence.leaning > 0 || best.evidence.called > 0
      ? at(candidate.place - 1)
      : beside.find((other) => opensEntryOf(other, best));
  const chosen = before ? [before.candidate, candidate] : [candidate];
  let length = chosen.reduce((sum, { text }) => sum + text.length, 0);
  for (let next = at(candidate.place + 1); next; next = at(next.candidate.place + 1)) {
    length += next.candidate.text.length;
    if (chosen.length >= mostSentences || length > longestExplanation || next.evidence.fragment > 0) break;
    if (next.candidate.announces !== null) {
      const items = announcedBy(next.candidate, judged);
      length += items.reduce((sum, { text }) => sum + text.length, 0);
      // What it announces is said with it, as one more sentence, or neither.
      const isTooMuch = items.length === 0 || chosen.length + 2 > mostSentences || length > longestWithList;
      return isTooMuch ? chosen : [...chosen, next.candidate, ...items];
    }
    chosen.push(next.candidate);
  }
  return chosen;
}

const longestExplanation = 500;
const longestWithList = 700;

/** The list that a sentence announces; what shows how something is written is none. */
const announcedBy = ({ announces }: Candidate, judged: readonly Judged[]): Candidate[] =>
  judged.map((other) => other.candidate).filter(({ list, kind }) => list === announces && kind !== 'code');

/** Whether a sentence is the first of the entry in which another one stands, and says what the thing is. */
const opensEntryOf = (
  { candidate, evidence }: Judged,
  { candidate: of, evidence: ofEvidence }: Judged,
): boolean =>
  ofEvidence.entry >= surelyEntered &&
  of.entryPlace > 0 &&
  candidate.entryPlace === 0 &&
  candidate.kind === 'sentence' &&
  candidate.place < of.place &&
  evidence.fragment === 0;
