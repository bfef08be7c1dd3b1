import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let browser: Browser;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  const vera = await app.register('Vera');
  ({ key } = await vera.post<{ key: string }>('/api/account-keys', {
    name: 'Reader',
    scopes: ['contacts.read', 'contacts.write'],
    isTest: true,
  }));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function open(options: { width: number; theme: 'light' | 'dark' }): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: options.width, height: 900 } });
  await page.addInitScript((theme) => localStorage.setItem('ui-theme', theme), options.theme);
  await page.goto(`${app.url}/developers`);
  await page.locator('main ul code').first().waitFor();
  return page;
}
const operation = (page: Page, path: string, method: string) =>
  page
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: method }).getByText(path, { exact: true }) });

describe('the API reference', () => {
  test('is read by whoever is signed out, and tried with a key', async () => {
    const page = await open({ width: 1_440, theme: 'light' });
    expect(await page.title()).toContain('API reference');
    const create = operation(page, '/api/v1/contacts', 'POST');
    await create.locator('summary').click();
    await create.getByRole('tab', { name: 'Python' }).click();
    await expect.poll(() => create.getByRole('tabpanel').textContent()).toContain('requests.post(');
    await create.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => create.getByRole('alert').textContent()).toBe('Give a key above first.');
    await page.getByLabel('Your key').fill(key);
    await create.getByRole('button', { name: 'Send' }).click();
    await create.getByText('Answered 200').waitFor();
    await expect.poll(() => create.locator('pre').last().textContent()).toContain('"con_');
    await page.close();
  });

  test.each([
    { width: 1_440, theme: 'light' },
    { width: 1_440, theme: 'dark' },
    { width: 390, theme: 'light' },
    { width: 390, theme: 'dark' },
  ] as const)('is whole and accessible at $width px, $theme', async ({ width, theme }) => {
    const page = await open({ width, theme });
    await operation(page, '/api/v1/contacts', 'GET').locator('summary').click();
    await page.getByRole('tab', { name: 'cURL' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // By the debugger: the page's own policy lets no script in.
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
    });
    expect(found).toEqual([]);
    const { CHATELIER_SHOTS: shots } = process.env;
    if (shots) await page.screenshot({ path: `${shots}/developers-${width}-${theme}.png` });
    await page.close();
  });

  test('draws every operation by itself, however far nobody scrolls', async () => {
    const page = await open({ width: 390, theme: 'light' });
    const count = await page.locator('main ul > li[id]').count();
    expect(count).toBeGreaterThan(60);
    await expect.poll(() => page.locator('main summary').count()).toBe(count);
    await page.close();
  });

  test('begins at the operation that its address names', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${app.url}/developers#contacts.create`);
    const named = page.locator('[id="contacts.create"] summary');
    await named.waitFor();
    await expect
      .poll(() => named.evaluate((node) => Math.round(node.getBoundingClientRect().top)))
      .toBeLessThan(300);
    expect(await named.evaluate((node) => node.getBoundingClientRect().top)).toBeGreaterThan(0);
    await page.close();
  });

  test('lists every operation where no script runs', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${app.url}/developers`);
    const { paths } = (await (await fetch(`${app.url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const listed = await page.locator('main li code').allTextContents();
    expect(listed.toSorted()).toEqual(operations.toSorted());
    await context.close();
  });

  test('speaks six languages', async () => {
    const page = await open({ width: 1_440, theme: 'light' });
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Čeština' }).click();
    await page.getByRole('heading', { name: 'Reference API' }).waitFor();
    await page.close();
  });
});
