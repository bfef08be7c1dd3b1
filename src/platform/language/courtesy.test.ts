import { describe, expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';
import said from './__fixtures__/courtesies.json' with { type: 'json' };
import { courtesyOf, isCourtesy } from './courtesy.ts';

it.each([
  'Thank you, Mira',
  'ok, thanks!',
  'Bedankt Mira',
  'Gracias',
  'obrigada!',
  'Merci, Mira',
  'děkuji',
  'Hello',
])('“%s” asks for nothing', (text) => expect(isCourtesy(text, ['Mira Linden'])).toBe(true));
it.each(['Hello?', 'Thank you, and when do you open', 'Thank you, Olga has it', 'And cherries', '', 'Mira'])(
  '“%s” is more than a courtesy',
  (text) => expect(isCourtesy(text, ['Mira Linden'])).toBe(false),
);

describe.each(languages)('in %s', (language) => {
  it.each(['thanks', 'goodbye'] as const)('all ways to say %s are known', (kind) => {
    expect(said[language][kind].filter((text) => courtesyOf(text) !== kind)).toEqual([]);
  });
});

it('takes no question for a courtesy', () => {
  expect(said.asks.filter((text) => isCourtesy(text))).toEqual([]);
});

it('reads a long row of courtesies in no time', () => {
  expect(isCourtesy('merci bien '.repeat(7))).toBe(true);
  expect(isCourtesy(`${'merci bien '.repeat(6)}x`)).toBe(false);
});
