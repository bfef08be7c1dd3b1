import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { signedInContext } from '../../support/dashboard/signed-in.ts';
import { faultsInBothThemes, openBrowser } from '../../support/visitors/visitor-setup.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Vera');
  browser = await openBrowser();
  for (const name of ['Hotel Linden', 'Front Door Bakery'])
    await owner.post('/api/agents', { from: 'description', input: `A guide called "${name}"` });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

test('a deleted agent comes back out of the bin under the list, or goes for good', async () => {
  const page = await (await signedInContext(browser, app, owner)).newPage();
  await page.goto(`${app.url}/dashboard/agents`);
  const card = page.getByRole('article', { name: 'Hotel Linden' });
  const remove = async () => {
    await page.getByRole('button', { name: 'More actions for Hotel Linden' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('stays in the bin for seven days').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete agent' }).click();
    await card.waitFor({ state: 'detached' });
  };
  await remove();
  await page.getByText('Bin (1)').click();
  await page.getByText(/^Gone for good in 7 days$|^Gone for good next week$|^Gone for good/).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Restore Hotel Linden' }).click();
  await card.waitFor();

  await remove();
  await page.getByText('Bin (1)').click();
  await page.getByRole('button', { name: 'Delete Hotel Linden for good' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await page.getByText('Bin (1)').waitFor({ state: 'detached' });
  await page.context().close();
});
