import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "5 minutes ago", "in 3 days": the largest unit that fits; anything under a minute is "now". */
export function relativeTime(iso: string, language: string, now: number = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1_000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  if (unit === 'second') return format.format(0, 'second');
  // What lasts for 72 hours ends in three days, a second later, too; what is past has gone by in full.
  return format.format(seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size), unit);
}

/** How long it lasts since then: "12 min", "2 hr", at least a minute. */
export function lastingTime(iso: string, language: string, now: number = Date.now()): string {
  const seconds = Math.max(60, (now - Date.parse(iso)) / 1_000);
  const [unit, size] = steps.find(([, length]) => seconds >= length) ?? ['minute', 60];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.trunc(seconds / size),
  );
}

/** The exact instant in the person's own zone, zone included. */
export function exactTime(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(iso));
}

/**
 * A moment: how long ago it was, kept up to date, with the exact instant on hover; `plain` writes date and
 * time instead, `lasting` for how long it has been so.
 */
export function Time({
  at,
  plain = false,
  lasting = false,
  className,
}: {
  at: string;
  plain?: boolean | 'date' | 'time';
  lasting?: boolean;
  className?: string;
}) {
  const { i18n } = useTranslation();
  const [, tick] = useState(0);
  useEffect(() => {
    if (plain) return;
    const timer = setInterval(() => tick((count) => count + 1), 30_000);
    return () => clearInterval(timer);
  }, [plain]);
  const absolute = () =>
    new Intl.DateTimeFormat(i18n.language, {
      ...(plain !== 'time' && { dateStyle: 'medium' }),
      ...(plain !== 'date' && { timeStyle: 'short' }),
    }).format(new Date(at));
  return (
    <time dateTime={at} title={exactTime(at, i18n.language)} className={className}>
      {plain ? absolute() : (lasting ? lastingTime : relativeTime)(at, i18n.language)}
    </time>
  );
}
