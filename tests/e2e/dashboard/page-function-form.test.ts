import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { accessibilityFaults } from '#tests/support/visitors/visitor-setup.ts';
import type { AgentFunction } from '#features/custom-functions/custom-functions.contract.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const { CHATELIER_SHOTS: shots } = process.env;

test.each([{ width: 1_440 }, { width: 390, isDark: true }])(
  'a function of a page is written with its sites and its script at $width px',
  async ({ width, isDark }) => {
    const vera = await app.register('Vera');
    const context = await signedInContext(browser, app, vera, { viewport: { width, height: 900 } });
    if (isDark) await context.addInitScript(() => localStorage.setItem('ui-theme', 'dark'));
    const page = await context.newPage();
    await page.goto(`${app.url}/dashboard/functions/new`);
    await page.getByLabel('Type', { exact: true }).first().click();
    await page.getByRole('option', { name: 'In the visitor’s page' }).click();
    await page.getByLabel('Display name', { exact: false }).first().fill('Choose a size');
    await page.getByLabel('When to use it').fill('Use when somebody tells their size.');
    await page.getByRole('button', { name: 'Add parameter' }).click();
    await page.getByLabel('Name of parameter 1').fill('size');
    await page.getByRole('button', { name: 'Save function' }).click();
    await page.getByText('Name at least one site on which it may run.').waitFor();
    await page.getByLabel('Allowed sites').fill('https://shop.example/sizes\nsite!');
    await page.getByRole('button', { name: 'Save function' }).click();
    await page.getByText(/A site is written like shop.example/).waitFor();
    await page.getByLabel('Allowed sites').fill('https://shop.example/sizes\n*.shop.example');
    const script = await page.getByLabel('Script for your page').textContent();
    expect(script).toContain("'registerTool', 'choose_a_size', async ({ size })");
    await expect.poll(() => page.getByRole('button', { name: 'Run it' }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/page-function-${width}.png`, fullPage: true });
    await page.getByRole('button', { name: 'Add mock response' }).click();
    await page.getByLabel('Mock response', { exact: true }).fill('{"chosen":"M"}');
    await page.getByLabel('size', { exact: true }).fill('M');
    await page.getByRole('button', { name: 'Run it' }).click();
    await page.getByText('It worked', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save function' }).click();
    await page.waitForURL(/functions\/fnc_/);
    const saved = await vera.get<AgentFunction>(`/api/functions/${page.url().split('/').at(-1)}`);
    expect(saved.definition).toMatchObject({
      kind: 'client',
      risk: 'write',
      client: { sites: ['shop.example', '*.shop.example'] },
    });
    if (shots) {
      await vera.request('PATCH', '/api/user', { body: { language: 'nl' } });
      await page.reload();
      await page.getByText('Toegestane sites').waitFor();
      await page.screenshot({ path: `${shots}/page-function-nl-${width}.png`, fullPage: true });
    }
    await context.close();
  },
);
