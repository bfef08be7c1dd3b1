import { expect, test } from 'vitest';
import { createResampler, fromBase64, toBase64 } from './pcm.ts';

test('samples go into text and come out of it, as loud as they were', () => {
  const samples = Int16Array.from([0, 1, -1, 256, 32_767, -32_768]);
  expect([...fromBase64(toBase64(samples))]).toEqual([...samples].map((sample) => sample / 0x8000));
  // Half a sample at the end is none.
  expect(fromBase64(btoa('abc'))).toHaveLength(1);
});

test.each([48_000, 44_100, 16_000, 8_000])('%i samples a second become as many as are asked for', (rate) => {
  const pieces: Int16Array[] = [];
  const resample = createResampler(rate, 16_000, 1_600);
  const second = Float32Array.from(
    { length: rate },
    (_, at) => 0.5 * Math.sin((at / rate) * 2 * Math.PI * 200),
  );
  for (let at = 0; at < rate; at += 128)
    resample(second.subarray(at, at + 128), (piece) => pieces.push(piece));
  expect(pieces).toHaveLength(10);
  const peak = Math.max(...pieces.flatMap((piece) => [...piece]));
  expect(peak / 0x7fff).toBeGreaterThan(0.48);
  expect(peak / 0x7fff).toBeLessThan(0.501);
});

test('what is too loud is cut and not turned over', () => {
  const pieces: Int16Array[] = [];
  createResampler(16_000, 16_000, 2)(Float32Array.from([3, -3]), (piece) => pieces.push(piece));
  expect(pieces.map((piece) => [...piece])).toEqual([[32_767, -32_767]]);
});
