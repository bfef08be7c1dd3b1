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
import { ownSets, squadSets, templateSets, type AnswerSet } from './support/answer-sets.ts';
import { outcomeOf, report, type Judged } from './support/judging.ts';
import { createKnowledgeWorld, serveFolder } from './support/knowledge-world.ts';

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
  integrations: { ready: nobody, withKey: () => null as never, firstModelOf: () => null },
  material: {
    load: async () => ({ files: [], passages: [] }),
    pictures: async () => [],
  },
  pictures: null as never,
  realtime: { announce: () => undefined },
  callModels: { speakingWith: () => null, sayAloud: () => undefined },
  builtIn: (input) => {
    inputs.push(input);
    return builtIn(input);
  },
  translator,
  toolSources: [],
  toolGates: createToolGates({ database: world.database, clock: systemClock }),
});

type Measured = Judged & {
  half: AnswerSet['half'];
  input: Parameters<typeof builtIn>[0] | undefined;
};
const judged: Measured[] = [];
const chips = { offered: 0, answered: 0 };

try {
  for (const set of sets) await runSet(set);
} finally {
  await world.close();
}
report(judged, options.show);
if (options.chips) console.log(`follow-up chips: ${chips.offered} offered, ${chips.answered} answered`);
if (options.inputs)
  writeFileSync(
    options.inputs,
    judged
      .map(({ set, half, asked, answer, input }) =>
        JSON.stringify({
          set: set.name,
          kind: set.kind,
          half,
          language: set.language,
          asked,
          answer,
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
      half: set.half,
      asked,
      answer: end.body,
      outcome: outcomeOf(asked, end.body, isUnknown, set.language),
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
