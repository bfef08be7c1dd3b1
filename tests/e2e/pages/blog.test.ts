import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchChromium();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

test('a post has room on a phone, however deep and long its parts are', async () => {
  const writer = await app.register('Mira Linden');
  await writer.post('/api/superadmin/claim', { token: app.server.superadminLink?.split('#')[1] });
  const parts = [
    `${'> '.repeat(40)}quoted`,
    `${'- '.repeat(40)}listed`,
    '['.repeat(2_000),
    `\`${'x'.repeat(500)}\``,
    `\`\`\`\n${'code '.repeat(200)}\n\`\`\``,
    `| ${'a | '.repeat(20)}\n|${'---|'.repeat(20)}\n| ${'long words | '.repeat(20)}`,
  ];
  const { id } = await writer.post<{ id: string }>('/api/superadmin/blog', {
    title: 'Nested',
    description: 'Everything within everything.',
    slug: 'nested',
    category: 'monetization',
    tags: [],
    author: 'Mira Linden',
    language: 'en',
    body: parts.join('\n\n'),
  });
  await writer.post(`/api/superadmin/blog/${id}/publish`);
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${app.url}/blog/nested`);
  await page.getByText('quoted').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.close();
});
