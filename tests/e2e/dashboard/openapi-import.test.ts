import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const description = `openapi: 3.1.0
info: { title: Bakery }
servers: [{ url: https://api.bakery.example/v1 }]
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      summary: Looks an order up
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  /orders:
    post:
      summary: Writes an order down
      requestBody: { content: { application/json: { schema: { type: object, properties: { bread: { type: string } } } } } }
`;

test.each([{ width: 1_440 }, { width: 390, isDark: true }])(
  'functions are chosen out of a pasted description at $width px',
  async ({ width, isDark }) => {
    const vera = await app.register('Vera');
    const context = await signedInContext(browser, app, vera, { viewport: { width, height: 900 } });
    if (isDark) await context.addInitScript(() => localStorage.setItem('ui-theme', 'dark'));
    const page = await context.newPage();
    await page.goto(`${app.url}/dashboard/functions`);
    await page.getByRole('button', { name: 'Import from OpenAPI' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Or paste it').fill('no: description');
    await dialog.getByRole('button', { name: 'Read the text' }).click();
    await dialog.getByRole('alert').getByText('This is not an OpenAPI 3 description').waitFor();
    await dialog.getByLabel('Or paste it').fill(description);
    await dialog.getByRole('button', { name: 'Read the text' }).click();
    await dialog.getByText('2 operations').waitFor();
    await dialog.getByLabel('GET /orders/{id}').click();
    await expect
      .poll(() => dialog.getByLabel('Address of the service').inputValue())
      .toBe('https://api.bakery.example/v1');
    // By the debugger: the page's own policy lets no script in.
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
    });
    expect(found).toEqual([]);
    const { CHATELIER_SHOTS: shots } = process.env;
    if (shots) await page.screenshot({ path: `${shots}/openapi-${width}.png` });
    await dialog.getByRole('button', { name: 'Import 1 function' }).click();
    await page.getByText('1 function was imported', { exact: true }).waitFor();
    await page.getByText('getOrder').waitFor();
    await context.close();
  },
);
