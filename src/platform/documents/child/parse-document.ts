import { DocumentError } from '../document-error.ts';
import type {
  DocumentKind,
  DocumentLimits,
  PageRange,
  ParsedDocument,
  ParseTask,
} from '../document-types.ts';
import { cleanLine, cleanText, cutText } from './clean-text.ts';
import { decodeBounded } from './decode-text.ts';
import { detectKind } from './detect-kind.ts';
import { parseCsvText, parseJsonText, parseMarkdown, parsePlainText, parseSubtitles } from './parse-texts.ts';
import type { TextResult } from './parse-texts.ts';

type Draft = {
  title: string | null;
  language?: string | null;
  text?: string;
  pageTexts?: string[];
  truncated?: boolean;
  metadata?: Record<string, string | number>;
};

const textParsers: Record<'csv' | 'txt' | 'md' | 'json' | 'srt' | 'vtt', (text: string) => TextResult> = {
  csv: parseCsvText,
  txt: parsePlainText,
  md: parseMarkdown,
  json: parseJsonText,
  srt: parseSubtitles,
  vtt: parseSubtitles,
};

/** Parsers with large libraries are loaded when the first file of their kind comes. */
async function draftOf(kind: DocumentKind, bytes: Buffer, limits: DocumentLimits): Promise<Draft> {
  const archive = {
    maxEntries: 10_000,
    maxInflatedBytes: limits.maxInflatedBytes,
    maxEntryBytes: Math.min(limits.maxInflatedBytes, 64_000_000),
  };
  switch (kind) {
    case 'pdf':
      return (await import('./parse-pdf.ts')).parsePdf(bytes, limits);
    case 'docx':
      return (await import('./parse-office.ts')).parseDocx(bytes, archive);
    case 'pptx':
      return (await import('./parse-office.ts')).parsePptx(bytes, archive, limits.maxPages);
    case 'xlsx':
      return (await import('./parse-office.ts')).parseXlsx(bytes, archive, limits.maxPages);
    case 'html': {
      const page = (await import('./parse-html.ts')).parseHtml(bytes, {
        url: 'http://document.invalid/',
        contentType: null,
        maxTextLength: limits.maxTextLength,
      });
      return {
        title: page.title,
        language: page.language,
        text: page.footerText ? `${page.text}\n\n${page.footerText}` : page.text,
        truncated: page.truncated,
      };
    }
    default: {
      // A JSON text is only readable whole; other texts are read as far as they fit.
      if (kind === 'json' && bytes.length > limits.maxTextLength * 4)
        throw new DocumentError('document.too_large', 'JSON beyond the text bound');
      const decoded = decodeBounded(bytes, kind === 'json' ? bytes.length : limits.maxTextLength);
      return { ...textParsers[kind](decoded.text), truncated: decoded.truncated };
    }
  }
}

function joinPages(
  pageTexts: readonly string[],
  longest: number,
): { text: string; pages: PageRange[]; truncated: boolean } {
  const pages: PageRange[] = [];
  let text = '';
  let truncated = false;
  for (const [index, pageText] of pageTexts.entries()) {
    const room = longest - text.length - 2;
    if (pageText !== '' && room <= 0) {
      truncated = true;
      break;
    }
    const { text: part, truncated: isCut } = cutText(pageText, room);
    if (part !== '' && text !== '') text += '\n\n';
    pages.push({ page: index + 1, start: text.length, end: text.length + part.length });
    text += part;
    truncated ||= isCut;
  }
  return { text, pages, truncated };
}

/** Reads one file. @throws DocumentError; other errors mean that a library stumbled over a damaged file. */
export async function parseDocument(
  task: Extract<ParseTask, { type: 'document' }>,
  limits: DocumentLimits,
): Promise<ParsedDocument> {
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
  const kind = await detectKind(
    { ...task, bytes },
    { maxEntries: 10_000, maxInflatedBytes: limits.maxInflatedBytes, maxEntryBytes: limits.maxInflatedBytes },
  );
  const draft = await draftOf(kind, bytes, limits);
  const joined = draft.pageTexts
    ? joinPages(draft.pageTexts, limits.maxTextLength)
    : { ...cutText(cleanText(draft.text ?? ''), limits.maxTextLength), pages: null };
  if (!/[\p{L}\p{N}]/u.test(joined.text)) throw new DocumentError('document.empty');
  const fromName = cleanLine(
    task.fileName
      .replace(/^.*[\\/]/, '')
      .replace(/\.[a-z0-9]{1,8}$/i, '')
      .replace(/[_]+/g, ' '),
    200,
  );
  const heading = /^#{1,2} (.+)$/m.exec(joined.text.slice(0, 3_000))?.[1];
  return {
    kind,
    title:
      cleanLine(draft.title ?? '', 200) ||
      (kind === 'html' || kind === 'docx' ? cleanLine(heading ?? '', 200) : '') ||
      fromName ||
      'Document',
    language: draft.language ? cleanLine(draft.language, 35) : null,
    text: joined.text,
    pages: joined.pages,
    truncated: joined.truncated || draft.truncated === true,
    metadata: draft.metadata ?? {},
  };
}
