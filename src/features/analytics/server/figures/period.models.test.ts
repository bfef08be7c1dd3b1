import { describe, expect, it } from 'vitest';
import {
  beginningOf,
  cutDays,
  dayAt,
  partsOf,
  periodBefore,
  periodOf,
  piecesOf,
  stretchesOf,
  unitOf,
  zoneNamed,
} from './period.models.ts';

const iso = (dates: readonly Date[]): string[] => dates.map((date) => date.toISOString());

describe('a period', () => {
  it('begins and ends at midnight of its time zone, also half an hour off', () => {
    expect(beginningOf('2026-03-29', 'Europe/Prague').toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect(beginningOf('2026-03-30', 'Europe/Prague').toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(beginningOf('2026-05-01', 'Asia/Kolkata').toISOString()).toBe('2026-04-30T18:30:00.000Z');
    expect(beginningOf('2026-05-01', 'Asia/Kathmandu').toISOString()).toBe('2026-04-30T18:15:00.000Z');
    expect(beginningOf('2026-05-01', 'UTC').toISOString()).toBe('2026-05-01T00:00:00.000Z');
  });

  it('begins after a midnight that clocks jump over, and with the first of two midnights', () => {
    // Cairo jumps from midnight to one o'clock; Havana has midnight twice.
    expect(beginningOf('2026-04-24', 'Africa/Cairo').toISOString()).toBe('2026-04-23T22:00:00.000Z');
    expect(beginningOf('2026-11-01', 'America/Havana').toISOString()).toBe('2026-11-01T04:00:00.000Z');
  });

  it('knows in which day an instant lies', () => {
    expect(dayAt(new Date('2026-04-30T18:29:59.999Z'), 'Asia/Kolkata')).toBe('2026-04-30');
    expect(dayAt(new Date('2026-04-30T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-05-01');
  });

  it('has as many days before it', () => {
    expect(periodBefore(periodOf('UTC', '2026-03-01', '2026-03-31'))).toMatchObject({
      from: '2026-01-29',
      to: '2026-02-28',
      ends: new Date('2026-03-01T00:00:00Z'),
    });
  });

  it('knows time zones by name only', () => {
    expect(['Europe/Prague', 'utc', '+02:00', 'Mars/Olympus', ''].map(zoneNamed)).toEqual([
      'Europe/Prague',
      'UTC',
      null,
      null,
      null,
    ]);
  });
});

describe('the parts of a period', () => {
  it('are 23 hours on the day on which clocks go on, and 25 when they go back', () => {
    expect(partsOf(periodOf('Europe/Prague', '2026-03-29', '2026-03-29'))).toHaveLength(23);
    expect(partsOf(periodOf('Europe/Prague', '2026-10-25', '2026-10-25'))).toHaveLength(25);
  });

  it('are weeks from Monday on and whole months, the first one as much of it as there is', () => {
    expect(iso(partsOf(periodOf('UTC', '2026-01-07', '2026-01-20'), 'week'))).toEqual([
      '2026-01-07T00:00:00.000Z',
      '2026-01-12T00:00:00.000Z',
      '2026-01-19T00:00:00.000Z',
    ]);
    expect(iso(partsOf(periodOf('UTC', '2026-01-31', '2026-03-01'), 'month'))).toEqual([
      '2026-01-31T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ]);
  });

  it('are never more than people can read, up to ten years', () => {
    for (const to of ['2026-01-01', '2026-01-02', '2026-03-01', '2027-12-31', '2036-01-01']) {
      const period = periodOf('Asia/Kolkata', '2026-01-01', to);
      expect(partsOf(period, unitOf(period)).length).toBeLessThanOrEqual(125);
    }
  });

  it('cut days of UTC where they do not begin with one', () => {
    expect(cutDays(partsOf(periodOf('Asia/Kolkata', '2026-05-01', '2026-05-02'), 'day'))).toEqual([
      '2026-04-30',
      '2026-05-01',
    ]);
    expect(cutDays(partsOf(periodOf('UTC', '2026-05-01', '2026-05-09'), 'day'))).toEqual([]);
  });
});

describe('the pieces of a period', () => {
  it('hold each quarter of an hour of it once, in its part', () => {
    for (const [zone, from, to] of [
      ['Europe/Prague', '2026-03-27', '2026-03-31'],
      ['Asia/Kathmandu', '2026-05-01', '2026-05-01'],
      ['America/New_York', '2026-10-30', '2026-11-03'],
      ['UTC', '2026-02-01', '2026-04-30'],
    ] as const) {
      const period = periodOf(zone, from, to);
      for (const unit of ['hour', 'day', 'week', 'month'] as const) {
        const parts = partsOf(period, unit);
        const found = piecesOf(parts, period.ends).flatMap(({ place, first, last, from: begin, to: end }) => {
          const quarters: string[] = [];
          for (let day = Date.parse(first); day <= Date.parse(last); day += 86_400_000)
            for (let quarter = begin; quarter < end; quarter++)
              quarters.push(`${place} ${new Date(day + quarter * 900_000).toISOString()}`);
          return quarters;
        });
        const wanted: string[] = [];
        for (let at = period.begins.getTime(); at < period.ends.getTime(); at += 900_000)
          wanted.push(
            `${parts.filter((start) => start.getTime() <= at).length} ${new Date(at).toISOString()}`,
          );
        expect(found).toEqual(wanted);
      }
    }
  });

  it('of equal clocks begin where clocks are put forth and back', () => {
    const hours = (zone: string, from: string, to: string) =>
      stretchesOf(periodOf(zone, from, to)).map(({ begins, aheadMs }) => [
        begins.toISOString().slice(0, 16),
        aheadMs / 3_600_000,
      ]);
    expect(hours('Europe/Prague', '2026-01-01', '2026-12-31')).toEqual([
      ['2025-12-31T23:00', 1],
      ['2026-03-29T01:00', 2],
      ['2026-10-25T01:00', 1],
    ]);
    // Half an hour, on the other side of the world.
    expect(hours('Australia/Lord_Howe', '2026-04-01', '2026-04-06')).toEqual([
      ['2026-03-31T13:00', 11],
      ['2026-04-04T15:00', 10.5],
    ]);
    expect(hours('Asia/Kathmandu', '2026-01-01', '2026-12-31')).toEqual([['2025-12-31T18:15', 5.75]]);
  });
});
