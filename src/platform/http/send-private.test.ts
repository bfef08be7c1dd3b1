import { expect, test } from 'vitest';
import { stretchOf } from './send-private.ts';

test.each([
  [undefined, 'all'],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=10-19', { from: 10, to: 19 }],
  ['bytes=90-500', { from: 90, to: 99 }],
  ['bytes=-30', { from: 70, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=100-', null],
  ['bytes=-0', null],
  ['bytes=20-10', 'all'],
  ['bytes=0-1,5-6', 'all'],
  ['bytes=-', 'all'],
  ['pages=1-2', 'all'],
])('the range %s of a hundred bytes', (range, stretch) => expect(stretchOf(range, 100)).toEqual(stretch));
