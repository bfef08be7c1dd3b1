import { parse as parseCsv } from 'csv-parse/sync';
import { DocumentError } from '../document-error.ts';
import { cleanLine } from './clean-text.ts';
import { decodeEntities } from './markup-scanner.ts';
import { rowsToText } from './rows-to-text.ts';

/** Signs of emphasis; a name such as `shared_buffers` keeps its own. */
const emphasis = /[*`]|(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])/gu;

export type TextResult = {
  title: string | null;
  text: string;
  metadata?: Record<string, string | number>;
};

/** Comma, semicolon, tab or bar: whichever divides the first lines most evenly. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split('\n', 20)
    .filter((line) => line.trim() !== '');
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of [',', ';', '\t', '|']) {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1);
    const least = Math.min(...counts);
    const score =
      counts.length === 0 ? 0 : least * 10 + counts.reduce((sum, count) => sum + count, 0) / counts.length;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/**
 * Rows of a CSV or TSV file; broken quotes and uneven rows are taken as they come. @throws DocumentError
 * `damaged`
 */
export function readCsvRows(text: string): string[][] {
  const source = text.replace(/^sep=.\r?\n/i, '');
  try {
    return parseCsv(source, {
      delimiter: delimiterOf(source),
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      bom: true,
      to: 200_000,
    }) as string[][];
  } catch (error) {
    throw new DocumentError('document.damaged', error instanceof Error ? error.message : undefined);
  }
}

export function parseCsvText(text: string): TextResult {
  return { title: null, text: rowsToText(readCsvRows(text)) };
}

/** Subtitles without numbers, time codes and markup, as running text; repeated roll-up lines once. */
export function parseSubtitles(text: string): TextResult {
  const spoken: string[] = [];
  let last = '';
  for (const block of text.replace(/\r\n?/g, '\n').split(/\n{2,}/)) {
    const lines = block.split('\n');
    const timing = lines.findIndex((line) => line.includes('-->'));
    if (timing < 0) continue;
    for (const line of lines.slice(timing + 1)) {
      const plain = decodeEntities(
        line
          .replace(/<v(?:\.[^\s>]{0,100})?\s+([^>]{0,200})>/g, '$1: ')
          .replace(/<[^>]{0,300}>|\{\\[^}]{0,300}\}/g, ''),
      ).trim();
      if (plain !== '' && plain !== last) spoken.push(plain);
      if (plain !== '') last = plain;
    }
  }
  if (spoken.length === 0)
    throw new DocumentError(text.includes('-->') ? 'document.empty' : 'document.damaged', 'no cues');
  const paragraphs: string[] = [];
  let paragraph = '';
  for (const line of spoken) {
    const startsTurn = /^[-–—]\s|^[\p{Lu}][\p{L} .]{0,30}:\s/u.test(line);
    if (
      paragraph !== '' &&
      (startsTurn || (paragraph.length > 400 && /[.!?…]["'”]?$/.test(paragraph)) || paragraph.length > 1_500)
    ) {
      paragraphs.push(paragraph);
      paragraph = '';
    }
    paragraph = paragraph === '' ? line : `${paragraph} ${line}`;
  }
  if (paragraph !== '') paragraphs.push(paragraph);
  return { title: null, text: paragraphs.join('\n\n') };
}

function withoutComments(text: string): string {
  let kept = '';
  let at = 0;
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start + 4);
    if (end < 0) break;
    kept += text.slice(at, start);
    at = end + 3;
  }
  return kept + text.slice(at);
}

/** Markdown stays as it is, without front matter and comments. */
export function parseMarkdown(text: string): TextResult {
  let body = text.replace(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
  let title: string | null = null;
  if (body.startsWith('---\n')) {
    const end = body.indexOf('\n---', 4);
    if (end > 0 && end < 20_000) {
      title = /^title:\s*["']?(.+?)["']?\s*$/m.exec(body.slice(4, end))?.[1] ?? null;
      body = body.slice(body.indexOf('\n', end + 1) + 1 || body.length);
    }
  }
  body = withoutComments(body);
  title ??= /^#[ \t]{1,10}(.{1,300})/m.exec(body)?.[1]?.replace(/(?<!#)#+\s*$/, '') ?? null;
  return { title: title && cleanLine(title.replace(emphasis, ''), 200), text: body };
}

export function parsePlainText(text: string): TextResult {
  return { title: null, text };
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
const deepestJson = 40;

function isScalar(value: Json): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

function label(key: string): string {
  return key
    .replace(/[_-]+/g, ' ')
    .replace(
      /([\p{Ll}\d])(\p{Lu})(?=\p{Ll})/gu,
      (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`,
    )
    .trim();
}

/** A value that fits on the line of its key: a scalar, or a list of scalars. */
function inlineText(value: Json): string | null {
  if (isScalar(value)) return value === null ? '' : String(value);
  return Array.isArray(value) && value.every(isScalar)
    ? value.filter((item) => item !== null && item !== '').join(', ')
    : null;
}

/**
 * Fields of an object on one line, under the path that leads to it; each item of a list is a block of its
 * own.
 */
function writeJson(value: Json, path: string, depth: number, out: string[]): void {
  const own = inlineText(value);
  if (own !== null) {
    if (own !== '') out.push(path ? `${path}: ${own}` : own);
    return;
  }
  if (depth > deepestJson || isScalar(value)) return;
  if (Array.isArray(value)) {
    if (path) out.push('', `## ${path}`, '');
    for (const item of value) {
      writeJson(item, '', depth + 1, out);
      out.push('');
    }
    return;
  }
  const fields: string[] = [];
  const nested: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const text = inlineText(item);
    if (text === null) nested.push([key, item]);
    else if (text !== '') fields.push(`${label(key)}: ${text}`);
  }
  const line = fields.join('; ');
  if (line !== '') out.push((path ? `${path} › ` : '') + (line.length <= 400 ? line : fields.join('\n')));
  for (const [key, item] of nested)
    writeJson(item, path ? `${path} › ${label(key)}` : label(key), depth + 1, out);
}

/** JSON and JSON lines as `key: value` lines, one block per object. @throws DocumentError `damaged` */
export function parseJsonText(text: string): TextResult {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2)
      throw new DocumentError('document.damaged', error instanceof Error ? error.message : undefined);
    try {
      value = lines.map((line) => JSON.parse(line) as Json);
    } catch {
      throw new DocumentError('document.damaged', error instanceof Error ? error.message : undefined);
    }
  }
  const out: string[] = [];
  writeJson(value, '', 0, out);
  const title =
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value['title'] ?? value['name'])
      : null;
  return { title: typeof title === 'string' ? cleanLine(title, 200) : null, text: out.join('\n') };
}
