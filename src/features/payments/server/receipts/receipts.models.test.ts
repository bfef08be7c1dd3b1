import { describe, expect, test } from 'vitest';
import { after, purchase, start } from '#tests/support/payments/purchase-facts.ts';
import { receiptRows } from './receipts.models.ts';

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
