import { describe, expect, it } from 'vitest';
import { usualHours, type OfficeHours } from '../../conversations-hours.contract.ts';
import { isOpenAt, opensNextAt } from './hours.models.ts';

const prague: OfficeHours = {
  ...usualHours,
  isOn: true,
  timeZone: 'Europe/Prague',
  daysOff: [{ date: '2026-12-25', name: 'Christmas' }],
};
const open = (hours: OfficeHours, at: string): boolean => isOpenAt(hours, new Date(at));
const next = (hours: OfficeHours, at: string): string | null =>
  opensNextAt(hours, new Date(at))?.toISOString() ?? null;

describe('office hours', () => {
  it('hold in their own time zone, summer and winter, to the minute', () => {
    expect(
      [
        '2026-01-05T07:59:59Z',
        '2026-01-05T08:00:00Z',
        '2026-01-05T15:59:59Z',
        '2026-01-05T16:00:00Z',
        '2026-01-04T10:00:00Z',
      ].map((at) => open(prague, at)),
    ).toEqual([false, true, true, false, false]);
    expect(
      ['2026-07-06T06:59:59Z', '2026-07-06T07:00:00Z', '2026-07-06T14:59:59Z', '2026-07-06T15:00:00Z'].map(
        (at) => open(prague, at),
      ),
    ).toEqual([false, true, true, false]);
  });
  it('say when somebody is there next, over weekends, days off and the change of clocks', () => {
    expect(next(prague, '2026-01-05T05:00:00Z')).toBe('2026-01-05T08:00:00.000Z');
    expect(next(prague, '2026-01-05T10:00:00Z')).toBeNull();
    expect(next(prague, '2026-12-24T20:00:00Z')).toBe('2026-12-28T08:00:00.000Z');
    // On the Friday it is winter, on the Monday summer; and back in October.
    expect(next(prague, '2026-03-27T20:00:00Z')).toBe('2026-03-30T07:00:00.000Z');
    expect(next(prague, '2026-10-23T20:00:00Z')).toBe('2026-10-26T08:00:00.000Z');
  });
  it('know several spans of a day, zones far from Greenwich, and hours that no clock shows', () => {
    const split = {
      ...prague,
      week: prague.week.map(() => [
        { from: 840, to: 1_080 },
        { from: 540, to: 720 },
      ]),
    };
    expect(next(split, '2026-01-05T11:30:00Z')).toBe('2026-01-05T13:00:00.000Z');
    expect(next({ ...split, timeZone: 'Pacific/Auckland' }, '2026-01-05T11:30:00Z')).toBe(
      '2026-01-05T20:00:00.000Z',
    );
    expect(next({ ...split, timeZone: 'America/Los_Angeles' }, '2026-01-05T05:30:00Z')).toBe(
      '2026-01-05T17:00:00.000Z',
    );
    expect(
      next({ ...prague, week: prague.week.map(() => [{ from: 150, to: 300 }]) }, '2026-03-28T22:00:00Z'),
    ).toBe('2026-03-29T01:30:00.000Z');
  });
  it('hold nobody back where they are off, and promise nothing where no day is left', () => {
    expect(open({ ...prague, isOn: false }, '2026-01-04T10:00:00Z')).toBe(true);
    const never = { ...prague, week: prague.week.map(() => []) };
    expect([open(never, '2026-01-05T10:00:00Z'), next(never, '2026-01-05T10:00:00Z')]).toEqual([false, null]);
  });
});
