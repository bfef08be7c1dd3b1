import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { languages } from '#shared/languages.ts';
import { blogCategories } from '../blog.contract.ts';

/** Posts that superadmins write; those of the product are files. */
export const blogPosts = pgTable('blog_posts', {
  id: text().primaryKey(),
  slug: text().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  category: text({ enum: blogCategories }).notNull(),
  tags: text().array().notNull(),
  author: text().notNull(),
  language: text({ enum: languages }).notNull(),
  body: text().notNull(),
  isPublished: boolean('is_published').notNull(),
  /** When it was first published; a draft that never was has none. */
  publishedAt: timestamp('published_at', { withTimezone: true }),
  revision: integer().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
