import { customType, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const agentImages = pgTable(
  'agent_images',
  {
    accountId: text('account_id').notNull(),
    hash: text().notNull(),
    kind: text({ enum: ['avatar', 'background'] }).notNull(),
    type: text().notNull(),
    bytes: bytea().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.hash] })],
);
