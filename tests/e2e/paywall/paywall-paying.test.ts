import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usedUp } from '#tests/support/payments/paywall-stand-in.ts';
import type { World } from '#tests/support/visitors/visitor-setup.ts';
import { ask, button, openPayingWorld, pay, server, sheet, visitorsOf } from './paying-visit.ts';

let world: World;
beforeAll(async () => {
  world = await openPayingWorld();
});
afterAll(() => world.close());

const question = 'Which bread keeps longest?';
const visit = visitorsOf(() => world);

describe('a payment', () => {
  test('can be begun where the browser opens no tabs by itself, by a link', async () => {
    const money = server({ balance: usedUp });
    const { page } = await visit(money);
    await page.evaluate(() => void (window.open = () => null));
    await ask(page);
    await page.getByLabel('Email for your receipt').fill('anna@example.test');
    await button(page, /^Continue for/).click();
    await page.getByText('Your browser blocked the payment page from opening.').waitFor();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open the payment page' }).click(),
    ]);
    await tab.getByRole('heading', { name: 'Pay here' }).waitFor();
    await page.context().close();
  });

  test('that was begun before the page was loaded anew is taken up, and the question is sent', async () => {
    const money = server({ balance: usedUp });
    const { page } = await visit(money);
    await pay(page);
    await sheet(page).getByRole('heading', { name: 'Finish paying in the new tab' }).waitFor();
    await page.reload();
    await sheet(page).getByRole('heading', { name: 'Finish paying in the new tab' }).waitFor();
    await page.locator('.cw-waiting').getByText(question).waitFor();
    money.status = 'paid';
    await button(page, 'Copy answer').waitFor();
    const keys = money.bodies('messages').map(({ clientMessageId }) => clientMessageId);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    await page.reload();
    await button(page, 'Copy answer').waitFor();
    await expect.poll(() => page.getByRole('log').getByText(question, { exact: true }).count()).toBe(1);
    await expect.poll(() => sheet(page).count()).toBe(0);
    await page.context().close();
  });

  test('a question that was asked before the paywall had loaded is kept like any other', async () => {
    const money = server({ balance: usedUp });
    const context = await world.visitor({ viewport: { width: 390, height: 844 } });
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    await money.attach(context);
    context.on('response', (response) => {
      if (response.status() === 402) refuse();
    });
    await context.route('**/assets/Paywall-*.js', async (route) => {
      await refused;
      await route.continue();
    });
    const page = await context.newPage();
    await page.goto(`${world.origin}/widgets/1`);
    await ask(page);
    await sheet(page).waitFor();
    await page.reload();
    await page.locator('.cw-waiting').getByText(question).waitFor();
    await context.close();
  });

  test('works in a browser that stores nothing', async () => {
    const money = server({ balance: usedUp });
    const context = await world.visitor({ viewport: { width: 390, height: 844 } });
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('No', 'SecurityError');
          },
        });
    });
    await money.attach(context);
    const page = await context.newPage();
    await page.goto(`${world.origin}/widgets/1`);
    await pay(page);
    money.status = 'paid';
    await button(page, 'Copy answer').waitFor();
    await context.close();
  });

  test.each([
    ['failed', 'The payment did not go through'],
    ['expired', 'The payment page has expired'],
  ] as const)('that %s charged nothing, and leads back to the offer', async (status, title) => {
    const money = server({ balance: usedUp });
    const { page } = await visit(money);
    await pay(page);
    money.status = status;
    await sheet(page).getByRole('heading', { name: title }).waitFor();
    await sheet(page).getByText('Nothing was charged.').waitFor();
    await button(page, 'Try again').click();
    await button(page, /^Continue for/).waitFor();
    await expect.poll(() => page.locator('.cw-waiting').getByText(question).count()).toBe(1);
    await page.context().close();
  });

  test('tells the page around', async () => {
    const money = server({ balance: usedUp });
    const context = await world.visitor();
    await money.attach(context);
    const page = await context.newPage();
    const script = `<script>window.heard=[];window.Chatelier={q:[['on','paywall',(value)=>heard.push(['paywall',value])],['on','purchase',(value)=>heard.push(['purchase',value])],['open']]}</script>`;
    await page.goto(world.site.page('/paying', script + world.scriptTag()));
    const chat = page.frameLocator('iframe[title="Chat with Linden & Loaf"]');
    await chat.locator('.cw-field textarea').fill(question);
    await chat.locator('.cw-field textarea').press('Enter');
    await chat.getByLabel('Email for your receipt').fill('anna@example.test');
    money.status = 'paid';
    await chat.getByRole('button', { name: /^Continue for/ }).click();
    const heard = () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
    await expect.poll(heard).toEqual([
      ['paywall', { isOpen: true }],
      ['purchase', { id: 'pur_1', type: 'pack', total: 1_209, currency: 'EUR', isTest: true }],
      ['paywall', { isOpen: false }],
    ]);
    await chat.getByRole('button', { name: 'Copy answer' }).waitFor();
    await context.close();
  });
});
