import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const accountOnboarding = pgTable('account_onboarding', {
  accountId: text('account_id').primaryKey(),
  /** Since when the first steps are out of sight. */
  putAwayAt: timestamp('put_away_at', { withTimezone: true }),
  /** Kinds of mails of the first week that were written. */
  letters: text().array().notNull().default([]),
  lastLetterAt: timestamp('last_letter_at', { withTimezone: true }),
});
