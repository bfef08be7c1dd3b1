/**
 * What the engine without a model answers: `node bench/answers.ts`, with
 * `--squad <file in the form of SQuAD>:<language>` and `--manual <name of a set>:<folder of HTML pages>` for
 * collections that don't ship, `--half tuning` for the sets with which weights were chosen, `--show wrong` (or
 * `all`) to read the answers, `--inputs <file>` for what `fit-answers.ts` reads.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { languages, toLanguage, fallbackLanguage } from '#shared/languages.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { createTranslator } from '#platform/i18n/translator.ts';
import { createBuiltInEngine } from '#apps/server/built-in-engine.ts';
import { agentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import { createAnswerer, type Question } from '#features/conversations/server/answers/answer.usecases.ts';
import { createUnsureReader } from '#features/conversations/server/answers/unsure.models.ts';
import { createToolGates } from '#features/tools/server/requests/gate.usecases.ts';
import { LiveAnswer } from '#features/conversations/server/streaming/live-answer.models.ts';
import { sentences } from '#platform/text-search/sentences.ts';
import {
  ownSets,
  squadSets,
  templateSets,
  type AnswerSet,
  type AskedQuestion,
} from './support/answer-sets.ts';
import { holdsGold } from './support/gold.ts';
import { createKnowledgeWorld, serveFolder } from './support/knowledge-world.ts';

/** An answer that holds more than this many sentences buries what was asked. */
const mostSentences = 3;

const { values: options } = parseArgs({
  options: {
    squad: { type: 'string', multiple: true, default: [] },
    manual: { type: 'string', multiple: true, default: [] },
    half: { type: 'string', default: 'held-out' },
    only: { type: 'string' },
    show: { type: 'string', default: 'none' },
    inputs: { type: 'string' },
    questions: { type: 'string', default: '150' },
    chips: { type: 'boolean', default: false },
  },
});
const cut = (pair: string): [string, string] => {
  const at = pair.lastIndexOf(':');
  return [pair.slice(0, at), pair.slice(at + 1)];
};
const sets = [
  ...ownSets(path.join(import.meta.dirname, 'answers'), new Map(options.manual.map(cut))),
  ...templateSets(path.join(import.meta.dirname, '../content/templates')),
  ...options.squad
    .map(cut)
    .flatMap(([file, code]) =>
      squadSets(file, toLanguage(code) ?? fallbackLanguage, Number(options.questions)),
    ),
].filter(
  ({ half, name }) =>
    (options.half === 'all' || half === options.half) &&
    (options.only === undefined || name.includes(options.only)),
);

const world = await createKnowledgeWorld();
const translator = createTranslator(path.join(import.meta.dirname, '../locales'));
const isUnsure = createUnsureReader(languages.map((language) => translator.namespace(language, 'built-in')));
const nobody = async (): Promise<never> => {
  throw new Error('No model answers here');
};
const builtIn = createBuiltInEngine(translator);
const inputs: Parameters<typeof builtIn>[0][] = [];
const answerer = createAnswerer({
  clock: systemClock,
  log: world.log,
  knowledge: world.knowledge,
  integrations: { ready: nobody, withKey: () => null as never },
  material: {
    load: async () => ({ files: [], passages: [] }),
    pictures: async () => [],
  },
  pictures: null as never,
  realtime: { announce: () => undefined },
  builtIn: (input) => {
    inputs.push(input);
    return builtIn(input);
  },
  translator,
  toolSources: [],
  toolGates: createToolGates({ database: world.database, clock: systemClock }),
});

type Outcome = 'right' | 'long' | 'wrong' | 'silent' | 'kept silent' | 'made up';
type Judged = {
  set: AnswerSet;
  asked: AskedQuestion;
  answer: string;
  outcome: Outcome;
  /** Of the processor, in this process: how busy the machine is with other things doesn't count. */
  milliseconds: number;
  input: Parameters<typeof builtIn>[0] | undefined;
};
const judged: Judged[] = [];
const chips = { offered: 0, answered: 0 };

try {
  for (const set of sets) await runSet(set);
} finally {
  await world.close();
}
report();
if (options.inputs)
  writeFileSync(
    options.inputs,
    judged
      .map(({ set, asked, input }) =>
        JSON.stringify({
          set: set.name,
          kind: set.kind,
          half: set.half,
          asked,
          input: input && {
            ...input,
            counts: { chunks: input.counts.chunks, having: [...input.counts.having] },
          },
        }),
      )
      .join('\n'),
  );

