import path from 'node:path';

const fonts = path.join(import.meta.dirname, '../../../content/fonts');

/** A sheet of A4 in points. */
export const sheetOfA4 = { width: 595.28, height: 841.89 };

/** The colors of what is printed. */
export const paperColors = {
  ink: '#0f1f1b',
  muted: '#5b6b66',
  line: '#d5dfdb',
  soft: '#f1f5f3',
  warning: '#8a4b00',
};

/** Signs that the fonts have no picture for would be boxes. */
const unprintable =
  /[^\n -\u024f\u02b0-\u02ff\u0370-\u052f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20cf\u2100-\u2122\u2190-\u2193\u2212]/gu;

/** A text as the fonts can print it: without emoji, and with a question mark for what else they don't know. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Extended_Pictographic}\ufe0f?/gu, '')
    .replace(unprintable, '?');

/**
 * Opens a PDF of A4 sheets with our letters (`plain`, `strong`), which know the signs of all our languages. `close` ends it
 * and gives its bytes.
 */
export async function openPdf(facts: {
  language: string;
  title: string;
  author: string;
  madeAt: Date;
  margins: { top: number; bottom: number; left: number; right: number };
}) {
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: 'A4',
    margins: facts.margins,
    lang: facts.language,
    info: {
      Title: printable(facts.title),
      Author: printable(facts.author),
      CreationDate: facts.madeAt,
      ModDate: facts.madeAt,
    },
    bufferPages: true,
  });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  document.registerFont('plain', path.join(fonts, 'inter-regular.ttf'));
  document.registerFont('strong', path.join(fonts, 'inter-semibold.ttf'));
  const close = (): Promise<Buffer> => {
    document.end();
    return whole;
  };
  return { document, close };
}
