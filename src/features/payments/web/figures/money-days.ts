import type { Revenue } from '../../payments-figures.contract.ts';

/**
 * The periods that figures can be about: those of the specification, "Dashboard screen", and those that books
 * are closed by.
 */
export const periods = [
  'today',
  'week',
  'month',
  'lastMonth',
  'quarter',
  'lastQuarter',
  'year',
  'lastYear',
  'all',
  'range',
] as const;
export type Period = (typeof periods)[number];

const isoDay = (date: Date): string =>
  [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');
const dayAfter = (day: string, days = 1): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
};

/** How many months a period has, and how many of them it lies back. */
const inMonths = {
  month: [1, 0],
  lastMonth: [1, 1],
  quarter: [3, 0],
  lastQuarter: [3, 1],
  year: [12, 0],
  lastYear: [12, 1],
} as const;

/**
 * First and last day of a period in the person's own calendar; weeks begin on Monday. One that is not over
 * ends today. Empty for all time, and for a period of one's own.
 */
export function daysOf(period: Period, now: Date): { from?: string; to?: string } {
  if (period === 'all' || period === 'range') return {};
  const to = isoDay(now);
  if (period === 'today') return { from: to, to };
  if (period === 'week')
    return {
      from: isoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7))),
      to,
    };
  const [months, back] = inMonths[period];
  const first = Math.floor(now.getMonth() / months) * months - back * months;
  const last = new Date(now.getFullYear(), first + months, 0);
  return { from: isoDay(new Date(now.getFullYear(), first, 1)), to: last < now ? isoDay(last) : to };
}

/** Most bars that are days; more of them are put together by months. */
const mostDays = 92;

export type MoneyBar = {
  key: string;
  value: number;
  isMonth: boolean;
};

/**
 * What came in day by day in one currency, days without money included; months where the days would be too
 * many.
 */
export function barsOf(
  days: Revenue['days'],
  currency: string,
  range: { from?: string; to?: string },
): MoneyBar[] {
  const sums = new Map(
    days.map(({ day, money }) => [day, money.find((sum) => sum.currency === currency)?.net ?? 0]),
  );
  const known = [...sums.keys()].toSorted();
  const [first, last] = [range.from ?? known[0], range.to ?? known.at(-1)];
  if (!first || !last) return [];
  const all: string[] = [];
  for (let day = first; day <= last && all.length < 4_000; day = dayAfter(day)) all.push(day);
  if (all.length <= mostDays)
    return all.map((day) => ({ key: day, value: sums.get(day) ?? 0, isMonth: false }));
  return [...Map.groupBy(all, (day) => day.slice(0, 7))].map(([month, inMonth]) => ({
    key: month,
    value: inMonth.reduce((sum, day) => sum + (sums.get(day) ?? 0), 0),
    isMonth: true,
  }));
}

/**
 * How many messages a refund of so much takes back, of what a pack had: its part of the money, rounded down,
 * nothing taken twice.
 */
export function messagesTakenBack(
  pack: { messages: number; paid: number; refunded: number },
  amount: number,
): number {
  if (pack.paid <= 0) return 0;
  const part = (refunded: number) =>
    refunded >= pack.paid ? pack.messages : Math.floor((pack.messages * refunded) / pack.paid);
  return part(pack.refunded + amount) - part(pack.refunded);
}
