import { csvCell } from '#shared/text/csv.ts';
import { digitsOf } from '#shared/money/money.ts';
import type { MoneyMovement } from '../../payments-movements.contract.ts';

const columns = [
  'id',
  'date_utc',
  'day',
  'kind',
  'purchase',
  'type',
  'interval',
  'agent',
  'form',
  'email',
  'currency',
  'gross',
  'tax',
  'fee',
  'net',
  'coupon',
  'tag',
  'provider',
  'reference',
  'payment',
  'estimated',
  'test',
  'title',
  'papers',
  'recorded_utc',
] as const;

/** An amount with its decimal point, as spreadsheets add it up. */
export function decimal(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/**
 * How spreadsheets of a country read a file: comma and decimal point, or semicolon and decimal comma. In the
 * wrong one they show a single column, and take 9.12 for the ninth of December.
 */
export const csvFormats = ['point', 'comma'] as const;
export type CsvFormat = (typeof csvFormats)[number];
const separators: Record<CsvFormat, string> = { point: ',', comma: ';' };

export const csvHead = (format: CsvFormat): string => `\uFEFF${columns.join(separators[format])}\r\n`;

/**
 * A movement of money as a line of the file. The moment is UTC; its day is that of a time zone. A fee that is
 * unknown is empty; where nothing was charged for, there is none.
 */
export function csvLine(
  movement: MoneyMovement,
  dayOf: (at: string) => string,
  format: CsvFormat = 'point',
): string {
  // Amounts are numbers of ours, so that a minus sign in front is no formula.
  const money = (amount: number): string => {
    const text = decimal(amount, movement.currency);
    return format === 'comma' ? text.replace('.', ',') : text;
  };
  const mayBeUnknown = movement.kind === 'payment' || movement.kind === 'renewal';
  const words: Partial<Record<(typeof columns)[number], string | null>> = {
    id: movement.id,
    date_utc: movement.at,
    day: dayOf(movement.at),
    kind: movement.kind,
    purchase: movement.purchaseId,
    type: movement.type,
    interval: movement.interval,
    agent: movement.agentName,
    form: movement.formName,
    email: movement.email,
    currency: movement.currency,
    coupon: movement.coupon,
    tag: movement.tag,
    provider: movement.vendor,
    reference: movement.reference,
    payment: movement.payment,
    estimated: movement.isEstimated ? 'yes' : 'no',
    test: movement.isTest ? 'yes' : 'no',
    title: movement.title,
    papers: movement.papers.join(' '),
    recorded_utc: movement.recordedAt,
  };
  const amounts: Partial<Record<(typeof columns)[number], string>> = {
    gross: money(movement.gross),
    tax: money(movement.tax),
    fee: movement.fee === null && mayBeUnknown ? '' : money(movement.fee ?? 0),
    net: money(movement.net),
  };
  const cell = (text: string): string =>
    format === 'comma' && text.includes(';') && !text.startsWith('"') ? `"${text}"` : text;
  return `${columns.map((column) => amounts[column] ?? cell(csvCell(words[column] ?? null))).join(separators[format])}\r\n`;
}
