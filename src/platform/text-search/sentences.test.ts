import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { sentences } from './sentences.ts';

const texts = (text: string, language: Language = 'en') =>
  sentences(text, language).map((sentence) => sentence.text);

describe('sentences', () => {
  it.each<[Language, string, string[]]>([
    [
      'en',
      'We open at 9 a.m. on Mondays. Dr. Smith is in. It costs €12.50 now! Really?',
      ['We open at 9 a.m. on Mondays.', 'Dr. Smith is in.', 'It costs €12.50 now!', 'Really?'],
    ],
    ['en', 'Version 2.1 is out. J. R. Tolkien wrote it.', ['Version 2.1 is out.', 'J. R. Tolkien wrote it.']],
    [
      'nl',
      'Dhr. Jansen helpt u graag. Bel ons, bijv. op maandag.',
      ['Dhr. Jansen helpt u graag.', 'Bel ons, bijv. op maandag.'],
    ],
    [
      'es',
      '¿Cuánto cuesta? La Sra. López le ayuda. Ver pág. 3.',
      ['¿Cuánto cuesta?', 'La Sra. López le ayuda.', 'Ver pág. 3.'],
    ],
    ['pt', 'A Dra. Silva atende às 9h. Preço máx. 20 €.', ['A Dra. Silva atende às 9h.', 'Preço máx. 20 €.']],
    [
      'fr',
      'M. Dupont répare tout. Prix : env. 20 €. Merci !',
      ['M. Dupont répare tout.', 'Prix : env. 20 €.', 'Merci !'],
    ],
    [
      'cs',
      'Otevřeno od 1. května. Volejte tel. 123 456. Cena je např. 200 Kč.',
      ['Otevřeno od 1. května.', 'Volejte tel. 123 456.', 'Cena je např. 200 Kč.'],
    ],
  ])('end where a %s reader ends them', (language, text, expected) => {
    expect(texts(text, language)).toEqual(expected);
  });
  it('keep headings, list items and table rows apart', () => {
    const found = sentences(
      '# Prices\n\nAll prices include VAT.\n\n- Flat tyre: 15 €\n- Service: 79 €\n\n| Part | Price |\n|---|---|\n| Chain | 30 € |',
      'en',
    );
    expect(found.map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', '# Prices'],
      ['sentence', 'All prices include VAT.'],
      ['item', '- Flat tyre: 15 €'],
      ['item', '- Service: 79 €'],
      ['row', '| Part | Price |'],
      ['row', '| Chain | 30 € |'],
    ]);
  });
  it('join the lines of a wrapped paragraph', () => {
    expect(
      texts(
        'This is a sentence that a mail program wrapped after seventy\ncharacters. And here is another one.',
      ),
    ).toHaveLength(2);
  });
  it('know their places', () => {
    const text = '  One.  Two!\n\nThree';
    for (const { start, end, text: own } of sentences(text, 'en')) expect(text.slice(start, end)).toBe(own);
  });
  it('are none in an empty or unreadable text', () => {
    expect(texts('')).toEqual([]);
    expect(texts(' … \n ---')).toEqual([]);
  });
});
