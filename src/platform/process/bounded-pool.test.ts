import { afterAll, expect, test } from 'vitest';
import { commonErrors } from '#shared/errors.ts';
import { createBoundedPool } from './bounded-pool.ts';

// The program that reads stylesheets is the smallest that there is; which texts it gets does not matter here.
const program = {
  entry: new URL('../custom-css/child/main.ts', import.meta.url),
  readable: [new URL('./answer-tasks.ts', import.meta.url), new URL('../../shared/', import.meta.url)],
};
const limits = { timeoutMs: 20_000, maxMemoryBytes: 300_000_000 };
const poolOf = (size: number) => createBoundedPool({ program, limits, size, idleMs: 60_000, name: 'tests' });
/** Whose turn it was is seen by who is done where only one works; two overtake each other. */
const single = poolOf(1);
const pair = poolOf(2);
afterAll(() => Promise.all([single.close(), pair.close()]));

const done: string[] = [];
async function run(key: string, sender?: string, pool = single): Promise<void> {
  await pool.run({ task: { type: 'compile', code: '.a {}' }, key, sender });
  done.push(sender ? `${key} ${sender}` : key);
}

test('who sends one is next, also while others who send many keep the process busy', async () => {
  const many = Array.from({ length: 10 }, () => [run('one'), run('two')]).flat();
  await Promise.all([...many, run('three')]);
  expect(done.slice(0, 3)).toEqual(['one', 'two', 'three']);
});

test('of those who share a key, who sends one does not wait for who sends many', async () => {
  done.length = 0;
  await Promise.all([...Array.from({ length: 5 }, () => run('shop', 'eve')), run('shop', 'vera')]);
  expect(done.indexOf('shop vera')).toBeLessThan(3);
});

test('no more wait than can be held in memory, and whoever has none waiting still may', async () => {
  const refused = async (tasks: Promise<void>[]) =>
    (await Promise.allSettled(tasks)).filter(({ status }) => status === 'rejected').length;
  const many = (sender: string) => refused(Array.from({ length: 14 }, () => run('shop', sender, pair)));
  const answers = await Promise.all([many('eve'), many('mallory'), refused([run('shop', 'vera', pair)])]);
  expect(answers).toEqual([3, 4, 0]);
  const eve = await Promise.allSettled(Array.from({ length: 14 }, () => run('shop', 'eve', pair)));
  expect(eve.at(-1)).toMatchObject({ reason: { code: commonErrors.tooManyRequests.code } });
});
