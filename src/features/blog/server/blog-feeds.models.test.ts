import { DOMParser } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'htmlparser2';
import { readMarkdown } from '#shared/read-article.ts';
import { jsonFeed, rssFeed } from './blog-feeds.models.ts';
import type { Post } from './blog-content.models.ts';

const hostile = ']]></title><script>alert(1)</script> & "quoted" \u0001\u{d800}';
const post: Post = {
  slug: 'a-post',
  title: hostile,
  description: hostile,
  category: 'monetization',
  tags: ['<b>'],
  author: hostile,
  language: 'en',
  publishedAt: new Date('2026-10-06T09:00:00Z'),
  updatedAt: new Date('2026-10-07T09:00:00Z'),
  article: readMarkdown(`## Heading\n\n${hostile}\n\n[on](/pricing) and [off](javascript:alert(1))`),
};
const facts = {
  origin: 'https://own.example',
  title: 'Blog & <more>',
  description: 'What it says',
  language: 'en',
};

describe('the RSS feed', () => {
  const feed = rssFeed([post], facts);

  it('holds whatever a post says as text', () => {
    const xml = new DOMParser().parseFromString(feed, 'text/xml');
    const texts = (tag: string): (string | null)[] =>
      [...xml.getElementsByTagName(tag)].map(
        (found) => (found as { textContent: string | null }).textContent,
      );
    expect(texts('title')).toEqual(['Blog & <more>', hostile.replace('\u0001', '').toWellFormed()]);
    expect(texts('pubDate')).toEqual(['Tue, 06 Oct 2026 09:00:00 GMT']);
    expect(texts('lastBuildDate')).toEqual(['Wed, 07 Oct 2026 09:00:00 GMT']);
    expect(texts('guid')).toEqual(['https://own.example/blog/a-post']);
    expect(xml.getElementsByTagName('script')).toHaveLength(0);
    const [content = ''] = texts('content:encoded');
    expect(content).toContain('<h2 id="heading">Heading</h2>');
    expect(content).toContain('<a href="https://own.example/pricing"');
    expect(content).not.toMatch(/<script|javascript:/);
  });

  it('is well-formed: each element that opens closes, and no sign stands in it that XML lacks', () => {
    const open: string[] = [];
    for (const [, end, name, self] of feed
      .replace(/^<\?xml.*\?>/, '')
      .matchAll(/<(\/?)([\w:]+)(?:\s[^<>]*?)?(\/?)>/g)) {
      if (self) continue;
      if (end) expect(open.pop()).toBe(name);
      else open.push(name ?? '');
    }
    expect(open).toEqual([]);
    // eslint-disable-next-line no-control-regex
    expect(feed).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]/);
    expect(parseDocument(feed, { xmlMode: true }).children.length).toBeGreaterThan(0);
  });
});

describe('the JSON feed', () => {
  it('is JSON Feed 1.1 with whole texts', () => {
    expect(JSON.parse(jsonFeed([post], facts))).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Blog & <more>',
      feed_url: 'https://own.example/blog/feed.json',
      items: [
        {
          id: 'https://own.example/blog/a-post',
          summary: expect.stringContaining('script') as string,
          content_html: expect.not.stringContaining('<script') as string,
          date_published: '2026-10-06T09:00:00.000Z',
          tags: ['<b>'],
        },
      ],
    });
  });
});
