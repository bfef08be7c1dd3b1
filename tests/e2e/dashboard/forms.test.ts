import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formFieldTypes } from '#shared/forms/document.ts';
import type { FormSummary } from '#features/forms/forms.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

type Owner = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let owner: Owner;
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

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Answers every field of a form that has one of each kind. */
async function fill(page: Page): Promise<void> {
  const field = (name: string) => page.locator(`[name="${name}"]`);
  const texts: Record<string, string> = {
    short_text: 'Ada Novak',
    long_text: 'Two lines\nof text',
    email: 'ada@example.test',
    phone: '+420 601 234 567',
    url: 'https://bakery.test/order',
    number: '12',
    currency: '19.90',
    date: '2026-12-24',
    time: '18:30',
    datetime: '2026-12-24T18:30',
    'address.line1': 'Main Street 1',
    'address.postalCode': '110 00',
    'address.city': 'Prague',
  };
  for (const [name, text] of Object.entries(texts)) await field(name).fill(text);
  await field('address.country').selectOption('CZ');
  await field('select').selectOption('option_2');
  for (const name of ['radio', 'checkboxes', 'multi_select', 'picture_choice'])
    await page.locator(`[name="${name}"][value="option_1"]`).check({ force: true });
  await page.getByRole('button', { name: /Option 3.*up/i }).click();
  for (const row of ['row_1', 'row_2'])
    await page.locator(`[name="matrix.${row}"][value="option_3"]`).check();
  for (const [name, point] of [
    ['rating', 4],
    ['nps', 9],
    ['scale', 2],
  ])
    await page.locator(`[name="${name}"][value="${point}"]`).check({ force: true });
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: pixel });
  await field('consent').check({ force: true });
}

test('a form with every kind of field is built, published, filled in, checked on both sides, paid, read and exported', async () => {
  const office = await (await signedInContext(browser, app, owner)).newPage();
  await office.goto(`${app.url}/dashboard/forms`);
  await office.getByRole('button', { name: /Empty form/ }).click();
  await office.getByRole('textbox', { name: 'Name of the form' }).fill('Everything');
  for (const type of formFieldTypes) {
    await office.locator(`button[data-type="${type}"]`).click();
    if (type === 'email') await office.getByRole('switch', { name: 'An answer is needed' }).click();
  }
  await office.getByRole('button', { name: 'Publish form' }).click();
  await office.getByText('The form is published').first().waitFor();
  const { forms } = await owner.get<{ forms: FormSummary[] }>('/api/forms');
  expect(forms).toMatchObject([{ name: 'Everything', fieldCount: formFieldTypes.length, isPublished: true }]);
  const [form] = forms;
  // Whoever published for the first time has the link in hand; whoever did so before is led to it.
  const share = office.getByRole('dialog', { name: 'Share' });
  await expect.poll(() => share.getByRole('textbox', { name: 'Link' }).inputValue()).toBe(form?.url);
  expect(form?.url).toMatch(new RegExp(`/forms/${form?.publicId}$`));
  await office.keyboard.press('Escape');
  await share.waitFor({ state: 'detached' });

  const page = await (
    await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'en-US',
      reducedMotion: 'reduce',
    })
  ).newPage();
  await page.goto(`${app.url}/forms/${form?.publicId}/autumn`);
  const send = page.getByRole('button', { name: 'Continue to payment' });
  await page.locator('[name="email"]').fill('nobody');
  await send.click();
  await page.locator('#f-email-problem').filter({ visible: true }).waitFor();
  await fill(page);
  // Whoever goes past the page is told the same by the server.
  const token = await page.locator('[name="_token"]').inputValue();
  const straight = async () => {
    const { status, body } = await app
      .browser()
      .request('POST', `/api/form-pages/${form?.publicId}/submissions`, {
        body: { token, answers: { email: 'nobody' } },
      });
    return [status, Object.keys((body as { fields?: object }).fields ?? {})];
  };
  // Nobody fills a form within two seconds: until then that is what is complained of.
  await expect.poll(straight, { timeout: 30_000 }).toEqual([400, ['email']]);

  // The page does not let a form go whose file is still on its way.
  await page.locator('.ff-files [aria-busy]').waitFor({ state: 'detached' });
  await send.click();
  await page.getByRole('heading', { name: 'Pay with test money' }).waitFor();
  await page.getByText('Pays at once').click();
  await page.locator('button[value="pay"]').click();
  await page.waitForURL(/\/forms\//);
  await page.locator('.ff-end').getByRole('heading').waitFor();

  await office.goto(`${app.url}/dashboard/forms/${form?.id}/submissions`);
  await office.getByText('ada@example.test').first().waitFor();
  const csv = await owner.request('GET', `/api/forms/${form?.id}/export?format=csv`);
  for (const text of ['Ada Novak', 'https://bakery.test/order', '2026-12-24', 'autumn', 'plan.png'])
    expect(csv.text).toContain(text);
  const { contacts } = await owner.get<{ contacts: { email: string | null }[] }>('/api/contacts');
  expect(contacts.map(({ email }) => email)).toContain('ada@example.test');
});
