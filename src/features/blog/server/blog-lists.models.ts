import { blogCategories, postsPerPage, type BlogCategory } from '../blog.contract.ts';
import type { Post } from './blog-content.models.ts';

/** What a reader looks for. */
export type BlogSearch = {
  category?: BlogCategory | undefined;
  tag?: string | undefined;
  /** Words that all have to be there. */
  q?: string | undefined;
};

export type BlogPage = {
  posts: readonly Post[];
  page: number;
  pages: number;
  count: number;
};

/** Newest first; of one day in the order of their addresses, so that pages don't change between two looks. */
export function newestFirst(posts: readonly Post[]): Post[] {
  return posts.toSorted(
    (one, other) =>
      other.publishedAt.getTime() - one.publishedAt.getTime() || (one.slug < other.slug ? -1 : 1),
  );
}

/** Small letters without accents: "é" is found by "e". */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Where a word is found counts: in the title most, then in the description and tags, then in the text. */
function weightOf(post: Post, words: readonly string[]): number {
  const places: [string, number][] = [
    [folded(post.title), 9],
    [folded([post.description, ...post.tags].join('\n')), 3],
    [folded(post.article.text), 1],
  ];
  let sum = 0;
  for (const word of words) {
    const weight = places.find(([text]) => text.includes(word))?.[1];
    if (weight === undefined) return 0;
    sum += weight;
  }
  return sum;
}

/** The posts that fit, the best ones first when words are looked for, else the newest. */
export function findPosts(posts: readonly Post[], { category, tag, q = '' }: BlogSearch): Post[] {
  const words = folded(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10);
  const fitting = newestFirst(posts).filter(
    (post) =>
      (category === undefined || post.category === category) &&
      (tag === undefined || post.tags.includes(tag)),
  );
  if (words.length === 0) return fitting;
  return fitting
    .map((post) => ({ post, weight: weightOf(post, words) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ post }) => post);
}

/** One page of posts, counted from 1; null where there is none. The first one is there when it is empty, too. */
export function pageOf(found: readonly Post[], page: number): BlogPage | null {
  const pages = Math.max(1, Math.ceil(found.length / postsPerPage));
  if (!Number.isInteger(page) || page < 1 || page > pages) return null;
  const start = (page - 1) * postsPerPage;
  return { posts: found.slice(start, start + postsPerPage), page, pages, count: found.length };
}

/** All tags with how many posts have each, the most used first. */
export function tagsOf(posts: readonly Post[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const tag of posts.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((one, other) => other.count - one.count || (one.tag < other.tag ? -1 : 1));
}

/** Up to three others to read next: shared tags count most, then the category, then how new they are. */
export function relatedTo(post: Post, posts: readonly Post[]): Post[] {
  const closeness = (other: Post): number =>
    other.tags.filter((tag) => post.tags.includes(tag)).length * 2 +
    (other.category === post.category ? 1 : 0);
  return newestFirst(posts)
    .filter((other) => other.slug !== post.slug)
    .map((other) => ({ other, weight: closeness(other) }))
    .toSorted((one, another) => another.weight - one.weight)
    .slice(0, 3)
    .map(({ other }) => other);
}

/** The posts before and after one in time. */
export function neighboursOf(
  post: Post,
  posts: readonly Post[],
): { previous: Post | null; next: Post | null } {
  const sorted = newestFirst(posts);
  const at = sorted.findIndex(({ slug }) => slug === post.slug);
  return { previous: sorted[at + 1] ?? null, next: at > 0 ? (sorted[at - 1] ?? null) : null };
}

/** The newest three of each category. */
export function latestOf(posts: readonly Post[]): Record<BlogCategory, Post[]> {
  const sorted = newestFirst(posts);
  return Object.fromEntries(
    blogCategories.map((category) => [
      category,
      sorted.filter((post) => post.category === category).slice(0, 3),
    ]),
  ) as Record<BlogCategory, Post[]>;
}
