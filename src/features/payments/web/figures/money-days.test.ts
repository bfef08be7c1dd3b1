import { expect, test } from 'vitest';
import { barsOf, daysOf, messagesTakenBack } from './money-days.ts';

const friday = new Date(2026, 10, 20, 15);

test('a week begins on Monday and a month on its first day, both end today', () => {
  expect(daysOf('today', friday)).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  expect(daysOf('week', friday)).toEqual({ from: '2026-11-16', to: '2026-11-20' });
  expect(daysOf('week', new Date(2026, 10, 22))).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(daysOf('month', friday)).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  expect(daysOf('all', friday)).toEqual({});
});

test('months, quarters and years are those of the calendar, and what is over ends with its last day', () => {
  expect(daysOf('lastMonth', friday)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(daysOf('lastMonth', new Date(2027, 0, 31, 1))).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(daysOf('quarter', friday)).toEqual({ from: '2026-10-01', to: '2026-11-20' });
  expect(daysOf('lastQuarter', new Date(2027, 1, 3))).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(daysOf('year', friday)).toEqual({ from: '2026-01-01', to: '2026-11-20' });
  expect(daysOf('lastYear', friday)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  expect(daysOf('month', new Date(2028, 1, 29, 23))).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});

const days = [
  {
    day: '2026-11-03',
    money: [
      { currency: 'EUR', net: 500 },
      { currency: 'USD', net: 9 },
    ],
    payments: 2,
  },
  { day: '2026-11-01', money: [{ currency: 'EUR', net: -100 }], payments: 0 },
];

test('days without money stand between those with money, and currencies are not added up', () => {
  expect(barsOf(days, 'EUR', { from: '2026-11-01', to: '2026-11-04' }).map(({ value }) => value)).toEqual([
    -100, 0, 500, 0,
  ]);
  expect(barsOf(days, 'USD', {}).map(({ key, value }) => [key, value])).toEqual([
    ['2026-11-01', 0],
    ['2026-11-02', 0],
    ['2026-11-03', 9],
  ]);
  expect(barsOf([], 'EUR', {})).toEqual([]);
});

test('a long time is told by months, with nothing lost', () => {
  const bars = barsOf(
    [...days, { day: '2026-02-27', money: [{ currency: 'EUR', net: 50 }], payments: 1 }],
    'EUR',
    {},
  );
  expect(bars).toHaveLength(10);
  expect([bars[0], bars.at(-1)]).toEqual([
    { key: '2026-02', value: 50, isMonth: true },
    { key: '2026-11', value: 400, isMonth: true },
  ]);
});

test('part of the money takes that part of the messages back, and all parts together take all', () => {
  const pack = { messages: 100, paid: 999, refunded: 0 };
  expect(messagesTakenBack(pack, 500)).toBe(50);
  expect(messagesTakenBack(pack, 999)).toBe(100);
  expect(messagesTakenBack({ ...pack, refunded: 500 }, 499)).toBe(50);
  expect(messagesTakenBack({ ...pack, messages: 3 }, 100)).toBe(0);
  expect(messagesTakenBack({ messages: 10, paid: 0, refunded: 0 }, 5)).toBe(0);
});
