import { describe, expect, it } from 'vitest';
import { findQuote } from './find-quote.ts';

const passage =
  'Open **Tuesday–Saturday**,\n9:00 – 18:30.   L’atelier est « fermé » le lundi. 😀 Cena je 200 Kč.';

describe('a quote is found in a passage', () => {
  it.each([
    ['Open Tuesday-Saturday, 9:00 - 18:30.', 'Open **Tuesday–Saturday**,\n9:00 – 18:30.'],
    ['L\'atelier est " fermé " le lundi', 'L’atelier est « fermé » le lundi'],
    ['open tuesday', 'Open **Tuesday'],
    ['Cena je 200 Kc\u030c', 'Cena je 200 Kč'],
    ['😀 Cena', '😀 Cena'],
  ])('%s', (quote, expected) => {
    const found = findQuote(passage, quote);
    expect(found && passage.slice(found.start, found.end)).toBe(expected);
  });
});

describe('a quote is not found', () => {
  it.each(['Open on Monday', '', ' ', '…', 'x', 'Tuesday Saturday closed'])('“%s”', (quote) => {
    expect(findQuote(passage, quote)).toBeNull();
  });
});
