import { describe, expect, it } from 'vitest';
import { paymentSection, refills } from '../paywall.contract.ts';
import { paywallTermsOf } from './paywall.models.ts';

const periodAt = (refill: (typeof refills)[number], at: string): string | undefined =>
  paywallTermsOf(paymentSection.parse({ enabled: true, refill }), false, new Date(at))?.period;

describe('the period of free messages', () => {
  it('is the day on which it began, in UTC', () => {
    expect(periodAt('off', '2026-11-23T23:59:00Z')).toBe('');
    expect(periodAt('day', '2026-11-23T23:59:00Z')).toBe('2026-11-23');
    expect(periodAt('month', '2026-11-23T23:59:00Z')).toBe('2026-11-01');
  });

  it('is never later than the day itself, so that another length of it begins in time', () => {
    for (const refill of refills)
      for (let day = 0; day < 400; day++) {
        const at = new Date(Date.UTC(2026, 0, 1 + day));
        const period = periodAt(refill, at.toISOString()) ?? '';
        expect(period <= at.toISOString().slice(0, 10)).toBe(true);
        expect(period === '' || !Number.isNaN(Date.parse(period))).toBe(true);
      }
  });
});
