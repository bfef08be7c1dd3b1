import { describe, expect, it } from 'vitest';
import { firstWholeDay, judge, lossOf } from './evaluation.models.ts';

describe('a comparison of two versions', () => {
  it('counts from the first whole day on', () => {
    expect(firstWholeDay(new Date('2026-11-29T10:15:00Z'))).toBe('2026-11-30');
    expect(firstWholeDay(new Date('2026-11-30T00:00:00Z'))).toBe('2026-11-30');
    expect(firstWholeDay(new Date('2026-12-31T23:59:59.999Z'))).toBe('2027-01-01');
  });

  it('says what is missing, and nothing else, until there is enough', () => {
    expect(judge({ of: 40, reached: 0 }, { of: 1_000, reached: 4 }, 3)).toEqual({
      verdict: 'collecting',
      missing: { days: 4, visitors: 60, reached: 6 },
      difference: null,
    });
    // A difference that anybody would see, within a weekend.
    expect(judge({ of: 900, reached: 10 }, { of: 900, reached: 300 }, 2).verdict).toBe('collecting');
    // Nobody came at all.
    expect(judge({ of: 0, reached: 0 }, { of: 0, reached: 0 }, 30)).toMatchObject({ verdict: 'collecting' });
  });

  it('calls a version better, worse, or neither', () => {
    expect(judge({ of: 1_000, reached: 50 }, { of: 1_000, reached: 55 }, 14).verdict).toBe('open');
    const { verdict, difference } = judge({ of: 1_000, reached: 50 }, { of: 1_000, reached: 120 }, 14);
    expect(verdict).toBe('better');
    expect(difference?.value).toBeCloseTo(0.07);
    expect(judge({ of: 1_000, reached: 120 }, { of: 1_000, reached: 50 }, 14).verdict).toBe('worse');
  });

  it('names what a version loses elsewhere only where it is certain', () => {
    expect(lossOf({ of: 1_000, reached: 120 }, { of: 1_000, reached: 40 }, 2)?.high).toBeLessThan(0);
    expect(lossOf({ of: 1_000, reached: 50 }, { of: 1_000, reached: 45 }, 2)).toBeNull();
    expect(lossOf({ of: 1_000, reached: 40 }, { of: 1_000, reached: 120 }, 2)).toBeNull();
    expect(lossOf({ of: 50, reached: 40 }, { of: 50, reached: 0 }, 2)).toBeNull();
  });
});
