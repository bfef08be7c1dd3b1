import { describe, expect, test } from 'vitest';
import { asksNewcomers, gateOf, type AskedOfVisitors } from './visitor-gate.ts';

const asked: AskedOfVisitors = {
  consent: { version: 'v2' },
  contactForm: { moment: 'start', afterMessages: 1, skipAllowed: true },
};
const fresh = { consent: null, form: 'open', written: 0 } as const;

describe('what stands between a visitor and the next message', () => {
  test.each([
    ['an agreement that was not given', fresh, 'consent'],
    ['one to an earlier text', { ...fresh, consent: 'v1' }, 'consent'],
    ['then the form', { ...fresh, consent: 'v2' }, 'form'],
    ['nothing once it was skipped', { ...fresh, consent: 'v2', form: 'skipped' }, null],
  ] as const)('is %s', (_, progress, gate) => expect(gateOf(asked, progress)).toBe(gate));

  test('is nothing before it is known how far they came', () => expect(gateOf(asked, null)).toBeNull());

  test('comes first where a new visitor is asked at once', () => {
    const free: AskedOfVisitors = { consent: null, contactForm: null };
    const later = {
      ...free,
      contactForm: { moment: 'after', afterMessages: 2, skipAllowed: false },
    } as const;
    expect([asked, free, later].map(asksNewcomers)).toEqual([true, false, false]);
  });
});
