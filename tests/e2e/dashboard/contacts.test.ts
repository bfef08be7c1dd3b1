import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Contact } from '#features/contacts/contacts.contract.ts';
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
  expect(await sheet.getByRole('link', { name: 'Download these rows' }).getAttribute('href')).toMatch(
    /^\/api\/contact-imports\/cim_\w+\/refused\.csv$/,
  );
  await sheet.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('link', { name: 'Anna Linden' }).waitFor();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: 'Fair' }).click();
  await page.getByText('1 contact', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('tag')).toMatch(/^ctg_/);
  expect(await page.getByRole('link', { name: 'Anna Linden' }).count()).toBe(0);
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
