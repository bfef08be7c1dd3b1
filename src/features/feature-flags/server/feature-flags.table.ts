import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { featureFlags as flags } from '../feature-flags.contract.ts';

/** What is on or off; without an account, for everybody. */
export const featureFlags = pgTable('feature_flags', {
  flag: text({ enum: flags }).notNull(),
  accountId: text('account_id'),
  isOn: boolean('is_on').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
