import { expect, it } from 'vitest';
import { slugOf } from './slug.ts';

it('a part of an address is made of a title', () => {
  expect(slugOf('  Přeceňování & “refunds”: 7 rules! ')).toBe('precenovani-refunds-7-rules');
  expect(slugOf('—')).toBe('');
  expect(slugOf('ab '.repeat(60))).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});
