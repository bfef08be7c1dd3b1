import { expect, it } from 'vitest';
import { withoutUnderscores } from './emphasis.ts';

it('leaves names out of code as they are', () => {
  expect(withoutUnderscores('_Set_ shared_buffers and __max_wal_size__, not a__b_')).toBe(
    'Set shared_buffers and max_wal_size, not a__b',
  );
});
