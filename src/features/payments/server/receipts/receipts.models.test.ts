import { describe, expect, test } from 'vitest';
import { after, purchase, start } from '#tests/support/payments/purchase-facts.ts';
import { orderWords, receiptRows } from './receipts.models.ts';

const subscription = purchase({
  kind: 'subscription',
  subscriptionStatus: 'active',
  periodEnd: after(30),
});
const labels = (about: Parameters<typeof purchase>[0]): string[] =>
  receiptRows({ ...subscription, ...about }, { amount: 1_000, paidAt: start }, null, (key) => key, 'en').map(
    ({ label }) => label,
  );

describe('the receipt of a subscription', () => {
  test('says when it renews, or ends', () => {
    expect(labels({})).toContain('renews');
    expect(labels({ isEnding: true })).toContain('ends');
  });

  test('promises no renewal of a second one, which is given back', () => {
    const said = labels({ isSurplus: true });
    expect(said).not.toContain('renews');
    expect(said).toEqual(expect.arrayContaining(['total', 'paid']));
  });
});

describe("the vendor's page", () => {
  const words = (about: Parameters<typeof purchase>[0], description: string) => {
    const bought = purchase(about);
    return orderWords({ ...bought, terms: { ...bought.terms, description } }, (key, { count } = {}) =>
      count === undefined ? key : `${count} messages`,
    );
  };

  test('says what is paid for, also where its seller says nothing', () => {
    const pack = purchase({ kind: 'pack' });
    const terms = { ...pack.terms, messages: 100, offer: { key: 'large', title: 'Large' } };
    expect(words({ kind: 'pack', terms }, '')).toBe('100 messages');
    expect(words({ kind: 'pack', terms }, 'For a whole project')).toBe('100 messages · For a whole project');
    expect(words({ kind: 'once' }, '')).toBe('once');
    expect(words({ kind: 'form' }, '')).toBe('');
  });
});
