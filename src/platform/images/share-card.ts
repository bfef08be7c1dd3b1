import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { html, type Html } from '#shared/text/escape-html.ts';

/** What stands on the picture that is shown where a page is shared. */
export type ShareCard = {
  title: string;
  /** A word above the title, like its category; empty for none. */
  eyebrow: string;
  brand: string;
  /** Where the page is, as people write it. */
  place: string;
  /** The brand's mark: an outline in a square of 24. */
  mark: string;
};

export const cardSize = { width: 1200, height: 630 } as const;
const margin = 84;
const lineWidth = cardSize.width - 2 * margin;
const mostLines = 4;
/** Sizes of the title, the largest that fits being taken; pixels. */
const titleSizes = [78, 66, 56, 48] as const;
/** Source: DESIGN tokens, the ramp of the default brand. */
const colors = { page: '#032e29', title: '#ecfdf8', quiet: '#a5f3de', brand: '#36d6b5' } as const;

/** Draws letters as outlines, so that the picture is the same whatever fonts the machine has. */
type Lettering = {
  widthOf(text: string, size: number): number;
  outline(text: string, at: { x: number; y: number; size: number; color: string }): Html;
};

function letteringOf(file: string): Lettering {
  const font = create(readFileSync(file)) as Font;
  const scaleOf = (size: number): number => size / font.unitsPerEm;
  return {
    widthOf: (text, size) => font.layout(text).advanceWidth * scaleOf(size),
    outline(text, { x, y, size, color }) {
      const { glyphs, positions } = font.layout(text);
      let along = 0;
      const letters = glyphs.map((glyph, at) => {
        const path = glyph.path.toSVG();
        const left = along + (positions[at]?.xOffset ?? 0);
        along += positions[at]?.xAdvance ?? 0;
        return path === '' ? html`` : html`<path transform="translate(${left} 0)" d="${path}"/>`;
      });
      const scale = scaleOf(size);
      return html`<g fill="${color}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${letters}</g>`;
    },
  };
}

/** The words in lines that fit; what is beyond the last line is cut with an ellipsis. */
function linesOf(text: string, size: number, { widthOf }: Lettering): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= lineWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function cut(line: string, size: number, { widthOf }: Lettering): string {
  if (widthOf(line, size) <= lineWidth) return line;
  // Few steps: what surely doesn't fit goes at once.
  let shown = [...line].slice(0, Math.ceil((line.length * lineWidth) / widthOf(line, size)) + 3);
  while (shown.length > 1 && widthOf(`${shown.join('')}…`, size) > lineWidth) shown = shown.slice(0, -1);
  return `${shown.join('').trimEnd()}…`;
}

function svgOf(card: ShareCard, bold: Lettering, plain: Lettering): string {
  const title = card.title.slice(0, 300);
  const size =
    titleSizes.find((each) => {
      const lines = linesOf(title, each, bold);
      return lines.length <= 3 && lines.every((line) => bold.widthOf(line, each) <= lineWidth);
    }) ?? titleSizes.at(-1)!;
  const all = linesOf(title, size, bold);
  const lines = all
    .slice(0, mostLines)
    .map((line, at) => cut(at === mostLines - 1 && all.length > mostLines ? `${line} …` : line, size, bold));
  const height = size * 1.16;
  const top = 350 - ((lines.length - 1) * height) / 2 + size * 0.3;
  const text = lines.map((line, at) =>
    bold.outline(line, { x: margin, y: top + at * height, size, color: colors.title }),
  );
  const eyebrow = plain.outline(cut(card.eyebrow.slice(0, 120), 30, plain), {
    x: margin,
    y: top - size * 1.15,
    size: 30,
    color: colors.brand,
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">
<rect width="100%" height="100%" fill="${colors.page}"/>
<path d="${card.mark}" fill="#0d4a41" transform="translate(780 80) scale(24)"/>
<rect x="${margin}" y="70" width="64" height="64" rx="18" fill="${colors.brand}"/>
<path d="${card.mark}" fill="${colors.page}" transform="translate(${margin + 11} 81) scale(1.75)"/>
${bold.outline(card.brand.slice(0, 60), { x: margin + 84, y: 114, size: 34, color: colors.title })}
${eyebrow}${text}
${plain.outline(cut(card.place.slice(0, 120), 26, plain), { x: margin, y: 566, size: 26, color: colors.quiet })}
</svg>`.markup;
}

/** Draws share pictures with the fonts of a folder; both are read when the first is asked for. */
export function createShareCards(fonts: string): (card: ShareCard) => Promise<Buffer> {
  let letterings: { bold: Lettering; plain: Lettering } | null = null;
  return async (card) => {
    letterings ??= {
      bold: letteringOf(`${fonts}/inter-semibold.ttf`),
      plain: letteringOf(`${fonts}/inter-regular.ttf`),
    };
    const { default: sharp } = await import('sharp');
    return sharp(Buffer.from(svgOf(card, letterings.bold, letterings.plain)))
      .png({ palette: true, quality: 90, effort: 7 })
      .toBuffer();
  };
}
