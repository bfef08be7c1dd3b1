/** A period as days of a time zone, and as the instants of its beginning and its end (not within it). */
export type Period = {
  zone: string;
  from: string;
  to: string;
  begins: Date;
  ends: Date;
};
export type Unit = 'hour' | 'day' | 'week' | 'month';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/**
 * The name by which a time zone is known to everybody; null where none has it. An offset is no name: databases
 * read its sign the other way round.
 */
export function zoneNamed(zone: string): string | null {
  if (!/^[a-z]/i.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** How the clocks of a zone stand at an instant, as if they were those of UTC. */
function clockAt(at: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(
    parts['year'] ?? 0,
    (parts['month'] ?? 1) - 1,
    parts['day'] ?? 1,
    parts['hour'] ?? 0,
    parts['minute'] ?? 0,
    parts['second'] ?? 0,
  );
}

const asDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day of a time zone in which an instant lies. */
export const dayAt = (at: Date, zone: string): string =>
  asDay(clockAt(Math.floor(at.getTime() / 1_000) * 1_000, zone));

/** As many days later (earlier when below zero). */
export const daysAfter = (day: string, count: number): string =>
  asDay(Date.parse(`${day}T00:00:00Z`) + count * dayMs);

/** How many days from one to another, both counted. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;

/** The first instant of a day in a time zone: midnight, or where clocks jump over midnight what comes after it. */
export function beginningOf(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const offsets = [midnight - dayMs, midnight + dayMs].map((near) => clockAt(near, zone) - near);
  const possible = offsets
    .map((offset) => midnight - offset)
    .filter((at) => asDay(clockAt(at, zone)) === day)
    .toSorted((a, b) => a - b);
  return new Date(possible[0] ?? midnight - (offsets[0] ?? 0));
}

/** The days from one to another, both within the period. */
export const periodOf = (zone: string, from: string, to: string): Period => ({
  zone,
  from,
  to,
  begins: beginningOf(from, zone),
  ends: beginningOf(daysAfter(to, 1), zone),
});

/** The period of as many days that ends where this one begins. */
export const periodBefore = ({ zone, from, to }: Period): Period =>
  periodOf(zone, daysAfter(from, -daysBetween(from, to)), daysAfter(from, -1));

/** How far apart the points of a curve are that people can still read. */
export function unitOf({ from, to }: Pick<Period, 'from' | 'to'>): Unit {
  const days = daysBetween(from, to);
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 730 ? 'week' : 'month';
}

/** The Monday or the first of the month from which a day is counted. */
function firstDayOf(day: string, unit: 'day' | 'week' | 'month'): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  return daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

function dayAfter(day: string, unit: 'day' | 'week' | 'month'): string {
  if (unit === 'day') return daysAfter(day, 1);
  return unit === 'week' ? daysAfter(day, 7) : firstDayOf(daysAfter(day, 31), 'month');
}

/**
 * Where the parts of a period begin, in their order; the first is the period's own beginning, also within a week or
 * a month. Hours are an hour long each, so the day on which clocks go back has 25.
 */
export function partsOf(period: Period, unit: Unit = unitOf(period)): Date[] {
  const { zone, from, to, begins, ends } = period;
  if (unit === 'hour') {
    const count = Math.ceil((ends.getTime() - begins.getTime()) / hourMs);
    return Array.from({ length: count }, (_, place) => new Date(begins.getTime() + place * hourMs));
  }
  const starts = [begins];
  for (let day = dayAfter(firstDayOf(from, unit), unit); day <= to; day = dayAfter(day, unit))
    starts.push(beginningOf(day, zone));
  return starts;
}

/** Days of UTC that a moment cuts in two: what happened on them is summed up by quarters of an hour. */
export function cutDays(moments: readonly Date[]): string[] {
  return [
    ...new Set(moments.filter((at) => at.getTime() % dayMs !== 0).map((at) => at.toISOString().slice(0, 10))),
  ];
}

const quarterMs = 900_000;
const quartersOfDay = 96;

/**
 * Days of UTC, from `first` to `last`, of which the quarters of an hour from `from` on and before `to` lie in a part of a
 * period; more than one day only where all 96 do.
 */
export type Piece = {
  place: number;
  first: string;
  last: string;
  from: number;
  to: number;
};

/** A period cut where its parts (from 1 on) and the days of UTC begin. */
export function piecesOf(parts: readonly Date[], ends: Date): Piece[] {
  const bounds = [...parts, ends].map((at) => Math.ceil(at.getTime() / quarterMs));
  const day = (quarter: number): string => asDay(Math.floor(quarter / quartersOfDay) * dayMs);
  return parts.flatMap((_, index): Piece[] => {
    const [begin = 0, end = 0] = bounds.slice(index, index + 2);
    const place = index + 1;
    const piece = (a: number, b: number): Piece[] => {
      const from = ((a % quartersOfDay) + quartersOfDay) % quartersOfDay;
      const days = Math.ceil((from + b - a) / quartersOfDay);
      return a < b
        ? [{ place, first: day(a), last: day(b - 1), from, to: from + b - a - (days - 1) * quartersOfDay }]
        : [];
    };
    const firstMidnight = Math.ceil(begin / quartersOfDay) * quartersOfDay;
    const lastMidnight = Math.floor(end / quartersOfDay) * quartersOfDay;
    if (firstMidnight > lastMidnight) return piece(begin, end);
    return [
      ...piece(begin, firstMidnight),
      ...piece(firstMidnight, lastMidnight),
      ...piece(lastMidnight, end),
    ];
  });
}

/** Whether a piece holds whole days. */
export const isWhole = ({ from, to }: Piece): boolean => from === 0 && to === quartersOfDay;

/** Days between two looks at a clock: no zone puts its clock forth and back within so few. */
const stretchDays = 3;

/** The parts of a period in which the clock stands equally far from UTC, with how many ms it is ahead. */
export function stretchesOf({ zone, begins, ends }: Period): { begins: Date; aheadMs: number }[] {
  const aheadAt = (at: number): number => clockAt(at, zone) - at;
  const stretches = [{ begins, aheadMs: aheadAt(begins.getTime()) }];
  for (let known = begins.getTime(); known < ends.getTime();) {
    const next = Math.min(known + stretchDays * dayMs, ends.getTime());
    const [before, after] = [aheadAt(known), aheadAt(next)];
    if (before !== after) {
      let [low, high] = [known, next];
      while (high - low > quarterMs) {
        const middle = Math.floor((low + high) / 2 / quarterMs) * quarterMs;
        if (aheadAt(middle) === before) low = middle;
        else high = middle;
      }
      if (high < ends.getTime()) stretches.push({ begins: new Date(high), aheadMs: after });
    }
    known = next;
  }
  return stretches;
}
