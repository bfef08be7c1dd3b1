import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UsageLine } from '#features/paywall/paywall.contract.ts';
import type { OwnPurchase } from '#features/payments/payments-movements.contract.ts';
import {
  balanceOf,
  month,
  packOf,
  PaywallStandIn,
  usedUp,
  wallOf,
  year,
} from '#tests/support/payments/paywall-stand-in.ts';
import {
  accessibilityFaults,
  colorRules,
  openWorld,
  publicAgent,
  visitorTexts,
  type World,
} from '#tests/support/visitors/visitor-setup.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(
    Object.fromEntries(
      ['en', 'nl', 'es', 'pt', 'fr', 'cs'].map((language, at) => [
        at + 1,
        publicAgent({ number: at + 1, language: language as 'en', texts: visitorTexts(language) }),
      ]),
    ),
  );
});
afterAll(() => world.close());

const question = 'Which bread keeps longest?';
const composer = (page: Page) => page.locator('.cw-field textarea');
const sheet = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.cw-wall-head') });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
async function ask(page: Page) {
  await composer(page).fill(question);
  await composer(page).press('Enter');
}
async function visit(
  about: Partial<PaywallStandIn>,
  { agent = 1, path = '', ...options }: BrowserContextOptions & { agent?: number; path?: string } = {},
) {
  const money = Object.assign(new PaywallStandIn(), about);
  const context = await world.visitor({ viewport: { width: 390, height: 844 }, ...options });
  await money.attach(context);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${world.origin}/widgets/${agent}${path}`);
  return { page, context, money };
}
async function openUsage(page: Page) {
  await button(page, 'More options').click();
  await page.getByRole('menuitem', { name: 'Usage and purchases' }).click();
}
const bought = (paid: number): OwnPurchase => ({
  id: 'pur_1',
  type: 'pack',
  title: '',
  currency: 'EUR',
  paid,
  returned: 0,
  messages: 100,
  messagesLeft: 99,
  at: '2026-11-20T10:00:00Z',
  receiptUrl: null,
  papers: [],
  isTest: false,
});
const line = (id: number, about: Partial<UsageLine>): UsageLine => ({
  id: String(id),
  kind: 'commit',
  lot: 'free',
  amount: -1,
  reason: 'message',
  note: '',
  excerpt: `Question ${id}`,
  isTest: false,
  createdAt: '2026-03-04T10:00:00Z',
  ...about,
});

describe('a previous purchase', () => {
  test('comes back by the code that was mailed, pasted as it stands there, and the question is sent', async () => {
    const { page, money } = await visit({ balance: usedUp });
    await ask(page);
    await page.getByRole('tab', { name: 'Previous Purchase' }).click();
    await button(page, 'Send code').click();
    await page.getByText('This doesn’t look like an email address').waitFor();
    await page.getByLabel('Email of your purchase').fill('anna@example.test');
    await button(page, 'Send code').click();
    await page.getByText('If something was bought with anna@example.test, a code is on its way.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('cw-restore-code');
    await expect
      .poll(() => button(page, /Send a new code \(in \d+ s\)/).getAttribute('aria-disabled'))
      .toBe('true');
    await page.getByLabel('Six-digit code').fill('99 99-99');
    await page.getByText('This code is not right, or it is too old.').waitFor();
    await expect.poll(() => page.getByLabel('Six-digit code').inputValue()).toBe('999999');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Six-digit code').fill('123 456');
    await button(page, 'Copy answer').waitFor();
    await page.getByText('Your purchase is back on this device.').first().waitFor();
    expect(money.bodies('restore/confirm').map(({ code }) => code)).toEqual(['999999', '123456']);
    expect(money.bodies('messages').map(({ text }) => text)).toEqual([question, question]);
    await page.context().close();
  });

  test('of which nothing is left is said to be so, and nothing is sent', async () => {
    const { page, money } = await visit({ balance: usedUp, bought: packOf(0) });
    await ask(page);
    await page.getByRole('tab', { name: 'Previous Purchase' }).click();
    await page.getByLabel('Email of your purchase').fill('anna@example.test');
    await button(page, 'Send code').click();
    await page.getByLabel('Six-digit code').fill('123456');
    await page.getByText('nothing is left of what was bought with this email').waitFor();
    expect(money.bodies('messages')).toHaveLength(1);
    await page.context().close();
  });
});

describe('the usage sheet', () => {
  test('shows every charge with its reason, what is left on top, and older ones when asked', async () => {
    const lines = [
      line(99, { kind: 'release', amount: 0, excerpt: 'The one that failed' }),
      line(98, { lot: 'pack', amount: -1 }),
      line(97, { kind: 'grant', lot: 'pack', amount: 100, excerpt: null, isTest: true }),
      ...Array.from({ length: 30 }, (_none, at) => line(90 - at, {})),
    ];
    const { page } = await visit({
      balance: packOf(99, { isTest: false }),
      lines,
      wall: wallOf({ email: 'anna@example.test', isTest: false }),
      purchases: [bought(1_209)],
    });
    await openUsage(page);
    await sheet(page).getByText('99 of 100 bought messages left').first().waitFor();
    const rows = sheet(page).locator('.cw-usage').last().locator('li');
    await expect.poll(() => rows.count()).toBe(20);
    await expect
      .poll(() => rows.nth(0).innerText())
      .toMatch(/“The one that failed”\s+Not charged[\s\S]*free messages\s+0$/);
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/Answered[\s\S]*message pack\s+−1$/);
    await expect.poll(() => rows.nth(2).innerText()).toMatch(/Added[\s\S]*message pack TEST\s+\+100$/);
    await sheet(page).getByText('Receipts were sent by email to anna@example.test.').waitFor();
    await button(page, 'Show older ones').click();
    await expect.poll(() => rows.count()).toBe(33);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().close();
  });

  test('speaks of no receipts where a trial is all that there is', async () => {
    const { page } = await visit({
      balance: balanceOf({ state: 'subscription', until: '2031-03-09T12:00:00Z' }),
      wall: wallOf({ email: 'anna@example.test' }),
      purchases: [{ ...bought(0), type: 'subscription', messages: null, messagesLeft: null }],
    });
    await openUsage(page);
    await sheet(page).getByText('Purchases', { exact: true }).waitFor();
    await expect.poll(() => sheet(page).getByText('Receipts were sent').count()).toBe(0);
    await page.context().close();
  });

  test('says so when it can’t be read, and tries again', async () => {
    const { page, money } = await visit({
      balance: balanceOf(),
      refusals: { 'GET usage': { status: 500, code: 'common.internal', message: 'No' } },
    });
    await openUsage(page);
    await sheet(page).getByText('Your usage could not be loaded.').waitFor();
    money.refusals = {};
    await button(page, 'Try again').click();
    await sheet(page).getByText('Nothing was counted yet.').waitFor();
    await page.context().close();
  });

  test('ends a subscription after a question, tells until when it lasts, and takes that back', async () => {
    const until = '2031-03-09T12:00:00Z';
    const { page, money } = await visit({
      balance: balanceOf({ state: 'subscription', until, isTest: false }),
      wall: wallOf({
        isTest: false,
        offers: [month],
        subscription: { status: 'active', until, isEnding: false, isPaused: false, hasPortal: true },
      }),
    });
    await openUsage(page);
    await sheet(page).getByText('Renews on March 9, 2031.').waitFor();
    await button(page, 'Cancel subscription').click();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep it');
    await button(page, 'Keep it').click();
    expect(money.bodies('subscription')).toEqual([]);
    await button(page, 'Cancel subscription').click();
    await sheet(page).getByText('You keep it until March 9, 2031 and pay nothing more.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await button(page, 'Yes, cancel').click();
    await sheet(page).getByText('Ends on March 9, 2031. You can use it until then').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Your subscription');
    await button(page, 'Keep the subscription after all').click();
    await sheet(page).getByText('Renews on March 9, 2031.').waitFor();
    expect(money.bodies('subscription')).toEqual([{ isEnding: true }, { isEnding: false }]);
    await page.context().close();
  });
});

describe('the sheet', () => {
  test('takes the focus, is used and left by keyboard, and leaves the question to go on with', async () => {
    const { page } = await visit(
      { balance: usedUp, wall: wallOf({ offers: [month, year] }) },
      { viewport: { width: 1440, height: 900 } },
    );
    await composer(page).focus();
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
    await page.getByLabel('Email for your receipt').waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id);
    expect(await focused()).toBe('Keep the conversation going');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('New Purchase');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Previous Purchase');
    await page.getByLabel('Email of your purchase').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.locator('.cw-choice-on').getByText('€120.88').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('incl. 21% tax · details');
    await page.keyboard.press('Tab');
    await page.keyboard.type('anna@example.test');
    await page.keyboard.press('Escape');
    await expect.poll(() => sheet(page).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await expect.poll(() => page.locator('.cw-waiting').getByText(question).count()).toBe(1);
    // A second thought joins the first, so that neither is lost.
    await page.keyboard.type('And rye?');
    await page.keyboard.press('Enter');
    await page.getByLabel('Email for your receipt').waitFor();
    await expect
      .poll(() => page.locator('.cw-waiting .cw-bubble').innerText())
      .toBe(`${question}\n\nAnd rye?`);
    await page.context().close();
  });

  test.each([
    ['light', 390, 844],
    ['dark', 390, 844],
    ['light', 400, 640],
    ['dark', 1_440, 900],
  ] as const)('has no fault that axe finds and fits (%s, %i px)', async (theme, width, height) => {
    const { page } = await visit(
      {
        balance: usedUp,
        wall: wallOf({ offers: [month, year], hasCoupons: true, description: 'Bread'.repeat(40) }),
      },
      { viewport: { width, height } },
    );
    // The same wall is judged whole in the light; of what axe looks at, the dark one differs by its colors.
    const rules = theme === 'dark' && width === 390 ? { runOnly: colorRules } : {};
    if (theme === 'dark') await button(page, 'Switch to dark mode').click();
    await ask(page);
    await button(page, /^Continue for/).waitFor();
    expect(await accessibilityFaults(page, rules)).toEqual([]);
    const fits = () =>
      page.evaluate(() => ({
        wide: document.documentElement.scrollWidth <= innerWidth,
        inner:
          document.querySelector('.cw-wall-body')!.scrollWidth <=
          document.querySelector('.cw-wall-body')!.clientWidth,
      }));
    expect(await fits()).toEqual({ wide: true, inner: true });
    // The question above, the price, and the way on: all in sight at once.
    for (const seen of ['.cw-waiting .cw-bubble', '.cw-pay', '.cw-wall-head']) {
      const box = await page.locator(seen).boundingBox();
      expect(box && box.y >= 0 && box.y + box.height <= height, seen).toBe(true);
    }
    await page.getByRole('tab', { name: 'Previous Purchase' }).click();
    expect(await accessibilityFaults(page, rules)).toEqual([]);
    await page.context().close();
  });

  test.each([2, 3, 4, 5, 6])('speaks the agent’s language and fits (%i)', async (agent) => {
    const { page } = await visit(
      { balance: usedUp, wall: wallOf({ offers: [month, year], hasCoupons: true }) },
      { agent },
    );
    await ask(page);
    await page.locator('.cw-pay').waitFor();
    const text = await page.locator('.cw-wall').innerText();
    expect(text).not.toMatch(/paywall\.|\{\{|Keep the conversation|Unlimited messages|Continue for/);
    expect(
      await page.evaluate(
        () =>
          document.querySelector('.cw-wall-body')!.scrollWidth <=
          document.querySelector('.cw-wall-body')!.clientWidth,
      ),
    ).toBe(true);
    await page.context().close();
  });
});
