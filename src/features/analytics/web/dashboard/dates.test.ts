import { describe, expect, test } from 'vitest';
import { curveFigures } from '../../analytics-figures.contract.ts';
import { begunPoints, placeOf, pointNames, weekdayNames } from './dates.ts';

test('points are called by the days of the period’s time zone, in the person’s language', () => {
  const start = '2026-11-28T23:00:00.000Z';
  const names = (unit: 'hour' | 'day' | 'week' | 'month', language: string) => {
    const { short, long } = pointNames(unit, 'Europe/Prague', language);
    return [short(start), long(start)];
  };
  expect(names('day', 'en')).toEqual(['Nov 29', 'Sun, November 29']);
  expect(names('hour', 'cs')).toEqual(['00:00', '29. 11. 00:00']);
  expect(names('month', 'nl')).toEqual(['nov 2026', 'november 2026']);
});

test('weeks begin on Monday in each language', () => {
  expect(weekdayNames('en').map(({ short }) => short)).toEqual([
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ]);
  expect(weekdayNames('fr')[0]?.label).toBe('lundi');
});

test('a version is marked at the point of the curve in which it was published', () => {
  const starts = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
  const place = (moment: string) => placeOf(moment, starts, '2026-11-03T00:00:00.000Z');
  expect(place('2026-10-31T23:59:59.000Z')).toBeNull();
  expect(place('2026-11-01T12:00:00.000Z')).toBe(0);
  expect(place('2026-11-02T00:00:00.000Z')).toBe(1);
  expect(place('2026-11-03T00:00:00.000Z')).toBeNull();
});

describe('a curve', () => {
  const none = Object.fromEntries(curveFigures.map((figure) => [figure, 0])) as Record<
    (typeof curveFigures)[number],
    number
  >;
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    ...none,
    start: new Date(Date.UTC(2026, 11, 1, hour)).toISOString(),
  }));
  const counted = (hour: number) =>
    hours.map((point, at) => (at === hour ? { ...point, messages: 2 } : point));

  test('ends with the hour that runs: the rest of the day has not come yet', () => {
    expect(begunPoints(hours, new Date('2026-12-01T03:50:00.000Z'))).toBe(4);
    expect(begunPoints(hours, new Date('2026-12-01T04:00:00.000Z'))).toBe(5);
    expect(begunPoints(hours, new Date('2026-12-02T08:00:00.000Z'))).toBe(24);
    expect(begunPoints([], new Date('2026-12-01T03:50:00.000Z'))).toBe(0);
  });

  test('shows what was counted, also where the clock of the browser is late', () => {
    expect(begunPoints(counted(5), new Date('2026-12-01T03:50:00.000Z'))).toBe(6);
    expect(begunPoints(counted(2), new Date('2026-12-01T03:50:00.000Z'))).toBe(4);
  });
});
