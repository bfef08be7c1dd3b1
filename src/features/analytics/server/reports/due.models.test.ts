import { expect, test } from 'vitest';
import type { ReportRhythm } from '../../analytics-reports.contract.ts';
import { daysTold, lastDue, nextDue } from './due.models.ts';

const next = (every: ReportRhythm, zone: string, now: string): string =>
  nextDue(every, zone, new Date(now)).toISOString();
const told = (every: ReportRhythm, zone: string, now: string) =>
  daysTold(every, lastDue(every, zone, new Date(now)));

test('a letter is due on Monday at eight by the clocks of its zone, also after they were moved', () => {
  // Prague: an hour ahead in winter, two from 29 March 2026 on.
  expect(next('week', 'Europe/Prague', '2026-03-23T06:59:59Z')).toBe('2026-03-23T07:00:00.000Z');
  expect(next('week', 'Europe/Prague', '2026-03-23T07:00:00Z')).toBe('2026-03-30T06:00:00.000Z');
  expect(next('week', 'Europe/Prague', '2026-10-19T12:00:00Z')).toBe('2026-10-26T07:00:00.000Z');
  // Half an hour and less are zones, too; Lord Howe moves its clocks by half an hour.
  expect(next('week', 'Asia/Kathmandu', '2026-05-11T02:15:00Z')).toBe('2026-05-18T02:15:00.000Z');
  expect(next('week', 'Australia/Lord_Howe', '2026-04-01T00:00:00Z')).toBe('2026-04-05T21:30:00.000Z');
  // Clocks that are moved on a Monday, at midnight.
  expect(next('month', 'America/Asuncion', '2023-09-20T00:00:00Z')).toBe('2023-10-01T11:00:00.000Z');
});

test('a report is due on the first of the month, whatever the months’ lengths', () => {
  expect(next('month', 'UTC', '2026-01-31T23:00:00Z')).toBe('2026-02-01T08:00:00.000Z');
  expect(next('month', 'UTC', '2026-02-01T08:00:00Z')).toBe('2026-03-01T08:00:00.000Z');
  expect(next('month', 'Pacific/Kiritimati', '2026-12-31T18:00:00Z')).toBe('2027-01-31T18:00:00.000Z');
  expect(next('month', 'Pacific/Honolulu', '2026-12-31T18:00:00Z')).toBe('2027-01-01T18:00:00.000Z');
});

test('the days that are told about are the whole week or month before, however late it is written', () => {
  expect(told('week', 'Europe/Prague', '2026-03-30T06:00:00Z')).toEqual({
    from: '2026-03-23',
    to: '2026-03-29',
  });
  expect(told('week', 'Europe/Prague', '2026-03-30T05:59:00Z')).toEqual({
    from: '2026-03-16',
    to: '2026-03-22',
  });
  expect(told('week', 'Europe/Prague', '2026-04-05T21:00:00Z')).toEqual({
    from: '2026-03-23',
    to: '2026-03-29',
  });
  expect(told('month', 'UTC', '2026-03-17T00:00:00Z')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(told('month', 'UTC', '2028-03-01T07:59:00Z')).toEqual({ from: '2028-01-01', to: '2028-01-31' });
  expect(told('month', 'UTC', '2026-01-01T08:00:00Z')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

test('from each time the next one is later, and belongs to the next week or month', () => {
  for (const zone of ['UTC', 'Europe/Prague', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham'])
    for (const every of ['week', 'month'] as const) {
      let at = new Date('2025-12-15T10:00:00Z');
      let before = lastDue(every, zone, at);
      for (let round = 0; round < (every === 'week' ? 60 : 15); round += 1) {
        at = nextDue(every, zone, at);
        const due = lastDue(every, zone, at);
        expect(due > before).toBe(true);
        expect(daysTold(every, due).from).toBe(before);
        const shown = new Intl.DateTimeFormat('en-GB', {
          timeZone: zone,
          weekday: 'short',
          day: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
        }).format(at);
        expect(shown).toMatch(every === 'week' ? /^Mon \d+,? 08:00$/ : /^\w+ 1,? 08:00$/);
        before = due;
      }
    }
});
