import { expect, test } from 'vitest';
import { centsOf, dollarsOf, minorOf, typedOf } from './money-input.ts';

test('an amount is understood as people of six languages type it', () => {
  const amounts = ['12', '12.5', '12,50', '1,000', '1.000', '1 000,25', '1,000.25', '0', '.5', '5,', '999999999'];
  expect(amounts.map((typed) => centsOf(typed, 10_000_000))).toEqual([1_200, 1_250, 1_250, 100_000, 100_000, 100_025, 100_025, 0, 50, 500, 10_000_000]);
  for (const odd of ['', ',', 'ten', '-5', '1e3']) expect(centsOf(odd, 100), odd).toBeNull();
});

test('what the field shows means the same amount again', () => {
  for (const language of ['en', 'nl', 'cs', 'fr']) for (const cents of [0, 5, 1_250, 100_000, 9_999_999]) expect(centsOf(dollarsOf(cents, language), 10_000_000)).toBe(cents);
  expect([dollarsOf(1_250, 'cs'), dollarsOf(2_000, 'en')]).toEqual(['12,50', '20']);
});

test('an amount is understood in the digits of its currency', () => {
  expect(['500', '1,000', '1.000', '1 000', '12,5'].map((typed) => minorOf(typed, 0, 10_000_000))).toEqual([500, 1_000, 1_000, 1_000, 125]);
  expect(['1.5', '1,234', '0.250', '12', '1,000.125'].map((typed) => minorOf(typed, 3, 10_000_000))).toEqual([1_500, 1_234, 250, 12_000, 1_000_125]);
  for (const language of ['en', 'nl', 'cs']) {
    for (const yen of [0, 500, 1_000_000]) expect(minorOf(typedOf(yen, 0, language), 0, 10_000_000)).toBe(yen);
    for (const fils of [0, 250, 1_500, 12_340]) expect(minorOf(typedOf(fils, 3, language), 3, 10_000_000)).toBe(fils);
  }
  expect(typedOf(1_500, 3, 'cs')).toBe('1,500');
});
