import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { chunkText } from './chunk-text.ts';

const page = `# Atelier Vélo

We repair bikes in the old town.

## Opening hours

- Tuesday to Friday: 9:00–18:30
- Saturday: 9:00–17:00

## Prices

| Service | Price |
| --- | --- |
| Flat tyre | 15 € |
| Full service | 79 € |

${'A service includes brakes, gears, bearings and a test ride around the square. '.repeat(30)}`;

describe('cutting a document into chunks', () => {
  it('keeps every chunk within the size, in order, exactly as it stands in the document', () => {
    const chunks = chunkText({ text: page }, { size: 400, overlap: 80 });
    expect(chunks.length).toBeGreaterThan(5);
    for (const [index, chunk] of chunks.entries()) {
      expect(chunk.text).toBe(page.slice(chunk.start, chunk.end));
      expect(chunk.text.length).toBeLessThanOrEqual(400);
      expect(chunk.start).toBeGreaterThan(chunks[index - 1]?.start ?? -1);
    }
  });
  it('knows the headings above a chunk and begins a chunk where a section begins', () => {
    const chunks = chunkText({ text: page }, { size: 400, overlap: 80 });
    const prices = chunks.filter(({ headings }) => headings.at(-1) === 'Prices');
    expect(prices[0]?.text.startsWith('## Prices')).toBe(true);
    expect(prices.at(-1)?.headings).toEqual(['Atelier Vélo', 'Prices']);
    expect(chunks.some(({ text }) => text.includes('Tuesday to Friday') && text.includes('Saturday'))).toBe(
      true,
    );
  });
  it('never leaves a heading at the end of a chunk', () => {
    for (const size of [100, 150, 200, 300, 500]) {
      for (const chunk of chunkText({ text: page }, { size, overlap: 30 }).slice(0, -1))
        expect(chunk.text.split('\n').at(-1)).not.toMatch(/^#/);
    }
  });
  it('repeats the end of a chunk in the next one, by whole sentences', () => {
    const chunks = chunkText({ text: page }, { size: 400, overlap: 100 });
    const last = chunks.at(-1);
    const before = chunks.at(-2);
    expect(last && before && last.start < before.end).toBe(true);
    expect(last?.text.startsWith('A service')).toBe(true);
  });
  it('numbers pages', () => {
    const first = 'Page one says something about tyres. '.repeat(20);
    const chunks = chunkText(
      { text: first + 'Page two is about brakes. '.repeat(30), pages: [0, first.length] },
      { size: 300, overlap: 0 },
    );
    expect(chunks[0]?.page).toBe(1);
    expect(chunks.at(-1)?.page).toBe(2);
  });
  it('gives nothing for nothing and one chunk for little', () => {
    expect(chunkText({ text: '' })).toEqual([]);
    expect(chunkText({ text: ' \n\n \t' })).toEqual([]);
    expect(chunkText({ text: 'Hello there.' })).toMatchObject([
      { text: 'Hello there.', start: 0, end: 12, headings: [], page: null },
    ]);
  });
  it('loses no word and splits no character, whatever the text', () => {
    const piece = fc.constantFrom(
      'word ',
      'Ein Satz. ',
      '\n',
      '\n\n',
      '# Head\n',
      '- item\n',
      '| a | b |\n',
      '😀',
      '日本語',
      'x'.repeat(130),
      ', ',
      '...',
      '\r\n',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 120 }),
        fc.integer({ min: 50, max: 300 }),
        fc.integer({ min: 0, max: 200 }),
        (pieces, size, overlap) => {
          const text = pieces.join('');
          const chunks = chunkText({ text }, { size, overlap });
          const covered = new Uint8Array(text.length);
          for (const { start, end, text: own } of chunks) {
            covered.fill(1, start, end);
            expect(own.isWellFormed()).toBe(true);
            expect(own.length).toBeLessThanOrEqual(size);
          }
          for (const match of text.matchAll(/[\p{L}\p{N}]/gu)) expect(covered[match.index]).toBe(1);
        },
      ),
      { numRuns: 150 },
    );
  });
  it('leaves what announces a list to the chunk of its list', () => {
    const before = 'The log holds what you changed since the last time. '.repeat(6);
    const text = `${before}\n\nThis is the procedure:\n\n1. Open the file that was saved last, and no other one.\n2. Choose the log with the same date in the menu.`;
    const chunks = chunkText({ text }, { size: before.length + 40, overlap: 0 });
    expect(chunks.map((chunk) => chunk.text.split(/\s+/).slice(0, 3).join(' '))).toEqual([
      'The log holds',
      'This is the',
    ]);
  });
  it.each([
    ['prose', 'The workshop repairs bikes of all brands within two days. '.repeat(18_000)],
    ['one endless word', 'x'.repeat(1_000_000)],
    ['dots', `${'.'.repeat(1_000_000)}x`],
    ['blanks', `a${' '.repeat(1_000_000)}b`],
    ['short lines', 'a\n'.repeat(500_000)],
    ['table rows', '| a | b |\n'.repeat(100_000)],
    ['headings alone', '# a\n'.repeat(100_000)],
    ['no stops', 'word '.repeat(200_000)],
  ])('takes little time for a megabyte of %s', (_name, text) => {
    const spent = countProcessorTime();
    const chunks = chunkText({ text });
    expect(spent()).toBeLessThan(3_000);
    expect(chunks.length).toBeLessThan(60_000);
  });
});
