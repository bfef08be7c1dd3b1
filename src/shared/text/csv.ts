/**
 * What a spreadsheet may take for the beginning of a formula; the wide signs come from East Asian keyboards.
 */
export const formulaSigns = String.raw`=+\-@＝＋－＠`;
const beginsAsFormula = new RegExp(String.raw`^[${formulaSigns}\t\r]`);

type Cell = string | number | boolean | Date | null;

/** A cell that no spreadsheet takes for a formula and no comma breaks; a moment as ISO 8601 in UTC. */
export const csvCell = (value: Cell): string => csvCellOf(value, ',');

/** The same where another sign stands between cells. */
export function csvCellOf(value: Cell, delimiter: string): string {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value);
  // What a person typed may begin like a formula, whoever they are; a number of ours may not be changed.
  const safe = typeof value === 'string' && beginsAsFormula.test(text) ? `'${text}` : text;
  return /["\n\r]/.test(safe) || safe.includes(delimiter) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
