import { describe, expect, it } from 'vitest';
import { rateDifference, type Share } from './rate-difference.ts';

/** Numbers from 0 to 1, the same ones for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const alpha = 0.05;

/**
 * One comparison, looked at after every ten visitors from the two hundredth on: after how many the interval first
 * left zero out, and on which side; null where it never did.
 */
function run(seed: number, rates: readonly [number, number], visitors: number, shareOfSecond = 0.5) {
  const random = randomOf(seed);
  const groups: [Share, Share] = [
    { of: 0, reached: 0 },
    { of: 0, reached: 0 },
  ];
  for (let seen = 1; seen <= visitors; seen++) {
    const at = random() < shareOfSecond ? 1 : 0;
    groups[at].of++;
    if (random() < rates[at]) groups[at].reached++;
    if (seen < 200 || seen % 10 !== 0) continue;
    const { low, high } = rateDifference(groups[0], groups[1], alpha);
    if (low > 0 || high < 0) return { after: seen, isBetter: low > 0 };
  }
  return null;
}

describe('the difference of two rates', () => {
  it('is the one that was counted, in the middle of its interval', () => {
    const { value, low, high } = rateDifference({ of: 400, reached: 40 }, { of: 400, reached: 60 }, alpha);
    expect(value).toBeCloseTo(0.05);
    expect((low + high) / 2).toBeCloseTo(value);
    expect(low).toBeLessThan(0);
  });

  it('is told the more exactly, the more came, and never as certain', () => {
    const widths = [200, 2_000, 20_000, 200_000].map((of) => {
      const { low, high } = rateDifference({ of, reached: of / 10 }, { of, reached: of / 10 }, alpha);
      return high - low;
    });
    expect(widths).toEqual(widths.toSorted((one, other) => other - one));
    const { low, high } = rateDifference({ of: 300, reached: 0 }, { of: 300, reached: 0 }, alpha);
    expect(high - low).toBeGreaterThan(0);
  });

  it.each([
    { rate: 0.05, share: 0.5 },
    { rate: 0.3, share: 0.5 },
    { rate: 0.1, share: 0.2 },
  ])(
    'of 1,000 comparisons of equal things ($rate), each looked at 280 times, at most one in twenty is called one',
    ({ rate, share }) => {
      const called = Array.from({ length: 1_000 }, (_, seed) => run(seed, [rate, rate], 3_000, share)).filter(
        (found) => found !== null,
      );
      expect(called.length).toBeLessThanOrEqual(1_000 * alpha);
    },
  );

  it('finds what is really better, and never the other one', () => {
    const found = Array.from({ length: 200 }, (_, seed) => run(seed, [0.06, 0.12], 4_000));
    expect(found.filter((one) => one?.isBetter).length).toBeGreaterThan(180);
    expect(found.filter((one) => one?.isBetter === false)).toEqual([]);
  });
});
