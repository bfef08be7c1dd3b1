import type { Candidate } from '../candidates.ts';
import { alike } from '../pieces-order.ts';
import type { ReadQuestion } from '../question.ts';
import type { Judged } from '../select.ts';

/** How far behind the best the text of another section may be that is said below it. */
const nearlyAsClose = 3;
/** As much of the best is said when another text follows. */
const mostOfBest = 2;
const longestText = 400;
/** What says the same in other words adds nothing. */
const mostAlike = 0.8;

/**
 * What is said of a thing, with the best sentence of another section where that comes nearly as close: a manual tells
 * what something is in its overview, in its reference and in its glossary, and any of them may be what was asked for.
 * Lists, rows and defaults stand alone.
 */
export function withRunnerUp(
  chosen: readonly Candidate[],
  best: Judged,
  ranked: readonly Judged[],
  { concepts, kinds }: ReadQuestion,
): readonly Candidate[] {
  const standsAlone = chosen.some(
    ({ kind, list, announces }) => kind === 'code' || list !== null || announces !== null,
  );
  if (standsAlone || concepts.includes('default') || kinds.has('list')) return chosen;
  const section = sectionOf(best.candidate);
  const second = ranked.find(
    ({ candidate, evidence, score }) =>
      score >= Math.max(0, best.score - nearlyAsClose) &&
      (candidate.kind === 'sentence' || candidate.describes) &&
      evidence.fragment === 0 &&
      candidate.announces === null &&
      candidate.language === best.candidate.language &&
      candidate.text.length <= longestText &&
      sectionOf(candidate) !== section &&
      chosen.every((one) => one !== candidate && alike(one, candidate) <= mostAlike),
  );
  return second ? [...chosen.slice(0, mostOfBest), second.candidate] : chosen;
}

const sectionOf = ({ passage, headings }: Candidate): string => [passage.title, ...headings].join('\n');
