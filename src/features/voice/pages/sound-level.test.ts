import { expect, test } from 'vitest';
import { levelOf, loudness } from './sound-level.ts';

const rate = 16_000;
const tone = (peak: number, seconds = 0.5): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, at) => peak * Math.sin(at / 5));

test('loudness is in dB of the full scale', () => {
  expect(loudness(tone(1))).toBeCloseTo(-3, 0);
  expect(loudness(tone(0.1))).toBeCloseTo(-23, 0);
  expect(loudness(new Float32Array(100))).toBe(-100);
});

test.each([
  [0, 'silent'],
  [0.0005, 'silent'],
  [0.005, 'quiet'],
  [0.1, 'good'],
] as const)('a voice that reaches %d is %s', (peak, verdict) => {
  expect(levelOf(tone(peak), rate).verdict).toBe(verdict);
});

test('a word in a silent room counts by its own loudness, and what is cut off is too loud', () => {
  const spoken = new Float32Array(rate * 3);
  spoken.set(tone(0.2, 0.3), rate);
  expect(levelOf(spoken, rate)).toEqual({ loudest: expect.closeTo(-17, 0), verdict: 'good' });
  expect(
    levelOf(
      tone(3).map((sample) => Math.max(-1, Math.min(1, sample))),
      rate,
    ).verdict,
  ).toBe('loud');
});
