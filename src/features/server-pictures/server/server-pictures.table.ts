import { customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Pictures of what the server itself shows. */
export const serverPictures = pgTable('server_pictures', {
  key: text().primaryKey(),
  type: text().notNull(),
  bytes: bytea().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
