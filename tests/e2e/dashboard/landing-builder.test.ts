import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LandingPage } from '#features/landing-pages/landing-pages.contract.ts';
import type { PageResults } from '#features/landing-pages/landing-pages-results.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { answered, ask, payAtBank } from '#tests/support/paywall-chat.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
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

test('a page is built by mouse and by keyboard, saved by itself, taken back, and put online', async () => {
  const made = (
    await owner.request('POST', '/api/landing-pages', { body: { title: 'Rye and spelt', language: 'en' } })
  ).body as { id: string; slug: string };
  const page = await (await signedInContext(browser, app, owner)).newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(`${app.url}/dashboard/landing-pages/${made.id}`);
  const canvas = page.frameLocator('.page-builder-canvas iframe');

  await page.getByRole('button', { name: 'Opening', exact: true }).click();
  await canvas.getByRole('heading', { name: 'Opening' }).waitFor();
  await page.getByLabel('Title', { exact: true }).fill('Bread that keeps');
  await canvas.getByRole('heading', { name: 'Bread that keeps' }).waitFor();

  // The same by keyboard: a block by its name, moved, taken back.
  await page.getByRole('heading', { name: 'Rye and spelt', level: 1 }).click();
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('searchbox').fill('Questions');
  await page.keyboard.press('Enter');
  await canvas.locator('.lp-faq').waitFor();
  await page.getByRole('tab', { name: 'Structure' }).click();
  const lines = page.getByRole('complementary', { name: 'Blocks' }).getByRole('listitem');
  await page.getByRole('heading', { name: 'Rye and spelt', level: 1 }).click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => lines.first().textContent()).toContain('Questions');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => lines.first().textContent()).toContain('Opening');
  await page.getByText('Saved', { exact: false }).first().waitFor();
  await shot(page, 'builder-1440');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByText('Bread that keeps').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('The page is online').first().waitFor();

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${app.url}/p/${made.slug}`);
  await visitor.getByRole('heading', { name: 'Bread that keeps', level: 1 }).waitFor();
  await shot(visitor, 'published-1280');
  expect(faults).toEqual([]);
});

test('a visitor buys the offer of a page, chats, and the owner sees that they came by it', async () => {
  const agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Rye guide';
    Object.assign(draft.payment, { enabled: true, type: 'subscription', freeMessages: 1, currency: 'EUR' });
    Object.assign(draft.payment, { amount: 900, yearlyAmount: 9000, chargeUnsure: true });
  });
  const page = await owner.post<LandingPage>('/api/landing-pages', {
    title: 'Rye by the year',
    data: {
      root: { props: { agent: agent.number } },
      content: [{ type: 'offer', props: { id: 'offer-1', title: 'Learn rye', offer: 'year' } }],
      zones: {},
    },
  });
  await owner.post(`/api/landing-pages/${page.id}/publish`, { revision: page.draftRevision });

  const visitor = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  await visitor.goto(`${app.url}/p/${page.slug}?utm_source=mail`);
  await visitor.locator('a[href*="?offer=year"]').click();
  expect(await visitor.locator('.cw-choice-on input').isChecked()).toBe(true);
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

  await app.server.services.landingPages.counting.drain();
  const results = await owner.get<PageResults>(`/api/landing-pages/${page.id}/results`);
  // Test money is in no sum, and to be seen with whoever paid it.
  expect(results.total).toMatchObject({ views: 1, visitors: 1, conversations: 1, purchases: 0, revenue: [] });
  expect(results.visits).toMatchObject([
    { utm: { source: 'mail' }, purchases: [{ amount: 9000, currency: 'EUR', isTest: true }] },
  ]);
  const office = await (await signedInContext(browser, app, owner)).newPage();
  await office.goto(`${app.url}/dashboard/landing-pages/${page.id}/edit?tab=results`);
  await office.getByRole('link', { name: 'Chatted' }).waitFor();
  await shot(office, 'results-1280');
});
