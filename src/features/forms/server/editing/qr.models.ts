import QrCode from 'qrcode';
import { html } from '#shared/text/escape-html.ts';

/** White space around the code that cameras need, in dots. Source: ISO/IEC 18004, "quiet zone". */
const quiet = 4;

/** An address as a QR code, one square for each dark dot, sharp at every size. */
export function formQrCode(url: string): string {
  const { modules } = QrCode.create(url, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dots: string[] = [];
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if (modules.get(row, column) === 1) dots.push(`M${column + quiet} ${row + quiet}h1v1h-1z`);
  const side = size + quiet * 2;
  const drawing = html`<path fill="#ffffff" d="M0 0h${side}v${side}H0z"/><path fill="#0f1f1b" d="${dots.join('')}"/>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="512" height="512" shape-rendering="crispEdges">${drawing}</svg>`
    .markup;
}
