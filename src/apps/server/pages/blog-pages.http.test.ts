import { parseDocument } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { PostInput, StoredPost } from '#features/blog/blog.contract.ts';

let app: TestApp;
let operator: Awaited<ReturnType<TestApp['register']>>;
beforeAll(async () => {
  app = await startTestApp();
  operator = await app.register('Olga Operator');
  await operator.post('/api/superadmin/claim', { token: app.server.superadminLink?.split('#')[1] });
});
afterAll(() => app.close());

const open = async (path: string) => {
  const answer = await app.browser().request('GET', path);
  return { ...answer, document: parseHTML(answer.text).document };
};
const textsOf = (document: ReturnType<typeof parseHTML>['document'], selector: string): string[] =>
  [...document.querySelectorAll(selector)].map((found) => (found as { textContent: string }).textContent);
const hrefsOf = (document: ReturnType<typeof parseHTML>['document'], selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(
    (found) => (found as { getAttribute(name: string): string | null }).getAttribute('href') ?? '',
  );
const cards = '.blog-cards a';

describe('the blog', () => {
  it('lists what the product writes, newest first, a page at a time, with a way to each', async () => {
    const { status, document, headers } = await open('/blog');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    const first = hrefsOf(document, cards);
    expect(first).toHaveLength(6);
    expect(first[0]).toBe('/blog/worked-example-exam-tutor-selling-packs');
    const [onward = ''] = hrefsOf(document, '.blog-pages a[rel=next]');
    const second = hrefsOf((await open(onward)).document, cards);
    expect(new Set([...first, ...second]).size).toBe(9);
    for (const address of [...first, ...second]) expect((await open(address)).status, address).toBe(200);
  });

  it('is found by category, by tag and by words', async () => {
    const { document } = await open('/blog?category=case-studies');
    expect(textsOf(document, 'h1')).toEqual(['Case Studies']);
    expect(textsOf(document, cards)).toHaveLength(3);
    expect(textsOf((await open('/blog?tag=stripe')).document, cards)).toEqual([
      'Refunds, tax and your own Stripe account',
    ]);
    const found = await open('/blog?q=content+security+POLICY');
    expect(hrefsOf(found.document, cards)[0]).toBe('/blog/embed-a-chat-widget-without-slowing-the-page');
    const nothing = await open('/blog?q=zzzz%3Cscript%3E');
    expect(nothing.status).toBe(200);
    expect(nothing.text).toContain('Nothing was found');
    expect(nothing.text).not.toContain('<script>');
    expect(nothing.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });

  it.each([
    '/blog/nothing-here',
    '/blog/..%2f..%2fpackage',
    '/blog/how-to-price-an-ai-agent/more',
    '/blog?page=3',
    '/blog?page=0',
    '/blog?page=x',
    '/blog?page=2&category=monetization',
    '/blog?tag=none',
    '/blog?category=none',
  ])('has the not-found page at %s', async (path) => {
    const { status, document } = await open(path);
    expect(status).toBe(404);
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });

  it('speaks the languages of the product around its posts', async () => {
    for (const language of languages) {
      const { document, text } = await open(`/blog?lang=${language}`);
      expect(document.documentElement.lang).toBe(language);
      expect(text).not.toMatch(/blog:|\{\{/);
      expect(document.querySelector('.blog-cards h2')?.getAttribute('lang')).toBe('en');
    }
    const { document } = await open('/blog/how-to-price-an-ai-agent?lang=nl');
    expect(textsOf(document, '.note').join()).toContain('Engels');
  });
});

describe('a post', () => {
  it('has its table of contents, reading time, ways on, and addresses to share it by', async () => {
    const { document, text } = await open('/blog/how-to-price-an-ai-agent');
    expect(textsOf(document, 'h1')).toEqual(['How to price an AI agent']);
    const contents = hrefsOf(document, '.blog-contents a');
    expect(contents.length).toBeGreaterThan(5);
    for (const anchor of contents)
      expect(document.querySelector(`.blog-text ${anchor}`), anchor).not.toBeNull();
    expect(text).toMatch(/\d minutes to read/);
    expect(textsOf(document, '.blog-cards h3')).toHaveLength(3);
    expect(hrefsOf(document, '.blog-neighbours a')).toEqual([
      '/blog/embed-a-chat-widget-without-slowing-the-page',
      '/blog/worked-example-exam-tutor-selling-packs',
    ]);
    expect(hrefsOf(document, '.blog-post footer .blog-meta a').map((href) => href.split('?')[0])).toEqual([
      'mailto:',
      'https://www.linkedin.com/sharing/share-offsite/',
      'https://bsky.app/intent/compose',
      'https://x.com/intent/post',
      'https://wa.me/',
    ]);
    for (const script of document.querySelectorAll('script[src]'))
      expect(script.getAttribute('src')).toMatch(/^\/pages\//);
  });

  it('tells search engines what it is', async () => {
    const { document } = await open('/blog/how-to-price-an-ai-agent');
    const facts = JSON.parse(textsOf(document, 'script[type="application/ld+json"]')[0] ?? '') as object;
    expect(facts).toMatchObject({ '@type': 'BlogPosting', headline: 'How to price an AI agent' });
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(
      /^http.*\/blog\/how-to-price-an-ai-agent$/,
    );
    expect(hrefsOf(document, 'link[type="application/rss+xml"]')).toEqual(['/blog/feed.xml']);
  });
});

const hostile = '</title><script>alert(1)</script> & "x" \u0001';
const written: PostInput = {
  slug: 'written-here',
  title: hostile,
  description: hostile,
  category: 'monetization',
  tags: ['hostile'],
  author: hostile,
  language: 'en',
  body: `# ${hostile}\n\n## Two\n\n[x](javascript:alert(1)) ![y](https://tracker.example/y.png)\n\n<img src=x onerror=alert(1)>`,
};

describe('a post that a superadmin writes', () => {
  it('is for everybody once it is published, and whatever it says stays text', async () => {
    const post = await operator.post<StoredPost>('/api/superadmin/blog', written);
    expect((await open('/blog/written-here')).status).toBe(404);
    await operator.post(`/api/superadmin/blog/${post.id}/publish`);
    for (const path of ['/blog', '/blog/written-here']) {
      const { status, text, document } = await open(path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script>|<img|javascript:alert|onerror=alert\(1\)>/);
      expect(document.querySelectorAll('script:not([src]):not([type="application/ld+json"])')).toHaveLength(
        0,
      );
    }
    const rss = await open('/blog/feed.xml');
    expect(rss.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const feed = parseDocument(rss.text, { xmlMode: true });
    expect(
      JSON.stringify(feed, (key, value: unknown) => (/^(parent|prev|next)$/.test(key) ? undefined : value)),
    ).not.toContain('"name":"script"');
    expect(rss.text).toContain('&lt;script&gt;');
    const json = await open('/blog/feed.json');
    expect(json.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    const { items } = JSON.parse(json.text) as { items: { url: string; content_html: string }[] };
    expect(items).toHaveLength(10);
    expect(items[0]?.url).toMatch(/\/blog\/written-here$/);
    expect(items[0]?.content_html).not.toMatch(/<script|<img|javascript:/);
  });

  it('is nobody else’s to read or to write', async () => {
    const vera = await app.register('Vera');
    for (const [method, path] of [
      ['GET', '/api/superadmin/blog'],
      ['POST', '/api/superadmin/blog'],
      ['POST', '/api/superadmin/blog/preview'],
    ] as const)
      expect((await vera.request(method, path, { ...(method === 'POST' && { body: written }) })).status).toBe(
        404,
      );
  });

  it.each([
    ['slug', 'A b'],
    ['slug', '../x'],
    ['category', 'news'],
    ['tags', ['<b>']],
    ['title', ' '],
    ['language', 'xx'],
  ])('is refused with a reason beside %s', async (field, value) => {
    const { status, body } = await operator.request('POST', '/api/superadmin/blog', {
      body: { ...written, slug: 'another', [field]: value },
    });
    expect(status).toBe(400);
    expect(Object.keys((body as { fields: object }).fields)[0]).toMatch(new RegExp(`^${field}`));
  });
});
