/**
 * Fits the weights of the engine without a model: `node bench/answers.ts --half tuning … --inputs <file>` writes
 * what the engine was given for each question, and `node bench/fit-answers.ts <file>… [--write]` finds the weights
 * with which it answers them best, and writes `content/answering/weights.json`. Only sets whose half is `tuning`
 * are read; `--only reference,fact` leaves the others as they are, `--answers-only` what chooses.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createTranslator } from '#platform/i18n/translator.ts';
import { composeWithReasons, type BuiltInInput } from '#providers/llm/built-in/answer-from-passages.ts';
import {
  allWeights,
  answerFeatures,
  weightsFor,
  type Weights,
} from '#providers/llm/built-in/answer-weights.ts';
import { sentenceFeatures } from '#providers/llm/built-in/evidence.ts';
import { belonging, lookWeight, type Selection } from '#providers/llm/built-in/select.ts';
import { holdsGold } from './support/gold.ts';

type Line = {
  set: string;
  kind: 'own' | 'collection' | 'manual';
  half: 'tuning' | 'held-out';
  asked: { ask: string; gold: string[] | null; never?: string[] };
  input: Omit<BuiltInInput, 'counts' | 'texts'> & { counts: { chunks: number; having: [string, number][] } };
};

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    'answers-only': { type: 'boolean', default: false },
  },
});
const translator = createTranslator(path.join(import.meta.dirname, '../locales'));
const lines = files
  .flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
  .map((line) => JSON.parse(line) as Line)
  .filter(({ half, input }) => half === 'tuning' && input !== undefined);
/** What makes a text readable, and no answer likelier: it is set by hand and not fitted. */
const kept: ReadonlySet<string> = new Set([
  'nothingNew',
  'listed',
  'fragment',
  'code',
  'short',
  'long',
  'leaning',
  'announces',
  'conditional',
]);
/** What can only speak for an answer, and what only against it; without this a few questions turn a sign. */
const favours: ReadonlySet<string> = new Set(
  'own heading title around passage place near defines opens named default row asked announces together matched score margin everyday look singleTold subject opens describes leads first instructs told genus called expands enumerates operates heads entry entryFirst ahead'.split(
    ' ',
  ),
);
const against: ReadonlySet<string> = new Set(
  'unasked lost missing apart unknown names fragment single foreign versions rivals bare circumstance cells earlier lacks elsewhere vague late'.split(
    ' ',
  ),
);
/** Keeps weights near what they were that few questions speak for. */
const damping = 0.004;
/** A question whose answer is less likely than this is given up more and more, for those that can be won; where
 * that gained. */
const hopeless: Record<string, number> = { reference: 0.15 };
/** A round changes no weight by more. */
const longestStep = 0.5;
/** Collections have hundreds of questions, manuals and shops tens. */
const shares = { own: 3, collection: 1, manual: 2 };

const countsOf = ({ input: { counts } }: Line) => ({ chunks: counts.chunks, having: new Map(counts.having) });

/** The questions that come to the documents, with what the engine makes of them now. */
const explained = (asked: readonly Line[]): { line: Line; selection: Selection; weights: Weights }[] =>
  asked.flatMap((line) => {
    const counts = countsOf(line);
    const { selection } = composeWithReasons({
      ...line.input,
      counts,
      texts: (language) => translator.namespace(language, 'built-in'),
    });
    return selection ? [{ line, selection, weights: weightsFor(selection.question, counts) }] : [];
  });
const linesOf = Map.groupBy(explained(lines), ({ weights }) => weights);

for (const [name, weights] of Object.entries(allWeights)) {
  if (options.only !== undefined && !options.only.split(',').includes(name)) continue;
  console.log(`\n${name}`);
  const asked = (linesOf.get(weights) ?? []).map(({ line }) => line);
  if (!options['answers-only']) fitSentences(weights, asked, hopeless[name] ?? 0);
  fitAnswers(weights, asked);
}
if (options.write) {
  const file = path.join(import.meta.dirname, '../content/answering/weights.json');
  writeFileSync(file, `${JSON.stringify(weightsNow(), null, 2)}\n`);
}

