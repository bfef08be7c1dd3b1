import writeExcelFile from 'write-excel-file/node';
import { countryCodes } from '#shared/contacts/country-codes.ts';
import { csvCell } from '#shared/text/csv.ts';
import type { FormAnswer } from '#shared/forms/answers.ts';
import { takesAnswer, type FormBlock, type FormDocument } from '#shared/forms/document.ts';
import { currencyDigits } from '#shared/chat/message-parts.ts';
import type { FormPayment } from '#features/payments/server/checkout/forms.usecases.ts';
import type { FileFacts, SubmissionRow } from './submissions.repository.ts';

/** What stands in one column of the table. */
export type Cell = string | number | boolean | Date | null;
export type Column = {
  key: string;
  title: string;
};
export type SubmissionTable = {
  columns: Column[];
  rows: Cell[][];
};

/**
 * An answer in words: labels instead of values, whole units of money, names of files. Also for mails and the
 * list.
 * `files` are the names by id.
 */
export function answerInWords(
  block: FormBlock,
  answer: FormAnswer | undefined,
  files: ReadonlyMap<string, string> = new Map(),
): string {
  if (answer === undefined) return '';
  const labelOf = (value: string): string =>
    block.options.find((option) => option.value === value)?.label ?? value;
  if (typeof answer === 'boolean') return answer ? '✓' : '';
  if (typeof answer === 'number')
    return block.type === 'currency'
      ? `${(answer / 10 ** currencyDigits(block.currency)).toFixed(currencyDigits(block.currency))} ${block.currency}`
      : String(answer);
  if (typeof answer === 'string') return labelOf(answer);
  if (Array.isArray(answer))
    return block.type === 'file'
      ? answer.map((id) => files.get(id) ?? id).join(', ')
      : block.type === 'ranking'
        ? answer.map((value, at) => `${at + 1}. ${labelOf(value)}`).join(', ')
        : answer.map(labelOf).join(', ');
  if (block.type === 'matrix')
    return block.rows
      .flatMap(({ value, label }) =>
        answer[value] === undefined ? [] : [`${label}: ${labelOf(answer[value])}`],
      )
      .join('; ');
  const { line1 = '', line2 = '', postalCode = '', city = '', region = '', country = '' } = answer;
  return [line1, line2, `${postalCode} ${city}`.trim(), region, countryCodes.includes(country) ? country : '']
    .filter((part) => part !== '')
    .join(', ');
}

/**
 * Submissions as a table: one line each, one column for each question of the form as it is now and of answers
 * that older versions asked for.
 */
export function submissionTable(
  form: Pick<FormDocument, 'blocks'>,
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
    return typeof answer === 'boolean' ? answer : answerInWords(block, answer, names);
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

/** As CSV of RFC 4180 with a mark for Excel that it is UTF-8. */
export function tableCsv({ columns, rows }: SubmissionTable): string {
  const lines = [columns.map(({ title }) => csvCell(title)), ...rows.map((row) => row.map(csvCell))];
  return `\ufeff${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

/** As an Excel workbook: numbers, times and texts each as what they are, so that no text is a formula. */
export async function tableXlsx({ columns, rows }: SubmissionTable, sheet: string): Promise<Buffer> {
  const cell = (value: Cell) => {
    if (value === null || value === '') return null;
    if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm' } as const;
    if (typeof value === 'number') return { value, type: Number } as const;
    if (typeof value === 'boolean') return { value, type: Boolean } as const;
    return { value: value.slice(0, 32_000), type: String } as const;
  };
  const data = [
    columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' }) as const),
    ...rows.map((row) => row.map(cell)),
  ];
  return writeExcelFile(data, {
    sheet: sheet.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31) || 'Submissions',
    stickyRowsCount: 1,
  }).toBuffer();
}
