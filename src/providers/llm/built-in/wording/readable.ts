import type { Language } from '#shared/languages.ts';

/**
 * A piece of a passage as a person reads it in a chat: without markup, link addresses, list marks and
 * footnote numbers.
 */
export function readable(text: string): string {
  return text
    .replace(/!\[[^\]]{0,300}\]\([^)\s]{0,500}(?:\s[^)]{0,200})?\)/g, '')
    .replace(/\[([^\]]{1,300})\]\([^)\s]{0,500}(?:\s[^)]{0,200})?\)/g, '$1')
    .replace(/<(?:https?:\/\/|mailto:)?([^<>\s]{3,200})>/g, '$1')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
    .replace(/\[\^?\d{1,3}\]/g, '')
    .replace(/^\s*(?:#{1,6}\s+|>\s+)+/, '')
    .replace(/^\s*(?:[-*+•‣▪–]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+(?:\[[ xX]\]\s+)?/, '')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_]+?)(?<=\S)_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/\\([[\]_*#.()>-])/g, '$1')
    .replace(/(?<!#)#+\s*$/, '')
    .replace(/^\s*\|\s*|(?<!\s)\s*\|\s*$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * A table row in words: `Flat tyre: 15 €`, or `Flat tyre – Price: 15 €, Time: 20 min` when the table has more
 * columns.
 */
export function readableRow(cells: readonly string[], head: readonly string[], language: Language): string {
  const colon = language === 'fr' ? '\u00a0:' : ':';
  const filled = cells
    .map((cell, index) => ({ cell, name: head[index] ?? '' }))
    .filter(({ cell }) => /[\p{L}\p{N}]/u.test(cell));
  const [first, ...rest] = filled;
  if (!first) return '';
  if (rest.length === 0) return first.cell;
  if (rest.length === 1 || head.length === 0)
    return `${first.cell}${colon} ${rest.map(({ cell }) => cell).join(', ')}`;
  return `${first.cell} – ${rest.map(({ cell, name }) => (name ? `${name}${colon} ${cell}` : cell)).join(', ')}`;
}

/**
 * Whether a text shows how something is written, and says nothing: `apt-get [-asq] {update | upgrade}`, what is typed
 * after `$ `, or “Grammar: prefetch integer [ integer ];”.
 */
export function isUsage(text: string): boolean {
  const signs = text.slice(0, 400).match(/[[\]{}|<>]/g)?.length ?? 0;
  return (
    text.startsWith('$ ') ||
    /[;{}=\]]$/.test(text) ||
    (signs >= 6 && signs > Math.min(400, text.length) * 0.04)
  );
}
