import { bigint, date, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { limitKinds } from '../account-limits.contract.ts';

/**
 * Who says what an account may have: a superadmin for this account, the agency that looks after it, or the server for
 * all accounts without a superadmin's limit.
 */
export const limitSetters = ['superadmin', 'agency', 'server'] as const;
export type LimitSetter = (typeof limitSetters)[number];

export const accountLimits = pgTable(
  'account_limits',
  {
    accountId: text('account_id').notNull(),
    kind: text({ enum: limitKinds }).notNull(),
    setBy: text('set_by', { enum: limitSetters }).notNull(),
    most: bigint({ mode: 'number' }).notNull(),
    /** Of messages alone; its first day. */
    usedMonth: date('used_month', { mode: 'string' }),
    used: bigint({ mode: 'number' }).notNull().default(0),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind, table.setBy] })],
);

/** What every account may have at most where no superadmin set another limit for it. */
export const accountLimitDefaults = pgTable('account_limit_defaults', {
  kind: text({ enum: limitKinds }).primaryKey(),
  most: bigint({ mode: 'number' }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
