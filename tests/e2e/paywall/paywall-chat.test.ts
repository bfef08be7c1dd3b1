import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  balanceOf,
  month,
  once,
  packOf,
  usedUp,
  wallOf,
  year,
} from '#tests/support/payments/paywall-stand-in.ts';
import { accessibilityFaults, type World } from '#tests/support/visitors/visitor-setup.ts';
import { ask, button, openPayingWorld, pay, server, sheet, visitorsOf } from './paying-visit.ts';

let world: World;
beforeAll(async () => {
  world = await openPayingWorld();
});
afterAll(() => world.close());

const question = 'Which bread keeps longest?';
const visit = visitorsOf(() => world);

describe('what is left', () => {
  test('is counted down from the first free message, warned of from three on, and ends in an offer', async () => {
    const money = server({ balance: balanceOf({ freeLeft: 5 }) });
    const { page } = await visit(money);
    const said = page.getByRole('status', { name: 'What you can still say' });
    const line = page.locator('.cw-balance');
    await line.getByText('5 free messages left', { exact: true }).waitFor();
    await ask(page, 'The first');
    await line.getByText('4 free messages left', { exact: true }).waitFor();
    // Compact: one line, nothing to press, and nothing that a screen reader says after each message.
    expect((await line.boundingBox())?.height).toBeLessThan(24);
    expect([await line.getByRole('button').count(), await said.textContent()]).toEqual([0, '']);
    await expect.poll(() => line.getAttribute('class')).toBe('cw-balance');
    for (const text of [
      '3 free messages left',
      '2 free messages left',
      '1 free message left',
      'Your free messages are used up.',
    ]) {
      await ask(page, `After ${text}`);
      await line.getByText(text, { exact: true }).waitFor();
      await expect.poll(() => said.textContent()).toBe(text);
      await expect.poll(() => line.getAttribute('class')).toContain('cw-balance-low');
    }
    await button(page, 'See the price').click();
    await sheet(page).getByText('€12.09').first().waitFor();
    await page.context().close();
  });

  test.each([
    [packOf(60), '60 messages left', null],
    [packOf(4, { isLow: true }), '4 messages left', 'Buy more'],
    [packOf(0), 'All messages of your pack are used up.', 'Buy more'],
    [
      packOf(0, { isFrozen: true }),
      'What you bought is on hold while its payment is looked into.',
      'Buy more',
    ],
    [
      balanceOf({ state: 'subscription', until: '2031-03-09T12:00:00Z' }),
      'Unlimited messages, next payment on March 9, 2031',
      null,
    ],
    [
      balanceOf({ state: 'subscription', isEnding: true, until: '2031-03-09T12:00:00Z' }),
      'Unlimited messages until March 9, 2031',
      null,
    ],
    [balanceOf({ state: 'once', until: null }), 'Unlimited messages', null],
    [
      balanceOf({ state: 'access', until: '2031-03-09T12:00:00Z' }),
      'Unlimited messages until March 9, 2031',
      null,
    ],
  ] as const)('is told for %#: "%s"', async (balance, text, more) => {
    const { page } = await visit(server({ balance }));
    await page.locator('.cw-balance').getByText(text, { exact: true }).waitFor();
    await expect.poll(() => page.locator('.cw-balance button').allInnerTexts()).toEqual(more ? [more] : []);
    await page.context().close();
  });

  test('says that it is a test wherever test money is, and nowhere else', async () => {
    for (const isTest of [true, false]) {
      const { page } = await visit(server({ balance: { ...usedUp, isTest }, wall: wallOf({ isTest }) }));
      await ask(page);
      await sheet(page).getByText('€12.09').first().waitFor();
      await expect.poll(() => page.getByText('TEST', { exact: true }).count()).toBe(isTest ? 2 : 0);
      await page.context().close();
    }
  });

  test('is no matter for an agent that asks for no money: nothing of it is loaded', async () => {
    const context = await world.visitor();
    const page = await context.newPage();
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto(`${world.origin}/widgets/1`);
    await ask(page);
    await button(page, 'Copy answer').waitFor();
    await button(page, 'More options').click();
    expect(scripts.filter((url) => /Paywall/.test(url))).toEqual([]);
    await expect.poll(() => page.getByRole('menuitem', { name: 'Usage and purchases' }).count()).toBe(0);
    await context.close();
  });
});

