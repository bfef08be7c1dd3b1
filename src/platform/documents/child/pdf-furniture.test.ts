import { describe, expect, it } from 'vitest';
import { pagesToText } from './pdf-lines.ts';
import type { PdfLine } from './pdf-lines.ts';

const line = (text: string, y: number): PdfLine => ({
  text,
  x: 70,
  endX: 70 + text.length * 5,
  y,
  height: 10,
  isTabular: false,
  isEdge: y > 712 || y < 80,
});
const chapter = ['Wheel', 'Wheel', 'Stones', 'Stones', 'Sieve', 'Sieve', 'Crane', 'Crane', 'Cap', 'Cap'];
const book = (page: (name: string, index: number) => PdfLine[]): string[] => pagesToText(chapter.map(page));

describe('the pages of a PDF', () => {
  it('lose running titles that change with each short chapter, and numbers of pages', () => {
    const texts = book((name, index) => [
      line(`Of the ${name} and its parts`, 748),
      line(`The ${name.toLowerCase()} number ${index} is made of oak.`, 710),
      line('It wants oil.', 698),
      line('It wants a miller.', 686),
      line(['i', 'ii', 'iii', 'iv'][index] ?? String(index), 40),
    ]);
    for (const text of texts) {
      expect(text).not.toMatch(/Of the|^[ivx\d]+$/m);
      expect(text).toMatch(/^The \w+ number \d is made of oak\./);
    }
  });

  it('keep first lines that belong to the text', () => {
    const texts = book((name) => [
      line(`The ${name} begins at the very top`, 748),
      line('of the page and goes on in the next line', 736),
      line('down to here.', 724),
    ]);
    expect(texts[0]).toContain('The Wheel begins');
  });

  it('are left out when they only lead to others by dots', () => {
    const entries = chapter.map((name, index) =>
      line(`${name} . . . . . . . . . ${index + 1}`, 700 - index * 12),
    );
    const texts = pagesToText([entries, ...chapter.map((name) => [line(`All about ${name}.`, 700)])]);
    expect(texts[0]).toBe('');
    expect(texts[1]).toBe('All about Wheel.');
  });

  it('keep the dots of a menu', () => {
    const entries = chapter.map((name, index) => line(`${name} ........ ${index + 8}`, 700 - index * 12));
    expect(pagesToText([entries])[0]).toContain('Sieve ........ 12');
    const long = pagesToText([
      chapter.map((name, index) => line(`${name} ........ ${index + 8}.50`, 700 - index * 12)),
      ...chapter.map((name) => [line(`All about ${name}.`, 700)]),
    ]);
    expect(long[0]).toContain('Sieve ........ 12.50');
  });
});
