import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startStripeStandIn, type StripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import {
  accessibilityFaults,
  colorRules,
  resizeTo,
  showTheme,
} from '#tests/support/visitors/visitor-setup.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
let app: TestApp;
let stripe: StripeStandIn;
let owner: Awaited<ReturnType<TestApp['register']>>;
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  stripe = await startStripeStandIn({
    secretKey: `rk_live_${'51NstandIn0000000000000000'}`,
    reachesLocal: true,
  });
  app = await startTestApp({ stripeBaseUrl: stripe.baseUrl });
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  stripe.missingRights.clear();
  await owner.request('DELETE', '/api/payments/setup/live');
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await stripe.close();
  expect(stripe.violations).toEqual([]);
});

async function openSettings({
  on = app,
  as = owner,
  ...options
}: {
  viewport?: typeof wide;
  on?: TestApp;
  as?: typeof owner;
} = {}): Promise<Page> {
  const context = await signedInContext(browser, on, as, { viewport: wide, ...options });
  context.setDefaultTimeout(30_000);
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(`${on.url}/dashboard/settings?tab=integrations`);
  await page.getByRole('heading', { name: 'Getting paid' }).waitFor();
  // What is done was folded away.
  const fold = page.getByRole('button', { name: /^(Show|Collapse)$/ });
  await fold.waitFor();
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  await page.getByText('Built in and ready').waitFor();
  return page;
}

/** What axe has to say about the page as it is now; what moves is let come to rest first. */
async function faults(page: Page, runOnly?: string[]): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  );
  return accessibilityFaults(page, runOnly ? { runOnly } : {});
}

/** A picture for looking at; nothing is compared with it. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** What is drawn can be read by everybody, in both themes. */
async function isReadable(page: Page, name: string): Promise<void> {
  expect(await faults(page)).toEqual([]);
  await picture(page, `${name}-light`);
  await showTheme(page, 'dark');
  expect(await faults(page, colorRules)).toEqual([]);
  await picture(page, `${name}-dark`);
  await showTheme(page, 'light');
}

