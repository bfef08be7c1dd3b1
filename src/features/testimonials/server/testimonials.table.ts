import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { languages } from '#shared/languages.ts';

/** What customers say, for the start page. */
export const testimonials = pgTable('testimonials', {
  id: text().primaryKey(),
  place: integer().notNull(),
  quote: text().notNull(),
  name: text().notNull(),
  role: text().notNull(),
  language: text({ enum: languages }),
  /** Key of a picture of the server. */
  picture: text(),
  isShown: boolean('is_shown').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
