/**
 * Answers once more what `bench/answers.ts --inputs <file>` wrote down, with the engine of now: `node
 * bench/replay-answers.ts <file>… [--half held-out] [--show wrong]`. Nothing is indexed or searched for, so that a
 * change of the engine is measured in seconds. A question that came to no search counts as it was answered then.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { languages } from '#shared/languages.ts';
import { createTranslator } from '#platform/i18n/translator.ts';
import { compose, type BuiltInInput } from '#providers/llm/built-in/answer-from-passages.ts';
import { createUnsureReader } from '#features/conversations/server/answers/unsure.models.ts';
import type { AnswerSet, AskedQuestion } from './support/answer-sets.ts';
import { outcomeOf, report, type Judged } from './support/judging.ts';

type Line = {
  set: string;
  kind: AnswerSet['kind'];
  half: AnswerSet['half'];
  language: AnswerSet['language'];
  asked: AskedQuestion;
  answer: string;
  input?: Omit<BuiltInInput, 'counts' | 'texts'> & { counts: { chunks: number; having: [string, number][] } };
};

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string', default: 'all' },
    only: { type: 'string' },
    show: { type: 'string', default: 'none' },
  },
});
const translator = createTranslator(path.join(import.meta.dirname, '../locales'));
const isUnsure = createUnsureReader(languages.map((language) => translator.namespace(language, 'built-in')));
const lines = files
  .flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
  .map((line) => JSON.parse(line) as Line)
  .filter(
    ({ half, set }) =>
      (options.half === 'all' || half === options.half) &&
      (options.only === undefined || set.includes(options.only)),
  );
report(
  lines.map(({ set: name, kind, language, asked, answer, input }): Judged => {
    const started = process.cpuUsage();
    const body = input
      ? compose({
          ...input,
          counts: { chunks: input.counts.chunks, having: new Map(input.counts.having) },
          texts: (of) => translator.namespace(of, 'built-in'),
        })
      : answer;
    const { user, system } = process.cpuUsage(started);
    const isUnknown = isUnsure({ body, engine: 'built-in', parts: [], citations: [], attachments: [] });
    return {
      set: { name, language, kind },
      asked,
      answer: body,
      outcome: outcomeOf(asked, body, isUnknown, language),
      milliseconds: (user + system) / 1_000,
    };
  }),
  options.show,
);
