import { expect, test } from 'vitest';
import { centsOf, dollarsOf } from './money-input.ts';

test('an amount is understood as people of six languages type it', () => {
  const amounts = ['12', '12.5', '12,50', '1,000', '1.000', '1 000,25', '1,000.25', '0', '.5', '5,', '999999999'];
  expect(amounts.map((typed) => centsOf(typed, 10_000_000))).toEqual([1_200, 1_250, 1_250, 100_000, 100_000, 100_025, 100_025, 0, 50, 500, 10_000_000]);
  for (const odd of ['', ',', 'ten', '-5', '1e3']) expect(centsOf(odd, 100), odd).toBeNull();
});

test('what the field shows means the same amount again', () => {
  for (const language of ['en', 'nl', 'cs', 'fr']) for (const cents of [0, 5, 1_250, 100_000, 9_999_999]) expect(centsOf(dollarsOf(cents, language), 10_000_000)).toBe(cents);
  expect([dollarsOf(1_250, 'cs'), dollarsOf(2_000, 'en')]).toEqual(['12,50', '20']);
});
