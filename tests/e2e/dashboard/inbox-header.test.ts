import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { resizeTo } from '#tests/support/visitors/visitor-setup.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';

let app: TestApp;
let owner: TestBrowser;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp({ environment: { PLANS: '' } });
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

test.each(languages)(
  'in the language "%s" the head of the inbox is one line at 1440, 800 and 390 px, and the notice above keeps its distance',
  async (language) => {
    const context = await signedInContext(browser, app, owner, { viewport: { width: 1440, height: 844 } });
    await context.addInitScript(`localStorage.setItem('i18nextLng', '${language}')`);
    const page = await context.newPage();
    await page.goto(`${app.url}/dashboard/inbox`);
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    await page.getByRole('timer').waitFor();
    for (const width of [1440, 800, 390]) {
      await resizeTo(page, { width, height: 844 });
      const box = await heading.boundingBox();
      const notice = await page.locator('section[data-tone]').boundingBox();
      const list = await page.locator('.fills-window').boundingBox();
      const across = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([width, (box?.height ?? 99) < 30, across]).toEqual([width, true, width]);
      expect((list?.y ?? 0) - (notice?.y ?? 0) - (notice?.height ?? 0)).toBeGreaterThanOrEqual(12);
      const cut = await page.locator('.fills-window h1 ~ div').evaluate((tools) => {
        const { right } = tools.getBoundingClientRect();
        return right > (tools.parentElement?.getBoundingClientRect().right ?? 0) + 1;
      });
      expect([width, cut]).toEqual([width, false]);
    }
    await context.close();
  },
);
