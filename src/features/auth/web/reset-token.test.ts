import { expect, it } from 'vitest';
import { takeToken } from './reset-token.ts';

it.each([
  [{ hash: '#token=abc', search: '' }, 'abc'],
  [{ hash: '#abc', search: '' }, 'abc'],
  [{ hash: '', search: '?token=abc' }, 'abc'],
  [{ hash: '#token=abc', search: '?token=old' }, 'abc'],
  [{ hash: '', search: '' }, null],
  [{ hash: '#other=1', search: '' }, null],
])('the token of a mailed link is found in %j', (place, token) => expect(takeToken(place)).toBe(token));
