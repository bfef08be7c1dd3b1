import { expect, test } from 'vitest';
import { currencies, currencyCodes } from '#shared/money/money.ts';
import { paymentSection } from '#features/paywall/paywall.contract.ts';
import { begunPayment, freeCouponCode, likelyCurrency, withCurrency, yearlySaving } from './price.ts';

const dollars = paymentSection.parse({ enabled: true, amount: 999, yearlyAmount: 9_900 });

test('another currency keeps the number of a price as far as its digits, steps and least amount go', () => {
  expect(withCurrency(dollars, 'EUR')).toMatchObject({
    amount: 999,
    yearlyAmount: 9_900,
    taxBehaviour: 'inclusive',
  });
  expect(withCurrency(dollars, 'KWD')).toMatchObject({ amount: 9_990, yearlyAmount: 99_000 });
  expect(withCurrency(dollars, 'JPY')).toMatchObject({ amount: currencies.JPY.least, yearlyAmount: 99 });
  expect(withCurrency({ ...dollars, yearlyAmount: 0 }, 'EUR').yearlyAmount).toBe(0);
});

test('every change of currency leaves a section that can be saved', () => {
  for (const from of currencyCodes)
    for (const to of currencyCodes)
      expect(
        paymentSection.safeParse(withCurrency(withCurrency(dollars, from), to)).success,
        `${from} to ${to}`,
      ).toBe(true);
});

test('tax shown otherwise than is usual for a currency stays as the owner chose it', () => {
  expect(withCurrency({ ...dollars, taxBehaviour: 'inclusive' }, 'EUR').taxBehaviour).toBe('inclusive');
  expect(withCurrency({ ...dollars, currency: 'EUR', taxBehaviour: 'inclusive' }, 'CAD').taxBehaviour).toBe(
    'exclusive',
  );
  expect(withCurrency({ ...dollars, currency: 'EUR', taxBehaviour: 'exclusive' }, 'GBP').taxBehaviour).toBe(
    'exclusive',
  );
});

test('a year that costs more than twelve months saves nothing', () => {
  expect([
    yearlySaving({ amount: 2_900, yearlyAmount: 29_900 }),
    yearlySaving({ amount: 100, yearlyAmount: 1_300 }),
    yearlySaving({ amount: 100, yearlyAmount: 0 }),
  ]).toEqual([14, 0, 0]);
});

test('a new coupon gets a code that no other has', () => {
  expect([freeCouponCode([]), freeCouponCode(['SAVE10']), freeCouponCode(['SAVE10', 'SAVE10-2'])]).toEqual([
    'SAVE10',
    'SAVE10-2',
    'SAVE10-3',
  ]);
});

test.each([
  ['nl', 'Europe/Amsterdam', 'EUR'],
  ['nl', 'UTC', 'EUR'],
  ['en', 'Europe/London', 'GBP'],
  ['en', 'Europe/Prague', 'CZK'],
  ['en', 'America/New_York', 'USD'],
  ['es', 'America/Bogota', 'USD'],
  ['pt', 'America/Sao_Paulo', 'BRL'],
  ['cs', 'UTC', 'CZK'],
  ['en', 'UTC', 'USD'],
])('whoever reads %s in %s is likely paid in %s', (language, zone, currency) =>
  expect(likelyCurrency(language, zone)).toBe(currency),
);

test('payment begins in the likely currency, and keeps a price that was set before', () => {
  const untouched = paymentSection.parse({});
  expect(begunPayment(untouched, 'nl', 'Europe/Amsterdam')).toEqual({
    ...untouched,
    enabled: true,
    currency: 'EUR',
    taxBehaviour: 'inclusive',
  });
  expect(begunPayment(untouched, 'cs', 'Europe/Prague')).toMatchObject({ currency: 'CZK', amount: 24_900 });
  expect(begunPayment({ ...untouched, amount: 500 }, 'nl', 'Europe/Amsterdam')).toMatchObject({
    enabled: true,
    currency: 'USD',
    amount: 500,
  });
});
