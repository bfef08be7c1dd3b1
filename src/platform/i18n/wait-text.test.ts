import { describe, expect, it } from 'vitest';
import { waitText } from './wait-text.ts';

describe('how long to wait', () => {
  it('is said in the largest unit that fits, rounded up', () => {
    expect([0, 1, 45, 91, 900, 5_401, 80_000].map((seconds) => waitText('en', seconds))).toEqual([
      '1 second',
      '1 second',
      '45 seconds',
      '2 minutes',
      '15 minutes',
      '2 hours',
      '23 hours',
    ]);
  });
  it('takes the plural form of the language', () => {
    expect([waitText('cs', 120), waitText('cs', 300), waitText('nl', 120), waitText('fr', 300)]).toEqual([
      '2 minuty',
      '5 minut',
      '2 minuten',
      '5 minutes',
    ]);
  });
});
