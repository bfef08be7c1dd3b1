import type { Candidate } from './candidates.ts';

/** So many sentences may stand between one that announces and what it announces. */
const furthestAnnouncer = 2;
const longestList = 8;
const longestTerm = 160;
const fewestTerms = 2;

/** What stands below a sentence where each thing has a heading of its own, and which sentence is right above them. */
export type TermList = {
  announcer: Candidate;
  items: Candidate[];
};

/**
 * The list of headings that a section goes on with, each with the beginning of its text, as items; null where it goes
 * on with none. `beside` is what the passage of the sentence offers; `anywhere` takes a list that only follows further
 * down in the section.
 */
export function termListBelow(
  candidate: Candidate,
  beside: readonly Candidate[],
  anywhere: boolean,
): TermList | null {
  if (candidate.kind !== 'sentence' || candidate.announces !== null) return null;
  const after = beside.filter(
    ({ passage, place }) => passage === candidate.passage && place > candidate.place,
  );
  const next = after.findIndex(({ headings }) => headings.at(-1) !== candidate.headings.at(-1));
  const level = after[next]?.level ?? 0;
  if (next < 0 || (next > furthestAnnouncer && !anywhere) || level <= candidate.level) return null;
  const end = after.findIndex((other, index) => index > next && other.level < level);
  const terms = after
    .slice(next, end < 0 ? undefined : end)
    .filter((other) => other.opens && other.level === level && !/[?!]$/u.test(other.headings.at(-1) ?? ''));
  if (terms.length < fewestTerms) return null;
  const last = after[next - 1];
  const announcer = last?.kind === 'sentence' ? last : candidate;
  const list = -1 - candidate.place;
  const items = terms.slice(0, longestList).map((term): Candidate => {
    const name = term.headings.at(-1) ?? '';
    const isShort = term.kind === 'sentence' && term.text.length <= longestTerm;
    return { ...term, kind: 'item', list, text: isShort ? `${name}: ${term.text}` : name };
  });
  return { announcer: { ...announcer, announces: list }, items };
}
