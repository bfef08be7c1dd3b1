import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { accessibilityFaults, resizeTo } from '#tests/support/visitors/visitor-setup.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
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

/** A picture for looking at; nothing is compared with it. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
const offersOf = async (agent: Agent) =>
  (await owner.get<Agent>(`/api/agents/${agent.id}`)).draft.payment.offers;

test('an owner offers several things, orders and recommends them, and reads the prices before publishing', async () => {
  const agent = await owner.post<Agent>('/api/agents', { from: 'blank', input: '' });
  const payment = {
    ...agent.draft.payment,
    enabled: true,
    type: 'pack',
    currency: 'EUR',
    amount: 500,
    messagesPerPack: 50,
    taxPercent: 21,
    taxBehaviour: 'inclusive',
  };
  await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: agent.draftRevision, configuration: { ...agent.draft, payment } },
  });
  const context = await signedInContext(browser, app, owner, { viewport: { width: 1_440, height: 900 } });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}?section=payment`);

  // One price as before; a second offer makes it the first of a list.
  await page.getByRole('button', { name: 'Add another offer' }).click();
  const list = page.getByRole('group', { name: 'Offers' });
  const names = () =>
    list.getByRole('listitem').locator('button[aria-expanded] .break-words').allInnerTexts();
  await expect.poll(names).toEqual(['Pack of 50 messages', 'Pack of 250 messages']);
  await list.getByRole('button', { name: 'Add another offer' }).click();
  await expect.poll(names).toEqual(['Pack of 50 messages', 'Pack of 250 messages', 'Monthly subscription']);
  const third = list.getByRole('listitem').nth(2);
  await third.getByLabel('What visitors buy').click();
  await page.getByRole('option', { name: 'One-time payment or pass' }).click();
  await third.getByLabel('Access lasts').click();
  await page.getByRole('option', { name: '7 days' }).click();
  await third.getByRole('switch', { name: 'Recommend this offer' }).click();
  await third.getByLabel('Name').fill('A week');
  // Two that read alike are refused until one has a name of its own.
  await list.getByRole('listitem').nth(1).locator('button[aria-expanded]').click();
  await list.getByRole('listitem').nth(1).getByLabel('Messages in a pack').fill('50');
  await list.getByText('Another offer reads the same. Give this one a name of its own.').waitFor();
  await list.getByRole('listitem').nth(1).getByLabel('Name').fill('Large');
  await list.getByRole('listitem').nth(1).getByLabel('Messages in a pack').fill('400');
  await expect.poll(() => list.getByRole('alert').count()).toBe(0);
  expect(await accessibilityFaults(page, { iframes: false })).toEqual([]);
  await picture(page, 'offers-wide');

  // By keyboard, and by its buttons.
  await third.locator('button[aria-expanded]').press('Alt+ArrowUp');
  await expect.poll(names).toEqual(['Pack of 50 messages', 'A week', 'Large']);
  await list.getByRole('button', { name: 'Move Large up' }).click();
  await expect.poll(names).toEqual(['Pack of 50 messages', 'Large', 'A week']);
  await expect
    .poll(
      async () =>
        (await offersOf(agent)).map(({ type, messages, days, title, recommended }) => [
          type,
          messages,
          days,
          title,
          recommended,
        ]),
      { timeout: 30_000 },
    )
    .toEqual([
      ['pack', 50, 0, '', false],
      ['pack', 400, 0, 'Large', false],
      ['once', 100, 7, 'A week', true],
    ]);
  await resizeTo(page, { width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await list.scrollIntoViewIfNeeded();
  await picture(page, 'offers-phone');
  await resizeTo(page, { width: 1_440, height: 900 });

  // Before the first visitor is asked for money, the owner reads how much, and that it is test money so far.
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'What visitors pay' }).waitFor();
  expect(
    await dialog.getByRole('region', { name: 'What visitors pay' }).getByRole('listitem').allInnerTexts(),
  ).toEqual([
    expect.stringMatching(/^Pack of 50 messages\s+€5\.00$/),
    expect.stringMatching(/^Large: Pack of 400 messages\s+€20\.00$/),
    expect.stringMatching(/^A week: One-time payment\s· 7 days\s+recommended\s+€5\.00$/),
  ]);
  await dialog.getByText('Visitors pay with test money').waitFor();
  await expect
    .poll(() => dialog.getByRole('link', { name: 'Connect Stripe' }).getAttribute('href'))
    .toBe('/dashboard/payments');
  await picture(page, 'offers-publish');
  await dialog.getByRole('button', { name: 'Publish agent' }).click();
  await expect
    .poll(
      async () => (await owner.get<{ agents: { payments: string[] }[] }>('/api/agents')).agents[0]?.payments,
    )
    .toEqual(['message-pack', 'one-time']);
  await page.goto(`${app.url}/dashboard/agents`);
  await page.getByText('Message pack + One-time payment').waitFor();
  await picture(page, 'offers-card');
  await context.close();
});
