import { constants, inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { DocumentError } from '../document-error.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { linesOfPage, pagesToText } from './pdf-lines.ts';
import type { PdfItem, PdfLine } from './pdf-lines.ts';

export type PdfResult = {
  title: string | null;
  language: string | null;
  pageTexts: string[];
  truncated: boolean;
  metadata: Record<string, string | number>;
};

const largestStream = 48_000_000;
const mostFailedPages = 50;

/**
 * Unpacks every compressed stream except images once, only to count, before pdf.js unpacks them all into
 * memory.
 * What hides behind a second filter is caught by the watch on the process's memory.
 */
export function assertStreamsAreBounded(bytes: Buffer, maxInflatedBytes: number): void {
  let total = 0;
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at)) {
    const isEnd = at >= 3 && bytes.toString('latin1', at - 3, at) === 'end';
    let start = at + 6;
    at = start;
    if (isEnd) continue;
    if (bytes[start] === 13) start += 1;
    if (bytes[start] === 10) start += 1;
    const dictionary = bytes.toString('latin1', Math.max(0, start - 600), start);
    const own = dictionary.slice(dictionary.lastIndexOf(' obj') + 1);
    if (!/\/Fl(?:ateDecode)?\b/.test(own) || /\/Subtype\s*\/Image\b/.test(own)) continue;
    const end = bytes.indexOf('endstream', start);
    const packed = bytes.subarray(start, end < 0 ? undefined : end);
    if (packed.length * 1_100 < largestStream && total + packed.length * 1_100 < maxInflatedBytes) {
      // Deflate cannot grow further than about 1,030 times.
      total += packed.length;
      if (packed.length < 500) continue;
    }
    try {
      total += inflateSync(packed, {
        maxOutputLength: largestStream,
        finishFlush: constants.Z_SYNC_FLUSH,
      }).length;
    } catch (error) {
      if (error instanceof RangeError)
        throw new DocumentError('document.too_large', 'a stream unpacks to too much');
    }
    if (total > maxInflatedBytes)
      throw new DocumentError('document.too_large', 'the streams unpack to too much');
    if (end < 0) return;
    at = end;
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** Page texts of a PDF in reading order, as far as the file gives it. @throws DocumentError */
export async function parsePdf(
  bytes: Buffer,
  limits: { maxPages: number; maxInflatedBytes: number; maxTextLength: number },
): Promise<PdfResult> {
  assertStreamsAreBounded(bytes, limits.maxInflatedBytes);
  let pdf;
  try {
    // This pdf.js evaluates no code out of a file any more (the option `isEvalSupported` is gone with it).
    pdf = await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      stopAtErrors: false,
      maxImageSize: 1_000_000,
      verbosity: 0,
    });
  } catch (error) {
    throw new DocumentError(
      nameOf(error) === 'PasswordException' ? 'document.encrypted' : 'document.damaged',
      String(error),
    );
  }
  const count = Math.min(pdf.numPages, limits.maxPages);
  const pages: PdfLine[][] = [];
  let failed = 0;
  let length = 0;
  let truncated = pdf.numPages > count;
  for (let number = 1; number <= count; number += 1) {
    try {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const lines = linesOfPage(
        items.filter((item): item is typeof item & PdfItem => 'str' in item),
        page.view,
      );
      pages.push(lines);
      for (const line of lines) length += line.text.length;
      page.cleanup();
    } catch (error) {
      failed += 1;
      pages.push([]);
      if (failed > mostFailedPages || (failed === number && number >= 5))
        throw new DocumentError('document.damaged', String(error));
    }
    if (length > limits.maxTextLength) {
      truncated ||= number < count;
      break;
    }
  }
  if (failed > 0 && failed === pages.length)
    throw new DocumentError('document.damaged', 'no page could be read');

  const info: Record<string, unknown> = await pdf.getMetadata().then(
    (data) => data.info as Record<string, unknown>,
    () => ({}),
  );
  const claimed = typeof info['Title'] === 'string' ? cleanLine(info['Title'], 200) : '';
  const language = typeof info['Language'] === 'string' ? info['Language'] : null;
  const metadata: Record<string, string | number> = { pages: pdf.numPages };
  if (typeof info['Author'] === 'string' && info['Author'].trim() !== '')
    metadata['author'] = cleanLine(info['Author'], 200);
  await pdf.loadingTask.destroy();

  const pageTexts = pagesToText(pages).map(cleanText);
  const heading = /^#{1,2} (.+)$/m.exec(pageTexts.find((text) => text !== '')?.slice(0, 2_000) ?? '')?.[1];
  const isUsable =
    claimed !== '' &&
    !/^(untitled|document\d*|microsoft (word|powerpoint)|.*\.(docx?|pptx?|indd|pdf|odt|tmp)$)/i.test(claimed);
  return {
    title: isUsable ? claimed : heading && heading.length > 3 ? cleanLine(heading, 200) : null,
    language,
    pageTexts,
    truncated,
    metadata,
  };
}
