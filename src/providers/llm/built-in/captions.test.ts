import { describe, expect, it } from 'vitest';
import { toldPieces } from './captions.ts';

const told = (text: string): string[] => toldPieces(text, 'en').map((piece) => piece.text.trim());

describe('the caption of a picture', () => {
  it('is no text that answers, nor are the lines below it that name its parts', () => {
    expect(
      told(
        `### Gaussian Blur

Figure 17.11. Example for the “Gaussian Blur” filter

Original

Blur applied

It acts on each pixel. Fig. 3 shows how.

After that

- an item`,
      ),
    ).toEqual([
      '### Gaussian Blur',
      'It acts on each pixel.',
      'Fig. 3 shows how.',
      'After that',
      '- an item',
    ]);
  });

  it.each([
    'Obr. 3: Okno programu',
    'Figura 2.1. Janela',
    'Afbeelding 4 – Het venster',
    'Fig. 12. The window',
  ])('begins in its language: %s', (caption) =>
    expect(told(`${caption}\n\nA window shows the picture.`)).toEqual(['A window shows the picture.']),
  );

  it('takes no page with it that has no lines', () => {
    const page = `Figure 3: The window. ${'A window shows the picture. '.repeat(20)}`;
    expect(told(page)[0]).toBe('A window shows the picture.');
  });

  it('is told from a sentence about a figure, and from the heading of a table', () => {
    const text = `Figure 3 shows how a window looks.\n\nTable 8.1. Data types`;
    expect(told(text).join(' ')).toBe('Figure 3 shows how a window looks. Table 8.1. Data types');
  });
});
