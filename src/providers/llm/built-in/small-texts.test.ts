import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { phrasesOf } from './__fixtures__/small-site.ts';
import { compose } from './answer-from-passages.ts';

describe('what words alone would miss', () => {
  const read = (language: Language, question: string, text: string): string =>
    compose({
      question,
      history: [],
      passages: [{ number: 1, title: 'Info', heading: '', text, score: 0 }],
      topics: [],
      agentName: 'Test',
      language,
      texts: phrasesOf,
    });
  it.each<[Language, string, string, string]>([
    [
      'en',
      'where do I find you?',
      'Crumb & Sons, 14 Castle Street, Ludlow SY8 1AS\n\nWe bake every day.',
      'Castle Street',
    ],
    ['cs', 'Kdo u vás stříhá?', 'Prodáváme granule. Stříhání psů dělá Jarmila.', 'Jarmila'],
    ['cs', 'Hlídáte kočky?', 'Prodáváme granule. Kočky nehlídáme.', 'nehlídáme'],
  ])('is found in a text that is read whole (%s: %s)', (language, question, text, expected) => {
    expect(read(language, question, text)).toContain(expected);
  });
  it('tells what something costs instead of what its page goes on with', () => {
    const text =
      '# Buying costs and taxes\n\nThe buying costs are 7 to 8 percent of the price: the transfer tax of up to 7.5 percent, stamp duty of 0.8 percent, and about 1,500 euros for the notary and the register.\n\nOur fee is paid by the seller.\n\n## Every year\n\nThe property tax is 0.3 percent.\n\n## Tax number\n\nYou need a tax number.';
    expect(read('en', 'What are the buying costs?', text)).toMatch(/^The buying costs are 7 to 8 percent/);
  });
  it('does not make a price of another thing an answer', () => {
    const text = 'Our prices: a check-up costs € 26.50. A filling costs € 31.80.';
    expect(read('en', 'What does a tattoo cost?', text)).not.toContain('26.50');
  });
});
