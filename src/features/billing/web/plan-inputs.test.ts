import { expect, test } from 'vitest';
import { centsOf, linesOf, typedPrice } from './plan-inputs.ts';

test('prices of plans are typed in dollars, with a point or a comma', () => {
  expect(
    ['29', '29,5', '0.49', '100000', '100001', '', '29.505', 'free'].map((typed) => centsOf(typed, 'en')),
  ).toEqual([2_900, 2_950, null, 10_000_000, null, null, null, null]);
  expect([typedPrice(2_900, 'en'), typedPrice(2_950, 'en')]).toEqual(['29', '29.50']);
  expect([typedPrice(2_950, 'nl'), centsOf('1.299,50', 'nl')]).toEqual(['29,50', 129_950]);
});

test('what is in a plan is a line each', () => {
  expect(linesOf(' Ten agents\n\nVoice \nTen agents')).toEqual(['Ten agents', 'Voice']);
});
