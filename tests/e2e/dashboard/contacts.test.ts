import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Contact } from '#features/contacts/contacts.contract.ts';
import { analyticsRows } from '#tests/support/analytics-rows.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const people =
  'E-mail,Name,Mobile no,Stage\nanna@example.test,Anna Linden,+420 602 111 222,qualified\nnot an address,Ben,,\nclara@example.test,Clara,,customer\n';

test('a member writes somebody down, tags and finds them, and brings others out of a file', async () => {
  const owner = await app.register('Vera');
  const context = await signedInContext(browser, app, owner);
  const page = await context.newPage();
  await page.goto(`${app.url}/dashboard/contacts`);
  const opener = page.getByRole('button', { name: 'New contact' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  await dialog.getByLabel('Email').fill('nobody');
  await page.keyboard.press('Escape');
  // Whoever leaves is where they were, and goes on by keyboard from there.
  await opener.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Email').fill('nobody');
  await page.keyboard.press('Enter');
  await dialog.getByText('This is not an email address').waitFor();
  await dialog.getByLabel('Name').fill('Jan Dvořák');
  await dialog.getByLabel('Email').fill('jan@example.test');
  await dialog.getByRole('button', { name: 'Create contact' }).click();

  await page.getByRole('heading', { level: 1, name: 'Jan Dvořák' }).waitFor();
  await page.getByRole('button', { name: 'Edit Company: Add' }).click();
  await page.getByLabel('Company').fill('Pekárna');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit Company: Pekárna' }).waitFor();
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('textbox', { name: 'Find or create a tag' }).fill('Fair');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Take Fair off' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Note' }).fill('Met at the fair.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('list', { name: 'What happened' }).getByText('Met at the fair.').waitFor();

  await page.goto(`${app.url}/dashboard/contacts`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  const sheet = page.getByRole('dialog', { name: 'Import contacts' });
  await sheet
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(people) });
  await sheet.getByRole('combobox', { name: 'Mobile no becomes' }).click();
  await page.getByRole('option', { name: 'Phone' }).click();
  await sheet.getByRole('button', { name: 'Check the file' }).click();
  await sheet.getByText('not an address').waitFor();
  await sheet.getByRole('button', { name: 'Import 3 contacts' }).click();
  await sheet.getByText('The file was imported.').waitFor();
  await expect
    .poll(() => sheet.getByRole('link', { name: 'Download these rows' }).getAttribute('href'))
    .toMatch(/^\/api\/contact-imports\/cim_\w+\/refused\.csv$/);
  await sheet.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('link', { name: 'Anna Linden' }).waitFor();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: 'Fair' }).click();
  await page.getByText('1 contact', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('tag')).toMatch(/^ctg_/);
  await expect.poll(() => page.getByRole('link', { name: 'Anna Linden' }).count()).toBe(0);
  const { contacts } = await owner.get<{ contacts: Contact[] }>('/api/contacts?search=anna');
  expect(contacts).toMatchObject([{ phone: '+420602111222', lifecycle: 'qualified', source: 'import' }]);
  await context.close();
});

test('what is chosen on a phone is changed above the bar of the menu', async () => {
  const owner = await app.register('Mira');
  await owner.post('/api/contacts', { email: 'anna@example.test' });
  const context = await signedInContext(browser, app, owner);
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.url}/dashboard/contacts`);
  await page.getByRole('checkbox').first().click();
  const changes = await page.getByRole('region', { name: 'Chosen contacts' }).boundingBox();
  const menu = await page.locator('.menu-bar').boundingBox();
  expect(changes!.y + changes!.height).toBeLessThanOrEqual(menu!.y);
  await context.close();
});

test('figures follow period, agent and tab, keep them in the address, and lead to what is behind them', async () => {
  const owner = await app.register('Mira');
  const agents = await Promise.all(
    ['Desk', 'Shop'].map((name) =>
      owner.post<Agent>('/api/agents', {
        from: 'description',
        input: `A guide called "${name}"`,
        language: 'en',
      }),
    ),
  );
  const [desk, shop] = agents;
  if (!desk || !shop) throw new Error('No agents');
  const rows = analyticsRows(app.database.database.pool, owner.user.accountId);
  const now = new Date().toISOString();
  await rows.chat(desk.id, now, 2, { device: 'smartphone', utm: JSON.stringify({ source: 'news' }) });
  await rows.chat(shop.id, new Date(Date.now() - 400 * 86_400_000).toISOString(), 3, { device: 'tablet' });
  await vi.waitFor(
    async () => {
      const { rows: left } = await app.database.database.pool.query('SELECT FROM analytics_inbox LIMIT 1');
      expect(left).toEqual([]);
    },
    { timeout: 20_000, interval: 100 },
  );
  const context = await signedInContext(browser, app, owner);
  const page = await context.newPage();
  const figure = (name: string, value: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .getByText(value, { exact: true })
      .waitFor();
  const asked = () => Object.fromEntries(new URL(page.url()).searchParams);

  await page.goto(`${app.url}/dashboard?period=all`);
  await figure('Conversations', '2');
  await figure('Messages', '10');
  await page.getByRole('button', { name: 'Today' }).click();
  await figure('Messages', '4');
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: shop.name }).click();
  await figure('Messages', '0');
  expect(asked()).toMatchObject({ period: 'today', agent: shop.id });
  // What is chosen is in the address: it is there again when the page is, and a step back takes it back.
  await page.reload();
  await figure('Messages', '0');
  await page.goBack();
  await figure('Messages', '4');

  await page.getByRole('tab', { name: 'Devices' }).click();
  await page.getByText('Smartphone').waitFor();
  await page.getByRole('tab', { name: 'Engagement' }).click();
  await page.getByText('When visitors write').waitFor();
  expect(asked()).toMatchObject({ period: 'today', tab: 'engagement' });
  await page.goBack();
  await page.getByText('Smartphone').waitFor();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByText('news', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Custom' }).click();
  await page.getByLabel('First day').fill('2026-05-02');
  await page.getByLabel('Last day').fill('2026-05-01');
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'All Time' }).click();
  await page
    .getByRole('region', { name: 'Most active agents' })
    .getByRole('link', { name: desk.name })
    .click();
  await page.waitForURL(`**/dashboard/agents/reports/${desk.id}*`);
  await page.getByRole('heading', { level: 1, name: desk.name }).waitFor();
  await page.goto(`${app.url}/dashboard?period=today&agent=${desk.id}`);
  await page.getByRole('link', { name: 'Conversations', exact: true }).click();
  await page.waitForURL('**/dashboard/inbox?*');
  expect(asked()).toMatchObject({
    view: 'everything',
    agent: desk.id,
    began: expect.stringMatching(/Z~.+Z$/),
  });
  await context.close();
});
