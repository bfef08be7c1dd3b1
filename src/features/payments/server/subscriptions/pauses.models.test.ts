import { expect, test } from 'vitest';
import { chargedWhileStopped, pauseActionOf, unusedParts, type ServiceFacts } from './pauses.models.ts';

const now = new Date('2026-05-10T12:00:00Z');
const later = new Date('2026-06-01T12:00:00Z');
const live: ServiceFacts = {
  agent: { status: 'live', servesPaid: false, isFree: false },
  isBlocked: false,
  planEndsAt: null,
  servedDays: 30,
};
const free: ServiceFacts = { ...live, agent: { status: 'live', servesPaid: false, isFree: true } };
const running = {
  closing: '',
  stoppedAt: null,
  unservedAt: null,
  isPaused: false,
  isEnding: false,
  periodEnd: later,
} as const;

test('nobody pays on for what became free, also where nothing was noted when it did', () => {
  expect(pauseActionOf(running, live, now)).toEqual({ do: 'nothing' });
  expect(pauseActionOf(running, free, now)).toEqual({ do: 'end_with_period' });
  expect(pauseActionOf({ ...running, closing: 'pause', isPaused: true, stoppedAt: now }, free, now)).toEqual({
    do: 'end_with_period',
  });
  expect(pauseActionOf({ ...running, isEnding: true }, free, now)).toEqual({ do: 'nothing' });
});

const year = { ...running, periodEnd: new Date('2027-04-01T12:00:00Z') };
const day = 86_400_000;
const before = (days: number): Date => new Date(now.getTime() - days * day);
const paused: ServiceFacts = { ...live, agent: { status: 'paused', servesPaid: true, isFree: false } };

test.each([
  ['an agent that is closed to others', paused, 'period'],
  ['what became free', free, ''],
] as const)(
  'the year that %s was sold for ends, and its rest goes back, a month after the plan of its owner did',
  (_name, facts, closing) => {
    const row = { ...year, closing, isEnding: true };
    expect(pauseActionOf({ ...row, isEnding: false }, { ...facts, planEndsAt: before(5) }, now)).toEqual({
      do: 'end_with_period',
    });
    expect(pauseActionOf(row, { ...facts, planEndsAt: before(29) }, now)).toEqual({ do: 'nothing' });
    expect(pauseActionOf(row, { ...facts, planEndsAt: before(180) }, now)).toEqual({
      do: 'end',
      unusedFrom: before(150),
    });
    expect(pauseActionOf(row, { ...facts, planEndsAt: later }, now)).toEqual({ do: 'nothing' });
  },
);

test('the first payment is given back where nobody made it on a page: after a trial', () => {
  const payment = { reference: 'pay_1', amount: 900, refunded: 0, paidAt: now, dispute: 'none' } as const;
  const given = { payments: [payment], stoppedAt: before(1) };
  expect(chargedWhileStopped({ ...given, trialDays: 7 })).toEqual([{ reference: 'pay_1', amount: 900 }]);
  expect(chargedWhileStopped({ ...given, trialDays: 0 })).toEqual([]);
});

test('what is unused is counted for the period that each payment paid for', () => {
  const paid = (reference: string, paidAt: string, refunded = 0) => ({
    reference,
    amount: 3_000,
    refunded,
    paidAt: new Date(paidAt),
    dispute: 'none' as const,
  });
  const row = {
    currency: 'EUR',
    terms: { interval: 'month' } as never,
    periodEnd: new Date('2026-06-01T00:00:00Z'),
    paidUntil: new Date('2026-06-01T00:00:00Z'),
  };
  const lines = [paid('pay_1', '2026-04-01T00:00:00Z'), paid('pay_2', '2026-05-01T00:00:00Z')];
  const amounts = (...given: Parameters<typeof unusedParts>) =>
    unusedParts(...given).map(({ reference, amount }) => [reference, amount]);
  expect(amounts(row, lines, new Date('2026-05-11T00:00:00Z'))).toEqual([['pay_2', 2_033]]);
  // A renewal came although the service had stopped before.
  expect(amounts(row, lines, new Date('2026-04-21T00:00:00Z'))).toEqual([
    ['pay_2', 3_000],
    ['pay_1', 1_000],
  ]);
  // It was given back already: the days before it go back all the same.
  const [first, second] = lines;
  if (first && second)
    expect(amounts(row, [first, { ...second, refunded: 3_000 }], new Date('2026-04-21T00:00:00Z'))).toEqual([
      ['pay_1', 1_000],
    ]);
  // A period that has begun and was not charged yet is nobody's money.
  const begun = { ...row, periodEnd: new Date('2026-07-01T00:00:00Z') };
  expect(amounts(begun, lines, new Date('2026-06-01T00:30:00Z'))).toEqual([]);
});
