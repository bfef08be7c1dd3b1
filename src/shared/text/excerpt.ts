import { withoutUnderscores } from './emphasis.ts';

type NamedFile = { name: string };

/** A text in one line, without links, marks of citations and signs of markdown. */
export const withoutMarkup = (text: string): string =>
  withoutUnderscores(text)
    .replace(/!?\[([^[\]\n]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\[\d{1,2}\]/g, '')
    .replace(/[*`#>]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The first words of a text, for lists. */
export function excerpt(text: string): string {
  const line = withoutMarkup(text);
  return firstCharacters(line, 160) === line ? line : `${firstCharacters(line, 159)}…`;
}

/** A text and its files in one line: its words, else the names of its files. */
export const excerptOf = (text: string, files: readonly NamedFile[]): string =>
  excerpt(text) || firstCharacters(fileNames(files), 160);

/** Files as they stand in plain text. */
export const fileNames = (files: readonly NamedFile[]): string =>
  files.map(({ name }) => `[${name}]`).join(' ');

/** The beginning of a text, counted in characters as the database counts them: none is cut in half. */
function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  const start = text.slice(0, count * 2);
  return [...start].slice(0, count).join('');
}
