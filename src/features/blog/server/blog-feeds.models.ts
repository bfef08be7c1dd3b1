import { articleHtml } from '#shared/article.ts';
import { html } from '#shared/text/escape-html.ts';
import type { Post } from './blog-content.models.ts';

/** What a feed says of itself. */
export type FeedFacts = {
  /** The site, without a slash at its end. */
  origin: string;
  title: string;
  description: string;
  language: string;
};

/** Signs that XML 1.0 can't hold, also escaped: control characters, and halves of pairs. */
// eslint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const writable = (text: string): string => text.toWellFormed().replace(unwritable, '');

/** Posts as RSS 2.0, with their whole texts. */
export function rssFeed(posts: readonly Post[], facts: FeedFacts): string {
  const { origin } = facts;
  const items = posts.map((post) => {
    const address = `${origin}/blog/${post.slug}`;
    return html`<item><title>${writable(post.title)}</title><link>${address}</link
      ><guid isPermaLink="true">${address}</guid><pubDate>${post.publishedAt.toUTCString()}</pubDate
      ><description>${writable(post.description)}</description>${[post.category, ...post.tags].map(
        (word) => html`<category>${writable(word)}</category>`,
      )}<dc:creator>${writable(post.author)}</dc:creator
      ><content:encoded>${writable(articleHtml(post.article.nodes, origin).markup)}</content:encoded></item>`;
  });
  const changed = posts.reduce((last, { updatedAt }) => Math.max(last, updatedAt.getTime()), 0);
  return html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
><channel><title>${writable(facts.title)}</title><link>${origin}/blog</link
><description>${writable(facts.description)}</description><language>${facts.language}</language
><lastBuildDate>${new Date(changed).toUTCString()}</lastBuildDate
><atom:link href="${origin}/blog/feed.xml" rel="self" type="application/rss+xml"/>${items}</channel></rss>`
    .markup;
}

/** Posts as JSON Feed 1.1, with their whole texts. */
export function jsonFeed(posts: readonly Post[], facts: FeedFacts): string {
  const { origin } = facts;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: facts.title,
    description: facts.description,
    home_page_url: `${origin}/blog`,
    feed_url: `${origin}/blog/feed.json`,
    language: facts.language,
    items: posts.map((post) => ({
      id: `${origin}/blog/${post.slug}`,
      url: `${origin}/blog/${post.slug}`,
      title: post.title,
      summary: post.description,
      content_html: articleHtml(post.article.nodes, origin).markup,
      date_published: post.publishedAt.toISOString(),
      date_modified: post.updatedAt.toISOString(),
      authors: [{ name: post.author }],
      tags: post.tags,
      language: post.language,
    })),
  });
}
