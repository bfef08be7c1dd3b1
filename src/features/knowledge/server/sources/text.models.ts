import { createHash } from 'node:crypto';
import { z } from 'zod';
import { leadsToLoopback } from '#platform/safe-fetch/loopback.ts';
import { foldAccents } from '#platform/text-search/tokenize.ts';
import { pairSchema, type QuestionAnswer } from '../../knowledge.contract.ts';

/**
 * A question as it is compared with others: lower case, without accents, marks and double spaces. Empty when
 * nothing is left.
 */
export function questionKey(question: string): string {
  return foldAccents(question.normalize('NFKC').toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function contentHash(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Text as the database can store it: no U+0000, no half of a surrogate pair, one kind of line end. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '').replace(/\r\n?/g, '\n');
}

export function encodePairs(pairs: readonly QuestionAnswer[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(pairs));
}

export function decodePairs(bytes: Uint8Array): QuestionAnswer[] {
  return z.array(pairSchema).parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** Direction overrides can make a name look like another one. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

/**
 * A file's name as it is shown: the last part of a path, without invisible characters. It is never used as a
 * path.
 */
export function cleanFileName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const cleaned = last.replace(invisible, '').replace(/\s+/g, ' ').trim();
  if (cleaned.length <= 200) return cleaned || 'file';
  const extension = /\.[a-z0-9]{1,8}$/i.exec(cleaned)?.[0] ?? '';
  return cleaned.slice(0, 200 - extension.length).toWellFormed() + extension;
}

/** What a person types as an address: `shop.example/prices` means `https://shop.example/prices`. */
export function completeUrl(text: string): string {
  // As browsers read it: line breaks and tabs are nothing, and `http:/shop.example` has its scheme already.
  if (/^(https?:|[a-z][a-z0-9+.-]*:\/\/)/i.test(text.replace(/[\t\r\n]/g, ''))) return text;
  const typed = text.replace(/^\/+/, '');
  return `${leadsToLoopback(typed) ? 'http' : 'https'}://${typed}`;
}
