import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const sampleAccounts = pgTable('sample_accounts', {
  accountId: text('account_id').primaryKey(),
  /** Whose it is; one for each person. */
  userId: text('user_id').notNull(),
  state: text({ enum: ['making', 'ready', 'failed'] }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  /** They deleted their account, and go with this one. */
  personLeaves: boolean('person_leaves').notNull().default(false),
});