describe('the wall', () => {
  test('keeps the question in sight, and sends it once, under the same key, when it is paid', async () => {
    const money = server({ balance: usedUp });
    const { page, faults } = await visit(money);
    const tab = await pay(page);
    await expect.poll(() => page.locator('.cw-waiting').getByText(question).isVisible()).toBe(true);
    await tab.getByRole('heading', { name: 'Pay here' }).waitFor();
    expect(await tab.evaluate(() => window.opener)).toBe(null);
    await sheet(page).getByRole('heading', { name: 'Finish paying in the new tab' }).waitFor();
    money.status = 'processing';
    await sheet(page).getByRole('heading', { name: 'Confirming your payment…' }).waitFor();
    money.status = 'paid';
    await button(page, 'Copy answer').waitFor();
    await page
      .getByText('Payment confirmed. Thank you. The receipt goes to anna@example.test.')
      .first()
      .waitFor();
    await page.locator('.cw-balance').getByText('99 messages left').waitFor();
    const sent = money.bodies('messages');
    expect(sent.map(({ text }) => text)).toEqual([question, question]);
    expect(new Set(sent.map(({ clientMessageId }) => clientMessageId)).size).toBe(1);
    await expect.poll(() => page.getByRole('log').getByText(question, { exact: true }).count()).toBe(1);
    expect(money.bodies('checkout')).toEqual([
      {
        email: 'anna@example.test',
        offer: 'main',
        conversationId: null,
        key: expect.stringMatching(/^[\w-]{8,64}$/) as string,
      },
    ]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('tells sum, tax and terms before anybody pays, month and year side by side, in the agent’s language', async () => {
    const money = server({
      balance: usedUp,
      wall: wallOf({
        offers: [
          { ...month, trialDays: 7 },
          { ...year, trialDays: 7 },
        ],
        description: 'As much as you like.',
      }),
    });
    const { page } = await visit(money);
    await ask(page);
    await sheet(page).getByText('As much as you like.').waitFor();
    await expect.poll(() => sheet(page).locator('.cw-price-today').innerText()).toMatch(/Due today\s+€0\.00/);
    await expect
      .poll(() => sheet(page).locator('.cw-tax summary').innerText())
      .toBe('incl. 21% tax · details');
    await expect
      .poll(() => sheet(page).locator('.cw-gets').innerText())
      .toMatch(/Unlimited messages under fair use: up to 500 a day[\s\S]*Renews every month/);
    await expect
      .poll(() => sheet(page).locator('.cw-pay-bar').innerText())
      .toContain('Free for the first 7 days, then €12.09 a month');
    await button(page, 'Start 7 free days').waitFor();
    await page.getByRole('radio', { name: /Yearly.*2 months free.*€120\.88/s }).check({ force: true });
    await sheet(page).locator('.cw-choice-on').getByText('€120.88').waitFor();
    await page.getByLabel('Email for your receipt').fill('anna@example.test');
    await button(page, 'Start 7 free days').click();
    await expect.poll(() => money.bodies('checkout')[0]?.['offer']).toBe('year');
    await page.context().close();

    const czech = await visit(
      server({
        balance: usedUp,
        wall: wallOf({
          offers: [{ ...once, days: 3, currency: 'CZK', total: 14_900, base: 14_900 }],
          buttonText: 'Chci dál za {total}',
        }),
      }),
      { agent: 2 },
    );
    await ask(czech.page);
    await sheet(czech.page).getByText('3 dny od zaplacení').waitFor();
    await button(czech.page, /Chci dál za 149,00\sKč/).waitFor();
    await czech.page.context().close();
  });

  test('takes a coupon, says when it is none, and goes without it again', async () => {
    const money = server({ balance: usedUp, wall: wallOf({ hasCoupons: true }) });
    const { page } = await visit(money);
    await ask(page);
    await button(page, 'I have a coupon').click();
    await page.getByLabel('Coupon code').fill('nothing');
    await page.getByLabel('Coupon code').press('Enter');
    await page.getByText('This coupon is not known or no longer valid.').waitFor();
    await page.getByLabel('Coupon code').fill('spring');
    await button(page, 'Apply').click();
    await page.getByText('Coupon SPRING is applied.').waitFor();
    await button(page, 'Continue for €9.67').waitFor();
    await page.getByLabel('Email for your receipt').fill('anna@example.test');
    await button(page, 'Continue for €9.67').click();
    await expect.poll(() => money.bodies('checkout')[0]?.['coupon']).toBe('SPRING');
    await page.context().close();
  });

  test('asks for an address that can be one, and keeps it', async () => {
    const money = server({ balance: usedUp });
    const { page } = await visit(money);
    await ask(page);
    await page.getByLabel('Email for your receipt').fill('anna at example');
    await button(page, /^Continue for/).click();
    await page.getByText('This doesn’t look like an email address').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('cw-pay-email');
    expect(money.bodies('checkout')).toEqual([]);
    await page.getByLabel('Email for your receipt').fill('anna@example.test');
    await button(page, /^Continue for/).click();
    await sheet(page).getByRole('heading', { name: 'Finish paying in the new tab' }).waitFor();
    await button(page, 'Choose again').click();
    await expect.poll(() => page.getByLabel('Email for your receipt').inputValue()).toBe('anna@example.test');
    await page.context().close();
  });

  test('goes on without a word of an expired page when it was paid on another one meanwhile', async () => {
    const money = server({ balance: usedUp });
    const { page } = await visit(money);
    await (await pay(page)).close();
    money.status = 'expired';
    money.balance = money.bought;
    await page.locator('.cw-paid').waitFor();
    await expect.poll(() => sheet(page).count()).toBe(0);
    await expect
      .poll(() => money.paths().filter((path) => path === 'POST messages').length, { timeout: 30_000 })
      .toBe(2);
    await page.context().close();
  });

  test.each([
    ['twice', 'You subscribe already'],
    ['tried', 'The trial was already used'],
  ] as const)(
    'says why nothing opened (%s), and leads to the code that opens what there is',
    async (outcome, title) => {
      const money = server({ balance: usedUp, bought: usedUp, outcome });
      const { page } = await visit(money);
      await (await pay(page)).close();
      money.status = 'paid';
      await sheet(page).getByRole('heading', { name: title }).waitFor();
      await button(page, 'Open with a code').click();
      await expect
        .poll(() => page.getByLabel('Email of your purchase').inputValue())
        .toBe('anna@example.test');
      await page.context().close();
    },
  );

  test('asks for no code where the first subscription is open on this device, and sends what waited', async () => {
    const subscribed = balanceOf({ state: 'subscription', until: '2027-01-01T00:00:00.000Z' });
    const money = server({ balance: usedUp, bought: subscribed, outcome: 'twice' });
    const { page } = await visit(money);
    await (await pay(page)).close();
    money.status = 'paid';
    await sheet(page).getByText('it is open here').waitFor();
    await button(page, 'Go on').click();
    await button(page, 'Copy answer').waitFor();
    await expect.poll(() => sheet(page).count()).toBe(0);
    await page.context().close();
  });

  test('says that a trial began, and of no receipt', async () => {
    const money = server({ balance: usedUp, outcome: 'trial' });
    const { page } = await visit(money);
    await (await pay(page)).close();
    money.status = 'paid';
    await page
      .locator('.cw-paid')
      .getByText('Your free trial has begun. Nothing was charged.', { exact: true })
      .waitFor();
    await page.context().close();
  });

  test.each([
    [
      'initializing',
      [
        'Payment system is still initializing...',
        "This can take a few seconds. If it doesn't load, please refresh the page.",
      ],
    ],
    ['not_ready', ['Payment system is not ready. Please try again.']],
    [
      'setup_failed',
      ['Payment Setup Failed', 'Unable to initialize payment. Please try refreshing the page.'],
    ],
    ['incomplete', ['Payment Error', 'Payment configuration is incomplete. Please contact the site owner.']],
  ] as const)('says in the fixed words when the payment system is %s', async (readiness, texts) => {
    const money = server({ balance: usedUp, wall: wallOf({ readiness }) });
    const { page } = await visit(money);
    await ask(page);
    for (const text of texts) await sheet(page).getByText(text, { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await expect.poll(() => sheet(page).getByText('Only you see this').count()).toBe(0);
    if (readiness === 'incomplete') return page.context().close();
    money.wall = wallOf();
    if (readiness !== 'initializing') await button(page, 'Try again').click();
    await sheet(page).getByText('€12.09').first().waitFor();
    await page.context().close();
  });

  test('names what is missing to the owner, who sees it in the preview', async () => {
    const { page } = await visit(
      server({ balance: usedUp, wall: wallOf({ readiness: 'incomplete', missing: ['webhook', 'price'] }) }),
    );
    await ask(page);
    await sheet(page).getByText('Only you see this, in the preview.').waitFor();
    await expect
      .poll(() => sheet(page).getByRole('listitem').allInnerTexts())
      .toEqual(['the provider’s messages to this server (webhook)', 'a price that can be charged']);
    await page.context().close();
  });

  test.each([
    [503, 'payments.not_ready', 'Payment system is not ready. Please try again.'],
    [502, 'payments.setup_failed', 'Unable to initialize payment. Please try refreshing the page.'],
    [409, 'payments.incomplete', 'Payment configuration is incomplete. Please contact the site owner.'],
  ])(
    'says what went wrong when no payment page comes (%i), closes the empty tab, and can be tried again',
    async (status, code, text) => {
      const money = server({
        balance: usedUp,
        refusals: { 'POST checkout': { status, code, message: 'No' } },
      });
      const { page } = await visit(money);
      const tab = await pay(page);
      await sheet(page).getByText(text, { exact: true }).waitFor();
      await expect.poll(() => tab.isClosed()).toBe(true);
      money.refusals = {};
      await button(page, /^Continue for/).click();
      await sheet(page).getByRole('heading', { name: 'Finish paying in the new tab' }).waitFor();
      const keys = money.bodies('checkout').map(({ key }) => key);
      expect(new Set(keys).size).toBe(1);
      await page.context().close();
    },
  );
});
