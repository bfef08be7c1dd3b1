import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { accessibilityFaults, colorRules, resizeTo } from '#tests/support/visitors/visitor-setup.ts';

/** A folder for a picture of every step, to look at; none is taken without it. */
const pictures = process.env['SCREENSHOTS'];
const [wide, narrow] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const day = 86_400_000;

const clock = createManualClock(new Date());
let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let home: string;

beforeAll(async () => {
  app = await startTestApp({ clock, environment: { PLANS: 'paid' } });
  owner = await app.register('Mira Linden');
  // Payment pages lead back to the name by which the server knows itself.
  home = app.server.listening ?? app.url;
  browser = await launchChromium();
  context = await signedInContext(browser, { ...app, url: home }, owner);
  context.setDefaultTimeout(30_000);
  await context.clock.install();
  page = await context.newPage();
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const button = (name: string | RegExp, on = page) => on.getByRole('button', { name });
const heading = (name: string, on = page) => on.getByRole('heading', { name, exact: true });
const summary = () => page.getByRole('region', { name: /^(Pro|White Label|Free trial|No plan)$/ });
const openBilling = () => page.goto(`${home}/dashboard/settings?tab=billing`);

/** What is drawn can be read by everybody, in both themes and widths. */
async function isSound(name: string): Promise<void> {
  const themeOf = () => page.evaluate(() => document.documentElement.dataset['theme']);
  for (const theme of ['light', 'dark'] as const) {
    if ((await themeOf()) !== theme) await button(theme === 'dark' ? 'Dark theme' : 'Light theme').click();
    for (const size of [wide, narrow]) {
      await resizeTo(page, size);
      if (pictures)
        await page.screenshot({
          path: path.join(pictures, `${name}-${theme}-${size.width}.png`),
          fullPage: true,
        });
      expect(
        await accessibilityFaults(page, theme === 'dark' ? { runOnly: colorRules } : {}),
        `${name} in ${theme} at ${size.width}`,
      ).toEqual([]);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
        `${name} at ${size.width}`,
      ).toBe(0);
    }
    await resizeTo(page, wide);
  }
}

/** Pays on the page of the simulated bank, which leads back. */
async function payAtBank(on = page): Promise<void> {
  await heading('Pay with test money', on).waitFor();
  await on.locator('button[value="pay"]').press('Enter');
  await on.waitForURL(/\/dashboard\/subscription-success\?checkout=/);
}

/**
 * Lets days go by, on the server and in the browser; the bank and the jobs do what is due meanwhile, and
 * nobody is signed out.
 */
async function pass(days: number): Promise<void> {
  const { testMoney, billing } = app.server.services;
  for (let left = days; left > 0; left -= 4) {
    clock.advance(Math.min(left, 4) * day);
    await owner.get('/api/user');
    await testMoney.runDue();
    await billing.sale?.reconcile.askDue();
  }
  await context.clock.setSystemTime(clock.now());
}

/** Puts another card in, on the bank's page for customers. */
async function changeCard(open: string, card: RegExp): Promise<void> {
  await button(open).click();
  await page.getByRole('radio', { name: card }).check();
  await button('Use this card').click();
  await page.getByRole('heading', { name: /^Card ending in/ }).waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(/tab=billing/);
}

test('an account tries, subscribes, changes its plan, cancels and resumes', async () => {
  await openBilling();
  await page.getByRole('region', { name: 'Time left in your free trial' }).waitFor();
  await summary().getByText('Running').waitFor();
  await page.getByText('This server sells its plans for test money.').waitFor();
  await page.getByText('Nothing has been paid yet.').waitFor();
  await isSound('trial');

  await button('Subscribe to Pro').press('Enter');
  await payAtBank();
  await heading('You are on Pro').waitFor();
  // The notice on top goes with the payment, not with its next minute.
  await page
    .getByRole('region', { name: 'Time left in your free trial' })
    .waitFor({ state: 'detached', timeout: 30_000 });
  await isSound('success');
  await page.reload();
  await heading('You are on Pro').waitFor();
  await page.getByRole('link', { name: 'Open billing' }).press('Enter');
  await summary().getByText('$29', { exact: true }).waitFor();
  await summary().getByText('4242').waitFor();
  await page.getByRole('row', { name: /Pro, one month.*\$29\.00/ }).waitFor();

  await button(/^Yearly/).press('Enter');
  await button('Switch to yearly').press('Enter');
  const change = page.getByRole('dialog', { name: 'Pay yearly from now on?' });
  await change.getByText('$270.00').waitFor();
  await change.getByText('$299.00/year').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await change.getByRole('button', { name: 'Switch to yearly' }).press('Enter');
  await summary().getByText('$299', { exact: true }).waitFor();
  await page.getByRole('row', { name: /\$270\.00/ }).waitFor();

  await button('Upgrade to White Label').press('Enter');
  const upgrade = page.getByRole('dialog', { name: 'Change to White Label?' });
  await upgrade.getByText('$199.00/month').waitFor();
  await upgrade.getByRole('button', { name: 'Change to White Label' }).press('Enter');
  await page.getByText('White Label is active: set up your brand').waitFor();
  await summary().getByText('$199', { exact: true }).waitFor();

  await button('Cancel subscription').press('Enter');
  const cancel = page.getByRole('dialog', { name: 'Cancel White Label?' });
  await cancel.getByText(/Everything stays as it is until \w+ \d+, \d{4}/).waitFor();
  await cancel.getByRole('button', { name: 'Cancel subscription' }).press('Enter');
  await summary().getByText('Canceled, runs on').waitFor();
  await cancel.waitFor({ state: 'detached' });
  await isSound('ending');
  await button('Keep subscription').press('Enter');
  await summary().getByText('Active').waitFor();
  await summary().getByText('Next billing date').waitFor();
});

test('a card that fails leaves time to pay; after that nothing new can be made, until there is a plan again', async () => {
  await changeCard('Manage payment', /fails at the renewal/);
  await summary().getByText('0341').waitFor();
  await pass(32);
  await summary().getByText('Payment open').waitFor();
  await page.getByRole('region', { name: 'Time left to complete your payment' }).waitFor();
  await isSound('incomplete');
  await changeCard('Pay or change the card', /Pays at once/);
  await summary().getByText('Active').waitFor();
  await expect
    .poll(() => page.getByRole('region', { name: 'Time left to complete your payment' }).count())
    .toBe(0);

  await changeCard('Manage payment', /fails at the renewal/);
  await pass(32);
  await summary().getByText('Payment open').waitFor();
  await page.goto(`${home}/dashboard/agents/new`);
  await page.getByRole('textbox').fill('A guide for a bakery');
  await pass(8);
  // A second tab, so that what was typed in the first one stays.
  const plans = await context.newPage();
  await plans.goto(`${home}/dashboard/settings?tab=billing`);
  await plans.getByText('Payment overdue').waitFor();
  await button('Create agent').press('Enter');
  const told = page.getByRole('dialog', { name: 'A payment is overdue' });
  await told.getByText('What you typed here stays for as long as this tab is open.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect
    .poll(() => told.getByRole('link', { name: 'See plans' }).getAttribute('target'))
    .toBe('_blank');

  // Nothing is paid for, so the old subscription ends at once and makes room for a new one.
  await button('Cancel subscription', plans).press('Enter');
  const cancel = plans.getByRole('dialog', { name: 'Cancel White Label?' });
  await cancel.getByText('it ends at once').waitFor();
  await cancel.getByRole('button', { name: 'Cancel subscription' }).press('Enter');
  await plans.getByText('Your subscription has ended.').waitFor();
  await button('Subscribe to Pro', plans).press('Enter');
  await payAtBank(plans);
  await heading('You are on Pro', plans).waitFor();
  await plans.close();
  // The first tab hears of it by itself.
  await told.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByText('New agents can be made again').count()).toBe(0);
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('A guide for a bakery');
  await button('Create agent').press('Enter');
  await page.waitForURL(/\/dashboard\/agents\/edit\//);
});

test('whoever is about to delete the account is given an export in the same dialog', async () => {
  await page.goto(`${home}/dashboard/settings?tab=general`);
  await button('Delete account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete the account for good?' });
  await dialog.getByRole('button', { name: 'Make an export' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await expect.poll(() => dialog.getByRole('button', { name: 'Delete for good' }).isDisabled()).toBe(true);
});
