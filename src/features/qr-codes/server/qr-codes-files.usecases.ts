import { barsOf, logoPlace, qrSvg, type QrDrawing } from './qr-codes-drawing.models.ts';

const pngPixels = 1_024;
/** A square page of 10 cm, in points. */
const pdfPoints = 283.46;

/** The code as PNG, 1,024 pixels wide. */
export async function qrPng(drawing: QrDrawing): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(qrSvg(drawing, pngPixels)), { density: 72 })
    .resize(pngPixels, pngPixels, { kernel: 'nearest' })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/**
 * The code as a PDF page of 10 cm, drawn, so that it prints sharp at every size. `logo` is the picture for
 * the middle as PNG.
 */
export async function qrPdf(drawing: QrDrawing, name: string, logo: Buffer | null): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({ size: [pdfPoints, pdfPoints], margin: 0, info: { Title: name } });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  const { size, bars } = barsOf(drawing);
  const dot = pdfPoints / size;
  document.rect(0, 0, pdfPoints, pdfPoints).fill(drawing.background);
  for (const [row, column, length] of bars) document.rect(column * dot, row * dot, length * dot, dot);
  document.fill(drawing.color);
  if (logo) {
    const { at, side, pad } = logoPlace(size);
    document
      .roundedRect((at - pad) * dot, (at - pad) * dot, (side + pad * 2) * dot, (side + pad * 2) * dot, dot)
      .fill(drawing.background);
    document.image(logo, at * dot, at * dot, { width: side * dot, height: side * dot });
  }
  document.end();
  return whole;
}
