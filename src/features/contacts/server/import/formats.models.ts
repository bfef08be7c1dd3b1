import { dateParts, readFileNumber, type DateOrder, type DecimalSign } from '#shared/contacts/file-values.ts';
import type { ColumnFormat } from '../../contacts-import.contract.ts';

/** Cells of a column, and of a file, that are looked at: thousands tell what there is to tell. */
const mostCells = 5_000;
const mostOfFile = 300_000;

/** Where a file comes from, for what its own cells leave open. */
export type FileOrigin = {
  /** The sign between cells: spreadsheets write `;` where a comma is the decimal sign. */
  delimiter: string;
  language: string;
  /** IANA name of the zone of whoever brings the file; null where it is not known. */
  timezone: string | null;
};

type Counts = {
  dates: number;
  orders: Set<DateOrder>;
  numbers: number;
  signs: Set<DecimalSign>;
  cells: number;
};

/**
 * Tells how the columns of a file write days and numbers: `look` at each row, then ask for the `formats`. A
 * column where each cell may be read in two ways follows the other columns, and a file that leaves all open
 * follows where it comes from.
 */
export function formatFinder(columns: number) {
  const most = Math.min(mostCells, Math.ceil(mostOfFile / Math.max(1, columns)));
  const counts: Counts[] = Array.from({ length: columns }, () => ({
    dates: 0,
    orders: new Set(),
    numbers: 0,
    signs: new Set(),
    cells: 0,
  }));
  const only = <T>(signs: ReadonlySet<T>): T | null => (signs.size === 1 ? ([...signs][0] ?? null) : null);

  return {
    look(row: readonly string[]): void {
      for (let at = 0; at < Math.min(columns, row.length); at++) {
        const [cell, count] = [row[at]?.trim() ?? '', counts[at]];
        if (!count || cell === '' || count.cells >= most) continue;
        count.cells += 1;
        const found = dateParts(cell);
        if (found) {
          count.dates += 1;
          const [first, second] = found.parts;
          if (first.length >= 3) count.orders.add('ymd');
          else if (found.named !== null || Number(first) > 31) continue;
          else if (Number(first) > 12) count.orders.add('dmy');
          else if (Number(second) > 12) count.orders.add('mdy');
          continue;
        }
        const [comma, point] = [readFileNumber(cell, 'comma'), readFileNumber(cell, 'point')];
        if (comma === null && point === null) continue;
        count.numbers += 1;
        if (point === null) count.signs.add('comma');
        else if (comma === null) count.signs.add('point');
      }
    },
    formats({ delimiter, language, timezone }: FileOrigin): ColumnFormat[] {
      const decided = <T>(of: (count: Counts) => ReadonlySet<T>): T | null =>
        only(new Set(counts.flatMap((count) => only(of(count)) ?? [])));
      const isAmerican = language === 'en' && delimiter !== ';' && timezone?.startsWith('America/') === true;
      const order = decided(({ orders }) => orders) ?? (isAmerican ? 'mdy' : 'dmy');
      const sign =
        decided(({ signs }) => signs) ?? (language === 'en' && delimiter !== ';' ? 'point' : 'comma');
      return counts.flatMap(({ dates, orders, numbers, signs, cells }, column) => {
        // A column of which some cells only look like it is none.
        const [hasDates, hasNumbers] = [dates * 2 > cells, numbers * 2 > cells];
        return hasDates || hasNumbers
          ? [
              {
                column,
                dates: hasDates ? (only(orders) ?? (orders.has('dmy') ? 'dmy' : order)) : null,
                numbers: hasNumbers ? (only(signs) ?? sign) : null,
              },
            ]
          : [];
      });
    },
  };
}
