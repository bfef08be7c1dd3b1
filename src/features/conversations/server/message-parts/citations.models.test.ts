import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Passage } from '#features/knowledge/server/knowledge.usecases.ts';
import { CitationFilter, quoteFor, resolveCitations } from './citations.models.ts';

function passage(id: string, text: string): Passage {
  return {
    chunkId: id,
    documentId: `doc-${id}`,
    sourceId: 'src',
    kind: 'page',
    title: `Page ${id}`,
    heading: '',
    text,
    url: null,
    page: null,
    score: 0.8,
    start: 100,
    end: 100 + text.length,
    language: 'en',
  };
}
const passages = new Map([
  [1, passage('a', 'We open at nine. A full service costs 89 euros. Bring your key.')],
  [2, passage('b', 'Returns are taken for thirty days.')],
  [3, passage('c', 'We are in Gent.')],
]);

/** What a reader sees of a text that arrives in the given pieces. */
function shown(pieces: readonly string[]): { text: string; used: number[] } {
  const filter = new CitationFilter(passages);
  const text = pieces.map((piece) => filter.push(piece)).join('') + filter.end();
  return { text, used: filter.used().map(({ passage: { chunkId } }) => chunkId.charCodeAt(0) - 96) };
}

describe('citation marks in a streamed answer', () => {
  test('are numbered by first use', () => {
    expect(shown(['It costs 89 euros [3]. Returns: thirty days [2], see [3].'])).toEqual({
      text: 'It costs 89 euros [1]. Returns: thirty days [2], see [1].',
      used: [3, 2],
    });
  });

  test('for passages that were never shown are dropped', () => {
    expect(shown(['True [1]. Invented [9]. Also [1, 7].']).text).toBe('True [1]. Invented . Also [1].');
  });

  test('in the other ways that models write them are understood', () => {
    expect(shown(['a [[2]] b [^3] c [1,2]']).text).toBe('a [1] b [2] c [3][1]');
  });

  test('leave links, lists and other brackets alone', () => {
    for (const text of [
      'see [the page](https://example.com)',
      'array[0] stays? no number zero: [x]',
      '[1](https://example.com) is a link',
      'todo: [ ] and [x]',
      'an open [',
    ])
      expect(shown([text]).text).toBe(text.replace('array[0]', 'array'));
  });

  test('come out the same however the text is cut into pieces', () => {
    const text = 'A [1]. B [2, 3] and [9] [[1]] [link](u) [1](u) end [2';
    const whole = shown([text]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 30 }), (cuts) => {
        const bounds = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = bounds.slice(1).map((end, index) => text.slice(bounds[index], end));
        expect(shown(pieces)).toEqual(whole);
      }),
    );
  });
});

describe('quotes', () => {
  test('are the sentence of the passage that supports what was said', () => {
    const found = quoteFor(passages.get(1)?.text ?? '', 'A full service is 89 euros');
    expect(found.quote).toBe('A full service costs 89 euros.');
    expect(passages.get(1)?.text.slice(found.start, found.end)).toBe(found.quote);
  });

  test('take the neighbours that were said too, and keep addresses whole', () => {
    const text =
      '# Hours\n\nWe are at Tramstraat 12. On Saturday it is open from 10:00 to 16:00. On Sunday it is closed. Write to workshop@atelier.example.';
    expect(quoteFor(text, 'On Saturday it is open from 10:00 to 16:00. On Sunday it is closed.').quote).toBe(
      'On Saturday it is open from 10:00 to 16:00. On Sunday it is closed.',
    );
    expect(quoteFor(text, 'Write to workshop@atelier.example.').quote).toBe(
      'Write to workshop@atelier.example.',
    );
  });

  test('always stand in the passage, whatever was said', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, said) => {
        const { quote, start, end } = quoteFor(text, said);
        expect(text.slice(start, end)).toBe(quote);
      }),
    );
  });

  test('carry their place in the stored copy', () => {
    const [citation] = resolveCitations('It costs 89 euros [1].', [
      { number: 1, passage: passages.get(1) as Passage },
    ]);
    expect(citation).toMatchObject({
      number: 1,
      documentId: 'doc-a',
      quote: 'A full service costs 89 euros.',
      start: 117,
      end: 147,
    });
  });
});
