import { fileTypeFromBuffer } from 'file-type';
import { DocumentError } from '../document-error.ts';
import type { DocumentKind } from '../document-types.ts';
import { decodeText, looksLikeText } from './decode-text.ts';
import { listArchive } from './safe-archive.ts';
import type { ArchiveLimits } from './safe-archive.ts';

const kindByExtension: Record<string, DocumentKind> = {
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  pptx: 'pptx',
  ppsx: 'pptx',
  potx: 'pptx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  txt: 'txt',
  text: 'txt',
  log: 'txt',
  md: 'md',
  markdown: 'md',
  mdx: 'md',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  srt: 'srt',
  vtt: 'vtt',
};

const kindByMimeType: Record<string, DocumentKind> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/csv': 'csv',
  'text/markdown': 'md',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/json': 'json',
  'application/x-subrip': 'srt',
  'text/vtt': 'vtt',
  'text/plain': 'txt',
};

/** Names that promise something that is not a document: a document inside is a mismatch, not a favour. */
const otherExtension =
  /^(png|jpe?g|gif|webp|avif|bmp|tiff?|ico|svg|mp[34]|m4[av]|wav|ogg|webm|mov|avi|zip|rar|7z|gz|tar|exe|dll|js|css|woff2?)$/;
const containerKinds = new Set<DocumentKind>(['pdf', 'docx', 'pptx', 'xlsx']);

function extensionOf(fileName: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(fileName.trim())?.[1]?.toLowerCase() ?? '';
}

async function kindOfArchive(bytes: Buffer, limits: ArchiveLimits): Promise<DocumentKind | null> {
  const names = new Set(await listArchive(bytes, limits));
  if (names.has('word/document.xml')) return 'docx';
  if (names.has('ppt/presentation.xml')) return 'pptx';
  if (names.has('xl/workbook.xml')) return 'xlsx';
  return null;
}

function kindOfText(head: string): DocumentKind {
  if (/^\s*WEBVTT\b/.test(head)) return 'vtt';
  if (/^\s*\d+\s*\n\d{1,2}:\d{2}:\d{2}[,.]\d{1,3}\s*-->/.test(head.replace(/\r/g, ''))) return 'srt';
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(head))
    return 'html';
  if (/^\s*[[{]/.test(head) && /["\]}]/.test(head)) return 'json';
  return 'txt';
}

/**
 * What a file is. The content decides; the name only chooses between kinds of text and must not contradict
 * the content.
 * @throws DocumentError `empty`, `encrypted`, `unsupported`, `type_mismatch`, `damaged`
 */
export async function detectKind(
  file: { fileName: string; mimeType: string | null; kind: DocumentKind | null; bytes: Buffer },
  limits: ArchiveLimits,
): Promise<DocumentKind> {
  const { bytes } = file;
  if (bytes.length === 0) throw new DocumentError('document.empty');
  const extension = extensionOf(file.fileName);
  const named =
    kindByExtension[extension] ??
    (extension === ''
      ? kindByMimeType[(file.mimeType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '']
      : undefined);
  const promised = file.kind ?? named ?? null;

  const actual = await containerKind(bytes, limits, promised, extension);
  if (actual) {
    if ((promised && promised !== actual) || (!file.kind && otherExtension.test(extension)))
      throw new DocumentError('document.type_mismatch', `${extension || promised} holds ${actual}`);
    return actual;
  }
  if (promised && containerKinds.has(promised))
    throw new DocumentError('document.type_mismatch', `${promised} holds text`);
  if (!file.kind && otherExtension.test(extension))
    throw new DocumentError(
      extension === 'svg' || extension === 'js' || extension === 'css'
        ? 'document.unsupported'
        : 'document.type_mismatch',
      `${extension} holds text`,
    );
  return promised ?? kindOfText(decodeText(bytes.subarray(0, 16_384)));
}

/** The kind of a PDF or office file; null for a text. */
async function containerKind(
  bytes: Buffer,
  limits: ArchiveLimits,
  promised: DocumentKind | null,
  extension: string,
): Promise<DocumentKind | null> {
  if (bytes.subarray(0, 1_024).includes('%PDF-')) return 'pdf';
  if (
    bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004' ||
    bytes.subarray(0, 4).toString('latin1') === 'PK\u0005\u0006'
  ) {
    const kind = await kindOfArchive(bytes, limits);
    if (kind) return kind;
    throw new DocumentError(
      promised ? 'document.type_mismatch' : 'document.unsupported',
      'an archive that is no office file',
    );
  }
  if (bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') {
    const isEncrypted = bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
    if (isEncrypted) throw new DocumentError('document.encrypted');
    throw new DocumentError(
      promised && extension.endsWith('x') ? 'document.type_mismatch' : 'document.unsupported',
      'an office file of the old format',
    );
  }
  if (looksLikeText(bytes)) return null;
  const other = await fileTypeFromBuffer(bytes.subarray(0, 65_536)).catch(() => undefined);
  throw new DocumentError(
    promised ? 'document.type_mismatch' : 'document.unsupported',
    other?.mime ?? 'unknown binary content',
  );
}
