import { expect, test } from 'vitest';
import { createVoiceActivity, listenMs } from './voice-activity.ts';

/** What is told while these levels last so many milliseconds each; what did not change is left out. */
function told(...levels: [level: number, milliseconds: number][]): string[] {
  const activity = createVoiceActivity();
  const all = levels.flatMap(([level, milliseconds]) =>
    Array.from({ length: milliseconds / listenMs }, () => activity.hear(level)),
  );
  return all.filter((each, at) => each !== all[at - 1]);
}

test('a voice begins and ends, and takes breath in between', () => {
  expect(told([0.01, 500], [0.4, 900], [0.02, 500], [0.4, 600], [0.02, 1_000])).toEqual([
    'quiet',
    'began',
    'talking',
    'ended',
    'quiet',
  ]);
});

test('a cough, a click and the noise of a room are no voice', () => {
  expect(told([0.01, 500], [0.9, 100], [0.01, 2_000])).toEqual(['quiet']);
  expect(told([0.05, 20_000])).toEqual(['quiet']);
  // A fan that hums is learnt, and somebody who speaks over it is heard.
  const activity = createVoiceActivity();
  for (let at = 0; at < 200; at += 1) activity.hear(0.07);
  expect([...Array(10)].map(() => activity.hear(0.12))).not.toContain('began');
  expect([...Array(10)].map(() => activity.hear(0.5))).toContain('began');
});

test('whoever begins anew is not in the middle of a sentence', () => {
  const activity = createVoiceActivity();
  for (let at = 0; at < 20; at += 1) activity.hear(0.5);
  activity.reset();
  expect(activity.hear(0.01)).toBe('quiet');
});
