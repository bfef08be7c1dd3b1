import { factGap } from '#shared/text/fact-gap.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import {
  formBlock as block,
  formOptions,
  openForm,
  publishForm,
} from '#tests/support/dashboard/forms-setup.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';

let app: TestApp;
let owner: TestBrowser;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

test('answers are gone through one by one, seen in columns of one’s choice, and in figures', async () => {
  const form = await publishForm(owner, [
    block('name'),
    block('bread', 'radio', { options: formOptions('rye', 'spelt'), label: 'Which bread?' }),
    block('agree', 'consent', { label: 'News by mail' }),
    block('order', 'ranking', { options: formOptions('rye', 'spelt'), label: 'Your order' }),
    block('points', 'nps', { label: 'Would you recommend us?' }),
  ]);
  for (const [name, bread, points] of [
    ['Ada', 'rye', '9'],
    ['Bo', 'spelt', '4'],
    ['Cy', 'rye', '10'],
  ])
    await (await openForm(app, form)).send({ name, bread, agree: true, order: ['spelt', 'rye'], points });
  const page = await (await signedInContext(browser, app, owner)).newPage();
  await page.goto(`${app.url}/dashboard/forms/${form.id}/submissions?view=new`);
  await page.getByRole('row').filter({ hasText: 'Cy' }).getByRole('button').first().click();
  const sheet = page.getByRole('dialog');
  for (const name of ['Bo', 'Ada']) {
    await sheet.getByRole('button', { name: 'Next submission' }).click();
    await sheet.getByText(name, { exact: true }).waitFor();
  }
  await expect.poll(() => sheet.getByRole('button', { name: 'Next submission' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');

  await page.goto(`${app.url}/dashboard/forms/${form.id}/submissions`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'News by mail', checked: false }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('columnheader', { name: 'News by mail' }).waitFor();

  await page.getByRole('tab', { name: 'In figures' }).click();
  const bread = page.getByRole('region', { name: 'Which bread?' });
  await bread.getByText('3 of 3 answered').waitFor();
  await expect.poll(() => bread.getByRole('listitem').first().textContent()).toContain(`2${factGap}67%`);
  await page.getByRole('region', { name: 'Would you recommend us?' }).getByText('Score 33').waitFor();
  const folder = process.env['SCREENSHOTS'];
  if (folder) {
    await page.screenshot({ path: `${folder}/figures-1440.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${folder}/figures-390-dark.png`, fullPage: true });
  }
  await page.close();
});
