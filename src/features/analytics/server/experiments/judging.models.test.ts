import { describe, expect, it } from 'vitest';
import type { ExperimentSubject } from '#features/agents/agents-experiments.contract.ts';
import { harmOf, judgeExperiment, type Arm, type Arms } from './judging.models.ts';

const arm = (visitors: number, given: Partial<Arm> = {}): Arm => ({
  visitors,
  wrote: 0,
  bought: 0,
  sum: 0,
  squares: 0,
  refunded: 0,
  complained: 0,
  ...given,
});
const buyers = (visitors: number, bought: number, amount: number, given: Partial<Arm> = {}): Arm =>
  arm(visitors, { bought, sum: bought * amount, squares: bought * amount ** 2, ...given });

describe('an experiment with an agent', () => {
  it('says what is missing, and nothing else, until there is enough', () => {
    const arms = { base: buyers(40, 0, 999), variant: buyers(1_000, 4, 799) };
    expect(judgeExperiment('price', arms, 3)).toEqual({
      verdict: 'collecting',
      missing: { days: 4, visitors: 60, reached: 6 },
      comparisons: [],
    });
    expect(judgeExperiment('welcome', { base: arm(0), variant: arm(0) }, 90).verdict).toBe('collecting');
  });

  it('compares prices by what comes in: a higher one with fewer buyers may be better', () => {
    const arms = { base: buyers(4_000, 200, 500), variant: buyers(4_000, 150, 1_500) };
    const { verdict, comparisons } = judgeExperiment('price', arms, 14);
    expect(verdict).toBe('better');
    expect(comparisons.map(({ measure }) => measure)).toEqual(['revenue', 'bought']);
    // 56.25 less 25.00 for each visitor.
    expect(comparisons[0]?.difference.value).toBeCloseTo(31.25);
    expect(comparisons[1]?.difference.value).toBeCloseTo(-0.0125);
    expect(harmOf('price', arms, 10)).toBeNull();
    const turned = { base: arms.variant, variant: arms.base };
    expect(judgeExperiment('price', turned, 14).verdict).toBe('worse');
    expect(harmOf('price', turned, 10)).toBe('harm');
    // Less than the owner is willing to lose.
    expect(harmOf('price', turned, 60)).toBeNull();
  });

  it('ends by itself where more money is wanted back or more answers are disliked', () => {
    const base = buyers(900, 90, 500, { wrote: 400, refunded: 2, complained: 9 });
    expect(harmOf('wall', { base, variant: { ...base, refunded: 40 } }, 10)).toBe('refunds');
    expect(harmOf('wall', { base, variant: { ...base, complained: 60 } }, 10)).toBe('complaints');
    expect(harmOf('wall', { base, variant: { ...base, refunded: 5, complained: 12 } }, 10)).toBeNull();
    // Fewer of them are no harm.
    expect(harmOf('wall', { base: { ...base, refunded: 40 }, variant: base }, 10)).toBeNull();
  });

  it('holds a side without a buyer for unlucky, not for certain', () => {
    const { comparisons } = judgeExperiment(
      'price',
      { base: buyers(200, 0, 0), variant: buyers(200, 10, 500) },
      9,
    );
    const { low, high } = comparisons[0]?.difference ?? { low: 0, high: 0 };
    expect(high - low).toBeGreaterThan(20);
  });
});

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

type Rates = {
  wrote: number;
  bought: number;
  amounts: readonly number[];
};

/** One experiment of sixty days with 40 visitors a day, looked at every day as the server and an owner do. */
function run(
  seed: number,
  subject: ExperimentSubject,
  sides: { base: Rates; variant: Rates },
  share: number,
) {
  const random = randomOf(seed);
  const arms: Arms = { base: arm(0), variant: arm(0) };
  let [isCalled, isStopped] = [false, false];
  for (let day = 1; day <= 60; day++) {
    for (let seen = 0; seen < 40; seen++) {
      const side = random() < share ? 'variant' : 'base';
      const [one, rates] = [arms[side], sides[side]];
      one.visitors++;
      if (random() < rates.wrote) one.wrote++;
      if (random() < 0.02) one.complained++;
      if (random() >= rates.bought) continue;
      const amount = rates.amounts[Math.floor(random() * rates.amounts.length)] ?? 0;
      one.bought++;
      one.sum += amount;
      one.squares += amount ** 2;
      if (random() < 0.1) one.refunded++;
    }
    isCalled ||= ['better', 'worse'].includes(judgeExperiment(subject, arms, day).verdict);
    isStopped ||= harmOf(subject, arms, 1) !== null;
  }
  return { isCalled, isStopped };
}

describe('of 1,000 experiments with equal sides, looked at on each of sixty days', () => {
  const kinds: [string, ExperimentSubject, { base: Rates; variant: Rates }, number][] = [
    [
      'of a welcome',
      'welcome',
      {
        base: { wrote: 0.35, bought: 0.03, amounts: [999] },
        variant: { wrote: 0.35, bought: 0.03, amounts: [999] },
      },
      0.5,
    ],
    [
      'of a price that brings the same from half as many buyers',
      'price',
      {
        base: { wrote: 0.4, bought: 0.06, amounts: [500, 1_000] },
        variant: { wrote: 0.4, bought: 0.03, amounts: [1_000, 2_000] },
      },
      0.3,
    ],
  ];
  it.each(kinds)(
    '%s one in twenty at most is called better or worse, or stopped',
    (_name, subject, sides, share) => {
      const runs = Array.from({ length: 1_000 }, (_, seed) => run(seed + 1, subject, sides, share));
      const [called, stopped] = [
        runs.filter(({ isCalled }) => isCalled).length,
        runs.filter(({ isStopped }) => isStopped).length,
      ];
      expect(called).toBeLessThanOrEqual(50);
      // Half as many buyers give half as much back, so a price's refunds are not equal but fewer.
      expect(stopped).toBeLessThanOrEqual(50);
    },
  );

  it('finds what is really better nearly always', () => {
    const sides = {
      base: { wrote: 0.3, bought: 0.02, amounts: [500] },
      variant: { wrote: 0.45, bought: 0.02, amounts: [500] },
    };
    const runs = Array.from({ length: 100 }, (_, seed) => run(seed + 1, 'welcome', sides, 0.5));
    expect(runs.filter(({ isCalled }) => isCalled).length).toBeGreaterThan(90);
  });
});
