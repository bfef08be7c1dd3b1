import type { AnalyticsOverview } from '../../analytics.contract.ts';
import { curveFigures } from '../../analytics-figures.contract.ts';

type Unit = AnalyticsOverview['unit'];

/** How the points of a curve are called under it, and where one of them is pointed at. */
export function pointNames(unit: Unit, zone: string, language: string) {
  const short = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    ...(
      {
        hour: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
        day: { day: 'numeric', month: 'short' },
        week: { day: 'numeric', month: 'short' },
        month: { month: 'short', year: 'numeric' },
      } satisfies Record<Unit, Intl.DateTimeFormatOptions>
    )[unit],
  });
  const long = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    ...(
      {
        hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
        day: { weekday: 'short', day: 'numeric', month: 'long' },
        week: { day: 'numeric', month: 'long', year: 'numeric' },
        month: { month: 'long', year: 'numeric' },
      } satisfies Record<Unit, Intl.DateTimeFormatOptions>
    )[unit],
  });
  return {
    short: (start: string) => short.format(new Date(start)),
    long: (start: string) => long.format(new Date(start)),
  };
}

/** Monday to Sunday. */
export function weekdayNames(language: string): { short: string; label: string }[] {
  const [short, long] = (['short', 'long'] as const).map(
    (weekday) => new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }),
  );
  return Array.from({ length: 7 }, (_, index) => {
    // 5 January 2026 is a Monday.
    const day = new Date(Date.UTC(2026, 0, 5 + index));
    return { short: short?.format(day) ?? '', label: long?.format(day) ?? '' };
  });
}

/** 00:00 to 23:00. */
export const hourNames = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** At which point of a curve a moment lies: the last that begins before it; null before the first. */
export function placeOf(moment: string, starts: readonly string[], ends: string): number | null {
  if (moment >= ends) return null;
  const place = starts.findLastIndex((start) => start <= moment);
  return place < 0 ? null : place;
}

/**
 * How many of a curve's points have begun: what comes after them cannot have been counted yet. What was counted has begun,
 * also where the browser's clock is late.
 */
export const begunPoints = (curve: AnalyticsOverview['curve'], now: Date): number =>
  Math.max(
    curve.filter(({ start }) => Date.parse(start) <= now.getTime()).length,
    curve.findLastIndex((point) => curveFigures.some((figure) => point[figure] > 0)) + 1,
  );
