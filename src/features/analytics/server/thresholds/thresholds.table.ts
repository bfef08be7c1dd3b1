import { bigint, boolean, date, doublePrecision, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { thresholdFigures, thresholdSides } from '../../analytics-thresholds.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const analyticsThresholds = pgTable('analytics_thresholds', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id'),
  figure: text({ enum: thresholdFigures }).notNull(),
  side: text({ enum: thresholdSides }).notNull(),
  amount: bigint({ mode: 'number' }).notNull(),
  currency: text().notNull(),
  zone: text().notNull(),
  value: doublePrecision('last_value'),
  isPast: boolean('is_past').notNull().default(false),
  /** The first day of the period in which it was last told. */
  toldDay: date('told_day'),
  toldAt: moment('told_at'),
  checkedAt: moment('checked_at'),
  createdAt: moment('created_at').notNull(),
});
