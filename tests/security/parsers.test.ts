import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  emptyBlock,
  formFieldTypes,
  formOperators,
  type FormAction,
  type FormDocument,
  type FormRule,
} from '#shared/forms/document.ts';
import { watchStandstill } from '#tests/support/processor-time.ts';
import { longText, longTexts, nastyTexts, pieces } from './parsers/nasty-texts.ts';
import { parsers } from './parsers/parser-list.ts';

/**
 * What one text may cost, in milliseconds of processor time. Usual is less than a hundredth of it; a machine
 * whose cores are shared with much else was seen to need three times as long for the same work.
 */
const mostMs = 4_000;
/** After so much of the processor's time a thread counts as standing still, however busy the machine is. */
const standstillMs = 20_000;
const seed = 20_260_131;

type Said = {
  at: number;
  ms: number;
  failure: string | null;
};
let thread: Worker | null = null;
afterAll(() => thread?.terminate());

/**
 * Has all texts read in a thread of its own, which is ended when it stands still; gives what took too long or
 * broke.
 */
async function faultsOf(name: string, texts: readonly string[] | { length: number }): Promise<string[]> {
  const faults: string[] = [];
  const count = 'at' in texts ? texts.length : longTexts;
  const shown = (at: number): string =>
    JSON.stringify(('at' in texts ? (texts[at] ?? '') : longText(at, 1_000)).slice(0, 80));
  thread ??= new Worker(new URL('./parsers/parser-thread.ts', import.meta.url), {
    execArgv: ['--no-warnings'],
  });
  const worker = thread;
  await new Promise<void>((resolve, reject) => {
    let next = 0;
    const watch = watchStandstill(standstillMs, () => {
      faults.push(`stands still over ${shown(next)}`);
      thread = null;
      worker.off('error', fail).off('message', hear);
      void worker.terminate().then(() => resolve());
    });
    watch.goOn();
    const over = (): void => {
      watch.end();
      worker.off('error', fail).off('message', hear);
    };
    const fail = (error: unknown): void => (over(), reject(error));
    const hear = (said: Said | 'measured'): void => {
      if (said === 'measured') return watch.goOn();
      const { at, ms, failure } = said;
      next = at + 1;
      if (failure !== null) faults.push(`${shown(at)}: ${failure}`);
      if (ms > mostMs) faults.push(`takes ${Math.round(ms)} ms over ${shown(at)}`);
      if (at < count) return watch.goOn();
      over();
      resolve();
    };
    worker.on('error', fail).on('message', hear);
    worker.postMessage({ name, texts });
  });
  return faults;
}

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const page = fc.constantFrom('p0', 'p1', 'p2', 'p3');
const name = fc.constantFrom('x', 'y', 'z');
const action: fc.Arbitrary<FormAction> = fc.oneof(
  fc.record({ type: fc.constantFrom('show', 'hide', 'require'), field: key }),
  fc.record({ type: fc.constant('jump'), to: fc.oneof(key, page) }),
  fc.record({ type: fc.constant('end'), screen: fc.constantFrom('s', 't') }),
  fc.record({
    type: fc.constant('calculate'),
    name,
    by: fc.constantFrom('set', 'add', 'multiply', 'divide'),
    amount: fc.integer(),
    field: fc.constantFrom('', 'a', 'b'),
  }),
);
const condition = fc.record({
  field: fc.oneof(
    key,
    name.map((each) => `=${each}`),
  ),
  operator: fc.constantFrom(...formOperators),
  value: fc.constantFrom('', '1', 'a', '2026-01-31', '1'.repeat(255), `${'1'.repeat(60)}v`),
});
const rule: fc.Arbitrary<FormRule> = fc.record({
  id: fc.constant('r'),
  match: fc.constantFrom('all', 'any'),
  groups: fc.array(
    fc.record({ match: fc.constantFrom('all', 'any'), conditions: fc.array(condition, { maxLength: 10 }) }),
    { maxLength: 5 },
  ),
  actions: fc.array(action, { maxLength: 10 }),
});
const fill = <T>(count: number, each: (at: number) => T): T[] =>
  Array.from({ length: Math.max(0, count) }, (_, at) => each(at));
