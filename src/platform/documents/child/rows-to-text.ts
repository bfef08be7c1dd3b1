const longestRowLine = 600;

function isHeader(row: readonly string[]): boolean {
  const filled = row.filter((cell) => cell !== '');
  if (filled.length < 2 || filled.length < row.length * 0.6) return false;
  if (new Set(filled).size !== filled.length) return false;
  return filled.every(
    (cell) => cell.length <= 80 && !/^[-+]?[\d\s.,:%/-]+\p{Sc}?$/u.test(cell) && !/^https?:/.test(cell),
  );
}

/**
 * Writes a table so that every row can be understood alone, also when it is cut into passages:
 * `Header: value; Header: value`.
 * Without a header row, cells are joined by ` | `.
 */
export function rowsToText(rows: readonly (readonly string[])[]): string {
  const tidy = rows
    .map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  const headerIndex = tidy.slice(0, 5).findIndex((row) => row.filter((cell) => cell !== '').length > 1);
  const header = headerIndex >= 0 && tidy.length > headerIndex + 1 ? tidy[headerIndex] : undefined;
  if (!header || !isHeader(header))
    return tidy.map((row) => row.filter((cell) => cell !== '').join(' | ')).join('\n');
  const lead = tidy.slice(0, headerIndex).map((row) => row.filter((cell) => cell !== '').join(' '));
  const body = tidy.slice(headerIndex + 1).map((row) => {
    const fields = row.flatMap((cell, index) =>
      cell === '' ? [] : [header[index] ? `${header[index]}: ${cell}` : cell],
    );
    const line = fields.join('; ');
    return line.length > longestRowLine ? `${fields.join('\n')}\n` : line;
  });
  return [...lead, ...body].join('\n');
}
