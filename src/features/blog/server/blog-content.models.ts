import { CORE_SCHEMA, load as loadYaml } from 'js-yaml';
import { z } from 'zod';
import type { Language } from '#shared/languages.ts';
import { blogLimits, postFields, postInput, type BlogCategory } from '../blog.contract.ts';
import { readMarkdown, type Article } from '#shared/read-article.ts';

/** A post that everybody may read. */
export type Post = {
  slug: string;
  title: string;
  description: string;
  category: BlogCategory;
  tags: readonly string[];
  author: string;
  language: Language;
  publishedAt: Date;
  updatedAt: Date;
  article: Article;
};

const day = z.iso.date().transform((text) => new Date(`${text}T09:00:00Z`));

const frontMatter = z.strictObject({
  ...postFields,
  description: postFields.description.min(1),
  tags: postFields.tags.min(1),
  language: postFields.language.default('en'),
  date: day,
  updated: day.optional(),
});

/**
 * Reads a post out of a file: front matter between two lines of `---`, then Markdown. The file's name is the
 * end of its address.
 * @throws Error that names the file and what is wrong in it
 */
export function readPostFile(name: string, text: string): Post {
  const slug = postInput.shape.slug.safeParse(name.replace(/\.md$/, ''));
  const parts = /^---\r?\n([^]*?)\r?\n---\r?\n([^]*)$/.exec(text);
  if (!slug.success) throw new Error(`${name}: the name is no address`);
  if (!parts) throw new Error(`${name}: front matter between two lines of --- is missing`);
  const [, head = '', body = ''] = parts;
  if (body.length > blogLimits.body) throw new Error(`${name}: longer than ${blogLimits.body} characters`);
  const read = frontMatter.safeParse(parsedYaml(name, head));
  if (!read.success) throw new Error(`${name}: ${z.prettifyError(read.error)}`);
  const { date, updated = date, ...facts } = read.data;
  return { slug: slug.data, ...facts, publishedAt: date, updatedAt: updated, article: readMarkdown(body) };
}

function parsedYaml(name: string, head: string): unknown {
  try {
    return loadYaml(head, { schema: CORE_SCHEMA });
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : 'front matter'}`, { cause: error });
  }
}
