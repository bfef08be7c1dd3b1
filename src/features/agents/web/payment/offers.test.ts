import { expect, test } from 'vitest';
import { mostOffers, offersIn, paymentSection } from '#features/paywall/paywall.contract.ts';
import { withCurrency } from './price.ts';
import { withNewOffer, withOffer, withoutOffer } from './offers.ts';

const packs = paymentSection.parse({
  enabled: true,
  type: 'pack',
  currency: 'EUR',
  amount: 500,
  messagesPerPack: 50,
});
const months = paymentSection.parse({
  enabled: true,
  type: 'subscription',
  currency: 'JPY',
  amount: 980,
  yearlyAmount: 9_800,
  trialDays: 7,
});

test('a second offer makes the single price the first of a list, with a sensible proposal beside it', () => {
  const two = withNewOffer(packs, 'b');
  expect(two.offers).toMatchObject([
    { key: 'main', type: 'pack', amount: 500, messages: 50 },
    { key: 'b', type: 'pack', messages: 250, amount: 2_000 },
  ]);
  expect(withNewOffer(months, 'b').offers.map(({ key, interval, type }) => [key, type, interval])).toEqual([
    ['main', 'subscription', 'month'],
    ['year', 'subscription', 'year'],
    ['b', 'once', 'month'],
  ]);
});

test('however many offers are added, visitors can tell them apart and the draft can be saved', () => {
  for (const start of [
    packs,
    months,
    paymentSection.parse({ enabled: true, type: 'once', currency: 'KWD', amount: 1_000 }),
  ]) {
    let payment = start;
    while (payment.offers.length < mostOffers) {
      payment = withNewOffer(payment, `k${payment.offers.length}`);
      expect(paymentSection.safeParse(payment).error?.issues).toBeUndefined();
    }
    expect(paymentSection.safeParse(withCurrency(payment, 'USD')).success).toBe(true);
  }
});

test('the last offer that is left is the single price again, and nothing of it is lost', () => {
  const two = withOffer(withNewOffer(packs, 'b'), 'b', { description: 'For a term.', days: 90 });
  expect(withoutOffer(two, 'main')).toMatchObject({
    offers: [],
    type: 'pack',
    amount: 2_000,
    messagesPerPack: 250,
    packDays: 90,
    description: 'For a term.',
  });
  expect(offersIn(withoutOffer(two, 'b'))).toEqual(offersIn(packs));
  // A name, and a price for the year alone, are more than a single price can say.
  expect(withoutOffer(withOffer(two, 'b', { title: 'Large' }), 'main').offers).toMatchObject([
    { key: 'b', title: 'Large' },
  ]);
  const year = withoutOffer(withNewOffer(paymentSection.parse({ ...months, yearlyAmount: 0 }), 'y'), 'main');
  expect(year.offers).toMatchObject([{ key: 'y', interval: 'year', amount: 9_800 }]);
});

test('coupons follow the offers for which they count', () => {
  const coupon = (code: string, offers: string[]) => ({
    code,
    percentOff: 10,
    until: '',
    mostUses: 0,
    offers,
  });
  const three = withNewOffer(
    withNewOffer(
      { ...packs, coupons: [coupon('ALL', []), coupon('BOTH', ['main', 'b']), coupon('ONE', ['b'])] },
      'b',
    ),
    'c',
  );
  const two = withoutOffer(three, 'b');
  expect(two.coupons.map(({ code, offers }) => [code, offers])).toEqual([
    ['ALL', []],
    ['BOTH', ['main']],
  ]);
  expect(withoutOffer(two, 'main').coupons.map(({ code, offers }) => [code, offers])).toEqual([['ALL', []]]);
});

test('only one offer is recommended', () => {
  const two = withOffer(withNewOffer(packs, 'b'), 'main', { recommended: true });
  expect(withOffer(two, 'b', { recommended: true }).offers.map(({ recommended }) => recommended)).toEqual([
    false,
    true,
  ]);
});