test('an owner makes a key in Stripe, is told what is wrong with it, connects it and sees what is ready', async () => {
  const page = await openSettings();
  expect(await faults(page)).toEqual([]);
  await picture(page, 'begin');
  await page.getByRole('button', { name: 'Connect Stripe: Real money' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Stripe for real money' });
  await expect
    .poll(() => dialog.getByRole('link', { name: 'Open the API keys in Stripe' }).getAttribute('href'))
    .toBe('https://dashboard.stripe.com/apikeys');
  await dialog.getByText('Webhook Endpoints').waitFor();
  expect(await faults(page)).toEqual([]);
  const key = dialog.getByRole('textbox', { name: 'Restricted key' }).or(dialog.getByLabel('Restricted key'));
  const connect = dialog.getByRole('button', { name: 'Check and connect' });
  await connect.click();
  await dialog.getByText('Paste the key here.').waitFor();
  for (const [text, told] of [
    ['rk_test_51NstandIn0000000000000000', 'This key belongs to the other mode.'],
    [`rk_live_${'510000000000wrong'}`, 'doesn’t accept this key'],
  ] as const) {
    await key.first().fill(text);
    await connect.click();
    await dialog.getByText(told).waitFor();
  }
  stripe.missingRights.add('rak_checkout_session_write').add('rak_webhook_write');
  await key.first().fill(stripe.secretKey);
  await connect.click();
  await dialog.getByText('These rights are missing:').waitFor();
  await dialog.getByText('Webhook Endpoints: write').waitFor();
  expect(await faults(page)).toEqual([]);
  await picture(page, 'missing');
  stripe.missingRights.clear();
  await connect.click();
  await page.getByText('Stripe is connected').first().waitFor();
  const list = page.getByRole('list', { name: 'What is ready: Real money' });
  expect((await list.getByRole('listitem').allInnerTexts()).every((line) => line.startsWith('Ready:'))).toBe(
    true,
  );
  await page.getByText('Bakery Petit Four').waitFor();
  expect(await page.content()).not.toContain(stripe.secretKey);
  expect(await faults(page)).toEqual([]);
  await picture(page, 'connected');
});

test('on a phone, in both themes, what is missing is read and Stripe is left again', async () => {
  expect(
    (await owner.request('PUT', '/api/payments/setup/live', { body: { secretKey: stripe.secretKey } }))
      .status,
  ).toBe(200);
  stripe.missingRights.add('rak_charge_write');
  Object.assign(stripe.state.of('account')[0] ?? {}, { payouts_enabled: false });
  const page = await openSettings({ viewport: narrow });
  await page.getByRole('button', { name: 'Check again: Real money' }).click();
  await page
    .getByText('The key lacks a right. Give it in Stripe: Charges and Refunds: write; Disputes: read.')
    .waitFor();
  await page.getByText('Stripe needs more details from you first.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow.width);
  await isReadable(page, 'phone');
  await page.getByRole('button', { name: 'Change key: Real money' }).click();
  await page.getByRole('dialog', { name: 'Connect Stripe for real money' }).waitFor();
  await isReadable(page, 'phone-dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Disconnect: Real money' }).click();
  const question = page.getByRole('dialog', { name: 'Disconnect Stripe?' });
  await question.getByText('Running subscriptions continue in Stripe').waitFor();
  await isReadable(page, 'phone-leave');
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('Not connected yet.').waitFor();
  expect(stripe.state.of('webhook')).toEqual([]);
  Object.assign(stripe.state.of('account')[0] ?? {}, { payouts_enabled: true });
});

test('an owner connects Stripe without a key: answers on Stripe’s pages, comes back, sees what is missing and then that it works', async () => {
  const platform = await startTestApp({
    stripeBaseUrl: stripe.baseUrl,
    environment: { PLATFORM_STRIPE_KEY: stripe.secretKey, PLANS: 'free' },
  });
  try {
    const as = await platform.register('Olga Horn');
    const page = await openSettings({ on: platform, as });
    const visited: string[] = [];
    await page.route('https://connect.stripe.com/**', async (route) => {
      visited.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<title>Stripe</title><h1>Stripe</h1>' });
    });
    const back = (step: string) =>
      page.goto(`${platform.url}/dashboard/settings?tab=integrations&stripe=${step}`);
    await page.getByRole('button', { name: 'Use a restricted key: Real money' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await picture(page, 'platform-begin');
    await page.getByRole('button', { name: 'Connect with Stripe: Real money' }).click();
    await page.getByRole('heading', { name: 'Stripe' }).waitFor();
    // The page at Stripe was too old: coming back leads there again.
    await back('again');
    await page.getByRole('heading', { name: 'Stripe', exact: true }).waitFor();
    expect(new Set(visited).size).toBe(2);
    stripe.connected().answer({ left: ['external_account', 'representative.verification.document'] });
    await back('returned');
    await page.getByText('a bank account for payouts').waitFor();
    await page.getByText('documents that prove identity or address').waitFor();
    await page.getByText('Not finished').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=integrations');
    expect(await faults(page)).toEqual([]);
    await picture(page, 'platform-unfinished');
    await resizeTo(page, narrow);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow.width);
    await picture(page, 'platform-unfinished-phone');
    await resizeTo(page, wide);
    stripe.connected().answer();
    expect(await stripe.deliver()).toContain(200);
    const list = page.getByRole('list', { name: 'What is ready: Real money' });
    await list.getByText('Account connected').waitFor();
    expect(
      (await list.getByRole('listitem').allInnerTexts()).every((line) => line.startsWith('Ready:')),
    ).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Change key: Real money' }).count()).toBe(0);
    expect(await faults(page)).toEqual([]);
    await picture(page, 'platform-connected');
    await page.getByRole('button', { name: 'Disconnect: Real money' }).click();
    await page.getByRole('dialog').getByText('Your Stripe account stays yours').waitFor();
  } finally {
    await platform.close();
    stripe.state.of('webhook').length = 0;
  }
});
