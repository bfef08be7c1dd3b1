import { expect, it, test } from 'vitest';
import { respell } from './respelling.ts';

const spelling = { wanted: ['human', 'talk', 'person'], known: new Set(['tall']) };

it.each([
  [' tlak to a humen ', ' talk to a human '],
  [' huamn ', ' human '],
  [' persn ', ' person '],
])('“%s” is read as “%s”', (typed, meant) => expect(respell(typed, spelling)).toBe(meant));

test('other words and other forms stay what they are', () => {
  for (const text of [' tall ', ' walk ', ' persons ', ' personal ', ' humane '])
    expect(respell(text, spelling)).toBe(text);
});
