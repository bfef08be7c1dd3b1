import { parseHTML } from 'linkedom';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function pictureOf(path: string): Promise<string> {
  const { text } = await app.browser().request('GET', path);
  const { document } = parseHTML(text);
  return document.querySelector('meta[property="og:image"]')?.getAttribute('content') ?? '';
}

test.each([
  '/',
  '/?lang=cs',
  '/pricing?lang=fr',
  '/blog',
  '/docs',
  '/labs?lang=nl',
  '/blog/:slug',
  '/docs/:slug',
])('%s has a picture for those who share it', async (path) => {
  const base = path.replace('/:slug', '');
  const slug = new RegExp(`href="${base}/([a-z][a-z0-9-]+)"`).exec(
    (await app.browser().request('GET', base)).text,
  );
  const address = new URL(await pictureOf(path.replace(':slug', slug?.[1] ?? '')));
  const answer = await fetch(app.url + address.pathname + address.search);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([width, height]).toEqual([1200, 630]);
});

test('pages that nobody shall find have none, and nothing else is drawn', async () => {
  expect(await pictureOf('/nothing-here')).toBe('');
  expect(await pictureOf('/blog?q=price')).toBe('');
  for (const path of [
    '/share/x.png',
    '/share/home.svg',
    '/share/blog/nothing.png',
    '/share/docs/nothing.png',
  ])
    expect((await fetch(app.url + path)).status, path).toBe(404);
});
