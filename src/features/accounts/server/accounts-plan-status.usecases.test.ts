import { expect, test } from 'vitest';
import { planNameOf, planStatusOf } from './accounts-plan-status.usecases.ts';
import type { AccountRow } from './accounts.table.ts';

const now = new Date('2026-11-01T12:00:00Z');
const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000);
const terms = { areFree: false, since: null, trialDays: 7 };
const account = (changes: Partial<AccountRow>): AccountRow => ({
  id: 'acc_1',
  name: 'Linden',
  isSystem: false,
  isOperators: false,
  isSample: false,
  subscriptionStatus: 'trialing',
  hasPaid: false,
  plan: null,
  trialEnd: inDays(-10),
  incompleteSince: null,
  activeUntil: null,
  givenPlan: null,
  givenUntil: null,
  suspendedAt: null,
  suspendedReason: '',
  createdAt: inDays(-20),
  reviewSince: null,
  namedAt: null,
  replyEmail: null,
  client: null,
  ...changes,
});
const nameOf = (changes: Partial<AccountRow>) => planNameOf(account(changes), terms, now);
const paid = (plan: 'pro' | 'white_label', activeUntil = inDays(5)) =>
  ({ subscriptionStatus: 'active', hasPaid: true, plan, activeUntil }) as const;

test('whoever pays for one plan and is given another has the higher one, whichever that is', () => {
  expect(nameOf({ ...paid('white_label'), givenPlan: 'pro' })).toBe('white_label');
  expect(nameOf({ ...paid('pro'), givenPlan: 'white_label' })).toBe('white_label');
  expect(nameOf({ ...paid('pro'), givenPlan: 'pro' })).toBe('pro');
  // A renewal that failed keeps what was paid for its days of grace.
  const unpaid = { ...paid('white_label'), subscriptionStatus: 'incomplete', incompleteSince: now } as const;
  expect(nameOf({ ...unpaid, givenPlan: 'pro' })).toBe('white_label');
});

test('what is no longer paid, or was never bought, leaves the plan that was given', () => {
  expect(nameOf({ ...paid('white_label', inDays(-1)), givenPlan: 'pro' })).toBe('pro');
  expect(nameOf({ trialEnd: inDays(3), givenPlan: 'pro' })).toBe('pro');
  expect(nameOf({ ...paid('pro'), givenPlan: 'white_label', givenUntil: inDays(-1) })).toBe('pro');
});

test('of what is paid and what is given, the later end counts', () => {
  const endOf = (changes: Partial<AccountRow>) => planStatusOf(account(changes), terms, now).endsAt;
  expect(endOf({ ...paid('pro', inDays(5)), givenPlan: 'pro', givenUntil: inDays(2) })).toEqual(inDays(5));
  expect(endOf({ ...paid('pro', inDays(5)), givenPlan: 'pro', givenUntil: inDays(9) })).toEqual(inDays(9));
  expect(endOf({ ...paid('pro', inDays(5)), givenPlan: 'pro', givenUntil: null })).toBeNull();
  expect(endOf({ ...paid('pro', inDays(-5)), givenPlan: 'pro', givenUntil: inDays(2) })).toEqual(inDays(2));
});

test('a client stands where its agency does, and is paused by it', () => {
  const agency = account({ ...paid('white_label'), id: 'acc_2' });
  const client = (of: AccountRow, pausedAt: Date | null = null, stoppedAt: Date | null = null) => ({
    client: {
      agencyId: of.id,
      agencyName: 'Linden',
      pausedAt,
      pausedReason: '',
      stoppedAt,
      featuresOff: [],
      agency: of,
    },
  });
  const statusOf = (changes: Partial<AccountRow>) => planStatusOf(account(changes), terms, now);
  // Its own trial, long over, means nothing.
  expect(statusOf(client(agency))).toMatchObject({ isActive: true, status: 'active', expiredAt: null });
  expect(nameOf(client(agency))).toBe('client');
  expect(statusOf(client(agency, inDays(-1)))).toMatchObject({ isActive: false, expiredAt: inDays(-1) });
  // A smaller plan has no clients; who paid them is served as long as after any end of a plan.
  const small = account(paid('pro'));
  expect(statusOf(client(small, null, inDays(-3)))).toMatchObject({ isActive: false, expiredAt: inDays(-3) });
  expect(nameOf(client(small))).toBe('none');
  const ended = account(paid('white_label', inDays(-4)));
  expect(statusOf(client(ended))).toMatchObject({ isActive: false, expiredAt: inDays(-4) });
  const suspended = account({ ...paid('white_label'), suspendedAt: inDays(-2) });
  expect(statusOf(client(suspended))).toMatchObject({ isActive: false, expiredAt: inDays(-2) });
});
