import type { Language } from '#shared/languages.ts';
import { sentences } from '#platform/text-search/sentences.ts';
import type { AnswerSet, AskedQuestion } from './answer-sets.ts';
import { holdsGold } from './gold.ts';

/** An answer that holds more than this many sentences buries what was asked. */
const mostSentences = 3;

export type Outcome = 'right' | 'long' | 'wrong' | 'silent' | 'kept silent' | 'made up';

/** A question with what was answered to it. */
export type Judged = {
  set: Pick<AnswerSet, 'name' | 'language' | 'kind'>;
  asked: AskedQuestion;
  answer: string;
  outcome: Outcome;
  /** Of the processor, in this process: how busy the machine is with other things doesn't count. */
  milliseconds: number;
};

/** What an answer is worth; `isUnknown` where it only says that it knows nothing. */
export function outcomeOf(
  { gold, never }: AskedQuestion,
  answer: string,
  isUnknown: boolean,
  language: Language,
): Outcome {
  if (gold === null) return isUnknown ? 'kept silent' : 'made up';
  if (isUnknown) return 'silent';
  if ((never && holdsGold(answer, never)) || !holdsGold(answer, gold)) return 'wrong';
  return countSentences(answer, language) > mostSentences ? 'long' : 'right';
}

/** Sentences of an answer without the phrase before it; a list is one. */
function countSentences(text: string, language: Language): number {
  const blocks = text.split(/\n\n/);
  const told = blocks.filter(
    (block, index) =>
      !(index === 0 && blocks.length > 1 && !/\[\d+\]/.test(block) && !block.startsWith('- ')),
  );
  return told.reduce(
    (sum, block) =>
      sum +
      (block.startsWith('- ') || block.startsWith('**')
        ? 1
        : sentences(block.replace(/\[\d+\]/g, ''), language).length),
    0,
  );
}

/** Prints a row for each set and each kind of sets, the goals, and the answers that `show` asks for. */
export function report(judged: readonly Judged[], show: string): void {
  const rows: Record<string, string | number>[] = [];
  for (const [name, of] of Map.groupBy(judged, ({ set }) => `${set.name} (${set.language})`))
    rows.push({ what: name, ...figures(of) });
  for (const [name, of] of Map.groupBy(judged, ({ set }) => set.kind))
    rows.push({ what: `all: ${name}`, ...figures(of) });
  if (judged.length > 0) rows.push({ what: 'all', ...figures(judged) });
  console.table(rows);
  printGoals(judged);
  for (const { set, asked, answer, outcome } of judged)
    if (show === 'all' || (show === 'wrong' && !['right', 'kept silent'].includes(outcome)))
      console.log(
        `\n[${outcome}] (${set.name}) ${asked.ask}\n  gold: ${asked.gold?.join(' | ') ?? '–'}\n  ${answer.replaceAll('\n', '\n  ')}`,
      );
}

/** What the engine is measured against, over all that was asked. */
function printGoals(judged: readonly Judged[]): void {
  const manuals = judged.filter(({ set }) => set.kind === 'manual');
  const others = judged.filter(({ set }) => set.kind !== 'manual');
  const share = (of: readonly Judged[], ...outcomes: Outcome[]): number =>
    (100 * of.filter(({ outcome }) => outcomes.includes(outcome)).length) / of.length;
  const taught = (of: readonly Judged[]): Judged[] => of.filter(({ asked }) => asked.gold !== null);
  const untaught = judged.filter(({ asked }) => asked.gold === null);
  const goals = [
    {
      goal: 'right ≥ 80 %, manuals apart',
      is: share(taught(others), 'right'),
      isMet: (is: number) => is >= 80,
    },
    { goal: "don't know ≥ 90 %", is: share(untaught, 'kept silent'), isMet: (is: number) => is >= 90 },
    { goal: 'wrong of all ≤ 8 %', is: share(judged, 'wrong', 'made up'), isMet: (is: number) => is <= 8 },
    { goal: 'manuals right ≥ 60 %', is: share(taught(manuals), 'right'), isMet: (is: number) => is >= 60 },
  ];
  for (const { goal, is, isMet } of goals)
    if (!Number.isNaN(is)) console.log(`${goal}: ${is.toFixed(1)} %, ${isMet(is) ? 'met' : 'not met'}`);
}

function figures(of: readonly Judged[]): Record<string, string | number> {
  const count = (...outcomes: Outcome[]): number =>
    of.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const taught = of.filter(({ asked }) => asked.gold !== null).length;
  const share = (part: number, all: number): string =>
    all === 0 ? '–' : `${((part / all) * 100).toFixed(1)} %`;
  const times = of.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  return {
    taught,
    right: share(count('right'), taught),
    long: share(count('long'), taught),
    silent: share(count('silent'), taught),
    untaught: of.length - taught,
    "don't know": share(count('kept silent'), of.length - taught),
    'wrong of all': share(count('wrong', 'made up'), of.length),
    'p95 CPU ms': Math.round(times[Math.floor(times.length * 0.95)] ?? 0),
  };
}
