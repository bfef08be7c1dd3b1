import type { Language } from '#shared/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import { emptyKey, type Breakdown } from '../../analytics-figures.contract.ts';
import type { AnalyticsOverview } from '../../analytics.contract.ts';
import type { Amount, LocalMoment } from './report.models.ts';

export type ReportText = (key: string, variables?: Record<string, string | number>) => string;

/** Monday, 5 January 1970 was one. */
const monday = Date.UTC(1970, 0, 5);
const dayMs = 86_400_000;

/** Numbers, days and names as a language writes them, by the clocks of a report's time zone. */
export function reportWords(
  language: Language,
  text: ReportText,
  { zone, unit }: Pick<AnalyticsOverview, 'zone' | 'unit'>,
) {
  const numbers = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const hours = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    ...(unit === 'hour'
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : unit === 'month'
        ? { month: 'short', year: 'numeric' }
        : { day: 'numeric', month: 'short' }),
  });
  const locals = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(unit === 'hour' && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  });
  const weekdays = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const nameIn = (type: 'region' | 'language', code: string): string => {
    try {
      return new Intl.DisplayNames([language], { type, fallback: 'code' }).of(code) ?? code;
    } catch {
      // What a browser calls its language may be no language.
      return code;
    }
  };
  const day = (local: string): string => days.format(new Date(`${local.slice(0, 10)}T00:00:00Z`));
  return {
    number: (value: number): string => numbers.format(value),
    money: ({ amount, currency }: Amount): string => formatMoney(amount, currency, language),
    day,
    period: ({ from, to }: { from: string; to: string }): string =>
      from === to ? day(from) : text('analytics-report:period', { from: day(from), to: day(to) }),
    /** An instant of a curve, short enough for an axis. */
    moment: (start: string): string => hours.format(new Date(start)),
    local: (start: string): LocalMoment => ({ local: locals.format(new Date(start)).replace(' ', 'T') }),
    /** The day of the week, 0 being Monday. */
    weekday: (place: number): string => weekdays.format(new Date(monday + place * dayMs)),
    depth: ({ from, to }: { from: number; to: number | null }): string =>
      to === null
        ? text('analytics-report:depth.more', { from: numbers.format(from) })
        : from === to
          ? numbers.format(from)
          : `${numbers.format(from)}–${numbers.format(to)}`,
    /** By how much a number changed; from nothing there is no share. */
    change: (value: number, before: number | null): string | null =>
      before === null || before === 0 ? null : percent.format((value - before) / Math.abs(before)),
    labelOf(by: Breakdown, { key, label }: { key: string; label: string }): string {
      if (key === '') return text(`analytics-report:${emptyKey(by, label)}`);
      if (by === 'country') return nameIn('region', key);
      if (by === 'language') return nameIn('language', key);
      if (by === 'device' && ['smartphone', 'mobile', 'tablet', 'desktop'].includes(key))
        return text(`analytics-report:device.${key === 'mobile' ? 'smartphone' : key}`);
      return label || key;
    },
  };
}
