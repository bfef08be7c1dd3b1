import { describe, expect, it } from 'vitest';
import { markTerms } from './mark-terms.ts';

const marked = (text: string, terms: string[]) =>
  markTerms(text, terms)
    .filter((part) => part.marked)
    .map((part) => part.text);

describe('words that were searched for', () => {
  it('are marked by their stem, whatever their case or ending', () => {
    expect(marked('Opening hours: we open at 9. Opener!', ['open', 'hour'])).toEqual([
      'Opening',
      'hours',
      'open',
      'Opener',
    ]);
  });
  it('are found with and without accents', () => {
    expect(marked('Otevírací doba', ['oteviraci'])).toEqual(['Otevírací']);
  });
  it('are marked as one where an underscore joins them', () => {
    expect(marked('Set shared_buffers, not _buffers.', ['shared', 'buffer'])).toEqual([
      'shared_buffers',
      'buffers',
    ]);
  });
  it('do not mark much longer words, and lose no letter of the text', () => {
    const text = 'A cat in a catalogue-card';
    expect(marked(text, ['cat'])).toEqual(['cat']);
    expect(
      markTerms(text, ['cat'])
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
