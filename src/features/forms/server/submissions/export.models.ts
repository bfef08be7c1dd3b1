import { csvCell } from '#shared/text/csv.ts';
import { answerWords, momentOf } from '#shared/forms/words.ts';
import type { FormAnswer } from '#shared/forms/answers.ts';
import { takesAnswer, type FormBlock, type FormDocument } from '#shared/forms/document.ts';
import { currencyDigits } from '#shared/chat/message-parts.ts';
import type { FormPayment } from '#features/payments/server/checkout/forms.usecases.ts';
import type { FileFacts, SubmissionRow } from './submissions.repository.ts';

/** A day or hour without a zone; `at` stands for it in UTC, an hour on the first day of 1970. */
type GivenMoment = {
  text: string;
  at: Date;
  format: string;
};
/** What stands in one column of the table. */
export type Cell = string | number | boolean | Date | GivenMoment | null;
type Column = {
  key: string;
  title: string;
};
export type SubmissionTable = {
  columns: Column[];
  rows: Cell[][];
};

/** A number as it is searched for: money in whole units with its currency. */
export function amountInWords(block: Pick<FormBlock, 'type' | 'currency'>, answer: number): string {
  const digits = currencyDigits(block.currency);
  return block.type === 'currency'
    ? `${(answer / 10 ** digits).toFixed(digits)} ${block.currency}`
    : String(answer);
}

/** How Excel shows days and hours that people gave. */
const shapes = { date: 'yyyy-mm-dd', time: 'hh:mm', datetime: 'yyyy-mm-dd hh:mm' } as const;

/** A day or hour that somebody gave: in a table of text as it was given, in a workbook as what it is. */
function givenMoment(block: FormBlock, answer: FormAnswer): GivenMoment | null {
  if (block.type !== 'date' && block.type !== 'time' && block.type !== 'datetime') return null;
  const at = momentOf(block.type, String(answer));
  return at && { text: String(answer).replace('T', ' '), at, format: shapes[block.type] };
}

/**
 * Submissions as a table: one line each, one column for each question of the form as it is now and of answers
 * that older versions asked for.
 */
