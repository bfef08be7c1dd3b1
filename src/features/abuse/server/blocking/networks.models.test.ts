import { describe, expect, test } from 'vitest';
import { isWithin, readNetwork, writtenNetwork } from './networks.models.ts';

const read = (typed: string): string => {
  const network = readNetwork(typed);
  return typeof network === 'string' ? network : writtenNetwork(network);
};

describe('a network', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7/32'],
    [' 192.0.2.7/24 ', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['2001:DB8::1/32', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
  ])('is read from %s', (typed, written) => {
    expect(read(typed)).toBe(written);
  });

  test.each([
    '',
    '192.0.2',
    '0x7f.1',
    '3221225985',
    '192.0.2.7/33',
    '192.0.2.7/-1',
    '192.0.2.7/8/8',
    '192.0.2.7/x',
    '::1%eth0',
    '<b>',
    'example.com',
    '2001:db8::/129',
    '1.2.3.4 OR 1=1',
  ])('is none in %j', (typed) => {
    expect(read(typed)).toBe('bad');
  });

  test.each(['0.0.0.0/0', '10.0.0.0/7', '::/0', '2000::/3'])('is too wide in %s', (typed) => {
    expect(read(typed)).toBe('wide');
  });

  test('holds its addresses in every spelling, and no others', () => {
    const network = readNetwork('192.0.2.0/24');
    if (typeof network === 'string') throw new Error(network);
    expect(['192.0.2.255', '::ffff:192.0.2.1'].map((one) => isWithin(one, network))).toEqual([true, true]);
    expect(['192.0.3.0', '::1', 'unknown'].map((one) => isWithin(one, network))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