/** Makes sentences with the answer likelier than the others of their question. */
function fitSentences(of: Weights, asked: readonly Line[], givenUp: number): void {
  const questions = explained(asked).flatMap(({ line, selection: { judged, question } }) => {
    const { gold } = line.asked;
    if (gold === null) return [];
    const rows = judged
      .filter(({ isOut }) => !isOut)
      .map((one) => ({
        values: sentenceFeatures.map((name) => one.evidence[name]),
        fixed: lookWeight * one.look,
        // What counts is the answer that it would be, with all that is said beside it.
        isRight: holdsGold(
          (belonging(one, judged, question, countsOf(line)) ?? [one.candidate])
            .map(({ text }) => text)
            .join('\n'),
          gold,
        ),
      }));
    const right = rows.filter(({ isRight }) => isRight).length;
    return right > 0 && right < rows.length ? [{ rows, share: shares[line.kind] }] : [];
  });
  const before = sentenceFeatures.map((name) => of.sentence[name]);
  const weights = [...before];
  const all = questions.reduce((sum, { share }) => sum + share, 0);
  for (let round = 0; round < 400; round++) {
    const slope = weights.map((weight, at) => -damping * (weight - (before[at] ?? 0)));
    let likelihood = 0;
    for (const { rows, share } of questions) {
      const scores = rows.map(({ values, fixed }) => fixed + dot(weights, values));
      const most = Math.max(...scores);
      const odds = scores.map((score) => Math.exp(score - most));
      const total = odds.reduce((sum, one) => sum + one, 0);
      const right = odds.reduce((sum, one, index) => sum + (rows[index]?.isRight ? one : 0), 0);
      const hope = right / total;
      likelihood += share * Math.log(hope);
      for (const [index, { values, isRight }] of rows.entries()) {
        const one = odds[index] ?? 0;
        const pull = (share / all) * (hope / (hope + givenUp)) * ((isRight ? one / right : 0) - one / total);
        for (const [at, value] of values.entries()) slope[at] = (slope[at] ?? 0) + pull * value;
      }
    }
    for (const [at, by] of slope.entries()) {
      if (!kept.has(sentenceFeatures[at] ?? ''))
        weights[at] = bounded(sentenceFeatures[at] ?? '', (weights[at] ?? 0) + 2 * by);
    }
    if (round % 100 === 99) console.log(`sentences, round ${round + 1}: ${(likelihood / all).toFixed(4)}`);
  }
  for (const [at, name] of sentenceFeatures.entries()) of.sentence[name] = weights[at] ?? 0;
}

function bounded(name: string, weight: number): number {
  if (favours.has(name)) return Math.max(0, weight);
  return against.has(name) ? Math.min(0, weight) : weight;
}

/** What speaks for an answer, whether it is right, and the documents that it is from. */
type AnswerRow = {
  values: readonly number[];
  isRight: boolean;
  isTaught: boolean;
  kind: Line['kind'];
  /** Translations of the same documents are one source. */
  source: string;
};

/** Makes the confidence the share of answers that are right. */
function fitAnswers(of: Weights, asked: readonly Line[]): void {
  const rows = explained(asked).map(({ line, selection }): AnswerRow => ({
    values: answerFeatures.map((name) => selection.evidence[name]),
    isRight:
      line.asked.gold !== null &&
      holdsGold(selection.pieces.map(({ text }) => text).join('\n'), line.asked.gold),
    isTaught: line.asked.gold !== null,
    kind: line.kind,
    source: (line.set.split('.')[0] ?? '').replace(/-[a-z]{2}$/, ''),
  }));
  const names = [...answerFeatures, 'bias' as const];
  const before = names.map((name) => of.answer[name]);
  const judged = crossFitted(rows, before);
  for (const [at, weight] of logistic(rows, before).entries()) of.answer[names[at] ?? 'bias'] = weight;
  console.log(`likelihood of sources that had no part: ${meanLikelihood(judged).toFixed(4)}`);
  for (const kind of ['collection', 'manual', 'own'] as const)
    report(
      kind,
      judged.filter(({ row }) => row.kind === kind),
    );
}

type JudgedRow = {
  row: AnswerRow;
  likely: number;
};

/** How likely each answer is right, by weights of which none was fitted with a question about the same documents. */
function crossFitted(rows: readonly AnswerRow[], before: readonly number[]): JudgedRow[] {
  return [...Map.groupBy(rows, ({ source }) => source)].flatMap(([source, ofSource]) => {
    const weights = logistic(
      rows.filter((row) => row.source !== source),
      before,
    );
    return ofSource.map((row) => ({ row, likely: chance(weights, row.values) }));
  });
}

function meanLikelihood(judged: readonly JudgedRow[]): number {
  const all = judged.reduce((sum, { row }) => sum + shares[row.kind], 0);
  return (
    judged.reduce(
      (sum, { row, likely }) =>
        sum + shares[row.kind] * Math.log(Math.max(1e-6, row.isRight ? likely : 1 - likely)),
      0,
    ) / all
  );
}

