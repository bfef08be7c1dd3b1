import { expect, test } from 'vitest';
import { createPauses, createStillness } from './supervisor.ts';

const ticks = (stillness: ReturnType<typeof createStillness>, count: number): boolean[] =>
  Array.from({ length: count }, () => stillness.tick());

test('a server that is not heard of for ten seconds stands still', () => {
  const stillness = createStillness();
  stillness.beat(false);
  expect(ticks(stillness, 10)).not.toContain(true);
  expect(stillness.tick()).toBe(true);
});

test('a server that is heard of now and then does not, nor one that still starts', () => {
  const stillness = createStillness();
  expect(ticks(stillness, 60)).not.toContain(true);
  for (let times = 0; times < 5; times++) {
    stillness.beat(false);
    expect(ticks(stillness, 9)).not.toContain(true);
  }
});

test('a machine that slept has counted one second, whatever the clock says', () => {
  const stillness = createStillness();
  stillness.beat(false);
  expect(stillness.tick()).toBe(false);
  // Hours later both wake up: the watcher's timer fires once, and the server speaks again.
  expect(stillness.tick()).toBe(false);
  stillness.beat(false);
  expect(ticks(stillness, 10)).not.toContain(true);
});

test('a server that somebody debugs may be held for as long as they think', () => {
  const stillness = createStillness();
  stillness.beat(false);
  stillness.beat(true);
  expect(ticks(stillness, 600)).not.toContain(true);
  stillness.beat(false);
  expect(ticks(stillness, 11).at(-1)).toBe(true);
});

test('a server that stands still again and again is started with longer and longer pauses', () => {
  const pauses = createPauses();
  expect(Array.from({ length: 9 }, () => pauses.next(15_000))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
  expect(pauses.next(600_000)).toBe(1_000);
});
