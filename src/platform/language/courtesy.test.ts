import { expect, it } from 'vitest';
import { isCourtesy } from './courtesy.ts';

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