/** A rule with as many conditions and actions as one may have. */
const fullRule = (given: FormRule, at: number): FormRule => ({
  ...given,
  groups: fill(5, (group) => ({
    match: group % 2 === 0 ? 'all' : 'any',
    conditions: fill(
      10,
      (of) =>
        given.groups.flatMap(({ conditions }) => conditions)[of] ?? {
          field: of % 3 === 0 ? '=x' : `f${(at * 7 + of) % 90}`,
          operator: of % 2 === 0 ? 'is_not' : 'not_answered',
          value: `${'1'.repeat(50)}v`,
        },
    ),
  })),
  actions: fill(
    10,
    (of) => given.actions[of] ?? { type: of % 2 === 0 ? 'hide' : 'show', field: `f${at + of}` },
  ),
});
const block = fc
  .record({ type: fc.constantFrom(...formFieldTypes, 'page_break', 'hidden'), key })
  .map((given) => emptyBlock(given.key, given.type));
const forms = fc
  .record({
    blocks: fc.array(block, { maxLength: 100 }),
    rules: fc.array(rule, { minLength: 5, maxLength: 50, size: 'max' }),
    answers: fc.dictionary(key, fc.oneof(fc.string(), fc.integer(), fc.constant(['a']))),
    isFull: fc.boolean(),
    isPaged: fc.boolean(),
  })
  .map(({ blocks: own, rules: some, answers: given, isFull, isPaged }) => {
    // Pages between the blocks, and hidden fields behind them, are what jumps lead over in rings.
    const paged = isPaged
      ? [0, 1, 2, 3].flatMap((at) => [
          emptyBlock(`p${at}`, 'page_break'),
          ...own.slice(at * 20, at * 20 + 20),
        ])
      : own;
    const blocks = isFull
      ? paged.concat(fill(110 - paged.length, (at) => emptyBlock(`f${at}`, 'long_text')))
      : paged;
    const rules = isFull ? fill(50, (at) => fullRule(some[at % some.length]!, at)) : some;
    const long = isFull ? Object.fromEntries(blocks.map(({ key: each }) => [each, 'x'.repeat(2_000)])) : {};
    const answers = { ...long, ...given };
    const screens = [{ id: 's', title: '', text: '', redirectUrl: '' }];
    const settings = { reply: { enabled: false }, confirm: false } as unknown as FormDocument['settings'];
    return JSON.stringify({ document: { blocks, rules, screens, settings }, answers });
  });

/**
 * Random texts: short ones of all kinds, and a few long ones of the pieces that mean something to a parser.
 */
function randomTexts(longest: number, name_: string): string[] {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
  );
  const short = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('').slice(0, longest));
  const long = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) =>
    parts
      .join('')
      .repeat(Math.ceil(longest / Math.max(1, parts.join('').length)))
      .slice(0, longest),
  );
  const own = seed + name_.length;
  return [...fc.sample(short, { seed: own, numRuns: 60 }), ...fc.sample(long, { seed: own, numRuns: 20 })];
}

describe('what strangers write is read in bounded time, and never breaks what reads it', () => {
  const names = Object.keys(parsers);
  test.each(names)('%s', { timeout: 120_000 }, async (each) => {
    const longest = parsers[each]?.longest ?? 0;
    const texts =
      longest === 0
        ? fc.sample(forms, { seed, numRuns: 25 })
        : [...(parsers[each]?.known ?? []), ...nastyTexts(longest), ...randomTexts(longest, each)];
    expect(await faultsOf(each, texts)).toEqual([]);
  });
  test.each(names.filter((each) => parsers[each]?.whole !== undefined))(
    '%s, as long as it may be',
    { timeout: 180_000 },
    async (each) => expect(await faultsOf(each, { length: parsers[each]?.whole ?? 0 })).toEqual([]),
  );
});
