import { afterAll, beforeAll, expect, test } from 'vitest';
import { docsGroups } from '#features/docs/docs.contract.ts';
import { languages } from '#shared/languages.ts';
import { whileFull } from '#tests/support/app/full-rule.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const slugs = docsGroups.flatMap(({ pages }) => pages);

test('every page of the documentation is there for everybody, and in the site map', async () => {
  const browser = app.browser();
  const list = await browser.request('GET', '/docs');
  expect(list.status).toBe(200);
  for (const slug of slugs) expect(list.text).toContain(`href="/docs/${slug}"`);
  const { text: map } = await browser.request('GET', '/sitemap.xml');
  for (const slug of slugs) expect(map).toContain(`/docs/${slug}</loc>`);
  const page = await browser.request('GET', '/docs/embed');
  expect(page.text).toContain('<h1 lang="en">Put an agent on a site</h1>');
  expect(page.text).toContain('"@type":"TechArticle"');
  expect(page.text).toContain('rel="canonical"');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect((await browser.request('GET', '/docs/nothing-here')).status).toBe(404);
  expect((await browser.request('GET', '/docs/add-a-feature')).status).toBe(404);
});

test('what stands around a page is in the reader’s language', async () => {
  const titles = await Promise.all(
    languages.map(async (language) => {
      const { text } = await app.browser().request('GET', `/docs?lang=${language}`);
      return /<h1[^>]*>([^<]+)/.exec(text)?.[1];
    }),
  );
  expect(new Set(titles).size).toBeGreaterThan(4);
});

test.each([
  ['embed', false],
  ['take-over', true],
] as const)('fields for a reader’s own are there from the start: /docs/%s', async (slug, isHidden) => {
  const { text } = await app.browser().request('GET', `/docs/${slug}`);
  const form = /<form class="docs-own"[^>]*>/.exec(text)?.[0] ?? '';
  expect(form.includes('hidden')).toBe(isHidden);
});

test('a search finds pages without a script, and is not for search engines', async () => {
  const { text } = await app.browser().request('GET', '/docs?q=stripe');
  expect(text).toContain('href="/docs/stripe-connect"');
  expect(text).toContain('noindex');
  const nothing = await app.browser().request('GET', `/docs?q=${encodeURIComponent('"><script>')}`);
  expect(nothing.text).not.toContain('"><script>');
});

test('pictures of the documentation are served, and nothing else of the repository', async () => {
  const browser = app.browser();
  expect((await browser.request('GET', '/docs/pictures/editor.png')).headers.get('content-type')).toBe(
    'image/png',
  );
  for (const name of ['..%2f..%2fpackage.json', 'editor.md', 'none.png'])
    expect((await browser.request('GET', `/docs/pictures/${name}`)).status).toBe(404);
});

test('readers say whether a page helped, by its form or in the dashboard; the operator reads it', async () => {
  const browser = app.browser();
  const said = await browser.request('POST', '/docs/embed/feedback', {
    raw: 'helpful=no&note=Where+is+Wix%3F',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([said.status, said.headers.get('location')]).toEqual([303, '/docs/embed?said=1#feedback']);
  expect((await browser.request('GET', '/docs/embed?said=1')).text).toContain('role="status"');
  const wrong = { raw: 'helpful=perhaps', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expect((await browser.request('POST', '/docs/embed/feedback', wrong)).status).toBe(404);

  const refused = await whileFull(app, { name: 'docs-feedback', windowSeconds: 3_600 }, async () =>
    browser.request('POST', '/docs/embed/feedback', { ...wrong, raw: 'helpful=no' }),
  );
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);

  const operator = await app.register();
  await operator.post('/api/docs/embed/feedback', { isHelpful: true });
  expect((await operator.request('GET', '/api/docs/embed/feedback')).status).toBe(404);
  await operator.post('/api/superadmin/claim', {
    token: await app.server.services.auth.superadminToken(),
  });
  const read = await operator.get<{ helpful: number; unhelpful: number; notes: { text: string }[] }>(
    '/api/docs/embed/feedback',
  );
  expect(read).toMatchObject({ helpful: 1, unhelpful: 1, notes: [{ text: 'Where is Wix?' }] });
});

test('the dashboard reads the same pages, with the agent that knows them', async () => {
  const owner = await app.register();
  const { pages, guide } = await owner.get<{ pages: { slug: string }[]; guide: number }>('/api/docs');
  expect(pages.map(({ slug }) => slug)).toEqual(slugs);
  expect(guide).toBeGreaterThan(0);
  const { page, nodes } = await owner.get<{ page: { title: string }; nodes: unknown[] }>(
    '/api/docs/webhooks',
  );
  expect(page.title.length).toBeGreaterThan(3);
  expect(nodes.length).toBeGreaterThan(5);
  expect((await owner.request('GET', '/api/docs/nothing')).status).toBe(404);
});
