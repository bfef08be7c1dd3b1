import { describe, expect, test } from 'vitest';
import {
  breakDown,
  currencies,
  currencyCodes,
  discounted,
  formatMoney,
  formatPrice,
  type Currency,
} from './money.ts';

describe('what a price is made of', () => {
  test.each([
    // Worked out by hand, in the smallest unit: currency, price, thousandths of a percent, on top [base, tax,
    // total], inside [base, tax, total].
    ['USD', 999, 0, [999, 0, 999], [999, 0, 999]],
    ['USD', 999, 7_700, [999, 77, 1_076], [928, 71, 999]],
    ['USD', 999, 21_000, [999, 210, 1_209], [826, 173, 999]],
    ['USD', 999, 25_000, [999, 250, 1_249], [799, 200, 999]],
    ['EUR', 1_250, 7_700, [1_250, 96, 1_346], [1_161, 89, 1_250]],
    ['EUR', 1_250, 25_000, [1_250, 313, 1_563], [1_000, 250, 1_250]],
    ['JPY', 980, 0, [980, 0, 980], [980, 0, 980]],
    ['JPY', 980, 7_700, [980, 75, 1_055], [910, 70, 980]],
    ['JPY', 980, 21_000, [980, 206, 1_186], [810, 170, 980]],
    ['JPY', 980, 25_000, [980, 245, 1_225], [784, 196, 980]],
    ['HUF', 299_000, 0, [299_000, 0, 299_000], [299_000, 0, 299_000]],
    ['HUF', 299_000, 7_700, [299_000, 23_023, 322_023], [277_623, 21_377, 299_000]],
    ['HUF', 299_000, 21_000, [299_000, 62_790, 361_790], [247_107, 51_893, 299_000]],
    ['HUF', 299_000, 25_000, [299_000, 74_750, 373_750], [239_200, 59_800, 299_000]],
    // Three digits, the last of which is 0: 3.250 and 7.7 % are 3.50025, charged as 3.500.
    ['KWD', 3_250, 0, [3_250, 0, 3_250], [3_250, 0, 3_250]],
    ['KWD', 3_250, 7_700, [3_250, 250, 3_500], [3_018, 232, 3_250]],
    ['KWD', 3_250, 21_000, [3_248, 682, 3_930], [2_686, 564, 3_250]],
    ['KWD', 3_250, 25_000, [3_248, 812, 4_060], [2_600, 650, 3_250]],
    // 0.220 would be 4.9 % of 4.460: what a paper prints is 5 % of what it prints.
    ['KWD', 4_460, 5_000, [4_457, 223, 4_680], [4_248, 212, 4_460]],
  ] as const)('%s %i at %i', (currency, amount, thousandths, onTop, inside) => {
    const [above, within] = [
      breakDown(amount, currency, thousandths, 'exclusive'),
      breakDown(amount, currency, thousandths, 'inclusive'),
    ];
    expect([above.base, above.tax, above.total]).toEqual(onTop);
    expect([within.base, within.tax, within.total]).toEqual(inside);
  });

  test('adds up for every currency, price and rate, and can be charged', () => {
    for (const currency of currencyCodes)
      for (
        let amount: number = currencies[currency].least;
        amount < currencies[currency].least + 5_000;
        amount += 7 * currencies[currency].step
      )
        for (const rate of [0, 1, 7_700, 19_999, 21_000, 50_000])
          for (const behaviour of ['inclusive', 'exclusive'] as const) {
            const { base, tax, subtotal, total } = breakDown(amount, currency, rate, behaviour);
            if (
              base + tax !== total ||
              subtotal !== base ||
              tax < 0 ||
              total % currencies[currency].step !== 0
            )
              expect([currency, amount, rate, behaviour]).toBe('sound');
          }
  });

  test('is never less than nothing, for any price that somebody is just typing, and at most a step from the exact tax', () => {
    let seed = 7;
    const random = (below: number): number =>
      (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    for (let round = 0; round < 20_000; round++) {
      const currency = currencyCodes[random(currencyCodes.length)] ?? 'EUR';
      const { step } = currencies[currency];
      const [amount, rate] = [
        random(round % 2 === 0 ? 5_000 : 100_000_000),
        [0, 1, 500, 7_700, 19_999, 21_000, 50_000][random(7)] ?? 0,
      ];
      for (const behaviour of ['inclusive', 'exclusive'] as const) {
        const { base, tax, subtotal, total } = breakDown(amount, currency, rate, behaviour);
        const exact =
          behaviour === 'exclusive' ? (amount * rate) / 100_000 : amount - amount / (1 + rate / 100_000);
        const isSound =
          tax >= 0 &&
          base >= 0 &&
          base + tax === total &&
          subtotal === base &&
          (rate > 0 || tax === 0) &&
          Math.abs(tax - exact) <= (behaviour === 'exclusive' ? step : 0.51);
        if (!isSound) expect([currency, amount, rate, behaviour, tax, exact]).toBe('sound');
      }
    }
    expect(breakDown(1_234, 'KWD', 0, 'exclusive')).toEqual({
      base: 1_234,
      tax: 0,
      subtotal: 1_234,
      total: 1_234,
    });
    expect(breakDown(1_234, 'KWD', 1, 'exclusive')).toEqual({
      base: 1_240,
      tax: 0,
      subtotal: 1_240,
      total: 1_240,
    });
  });
});

test('a coupon never makes a price that can’t be charged', () => {
  expect(discounted(999, 'USD', 25)).toBe(749);
  expect(discounted(60, 'USD', 90)).toBe(50);
  expect(discounted(3_250, 'KWD', 33)).toBe(2_180);
});

test('amounts are written as people write them', () => {
  const plain = (amount: number, currency: Currency, language: string): string =>
    formatMoney(amount, currency, language).replaceAll(/[\u00a0\u202f]/g, ' ');
  expect(plain(1_209, 'EUR', 'nl')).toBe('€ 12,09');
  expect(plain(500, 'JPY', 'en')).toBe('¥500');
  expect(plain(3_250, 'KWD', 'en')).toBe('KWD 3.250');
  expect(plain(14_900, 'CZK', 'cs')).toBe('149,00 Kč');
});

test('a price tag leaves out cents where there are none', () => {
  expect(formatPrice(2_900, 'USD', 'en')).toBe('$29');
  expect(formatPrice(2_950, 'USD', 'en')).toBe('$29.50');
  expect(formatPrice(500, 'JPY', 'en')).toBe('¥500');
});
