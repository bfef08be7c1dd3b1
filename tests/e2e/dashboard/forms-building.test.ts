import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Form, FormSummary } from '#features/forms/forms.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { formBlock as block, formOptions, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { startHostSite } from '#tests/support/visitors/host-site.ts';

let app: TestApp;
let owner: TestBrowser;
let browser: Browser;
let office: BrowserContext;
let host: Awaited<ReturnType<typeof startHostSite>>;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
  office = await signedInContext(browser, app, owner);
  host = await startHostSite();
});
afterAll(async () => {
  await browser.close();
  await host.close();
  await app.close();
});

const newest = async (): Promise<Form> => {
  const { forms } = await owner.get<{ forms: FormSummary[] }>('/api/forms');
  return owner.get<Form>(`/api/forms/${forms[0]?.id}`);
};

describe('the builder', () => {
  test('adds fields with Enter, says so, shows them, and its texts follow the language of the form', async () => {
    const page = await office.newPage();
    await page.goto(`${app.url}/dashboard/forms`);
    await page.getByRole('button', { name: /Empty form/ }).click();
    await page.getByRole('textbox', { name: 'Name of the form' }).fill('By keyboard');
    const palette = page.locator('button[data-type="radio"]');
    for (let press = 0; press < 8; press++) {
      await palette.focus();
      await page.keyboard.press('Enter');
      await page
        .getByRole('status')
        .filter({ hasText: `One choice was added as ${press + 1} of ${press + 1}.` })
        .waitFor({ state: 'attached' });
    }
    // A screen reader hears a plain button and not one that toggles.
    await expect.poll(() => palette.getAttribute('aria-pressed')).toBeNull();
    const last = page.locator('[data-block]').last();
    await expect.poll(() => last.evaluate((item) => item.getBoundingClientRect().bottom)).toBeLessThan(900);
    const handle = last.getByRole('button', { name: /^Move One choice/ });
    await handle.focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: 'One choice is picked up.' })
      .waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('main').getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Nederlands' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Bedankt');
    await page.getByRole('button', { name: 'Publish form' }).click();
    await page.getByText('The form is published').first().waitFor();
    // What was made is shown at once: the address to give away.
    const form = await newest();
    await expect
      .poll(() => page.getByRole('dialog').getByRole('textbox', { name: 'Link' }).inputValue())
      .toBe(form.url);
    expect(form.draft.blocks[0]).toMatchObject({
      label: 'Eén keuze',
      options: [{ label: 'Optie 1' }, {}, {}],
    });
    await page.close();
  });
});

describe('a form on a page of somebody else', () => {
  test('is as high as what is in it, and an order that nobody touched is no answer', async () => {
    const form = await publishForm(owner, [
      block('name'),
      block('order', 'ranking', { options: formOptions('one', 'two', 'three') }),
      block('break', 'page_break'),
      ...Array.from({ length: 14 }, (_, at) => block(`more_${at}`, 'long_text')),
    ]);
    const page = await (await browser.newContext({ viewport: { width: 900, height: 700 } })).newPage();
    await page.goto(
      host.page(
        '/form',
        `<h1>Bakery</h1><iframe src="${form.url}?embed=1" title="Form" style="width:100%;height:480px;border:0"></iframe><script type="module" src="${new URL(form.url).origin}/embed/form.mjs"></script>`,
      ),
    );
    const frame = page.frameLocator('iframe');
    const height = () => page.locator('iframe').evaluate((item) => item.getBoundingClientRect().height);
    await frame.locator('.ff-form[data-ready]').waitFor();
    await expect.poll(height).not.toBe(480);
    const first = await height();
    await frame.getByRole('button', { name: 'Next' }).click();
    await expect.poll(height).toBeGreaterThan(first + 600);
    expect(
      await frame.locator('html').evaluate((root) => root.scrollHeight - root.clientHeight),
    ).toBeLessThanOrEqual(1);
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.locator('.ff-end').waitFor();
    await expect.poll(height).toBeLessThan(first);
    const { submissions } = await owner.get<{ submissions: { answers: object }[] }>(
      `/api/forms/${form.id}/submissions`,
    );
    expect(submissions).toMatchObject([{ answers: {} }]);
    await page.close();
  });

  test('is paid in a tab of its own and says so where it stands; who comes back unpaid finds their answers', async () => {
    const form = await publishForm(owner, [
      block('email', 'email', { required: true }),
      block('pay', 'payment', { amount: 1_250 }),
    ]);
    const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
    const page = await context.newPage();
    await page.goto(
      host.page(
        '/shop',
        `<iframe src="${form.url}?embed=1" title="Form" style="width:100%;height:480px;border:0"></iframe><script type="module" src="${new URL(form.url).origin}/embed/form.mjs"></script>`,
      ),
    );
    const frame = page.frameLocator('iframe');
    await frame.locator('[name="email"]').fill('eva@example.test');
    await frame.getByRole('button', { name: 'Continue to payment' }).click();
    const [bank] = await Promise.all([
      context.waitForEvent('page'),
      frame.locator('.ff-end').getByRole('link').click(),
    ]);
    await bank.getByText('Pays at once').click();
    await bank.locator('button[value="pay"]').click();
    await bank.waitForURL(/\/forms\//);
    await bank.locator('.ff-end [class="ff-tick"]').waitFor();
    await page.bringToFront();
    await frame.locator('body').evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await frame.locator('.ff-end .ff-tick').waitFor();
    expect(page.url()).toBe(`${host.origin}/shop`);

    await bank.goto(form.url);
    await bank.locator('[name="email"]').fill('tom@example.test');
    await bank.getByRole('button', { name: 'Continue to payment' }).click();
    await bank.getByRole('heading', { name: 'Pay with test money' }).waitFor();
    await bank.goBack();
    await expect.poll(() => bank.locator('[name="email"]').inputValue()).toBe('tom@example.test');
    await bank.locator('[name="email"]').fill('tim@example.test');
    await bank.getByRole('button', { name: 'Continue to payment' }).click();
    await bank.getByText('Pays at once').click();
    await bank.locator('button[value="pay"]').click();
    await bank.locator('.ff-end .ff-tick').waitFor();
    const { submissions } = await owner.get<{ submissions: { answers: object; state: string }[] }>(
      `/api/forms/${form.id}/submissions`,
    );
    // One submission that was corrected, and not two.
    expect(submissions.map(({ answers }) => answers)).toEqual([
      expect.objectContaining({ email: 'tim@example.test' }),
      expect.objectContaining({ email: 'eva@example.test' }),
    ]);
    await bank.goto(form.url);
    await expect.poll(() => bank.locator('[name="email"]').inputValue()).toBe('');
    await context.close();
  });
});
