import type { Language } from '#shared/languages.ts';
import { openPdf, paperColors, printable, sheetOfA4 } from '#platform/documents/pdf-sheets.ts';

/** A page of A4 in points, and what is left free around it. */
export const page = { ...sheetOfA4, side: 48, top: 48, bottom: 56 };
export const inner = page.width - page.side * 2;

export type Look = {
  font?: 'plain' | 'strong';
  size?: number;
  color?: string;
  align?: 'left' | 'right' | 'center';
  /** The most points that it may take; what is longer ends with an ellipsis. */
  most?: number;
};

/** The sheets that a report is drawn on: words, rules and room for more, one under the other. */
export async function openPaper(facts: { language: Language; title: string; author: string; madeAt: Date }) {
  const { document, close } = await openPdf({
    ...facts,
    margins: { top: page.top, bottom: 0, left: page.side, right: page.side },
  });
  let y = page.top;

  const set = ({ font = 'plain', size = 9.5, color = paperColors.ink }: Look) =>
    document.font(font).fontSize(size).fillColor(color);
  const optionsOf = (width: number, { align = 'left' }: Look) => ({ width, align, lineGap: 1.5 });

  return {
    document,
    /** Where the next thing is drawn. */
    get y(): number {
      return y;
    },
    set y(next: number) {
      y = next;
    },
    heightOf(words: string, width: number, look: Look = {}): number {
      if (words === '') return 0;
      set(look);
      return Math.min(look.most ?? 400, document.heightOfString(printable(words), optionsOf(width, look)));
    },
    /** How wide the longest word is, in points. */
    widestWord(words: string, look: Look = {}): number {
      set(look);
      return Math.max(
        0,
        ...printable(words)
          .split(/\s+/)
          .map((word) => document.widthOfString(word)),
      );
    },
    /** Writes within a column and says where it ended. */
    write(words: string, x: number, from: number, width: number, look: Look = {}): number {
      const height = this.heightOf(words, width, look);
      if (height === 0) return from;
      set(look);
      document.text(printable(words), x, from, {
        ...optionsOf(width, look),
        height: height + 1,
        ellipsis: true,
      });
      return from + height;
    },
    /** One line, cut where the column ends. */
    line(words: string, x: number, from: number, width: number, look: Look = {}): void {
      set(look);
      document.text(printable(words.replaceAll(/\s+/g, ' ')), x, from, {
        ...optionsOf(width, look),
        height: (look.size ?? 9.5) * 1.25,
        ellipsis: true,
        lineBreak: true,
      });
    },
    rule(at: number): void {
      document
        .moveTo(page.side, at)
        .lineTo(page.side + inner, at)
        .lineWidth(0.75)
        .stroke(paperColors.line);
    },
    /** Goes on on the next page where what comes has no room on this one. */
    ensure(height: number): boolean {
      if (y + height <= page.height - page.bottom) return false;
      document.addPage();
      y = page.top;
      return true;
    },
    /** Writes a line below every page, now that their number is known. */
    numberPages(lineOf: (number: number, all: number) => string): void {
      const { count } = document.bufferedPageRange();
      for (let number = 0; number < count; number += 1) {
        document.switchToPage(number);
        this.line(lineOf(number + 1, count), page.side, page.height - page.bottom + 22, inner, {
          size: 8,
          color: paperColors.muted,
        });
      }
    },
    close,
  };
}

export type Paper = Awaited<ReturnType<typeof openPaper>>;
