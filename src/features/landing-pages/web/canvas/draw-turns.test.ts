import { expect, test } from 'vitest';
import { createDrawTurns } from './draw-turns.ts';

/** Turns of a page of so many blocks, and what is called when the browser is idle. */
function opened(blocks: number) {
  const waiting: (() => void)[] = [];
  const turns = createDrawTurns((call) => waiting.push(call));
  const places = Array.from({ length: blocks }, turns.take);
  let changes = 0;
  for (const _place of places) turns.subscribe(() => (changes += 1));
  return {
    turns,
    drawn: () => places.filter(turns.isReached).length,
    changes: () => changes,
    idle: () => waiting.splice(0).map((call) => call()).length,
  };
}

test('the first blocks are drawn at once, the others a few at a time, from above', () => {
  const page = opened(15);
  expect(page.drawn()).toBe(8);
  expect(page.changes()).toBe(0);
  expect(page.idle()).toBe(1);
  expect(page.drawn()).toBe(12);
  expect(page.idle()).toBe(1);
  expect(page.drawn()).toBe(15);
  expect(page.changes()).toBe(30);
  expect(page.idle()).toBe(0);
});

test('what is put in later is drawn at once, and a short page waits for nothing', () => {
  const long = opened(9);
  long.idle();
  expect(long.turns.isReached(long.turns.take())).toBe(true);
  const short = opened(2);
  expect(short.drawn()).toBe(2);
  expect(short.idle()).toBe(0);
  for (let more = 0; more < 20; more++) expect(short.turns.isReached(short.turns.take())).toBe(true);
});
