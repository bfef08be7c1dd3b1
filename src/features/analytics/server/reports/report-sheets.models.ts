import { currencyDigits } from '#shared/chat/message-parts.ts';
import { csvCell } from '#shared/text/csv.ts';
import type { Cell, LocalMoment, Report, ReportTable } from './report.models.ts';
import type { ReportText } from './words.models.ts';

/** Sheets of a workbook are told apart by the first letters of their names, whatever their case. */
const longestName = 31;

/** What a report says in figures, as a table of its own. */
export function summaryTable({ cards, period, subject, test }: Report, text: ReportText): ReportTable {
  const say = (key: string): string => text(`analytics-report:${key}`);
  return {
    name: say('section.summary'),
    columns: [
      say('column.figure'),
      say('column.value'),
      say('column.before'),
      say('column.currency'),
      say('column.formula'),
    ],
    rows: [
      [say('column.about'), subject, null, null, null],
      [say('column.period'), period, null, null, null],
      ...cards.map(({ name, value, before, formula }): Cell[] => [
        name,
        value,
        before,
        typeof value === 'object' && value !== null && 'currency' in value ? value.currency : null,
        formula,
      ]),
      ...(test === null ? [] : [[test, null, null, null, null]]),
    ],
  };
}

/** The summary as CSV of RFC 4180 with a mark for Excel that it is UTF-8. */
export function summaryCsv(report: Report, text: ReportText): string {
  const { columns, rows } = summaryTable(report, text);
  const lines = [columns, ...rows].map((row) => row.map(csvText).join(','));
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`;
}

function csvText(cell: Cell): string {
  // An amount is a number of ours, so that a minus sign in front is no formula.
  if (typeof cell === 'object' && cell !== null)
    return 'currency' in cell
      ? (cell.amount / 10 ** currencyDigits(cell.currency)).toFixed(currencyDigits(cell.currency))
      : cell.local;
  return csvCell(cell);
}

/** The summary and every table of a report as an Excel workbook, one sheet each. */
export async function reportXlsx(report: Report, text: ReportText): Promise<Buffer> {
  const tables = [
    summaryTable(report, text),
    ...report.sections.flatMap(({ parts }) => parts.map(({ table, empty }) => ({ ...table, empty }))),
  ];
  const taken = new Set<string>();
  const sheets = tables.map((table) => ({
    data: [
      table.columns.map((title) => ({ value: title, type: String, fontWeight: 'bold' }) as const),
      ...('empty' in table && typeof table.empty === 'string' && table.rows.length === 0
        ? [[{ value: table.empty, type: String } as const]]
        : table.rows.map((row) => row.map(sheetCell))),
    ],
    sheet: sheetName(table.name, taken),
    stickyRowsCount: 1,
    columns: table.columns.map((_, place) => ({ width: place === 0 ? 32 : 18 })),
  }));
  // Eighty files that a start need not read.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile(sheets).toBuffer();
}

/** Numbers, days and texts each as what they are, so that no text is a formula. */
function sheetCell(cell: Cell) {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return { value: cell, type: Number } as const;
  if (typeof cell === 'string') return { value: cell.slice(0, 32_000), type: String } as const;
  if (!('currency' in cell)) return dayCell(cell);
  const digits = currencyDigits(cell.currency);
  return {
    value: cell.amount / 10 ** digits,
    type: Number,
    format: digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`,
  } as const;
}

/** Workbooks know no time zones: what the clock on the wall said. */
const dayCell = ({ local }: LocalMoment) =>
  ({
    value: new Date(`${local.includes('T') ? local : `${local}T00:00`}:00Z`),
    type: Date,
    format: local.includes('T') ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd',
  }) as const;

function sheetName(name: string, taken: Set<string>): string {
  const plain =
    name
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'|'$/g, ' ')
      .trim()
      .slice(0, longestName) || 'Report';
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` ${number}`;
    const wanted = `${plain.slice(0, longestName - ending.length)}${ending}`;
    if (taken.has(wanted.toLowerCase())) continue;
    taken.add(wanted.toLowerCase());
    return wanted;
  }
}
