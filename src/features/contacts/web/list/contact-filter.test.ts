import { expect, it } from 'vitest';
import { readFilter, sameFilter } from './contact-filter.ts';

it('takes out of an address what is a filter and nothing else', () => {
  expect(
    readFilter({ lifecycle: 'lost', seen: 'yesterday', country: 'nl', email: 'yes', view: 'x', search: '' }),
  ).toEqual({ lifecycle: 'lost', email: 'yes' });
});
it('knows two filters that ask the same, whatever the order', () => {
  expect(sameFilter({ email: 'yes', search: 'a', tag: undefined }, { search: 'a', email: 'yes' })).toBe(true);
  expect(sameFilter({ email: 'yes' }, { email: 'no' })).toBe(false);
});
