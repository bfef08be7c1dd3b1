import { boolean, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Language } from '#shared/languages.ts';
import { announcementAudiences, announcementLevels } from '../announcements.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const announcements = pgTable('announcements', {
  id: text().primaryKey(),
  audience: text({ enum: announcementAudiences }).notNull(),
  level: text({ enum: announcementLevels }).notNull(),
  texts: jsonb().$type<Partial<Record<Language, string>>>().notNull(),
  linkUrl: text('link_url'),
  isDismissible: boolean('is_dismissible').notNull(),
  startsAt: moment('starts_at').notNull(),
  endsAt: moment('ends_at'),
  createdAt: moment('created_at').notNull(),
});

export const announcementDismissals = pgTable(
  'announcement_dismissals',
  {
    announcementId: text('announcement_id').notNull(),
    userId: text('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.announcementId, table.userId] })],
);