export function submissionTable(
  form: Pick<FormDocument, 'blocks' | 'settings'>,
  rows: readonly SubmissionRow[],
  files: readonly FileFacts[],
  payments: ReadonlyMap<string, FormPayment>,
): SubmissionTable {
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const blocks = form.blocks.filter((block) => takesAnswer(block) && block.type !== 'payment');
  const known = new Set(blocks.map(({ key }) => key));
  const older = [...new Set(rows.flatMap(({ answers }) => Object.keys(answers)))]
    .filter((key) => !known.has(key))
    .toSorted();
  const variables = [...new Set(rows.flatMap((row) => Object.keys(row.variables)))].toSorted();
  const facts: [string, (row: SubmissionRow) => Cell][] = [
    ['id', ({ id }) => id],
    ['submitted_at', ({ submittedAt, updatedAt }) => submittedAt ?? updatedAt],
    ['state', ({ state }) => state],
    ['status', ({ status }) => status],
  ];
  const money = (id: string, of: 'amount' | 'refunded'): Cell => {
    const payment = payments.get(id);
    return payment ? payment[of] / 10 ** currencyDigits(payment.currency) : null;
  };
  const paid: [string, (row: SubmissionRow) => Cell][] = [
    ['payment', ({ id }) => payments.get(id)?.state ?? null],
    ['amount', ({ id }) => money(id, 'amount')],
    ['refunded', ({ id }) => money(id, 'refunded')],
    ['currency', ({ id }) => payments.get(id)?.currency ?? null],
    ['test_money', ({ id }) => payments.get(id)?.isTest ?? null],
  ];
  const more: [string, (row: SubmissionRow) => Cell][] = [
    ...(payments.size > 0 ? paid : []),
    ['tag', ({ tag }) => tag],
    ...(['source', 'medium', 'campaign', 'term', 'content'] as const).map(
      (name): [string, (row: SubmissionRow) => Cell] => [
        `utm_${name}`,
        ({ utm }) => utm[`utm_${name}`] ?? '',
      ],
    ),
    ['page', ({ landingUrl }) => landingUrl],
    ['landing_page', ({ landingPageId }) => landingPageId],
    ['landing_page_version', ({ landingPageVersion }) => landingPageVersion],
    ['referrer', ({ referrer }) => referrer],
    ['device', ({ device }) => device],
    [
      'seconds',
      ({ startedAt, submittedAt }) =>
        submittedAt === null ? null : Math.round((submittedAt.getTime() - startedAt.getTime()) / 1_000),
    ],
    ...(rows.some(({ confirmedAt }) => confirmedAt !== null)
      ? [['confirmed_at', ({ confirmedAt }) => confirmedAt] as [string, (row: SubmissionRow) => Cell]]
      : []),
    ['contact_id', ({ contactId }) => contactId],
  ];
  const valueOf = (block: FormBlock, answer: FormAnswer | undefined): Cell => {
    if (answer === undefined) return null;
    if (typeof answer === 'number')
      return block.type === 'currency' ? answer / 10 ** currencyDigits(block.currency) : answer;
    if (typeof answer === 'boolean') return answer;
    return givenMoment(block, answer) ?? answerWords(block, answer, names, form.settings.language);
  };
  const plain = (answer: FormAnswer | undefined): Cell =>
    answer === undefined ? null : typeof answer === 'object' ? JSON.stringify(answer) : answer;
  return {
    columns: [
      ...facts.map(([key]) => ({ key, title: key })),
      ...blocks.map(({ key, label }) => ({ key, title: label || key })),
      ...older.map((key) => ({ key, title: key })),
      ...variables.map((key) => ({ key: `=${key}`, title: key })),
      ...more.map(([key]) => ({ key, title: key })),
    ],
    rows: rows.map((row) => [
      ...facts.map(([, read]) => read(row)),
      ...blocks.map((block) => valueOf(block, row.answers[block.key])),
      ...older.map((key) => plain(row.answers[key])),
      ...variables.map((key) => row.variables[key] ?? null),
      ...more.map(([, read]) => read(row)),
    ]),
  };
}

const isGivenMoment = (cell: Cell): cell is GivenMoment =>
  typeof cell === 'object' && cell !== null && 'format' in cell;
const csvText = (cell: Cell): string => csvCell(isGivenMoment(cell) ? cell.text : cell);

/** As CSV of RFC 4180 with a mark for Excel that it is UTF-8. */
export function tableCsv({ columns, rows }: SubmissionTable): string {
  const lines = [columns.map(({ title }) => csvCell(title)), ...rows.map((row) => row.map(csvText))];
  return `\ufeff${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

/** As an Excel workbook: numbers, times and texts each as what they are, so that no text is a formula. */
export async function tableXlsx({ columns, rows }: SubmissionTable, sheet: string): Promise<Buffer> {
  const cell = (value: Cell) => {
    if (value === null || value === '') return null;
    // Excel counts hours as parts of a day.
    if (isGivenMoment(value))
      return value.format === shapes.time
        ? ({ value: value.at.getTime() / 86_400_000, type: Number, format: value.format } as const)
        : ({ value: value.at, type: Date, format: value.format } as const);
    if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm' } as const;
    if (typeof value === 'number') return { value, type: Number } as const;
    if (typeof value === 'boolean') return { value, type: Boolean } as const;
    return { value: value.slice(0, 32_000), type: String } as const;
  };
  const data = [
    columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' }) as const),
    ...rows.map((row) => row.map(cell)),
  ];
  // Eighty files that a start need not read.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile(data, {
    sheet: sheet.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31) || 'Submissions',
    stickyRowsCount: 1,
  }).toBuffer();
}
