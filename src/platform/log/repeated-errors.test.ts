import { expect, test } from 'vitest';
import { logRepeated } from './repeated-errors.ts';

test('an error that every worker tells again and again is one line, and then one in half a minute with their number', () => {
  const lines: [message: string, alike: unknown][] = [];
  let now = 0;
  const log = {
    warn: (fields: object) =>
      void lines.push([String((fields as { err: Error }).err.message), (fields as { alike?: number }).alike]),
  };
  const tell = logRepeated(log as never, 'the job queue had an error', 30_000, () => now);
  for (let worker = 0; worker < 60; worker++)
    tell(new Error(`No space left on device (Queue: mail, Worker: ${worker})`));
  expect(lines).toEqual([['No space left on device (Queue: mail, Worker: 0)', undefined]]);
  tell(new Error('another one'));
  expect(lines).toHaveLength(2);
  now = 29_999;
  tell(new Error('No space left on device (Queue: forms, Worker: 1)'));
  expect(lines).toHaveLength(2);
  now = 30_000;
  tell(new Error('No space left on device'));
  expect(lines.at(-1)).toEqual(['No space left on device', 60]);
  now = 60_000;
  tell(new Error('No space left on device'));
  expect(lines.at(-1)).toEqual(['No space left on device', undefined]);
});
