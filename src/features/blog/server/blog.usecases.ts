import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#platform/database/database.ts';
import type { BlogCategory } from '../blog.contract.ts';
import { readPostFile, type Post } from './blog-content.models.ts';
import {
  findPosts,
  latestOf,
  neighboursOf,
  newestFirst,
  pageOf,
  relatedTo,
  tagsOf,
  type BlogPage,
  type BlogSearch,
} from './blog-lists.models.ts';
import { readMarkdown } from '#shared/read-article.ts';
import { blogRepository, type BlogPostRow } from './blog.repository.ts';

/** Posts that readers of a feed get. */
const feedPosts = 20;

export type BlogServices = {
  database: Database;
  /** Where the product's own posts lie. */
  folder: string;
};

/** The blog as everybody reads it: the product's posts and those that superadmins published, as one list. */
export function createBlogUsecases({ database, folder }: BlogServices) {
  let files: Promise<Post[]> | undefined;
  let written: { mark: string; posts: Post[] } | undefined;

  /** The product's posts, read once; what could not be read is tried again. */
  function ofProduct(): Promise<Post[]> {
    files ??= readPosts(folder).catch((error: unknown) => {
      files = undefined;
      throw error;
    });
    return files;
  }

  /** What was written here, kept until any of it differs: several processes show the same. */
  async function ofSuperadmins(): Promise<Post[]> {
    const repository = blogRepository(database.direct);
    const mark = await repository.publishedMark();
    if (written?.mark !== mark) written = { mark, posts: (await repository.published()).map(postOf) };
    return written.posts;
  }

  async function all(): Promise<Post[]> {
    const [product, own] = await Promise.all([ofProduct(), ofSuperadmins()]);
    return newestFirst([...own, ...product]);
  }

  return {
    ofProduct,

    /** A page of what fits, with all tags; null when there is no such page, or nothing has the tag. */
    async list(search: BlogSearch, page: number): Promise<(BlogPage & { tags: string[] }) | null> {
      const posts = await all();
      const tags = tagsOf(posts).map(({ tag }) => tag);
      if (search.tag !== undefined && !tags.includes(search.tag)) return null;
      const found = pageOf(findPosts(posts, search), page);
      return found && { ...found, tags };
    },

    /** A post with what to read next; null when there is none at the address. */
    async read(
      slug: string,
    ): Promise<{ post: Post; related: Post[]; previous: Post | null; next: Post | null } | null> {
      const posts = await all();
      const post = posts.find((one) => one.slug === slug);
      return post ? { post, related: relatedTo(post, posts), ...neighboursOf(post, posts) } : null;
    },

    /** The newest three posts of each category, for the landing page. */
    latest: async (): Promise<Record<BlogCategory, Post[]>> => latestOf(await all()),

    /** The newest posts with their texts, for feeds. */
    newest: async (): Promise<Post[]> => (await all()).slice(0, feedPosts),

    /** Every post's address and when it last changed, for the site map. */
    addresses: async (): Promise<{ path: string; updatedAt: Date }[]> =>
      (await all()).map(({ slug, updatedAt }) => ({ path: `/blog/${slug}`, updatedAt })),
  };
}

async function readPosts(folder: string): Promise<Post[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  return Promise.all(
    names.map(async (name) => readPostFile(name, await readFile(path.join(folder, name), 'utf8'))),
  );
}

function postOf(row: BlogPostRow): Post {
  const { slug, title, description, category, tags, author, language, updatedAt } = row;
  return {
    slug,
    title,
    description,
    category,
    tags,
    author,
    language,
    publishedAt: row.publishedAt ?? updatedAt,
    updatedAt,
    article: readMarkdown(row.body),
  };
}

export type BlogUsecases = ReturnType<typeof createBlogUsecases>;