async function runSet(set: AnswerSet): Promise<void> {
  const collectionId = await world.newCollection();
  if (set.folder) {
    const site = await serveFolder(set.folder);
    await world.knowledge.addWebsite(world.scope, collectionId, { url: site.url, maxPages: 2_000 });
    await world.work();
    site.close();
  } else
    for (const { title, text } of set.documents ?? []) {
      await world.knowledge.addText(world.scope, collectionId, { title, body: text });
      await world.work();
    }
  const configuration = agentConfiguration.parse({
    basic: { name: set.name },
    // Chips are tried once the answer stands, and are no part of how long it takes.
    dynamic: { followUps: options.chips ? 3 : 0 },
  });
  const ask = async (text: string, after?: string) => {
    const live = new LiveAnswer('msg_bench');
    const question: Question = {
      agent: {
        id: 'agt_bench',
        accountId: world.accountId,
        number: 1,
        collectionId,
        configuration,
        avatarUrl: null,
        css: '',
        isPreview: false,
        closed: null,
      },
      text,
      history:
        after === undefined
          ? []
          : [
              { role: 'visitor', text: after },
              { role: 'assistant', text: '…' },
            ],
      language: set.language,
    };
    inputs.length = 0;
    const started = process.cpuUsage();
    const end = await answerer.answer(question, live);
    if (end.status !== 'complete') throw new Error(`An answer ended as ${end.status}: ${text}`);
    const { user, system } = process.cpuUsage(started);
    const milliseconds = (user + system) / 1_000;
    return { end, isUnknown: isUnsure(end), milliseconds, input: inputs[0] };
  };
  for (const asked of set.questions) {
    const { end, isUnknown, milliseconds, input } = await ask(asked.ask, asked.after);
    judged.push({
      set,
      asked,
      answer: end.body,
      outcome: outcomeOf(asked, end.body, isUnknown, set),
      milliseconds,
      input,
    });
    if (!options.chips) continue;
    for (const chip of end.suggestions) {
      chips.offered++;
      if (!(await ask(chip, asked.ask)).isUnknown) chips.answered++;
    }
  }
}

function outcomeOf(asked: AskedQuestion, answer: string, isUnknown: boolean, set: AnswerSet): Outcome {
  if (asked.gold === null) return isUnknown ? 'kept silent' : 'made up';
  if (isUnknown) return 'silent';
  if ((asked.never && holdsGold(answer, asked.never)) || !holdsGold(answer, asked.gold)) return 'wrong';
  return countSentences(answer, set) > mostSentences ? 'long' : 'right';
}

/** Sentences of an answer without the phrase before it; a list is one. */
function countSentences(text: string, { language }: AnswerSet): number {
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

function report(): void {
  const rows: Record<string, string | number>[] = [];
  for (const [name, of] of Map.groupBy(judged, ({ set }) => `${set.name} (${set.language})`))
    rows.push({ what: name, ...figures(of) });
  for (const [name, of] of Map.groupBy(judged, ({ set }) => set.kind))
    rows.push({ what: `all: ${name}`, ...figures(of) });
  if (judged.length > 0) rows.push({ what: 'all', ...figures(judged) });
  console.table(rows);
  printGoals();
  if (options.chips) console.log(`follow-up chips: ${chips.offered} offered, ${chips.answered} answered`);
  for (const { set, asked, answer, outcome } of judged)
    if (options.show === 'all' || (options.show === 'wrong' && !['right', 'kept silent'].includes(outcome)))
      console.log(
        `\n[${outcome}] (${set.name}) ${asked.ask}\n  gold: ${asked.gold?.join(' | ') ?? '–'}\n  ${answer.replaceAll('\n', '\n  ')}`,
      );
}

/** What the engine is measured against, over all that was asked. */
function printGoals(): void {
  const manuals = judged.filter(({ set }) => set.kind === 'manual');
  const share = (of: readonly Judged[], ...outcomes: Outcome[]): number =>
    (100 * of.filter(({ outcome }) => outcomes.includes(outcome)).length) / of.length;
  const taught = (of: readonly Judged[]): Judged[] => of.filter(({ asked }) => asked.gold !== null);
  const untaught = judged.filter(({ asked }) => asked.gold === null);
  const goals = [
    { goal: 'right ≥ 80 %', is: share(taught(judged), 'right'), isMet: (is: number) => is >= 80 },
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
