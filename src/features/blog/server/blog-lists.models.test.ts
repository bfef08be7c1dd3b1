import { describe, expect, it } from 'vitest';
import type { BlogCategory } from '../blog.contract.ts';
import type { Post } from './blog-content.models.ts';
import {
  findPosts,
  latestOf,
  neighboursOf,
  newestFirst,
  pageOf,
  relatedTo,
  tagsOf,
} from './blog-lists.models.ts';
import { readMarkdown } from '#shared/read-article.ts';

function post(slug: string, given: Partial<Post> & { day?: number; body?: string } = {}): Post {
  const { day = 1, body = '', ...more } = given;
  const publishedAt = new Date(Date.UTC(2026, 9, day));
  return {
    slug,
    title: slug,
    description: '',
    category: 'monetization',
    tags: [],
    author: 'Chatelier',
    language: 'en',
    publishedAt,
    updatedAt: publishedAt,
    article: readMarkdown(body),
    ...more,
  };
}
const slugs = (posts: readonly Post[] | undefined): string[] => (posts ?? []).map(({ slug }) => slug);

describe('posts', () => {
  it('stand newest first, and in one order on one day', () => {
    expect(slugs(newestFirst([post('b'), post('a'), post('c', { day: 2 })]))).toEqual(['c', 'a', 'b']);
  });

  it('are found by category, tag and words that all have to be there, without accents', () => {
    const posts = [
      post('text', { body: 'About the crème and a price.' }),
      post('title', { title: 'Price of crème', day: 2 }),
      post('tagged', { tags: ['price'], category: 'chat-widgets', day: 3 }),
    ];
    expect(slugs(findPosts(posts, { q: 'PRICE' }))).toEqual(['title', 'tagged', 'text']);
    expect(slugs(findPosts(posts, { q: 'creme price' }))).toEqual(['title', 'text']);
    expect(slugs(findPosts(posts, { q: 'creme prize' }))).toEqual([]);
    expect(slugs(findPosts(posts, { category: 'chat-widgets' }))).toEqual(['tagged']);
    expect(slugs(findPosts(posts, { tag: 'price', q: '  ' }))).toEqual(['tagged']);
  });

  it('have pages that end', () => {
    const posts = Array.from({ length: 7 }, (_, at) => post(`p${at}`));
    expect(pageOf(posts, 1)).toMatchObject({ page: 1, pages: 2, count: 7 });
    expect(slugs(pageOf(posts, 2)?.posts)).toEqual(['p6']);
    expect(pageOf([], 1)).toMatchObject({ pages: 1, count: 0, posts: [] });
    for (const page of [0, -1, 3, 1.5, Number.NaN]) expect(pageOf(posts, page)).toBeNull();
  });

  it('lead on to what is closest, and to the ones before and after', () => {
    const posts = [
      post('one', { tags: ['a', 'b'], day: 1 }),
      post('two', { tags: ['b'], category: 'chat-widgets', day: 2 }),
      post('three', { tags: ['a', 'b'], category: 'chat-widgets', day: 3 }),
      post('four', { category: 'case-studies', day: 4 }),
      post('five', { day: 5 }),
    ];
    expect(slugs(relatedTo(posts[0]!, posts))).toEqual(['three', 'two', 'five']);
    expect(neighboursOf(posts[1]!, posts)).toMatchObject({
      previous: { slug: 'one' },
      next: { slug: 'three' },
    });
    expect(neighboursOf(posts[4]!, posts).next).toBeNull();
    expect(neighboursOf(posts[0]!, posts).previous).toBeNull();
  });

  it('are counted by tag, and the newest three of each category are told', () => {
    const categories: BlogCategory[] = ['monetization', 'case-studies'];
    const posts = categories.flatMap((category) =>
      [1, 2, 3, 4].map((day) =>
        post(`${category}-${day}`, { category, day, tags: day > 2 ? ['b'] : ['a', 'b'] }),
      ),
    );
    expect(tagsOf(posts)).toEqual([
      { tag: 'b', count: 8 },
      { tag: 'a', count: 4 },
    ]);
    const latest = latestOf(posts);
    expect(slugs(latest.monetization)).toEqual(['monetization-4', 'monetization-3', 'monetization-2']);
    expect(latest['chat-widgets']).toEqual([]);
  });
});
