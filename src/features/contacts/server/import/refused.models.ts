import { csvCellOf } from '#shared/text/csv.ts';
import { importProblemKey } from '../../contacts-import.contract.ts';

/** One line of the file that is handed back, with the sign between cells that the file has itself. */
export const refusedLine = (cells: readonly (string | number)[], delimiter: string): string =>
  `${cells.map((cell) => csvCellOf(cell, delimiter)).join(delimiter)}\r\n`;

/** What is wrong with a cell, for the file: `Phone: This is not a phone number. …`. */
export function problemText(say: (key: string) => string, column: string, problem: string): string {
  const text = say(importProblemKey(problem));
  return column === '' ? text : `${column}: ${text}`;
}
