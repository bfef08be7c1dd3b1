import { expect, test } from 'vitest';
import { createPauses, createStallDetector } from './supervisor.ts';

const ticks = (stalls: ReturnType<typeof createStallDetector>, count: number): boolean[] =>
  Array.from({ length: count }, () => stalls.tick());

test('a server that is not heard of for ten seconds stands still', () => {
  const stalls = createStallDetector();
  stalls.beat(false);
  expect(ticks(stalls, 10)).not.toContain(true);
  expect(stalls.tick()).toBe(true);
});

test('a server that is heard of now and then does not, nor one that still starts', () => {
  const stalls = createStallDetector();
  expect(ticks(stalls, 60)).not.toContain(true);
  for (let times = 0; times < 5; times++) {
    stalls.beat(false);
    expect(ticks(stalls, 9)).not.toContain(true);
  }
});

test('a machine that slept has counted one second, whatever the clock says', () => {
  const stalls = createStallDetector();
  stalls.beat(false);
  expect(stalls.tick()).toBe(false);
  // Hours later both wake up: the watcher's timer fires once, and the server speaks again.
  expect(stalls.tick()).toBe(false);
  stalls.beat(false);
  expect(ticks(stalls, 10)).not.toContain(true);
});

test('a server that somebody debugs may be held for as long as they think', () => {
  const stalls = createStallDetector();
  stalls.beat(false);
  stalls.beat(true);
  expect(ticks(stalls, 600)).not.toContain(true);
  stalls.beat(false);
  expect(ticks(stalls, 11).at(-1)).toBe(true);
});

test('a server that stands still again and again is started with longer and longer pauses', () => {
  const pauses = createPauses();
  expect(Array.from({ length: 9 }, () => pauses.next(15_000))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
  expect(pauses.next(600_000)).toBe(1_000);
});