function report(kind: Line['kind'], judged: readonly JudgedRow[]): void {
  const taught = judged.filter(({ row }) => row.isTaught);
  const untaught = judged.length - taught.length;
  if (taught.length === 0) return;
  const chosen = taught.filter(({ row }) => row.isRight).length;
  console.log(`${kind}: of ${taught.length} taught, ${percent(chosen, taught.length)} chosen right`);
  for (let least = 0.3; least <= 0.81; least += 0.05) {
    const said = judged.filter(({ likely }) => likely >= least);
    const right = said.filter(({ row }) => row.isRight).length;
    const made = said.filter(({ row }) => !row.isTaught).length;
    console.log(
      `  from ${least.toFixed(2)}: right ${percent(right, taught.length)}, don't know ${percent(untaught - made, untaught)}, wrong of all ${percent(said.length - right, judged.length)}`,
    );
  }
}

function chance(weights: readonly number[], values: readonly number[]): number {
  return values.length === 0 ? 0 : 1 / (1 + Math.exp(-dot(weights, [...values, 1])));
}

/** Weights of a logistic regression, the last one being the bias, that stay near what they were. */
function logistic(rows: readonly AnswerRow[], before: readonly number[]): number[] {
  const weights = before.map(() => 0);
  const all = rows.reduce((sum, { kind }) => sum + shares[kind], 0);
  const fixed = new Set<number>();
  for (let round = 0; round < 64; round++) {
    const slope = weights.map((weight, at) =>
      at < weights.length - 1 ? -damping * (weight - (before[at] ?? 0)) : 0,
    );
    const bend = weights.map((_row, at) =>
      weights.map((_column, other) => (at === other ? damping + 1e-9 : 0)),
    );
    for (const { values, isRight, kind } of rows) {
      if (values.length === 0) continue;
      const likely = chance(weights, values);
      const part = shares[kind] / all;
      // Most of what speaks for or against an answer isn't there.
      const given = [...values, 1].flatMap((value, at) => (value === 0 ? [] : [{ value, at }]));
      for (const { value, at } of given) {
        slope[at] = (slope[at] ?? 0) + part * ((isRight ? 1 : 0) - likely) * value;
        const row = bend[at] ?? [];
        const factor = part * likely * (1 - likely) * value;
        for (const { value: beside, at: other } of given) row[other] = (row[other] ?? 0) + factor * beside;
      }
    }
    for (const at of fixed) {
      slope[at] = 0;
      bend[at] = weights.map((_weight, other) => (other === at ? 1 : 0));
    }
    // A whole step can lead far astray where few questions tell little.
    const steps = solve(bend, slope);
    for (const [at, by] of steps.entries())
      weights[at] = (weights[at] ?? 0) + Math.max(-longestStep, Math.min(longestStep, by));
    const isDone = Math.max(...steps.map(Math.abs)) < 1e-5;
    if (round % 8 !== 7 && !isDone) continue;
    const known = fixed.size;
    for (const [at, name] of answerFeatures.entries())
      if (bounded(name, weights[at] ?? 0) !== weights[at]) {
        weights[at] = 0;
        fixed.add(at);
      }
    if (isDone && fixed.size === known) break;
  }
  return weights;
}

/** What `x` is in `matrix · x = vector`. */
function solve(matrix: readonly number[][], vector: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, vector[at] ?? 0]);
  for (let at = 0; at < rows.length; at++) {
    const pivot = rows.findIndex(
      (row, index) =>
        index >= at &&
        Math.abs(row[at] ?? 0) === Math.max(...rows.slice(at).map((one) => Math.abs(one[at] ?? 0))),
    );
    [rows[at], rows[pivot]] = [rows[pivot] ?? [], rows[at] ?? []];
    const top = rows[at] ?? [];
    for (const [index, row] of rows.entries()) {
      if (index === at) continue;
      const factor = (row[at] ?? 0) / (top[at] ?? 1);
      for (let column = at; column < row.length; column++)
        row[column] = (row[column] ?? 0) - factor * (top[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}

function percent(part: number, all: number): string {
  return all === 0 ? '–' : `${((part / all) * 100).toFixed(1)} %`;
}

function dot(weights: readonly number[], values: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) sum += (weights[index] ?? 0) * (values[index] ?? 0);
  return sum;
}

function weightsNow() {
  const rounded = (weights: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(weights).map(([name, weight]) => [name, Math.round(weight * 1_000) / 1_000]),
    );
  return Object.fromEntries(
    Object.entries(allWeights).map(([name, { sentence, answer, said, sure }]) => [
      name,
      { sentence: rounded(sentence), answer: rounded(answer), said, sure },
    ]),
  );
}
