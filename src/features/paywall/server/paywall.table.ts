import { sql, type Placeholder, type SQL } from 'drizzle-orm';
import { bigint, boolean, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { OrSlots } from '#platform/database/statement.ts';
import { entryKinds, lotKinds } from '../paywall.contract.ts';
import type { Holding, PaywallTerms, ReservationEnd } from './paywall.models.ts';

export type { Holding, PaywallTerms, ReservationEnd };

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const paywallHolders = pgTable('paywall_holders', {
  visitorId: text('visitor_id').primaryKey(),
  accountId: text('account_id').notNull(),
  walletId: text('wallet_id').notNull(),
  joinedAt: moment('joined_at').notNull(),
});

export const paywallLots = pgTable('paywall_lots', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  walletId: text('wallet_id').notNull(),
  kind: text({ enum: lotKinds }).notNull(),
  isTest: boolean('is_test').notNull(),
  purchaseId: text('purchase_id'),
  granted: integer(),
  used: integer().notNull().default(0),
  held: integer().notNull().default(0),
  expiresAt: moment('expires_at'),
  isEnding: boolean('is_ending').notNull().default(false),
  frozenAt: moment('frozen_at'),
  revokedAt: moment('revoked_at'),
  expiredAt: moment('expired_at'),
  period: text().notNull().default(''),
  day: date({ mode: 'string' }),
  dayCount: integer('day_count').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  remaining: integer().generatedAlwaysAs(sql`greatest(0, granted - used)`),
});

export const paywallEntries = pgTable('paywall_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: text('account_id').notNull(),
  lotId: text('lot_id').notNull(),
  kind: text({ enum: entryKinds }).notNull(),
  amount: integer().notNull(),
  messageId: text('message_id'),
  reason: text().notNull(),
  actorId: text('actor_id'),
  note: text().notNull().default(''),
  key: text().notNull(),
  createdAt: moment('created_at').notNull(),
});

const timeOf = (now: Date | Placeholder): string | Placeholder =>
  now instanceof Date ? now.toISOString() : now;

/**
 * Takes one message of a visitor for an answer that is about to be written; an expression for the select
 * list. Ends in the SQLSTATE `PW402` or `PW429` when there is none.
 */
export function reserveMessage(
  input: OrSlots<{ accountId: string; agentId: string; visitorId: string; answerId: string; now: Date }> & {
    terms: OrSlots<PaywallTerms>;
  },
): SQL {
  const { terms } = input;
  return sql`paywall_reserve(${input.accountId}, ${input.agentId}, ${input.visitorId}, ${input.answerId},
    ${terms.free}::int, ${terms.period}, ${terms.isTest}::boolean, ${terms.fairUse}::int,
    ${timeOf(input.now)}::timestamptz)`;
}

/**
 * Ends what was reserved for an answer, and gives what the wallet holds then; an expression for the select
 * list. Does nothing where nothing was reserved, or the second time.
 */
export function endReservation(
  answerId: SQL | Placeholder | string,
  reservationEnd: OrSlots<ReservationEnd>,
  now: Date | Placeholder,
): SQL {
  return sql`paywall_settle(${answerId}, ${reservationEnd.outcome}, ${reservationEnd.reason},
    ${timeOf(now)}::timestamptz)`;
}
