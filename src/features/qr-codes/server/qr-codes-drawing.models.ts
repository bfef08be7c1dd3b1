import QrCode from 'qrcode';
import { html } from '#shared/text/escape-html.ts';

/**
 * What is drawn: the text in the code, colours as `#rrggbb`, and a picture for the middle as a data address,
 * or null.
 */
export type QrDrawing = {
  text: string;
  color: string;
  background: string;
  logo: string | null;
};

/** White space around a code that readers need, in dots. Source: ISO/IEC 18004, "quiet zone". */
const quiet = 4;
/**
 * Share of the width that a picture in the middle may hide; the strongest correction mends 30 % of the area.
 */
const logoShare = 0.22;

type Dots = {
  size: number;
  isDark(row: number, column: number): boolean;
};

function dotsOf({ text, logo }: QrDrawing): Dots {
  const { modules } = QrCode.create(text, { errorCorrectionLevel: logo ? 'H' : 'M' });
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 };
}

/** Dark dots side by side as one bar: `[row, column, length]`. */
export function barsOf(drawing: QrDrawing): {
  size: number;
  bars: [row: number, column: number, length: number][];
} {
  const { size, isDark } = dotsOf(drawing);
  const bars: [number, number, number][] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let length = 0;
      while (column + length < size && isDark(row, column + length)) length++;
      if (length > 0) bars.push([row, column, length]);
      column += length;
    }
  }
  return {
    size: size + quiet * 2,
    bars: bars.map(([row, column, length]) => [row + quiet, column + quiet, length]),
  };
}

/** The square in the middle that a picture takes, in dots. */
export function logoPlace(size: number): { at: number; side: number; pad: number } {
  const side = Math.round((size - quiet * 2) * logoShare);
  return { at: (size - side) / 2, side, pad: 0.8 };
}

/** The code as a drawing, in one path, sharp at every size. */
export function qrSvg(drawing: QrDrawing, pixels = 512): string {
  const { size, bars } = barsOf(drawing);
  const path = bars.map(([row, column, length]) => `M${column} ${row}h${length}v1h-${length}z`).join('');
  const { at, side, pad } = logoPlace(size);
  const { background, color, logo } = drawing;
  const box = html`<rect x="${at - pad}" y="${at - pad}" width="${side + pad * 2}" height="${side + pad * 2}" rx="1.2" fill="${background}"/>`;
  const picture = html`<image x="${at}" y="${at}" width="${side}" height="${side}" href="${logo}" preserveAspectRatio="xMidYMid slice"/>`;
  const dots = html`<rect width="${size}" height="${size}" fill="${background}"/><path fill="${color}" d="${path}"/>`;
  const middle = logo !== null && html`${box}${picture}`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${pixels}" height="${pixels}" shape-rendering="crispEdges">${dots}${middle}</svg>`
    .markup;
}
