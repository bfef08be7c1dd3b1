import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#shared/ids.ts';
import { breakDown } from '#shared/money/money.ts';
import type { CheckoutOrder } from '#providers/payments/payments.port.ts';
import { testMoneyConnection } from '#features/test-money/server/test-money.usecases.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { accessibilityFaults, colorRules, resizeTo } from '#tests/support/visitors/visitor-setup.ts';
import { watchFaults } from '#tests/support/visitors/page-faults.ts';

let app: TestApp;
let accountId: string;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  accountId = (await app.register('Vera')).user.accountId;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const vendor = () => app.server.services.testMoney.vendor;
/** Another origin than the page's own, as a chat on another address is. */
const chat = (): string => `${app.url.replace('127.0.0.1', 'localhost')}/terms`;

async function begin(change: Partial<CheckoutOrder> = {}): Promise<{ url: string; reference: string }> {
  const order: CheckoutOrder = {
    purchaseId: newId('pur'),
    agentId: newId('agt'),
    kind: 'once',
    interval: null,
    trialDays: 0,
    currency: 'EUR',
    price: breakDown(999, 'EUR', 21_000, 'exclusive'),
    taxBehaviour: 'exclusive',
    taxThousandths: 21_000,
    title: 'A hundred messages for Linden & Loaf',
    description: 'Ask about breads, orders and opening hours.',
    email: 'guest@example.test',
    language: 'en',
    successUrl: `${chat()}?paid`,
    cancelUrl: `${chat()}?back`,
    expiresAt: new Date(Date.now() + 3_600_000),
    ...change,
  };
  const { reference, url } = await vendor().createCheckout(
    testMoneyConnection(accountId),
    order,
    newId('req'),
  );
  return { reference, url: url.replace('localhost', '127.0.0.1') };
}
const facts = async (checkout: string) =>
  vendor().facts(testMoneyConnection(accountId), { checkout, payment: null, subscription: null });

async function visit(
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[]; leave(): Promise<void> }> {
  const context = await browser.newContext({
    viewport: wide,
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const faults = watchFaults(page);
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(app.url) &&
      !request.url().startsWith(app.url.replace('127.0.0.1', 'localhost')) &&
      !request.url().startsWith('data:') &&
      faults.push(`asked ${request.url()}`),
  );
  await page.goto(url);
  return { page, faults, leave: () => context.close() };
}
const [wide, narrow] = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
];
/** A picture to look at, where a folder for them is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder)
    await page.screenshot({ path: path.join(folder, `${name.replace(/[^\w]+/g, '-')}.png`), fullPage: true });
}
/** What is drawn can be read by everybody, in both themes and widths, with nothing loaded anew. */
async function isSound(page: Page, name: string, sizes = [wide, narrow]): Promise<void> {
  for (const size of sizes) {
    await resizeTo(page, size);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      const look = `${name} ${theme} ${size.width}`;
      await picture(page, look);
      expect(await accessibilityFaults(page, theme === 'dark' ? { runOnly: colorRules } : {}), look).toEqual(
        [],
      );
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
        look,
      ).toBe(0);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

describe('the payment page in a browser', () => {
  test('can be read and used by everybody in every state, in both themes and widths', async () => {
    const hostile = '<script>alert(1)</script>'.repeat(3) + 'W'.repeat(120);
    const trial = await begin({
      title: hostile,
      description: hostile,
      email: `${'w'.repeat(60)}@${'example'.repeat(12)}.test`,
      kind: 'subscription',
      interval: 'month',
      trialDays: 14,
      language: 'fr',
    });
    const { page, faults, leave } = await visit(trial.url);
    await isSound(page, 'trial');
    await page.getByRole('button', { name: 'Commencer l’essai' }).click();
    await page.goto(trial.url);
    await isSound(page, 'trial begun');

    const { reference, url } = await begin();
    await page.goto(url);
    await isSound(page, 'open');
    await page.getByRole('radio', { name: /Is declined/ }).check();
    await page.getByRole('button', { name: 'Pay €12.09' }).click();
    await page.getByRole('alert').getByText('The card was declined').waitFor();
    await isSound(page, 'declined');
    await page.getByRole('radio', { name: 'Type a number' }).check();
    await page.getByLabel('Number of a test card').fill('4539 5787 6362 1486');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('real card').waitFor();
    await expect.poll(() => page.getByLabel('Number of a test card').inputValue()).toBe('');
    await isSound(page, 'not a test card');
    await page.getByLabel('Number of a test card').fill('4000002500003155');
    await page.getByRole('button', { name: 'Pay €12.09' }).click();
    await page.getByRole('heading', { name: 'Confirm the payment' }).waitFor();
    await isSound(page, 'confirming');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL(`${chat()}?paid`);
    expect(await facts(reference)).toMatchObject({ checkout: 'complete', paid: 1_209 });
    await page.goto(url);
    await isSound(page, 'paid');
    const called = await begin();
    await vendor().expireCheckout(testMoneyConnection(accountId), called.reference);
    await page.goto(called.url);
    await isSound(page, 'called off');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL(`${chat()}?back`);
    expect(faults).toEqual([]);
    await leave();
  });

  test('is paid by keyboard alone, and says in the page where the focus is', async () => {
    const { reference, url } = await begin();
    const { page, faults, leave } = await visit(url);
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('value')))
      .toBe('succeeds');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('problem');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${chat()}?paid`);
    expect(await facts(reference)).toMatchObject({ payment: 'paid', payments: [{ amount: 1_209 }] });
    expect(faults).toEqual([]);
    await leave();
  });

  test.each(['nl', 'es', 'pt', 'cs'] as const)('is whole in %s', async (language) => {
    const { url } = await begin({ language, kind: 'subscription', interval: 'year', trialDays: 3 });
    const { page, leave } = await visit(url, { viewport: narrow });
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
    await isSound(page, `language ${language}`, [narrow]);
    await expect.poll(() => page.locator('body').innerText()).not.toMatch(/test-money:|\{\{|undefined/);
    await leave();
  });
});

describe('the page for customers in a browser', () => {
  test('can be read and used by everybody, in both themes and widths', async () => {
    const { reference, url } = await begin({ kind: 'subscription', interval: 'month' });
    const { page, faults, leave } = await visit(url);
    await page.getByRole('radio', { name: /fails at the renewal/ }).check();
    await page.getByRole('button', { name: 'Pay €12.09' }).click();
    await page.waitForURL(`${chat()}?paid`);
    const known = await facts(reference);
    const door = await vendor().portalUrl(
      testMoneyConnection(accountId),
      known?.references.customer ?? '',
      `${chat()}?portal`,
    );
    await page.goto((door ?? '').replace('localhost', '127.0.0.1'));
    await isSound(page, 'portal');
    await page.getByRole('button', { name: 'Cancel at the end of the period' }).click();
    await page.getByText('will not be renewed').waitFor();
    expect((await facts(reference))?.subscription).toMatchObject({ isEnding: true });
    await isSound(page, 'portal ending');
    await page.getByRole('button', { name: 'Keep the subscription' }).click();
    await page.getByText('Renews on').waitFor();
    await page.getByRole('radio', { name: /Pays at once/ }).check();
    await page.getByRole('button', { name: 'Use this card' }).click();
    await page.getByRole('heading', { name: 'Card ending in 4242' }).waitFor();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL(`${chat()}?portal`);
    expect(faults).toEqual([]);
    await leave();
  });
});
