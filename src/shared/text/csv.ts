/**
 * What a spreadsheet may take for the beginning of a formula; the wide signs come from East Asian keyboards.
 */
export const formulaSigns = String.raw`=+\-@＝＋－＠`;
const beginsAsFormula = new RegExp(String.raw`^[${formulaSigns}\t\r]`);

/** A cell that no spreadsheet takes for a formula and no comma breaks; a moment as ISO 8601 in UTC. */
export function csvCell(value: string | number | boolean | Date | null): string {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value);
  // What a person typed may begin like a formula, whoever they are; a number of ours may not be changed.
  const safe = typeof value === 'string' && beginsAsFormula.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
