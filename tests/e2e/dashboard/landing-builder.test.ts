import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LandingPage, LandingPageSummary } from '#features/landing-pages/landing-pages.contract.ts';
import type { PageResults } from '#features/landing-pages/landing-pages-results.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { answered, ask, payAtBank } from '#tests/support/paywall-chat.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { everyBlock } from '#tests/support/pages/every-block.ts';
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

const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

/** What goes wrong in a page's scripts. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return faults;
}

test('a page out of an agent is changed by mouse and by keyboard, put online, and sells; its owner sees who came by it', async () => {
  await publishAgent(owner, (draft) => {
    draft.basic.name = 'Rye guide';
    Object.assign(draft.payment, { enabled: true, type: 'subscription', freeMessages: 1, currency: 'EUR' });
    Object.assign(draft.payment, { amount: 900, yearlyAmount: 9000, chargeUnsure: true });
  });
  const page = await (await signedInContext(browser, app, owner)).newPage();
  const faults = faultsOf(page);
  await page.goto(`${app.url}/dashboard/landing-pages/new`);
  await page
    .getByRole('region', { name: 'From an agent' })
    .getByRole('button', { name: 'Write the page' })
    .click();

  // By mouse: what is said where it is clicked, and a block out of the palette.
  const canvas = page.frameLocator('.page-builder-canvas iframe');
  await canvas.getByRole('heading', { name: 'Ask Rye guide' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Bread that keeps');
  await canvas.getByRole('heading', { name: 'Bread that keeps' }).waitFor();
  await page.getByRole('button', { name: 'QR code', exact: true }).click();
  await canvas.locator('.lp-qr').waitFor();

  // By keyboard: a block by its name, moved, taken back.
  await page.getByRole('heading', { name: 'Rye guide', level: 1 }).click();
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('searchbox').fill('Questions');
  await page.keyboard.press('Enter');
  await canvas.locator('.lp-faq').waitFor();
  await page.getByRole('tab', { name: 'Structure' }).click();
  const lines = page.getByRole('complementary', { name: 'Blocks' }).getByRole('listitem');
  const order = async (): Promise<string> => (await lines.allTextContents()).join(' ');
  const inserted = await order();
  await page.getByRole('heading', { name: 'Rye guide', level: 1 }).click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(order).toMatch(/Questions.*QR code/);
  await page.keyboard.press('Control+z');
  await expect.poll(order).toBe(inserted);
  await page.getByText('Saved', { exact: false }).first().waitFor();
  await shot(page, 'builder-1440');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('The page is online').first().waitFor();
  expect(faults).toEqual([]);
  const [made] = (await owner.get<{ pages: LandingPageSummary[] }>('/api/landing-pages')).pages;
  if (!made) throw new Error('the page is not in the list');

  const visitor = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  await visitor.goto(`${app.url}/p/${made.slug}?utm_source=mail&private=1`);
  await visitor.getByRole('heading', { name: 'Bread that keeps', level: 1 }).waitFor();
  await shot(visitor, 'published-1280');
  await visitor.locator('a[href*="?offer=year"]').click();
  await expect.poll(() => visitor.locator('.cw-choice-on input').isChecked()).toBe(true);
  await visitor.locator('.cw-choice-on').getByText('90').first().waitFor();
  await visitor.getByLabel('Email for your receipt').fill('ada@example.test');
  const [bank] = await Promise.all([
    visitor.context().waitForEvent('page'),
    visitor.locator('.cw-pay').click(),
  ]);
  await payAtBank(bank, /Payment confirmed/);
  await visitor.getByText('ada@example.test').first().waitFor();
  expect(new URL(visitor.url()).search).not.toContain('offer');
  await ask(visitor, 'How long does rye rise?');
  await answered(visitor, 1);
  // Somebody else asks in the page itself, and is known by its campaign, too.
  const guest = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  await guest.goto(`${app.url}/p/${made.slug}?utm_source=poster&private=1`);
  const inPage = guest.frameLocator('.lp-agent-place iframe').first();
  await inPage.getByRole('textbox').fill('Which flour?');
  await inPage.getByRole('textbox').press('Enter');
  await inPage.getByRole('button', { name: 'Copy answer' }).waitFor();

  await app.server.services.landingPages.counting.drain();
  const results = await owner.get<PageResults>(`/api/landing-pages/${made.id}/results`);
  // Test money is in no sum, and to be seen with whoever paid it.
  expect(results.total).toMatchObject({ views: 2, conversations: 2, purchases: 0, revenue: [] });
  expect(results.visits).toMatchObject([
    { utm: { source: 'poster' }, purchases: [] },
    { utm: { source: 'mail' }, purchases: [{ amount: 9000, currency: 'EUR', isTest: true }] },
  ]);
  const buyer = results.visits[1]?.contactId ?? '';
  expect(await owner.get(`/api/contacts/${buyer}`)).toMatchObject({
    source: 'landing',
    utm: { source: 'mail' },
  });

  // Page, visit and payment are one row for the owner, which leads to each of them.
  await page.goto(`${app.url}/dashboard/landing-pages/${made.id}/edit?tab=results`);
  const row = page.getByRole('row').filter({ hasText: 'mail' });
  await row.getByRole('link', { name: 'Chatted' }).waitFor();
  await shot(page, 'results-1440');
  await row.getByRole('link', { name: '90' }).click();
  await page.getByRole('dialog').getByText('ada@example.test').first().waitFor();
  expect(faults).toEqual([]);
});

test('every kind of block is drawn, and typing makes nothing anew', async () => {
  const page = await (await signedInContext(browser, app, owner)).newPage();
  const faults = faultsOf(page);
  const canvas = page.frameLocator('.page-builder-canvas iframe');
  for (const data of everyBlock({ agent: 0, form: '' })) {
    const full = await owner.post<LandingPage>('/api/landing-pages', { title: 'Every block', data });
    await page.goto(`${app.url}/dashboard/landing-pages/${full.id}`);
    await canvas.locator('.lp-footer').waitFor();
  }
  await canvas.getByRole('heading', { name: 'A countdown block', exact: false }).first().click();
  const drawn = await canvas.locator('.lp-page > *').first().elementHandle();
  const handle = await page.locator('.cursor-grab').first().elementHandle();
  await page.getByLabel('Title', { exact: true }).fill('Baked in a moment');
  await canvas.getByRole('heading', { name: 'Baked in a moment' }).waitFor();
  await page.getByText('Saved', { exact: false }).first().waitFor();
  for (const one of [drawn, handle]) expect(await one?.evaluate((element) => element.isConnected)).toBe(true);
  expect(faults).toEqual([]);
});
