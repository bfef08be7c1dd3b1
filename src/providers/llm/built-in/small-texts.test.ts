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
  it('does not make a price of another thing an answer', () => {
    const text = 'Our prices: a check-up costs € 26.50. A filling costs € 31.80.';
    expect(read('en', 'What does a tattoo cost?', text)).not.toContain('26.50');
  });
});
