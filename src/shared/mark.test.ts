import { expect, test } from 'vitest';
import { letterOf, productName } from './mark.ts';

test('whoever has a name of their own has its first letter in place of the product’s mark', () => {
  expect(letterOf(productName)).toBeNull();
  expect(letterOf('kaap noord')).toBe('K');
  expect(letterOf(' émile')).toBe('É');
  expect(letterOf('🌿 Linden')).toBe('🌿');
});
