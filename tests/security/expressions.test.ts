import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { watchStandstill } from '#tests/support/processor-time.ts';
import { readTree } from '#tests/architecture/source-tree.ts';
import { boundedExpressions } from './parsers/expression-reasons.ts';
import { expressionsOf, type Expression } from './parsers/expressions.ts';

/** After so much of the processor's time an expression counts as standing still, however busy the machine is. */
const standstillMs = 20_000;
let thread: Worker | null = null;
afterAll(() => thread?.terminate());

const nameOf = ({ place, source, flags }: Expression): string =>
  `${place.replace(/:\d+$/, '')} /${source}/${flags}`;

/** The expressions of the list whose time grows faster than the text, each with such a text. */
async function slowOnes(list: readonly Expression[], mostMs = standstillMs): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let from = 0;
  while (from < list.length) {
    const begin = from;
    const worker = new Worker(new URL('./parsers/expression-thread.ts', import.meta.url), {
      execArgv: ['--no-warnings'],
    });
    thread = worker;
    await new Promise<void>((resolve, reject) => {
      // Of a busy machine this process gets a part only; nothing else of it works meanwhile.
      const watch = watchStandstill(mostMs, () => {
        found.set(nameOf(list[from]!), 'stands still');
        from += 1;
        resolve();
      });
      worker.on('error', reject).on('message', ({ at, worst }: { at: number; worst: string | null }) => {
        from = begin + at + 1;
        if (worst !== null) found.set(nameOf(list[begin + at]!), worst);
        if (from < list.length) return watch.goOn();
        watch.end();
        resolve();
      });
      // The clock runs from when it is there: on a busy machine, starting takes its time.
      worker.on('online', watch.goOn);
      worker.postMessage(list.slice(begin));
    });
    await worker.terminate();
  }
  return found;
}

const given = (source: string, flags = ''): Expression => ({ place: 'src/a.ts:1', source, flags });

test(
  'what is slow is found: what takes the square of a length, and what never ends',
  { timeout: 120_000 },
  async () => {
    const slow = [
      given('[. ]+$'),
      given('^[. ]+|[. ]+$', 'g'),
      given('(\\d+)x'),
      given('\\s*;\\s*', 'g'),
      given('^(\\w+\\s?)*$'),
    ];
    const quick = [given('(?<![. ])[. ]+$'), given('\\s+', 'g'), given('<[^>]{0,100}>', 'g'), given('^a+b')];
    expect([...(await slowOnes([...slow, ...quick], 3_000)).keys()]).toEqual(slow.map(nameOf));
  },
);

test(
  'no expression of the server takes longer than its text grows, or its texts are short',
  { timeout: 300_000 },
  async () => {
    const all = expressionsOf(readTree());
    expect(all.length).toBeGreaterThan(500);
    const slow = await slowOnes(all.filter((each) => !(nameOf(each) in boundedExpressions)));
    expect([...slow].map(([name, text]) => `${name} on ${JSON.stringify(text)}`)).toEqual([]);
    // A reason for what is gone is one too many.
    const names = new Set(all.map(nameOf));
    expect(Object.keys(boundedExpressions).filter((name) => !names.has(name))).toEqual([]);
  },
);
