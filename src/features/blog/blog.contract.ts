import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';

/** What the blog is about, in the order in which it is shown. Source: the specification, "Landing page". */
export const blogCategories = ['monetization', 'chat-widgets', 'case-studies'] as const;
export type BlogCategory = (typeof blogCategories)[number];

/** Most that a post holds, in characters and pieces. */
export const blogLimits = { title: 120, description: 300, slug: 80, tags: 8, tag: 30, body: 40_000 } as const;

/** Posts on a page of the blog. */
export const postsPerPage = 6;

export const blogErrors = defineErrors('blog', {
  slugTaken: 409,
  incomplete: 409,
  changedMeanwhile: 409,
});

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What a post says of itself: as front matter of a file, and as fields of the editor. */
export const postFields = {
  title: z.string().trim().min(1).max(blogLimits.title),
  description: z.string().trim().max(blogLimits.description),
  category: z.enum(blogCategories),
  tags: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .min(1)
        .max(blogLimits.tag)
        .regex(/^[\p{L}\p{N}][\p{L}\p{N} .+-]*$/u),
    )
    .max(blogLimits.tags),
  author: z.string().trim().min(1).max(80),
  language: z.enum(languages),
};

export const postInput = z.strictObject({
  ...postFields,
  /** The end of its address. */
  slug: z.string().trim().min(1).max(blogLimits.slug).regex(slugPattern),
  /** Markdown. */
  body: z.string().max(blogLimits.body),
});
export type PostInput = z.infer<typeof postInput>;

const params = z.strictObject({ id: z.string().max(60) });

const summarySchema = z.object({
  /** Null: comes with the product, as a file, and is changed there. */
  id: z.string().nullable(),
  slug: z.string(),
  title: z.string(),
  category: z.enum(blogCategories),
  language: z.enum(languages),
  isPublished: z.boolean(),
  publishedAt: z.string().nullable(),
  updatedAt: z.string(),
});
export type PostSummary = z.infer<typeof summarySchema>;

const storedPostSchema = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.enum(blogCategories),
  tags: z.array(z.string()),
  author: z.string(),
  language: z.enum(languages),
  body: z.string(),
  isPublished: z.boolean(),
  publishedAt: z.string().nullable(),
  updatedAt: z.string(),
  /** Counts changes; a change names the one that it was made on. */
  revision: z.number().int(),
});
export type StoredPost = z.infer<typeof storedPostSchema>;

export const blogEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/superadmin/blog',
    access: 'superadmin',
    summary: 'All posts of the blog, newest first: those of the product and those written here, drafts too.',
    response: z.object({ posts: z.array(summarySchema) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/superadmin/blog/{id}',
    access: 'superadmin',
    summary: 'A post that was written here.',
    params,
    response: storedPostSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/superadmin/blog',
    access: 'superadmin',
    summary: 'Begins a post, as a draft.',
    body: postInput,
    response: storedPostSchema,
    errors: [blogErrors.slugTaken],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/superadmin/blog/{id}',
    access: 'superadmin',
    summary: 'Changes a post; one that is published changes for everybody at once.',
    params,
    body: postInput.extend({ revision: z.number().int().min(0).max(2_000_000_000) }),
    response: storedPostSchema,
    errors: [blogErrors.slugTaken, blogErrors.incomplete, blogErrors.changedMeanwhile],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/superadmin/blog/{id}/publish',
    access: 'superadmin',
    summary: 'Shows a post to everybody.',
    params,
    response: storedPostSchema,
    errors: [blogErrors.incomplete],
  }),
  unpublish: endpoint({
    method: 'POST',
    path: '/api/superadmin/blog/{id}/unpublish',
    access: 'superadmin',
    summary: 'Makes a post a draft again, which nobody else sees.',
    params,
    response: storedPostSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/superadmin/blog/{id}',
    access: 'superadmin',
    summary: 'Deletes a post for good.',
    params,
    response: z.object({}),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/superadmin/blog/preview',
    access: 'superadmin',
    summary: 'Markdown as readers would see it.',
    body: z.strictObject({ body: z.string().max(blogLimits.body) }),
    response: z.object({
      html: z.string(),
      minutes: z.number().int(),
      words: z.number().int(),
      headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.number().int() })),
    }),
  }),
} as const;
