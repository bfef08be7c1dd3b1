import { expect, test } from 'vitest';
import { daysOfPeriod, lastMonthWhileEarly } from './period.ts';

const own = { from: '', to: '' };
const sunday = new Date(2026, 10, 29, 23, 30);

test('each period begins where people expect it, and ends today', () => {
  expect(daysOfPeriod('today', own, sunday)).toEqual({
    from: '2026-11-29',
    to: '2026-11-29',
    isBackwards: false,
  });
  expect(daysOfPeriod('week', own, sunday)).toMatchObject({ from: '2026-11-23', to: '2026-11-29' });
  expect(daysOfPeriod('week', own, new Date(2026, 10, 30, 0, 5))).toMatchObject({ from: '2026-11-30' });
  expect(daysOfPeriod('week', own, new Date(2026, 0, 1))).toMatchObject({ from: '2025-12-29' });
  expect(daysOfPeriod('month', own, sunday)).toMatchObject({ from: '2026-11-01', to: '2026-11-29' });
  expect(daysOfPeriod('all', own, sunday)).toEqual({ isBackwards: false });
});

test('of a period of one’s own only real days count, and one that ends before it begins says so', () => {
  expect(daysOfPeriod('range', { from: '2026-02-31x', to: 'soon' }, sunday)).toEqual({ isBackwards: false });
  expect(daysOfPeriod('range', { from: '2026-10-01', to: '' }, sunday)).toEqual({
    from: '2026-10-01',
    isBackwards: false,
  });
  expect(daysOfPeriod('range', { from: '2026-10-02', to: '2026-10-01' }, sunday)).toMatchObject({
    isBackwards: true,
  });
});

test('in its first three days a month offers the one before, whole', () => {
  expect(lastMonthWhileEarly(new Date(2026, 11, 1, 0, 5))).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(lastMonthWhileEarly(new Date(2026, 0, 3, 23, 59))).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(lastMonthWhileEarly(new Date(2026, 2, 2))).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(lastMonthWhileEarly(new Date(2026, 11, 4))).toBeNull();
});
