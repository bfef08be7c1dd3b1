import { tableWords } from '#shared/language-words.ts';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { plainText } from '#shared/text/plain-text.ts';
import { importTargets, type ImportTarget } from '../../contacts-import.contract.ts';

/**
 * The text of a file, by what its bytes say: a mark of order, zeros as in UTF-16, valid UTF-8; else the
 * Windows code page of Western Europe.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const [a, b, c] = bytes;
  const decode = (encoding: string, from = 0) => ({
    text: new TextDecoder(encoding).decode(bytes.subarray(from)),
    encoding,
  });
  if (a === 0xef && b === 0xbb && c === 0xbf) return decode('utf-8', 3);
  if (a === 0xff && b === 0xfe) return decode('utf-16le', 2);
  if (a === 0xfe && b === 0xff) return decode('utf-16be', 2);
  const zeros = [0, 0];
  for (let at = 0; at < Math.min(bytes.length, 2_000); at++) if (bytes[at] === 0) zeros[at % 2]!++;
  const half = Math.min(bytes.length, 2_000) / 4;
  if ((zeros[1] ?? 0) > half) return decode('utf-16le');
  if ((zeros[0] ?? 0) > half) return decode('utf-16be');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return decode('windows-1252');
  }
}

/**
 * What is chosen by mistake, by how its text begins: workbooks of today, old ones, PDFs. They would be read
 * as a table of odd signs.
 */
const noTables = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0', '%PDF-'] as const;

/** Whether decoded text may be a table at all. */
export const isTable = (text: string): boolean => !noTables.some((start) => text.startsWith(start));

const delimiters = [',', ';', '\t', '|'] as const;

/** What separates cells: the sign that the first line has most often outside of quotes. */
export function delimiterOf(text: string): string {
  const end = text.search(/\r?\n/);
  const first = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '');
  const counts = delimiters.map((sign) => first.split(sign).length - 1);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * The rows of a file one after the other, forgiving about quotes and row lengths. A row without any text is
 * none.
 */
export async function* rowsOf(text: string, delimiter: string): AsyncGenerator<string[]> {
  // In pieces, so that a long file never stands in the parser as a whole, and others get their turn between
  // them.
  const pieces = function* () {
    for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
  };
  const parser = Readable.from(pieces()).pipe(
    parse({
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 200_000,
    }),
  );
  for await (const row of parser) yield row as string[];
}

const plain = (text: string): string =>
  plainText(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Which column each field probably is, by its heading. A heading names one field, and a field has one column.
 * `namesOf` tells how screens call a field, in whatever languages.
 */
export function suggestMapping(
  columns: readonly string[],
  namesOf: (target: ImportTarget) => readonly string[] = () => [],
): Partial<Record<ImportTarget, number>> {
  const mapping: Partial<Record<ImportTarget, number>> = {};
  const taken = new Set<number>();
  const headings = columns.map(plain);
  const find = (target: ImportTarget, fits: (heading: string) => boolean): void => {
    if (mapping[target] !== undefined) return;
    const at = headings.findIndex((heading, index) => heading !== '' && !taken.has(index) && fits(heading));
    if (at < 0) return;
    mapping[target] = at;
    taken.add(at);
  };
  for (const target of importTargets)
    find(target, (heading) => heading === plain(target.replace(/[A-Z]/g, ' $&')));
  for (const target of importTargets) {
    const names = new Set(namesOf(target).map(plain));
    find(target, (heading) => names.has(heading));
  }
  for (const target of importTargets)
    find(target, (heading) => tableWords.some(({ columns: known }) => known[target]?.includes(heading)));
  return mapping;
}
