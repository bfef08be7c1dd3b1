import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { openPaymentsWorld, type Owner } from '#tests/support/payments/payments-setup.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { accessibilityFaults } from '#tests/support/visitors/visitor-setup.ts';

let world: Awaited<ReturnType<typeof openPaymentsWorld>>;
let owner: Owner;
let browser: Browser;
let context: BrowserContext;
let agent: Agent;

beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Mira Linden');
  agent = await world.sellAgent(owner, { freeMessages: 1, taxPercent: 21, taxBehaviour: 'inclusive' });
  browser = await launchChromium();
  context = await signedInContext(browser, world.app, owner);
  context.setDefaultTimeout(30_000);
});
afterAll(async () => {
  await browser.close();
  await world.app.close();
});

async function open(address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(world.app.url + address);
  return page;
}
/**
 * Somebody who asked something that cost nothing, because there is no knowledge to answer from, and then
 * bought a pack.
 */
async function buy(email: string): Promise<void> {
  const visitor = await world.visit(agent);
  await visitor.request('POST', '/api/visitor/messages', {
    conversationId: null,
    clientMessageId: randomUUID(),
    text: 'Are you open on Saturday?',
  });
  await world.buy(owner, visitor, { email });
}
const figure = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByRole('button', { name, exact: true }) }).locator('dd');

test('an owner finds a purchase, gives half of it back, and gives its buyer messages with a reason that stays', async () => {
  await buy('anna@example.test');
  const page = await open('/dashboard/payments?period=all');
  await page.getByText('This is test money').waitFor();
  await page.getByRole('link', { name: 'anna@example.test' }).waitFor();
  await expect.poll(() => figure(page, 'Gross revenue').innerText()).toBe('€10.00');
  await expect.poll(() => figure(page, 'Net revenue').innerText()).toBe('€8.26');
  await expect.poll(() => figure(page, 'Messages sold').innerText()).toBe('10');
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'anna@example.test' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'anna@example.test' });
  await sheet.getByText('10 of 10 left').waitFor();
  await sheet.getByText('€10.00 (€8.26 and €1.74 tax)').waitFor();
  await sheet.getByRole('button', { name: 'Refund' }).click();
  const asking = page.getByRole('dialog', { name: 'Give money back' });
  await asking.getByLabel('Amount').fill('12');
  await asking.locator('[aria-invalid="true"]').waitFor();
  await asking.getByRole('button', { name: 'Refund', exact: true }).click();
  await asking.getByText('Above zero, at most €10.00.').last().waitFor();
  await asking.getByLabel('Amount').fill('5.00');
  await asking.getByText('The buyer loses 5 messages of this pack').waitFor();
  await asking.getByRole('button', { name: 'Refund €5.00' }).click();
  await sheet.getByText('Partly refunded').waitFor();
  await sheet.getByText('5 of 10 left').waitFor();

  await sheet.getByRole('link', { name: 'Open contact' }).click();
  const money = page.getByRole('region', { name: 'Money' });
  await money.getByText('5 bought messages and 1 free left').waitFor();
  await money.getByRole('button', { name: 'Give messages' }).click();
  const giving = page.getByRole('dialog', { name: 'Give or take messages' });
  await giving.getByLabel('Messages').fill('3');
  await giving.getByRole('button', { name: 'Give 3 messages' }).click();
  await giving.getByText('Say why').waitFor();
  await giving.getByLabel('Reason').fill('For the long wait on Friday');
  await giving.getByRole('button', { name: 'Give 3 messages' }).click();
  await money.getByText('8 bought messages and 1 free left').waitFor();
  await money.getByRole('button', { name: 'Every charge' }).click();
  await page.getByRole('dialog', { name: 'Every charge' }).getByText('For the long wait on Friday').waitFor();
  await page.close();
});

test('simulated and real money are never mixed, and the file has what the list has', async () => {
  await buy('bela@example.test');
  const page = await open('/dashboard/payments?period=all&search=bela');
  await page.getByText('1 purchase', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Movements' }).click();
  await page.getByText('Movements: 1', { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const address = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  const csv = (await owner.request('GET', address ?? '')).text;
  expect(csv).toContain('bela@example.test');
  expect(csv).not.toContain('anna@example.test');
  await page.getByRole('tab', { name: 'Purchases' }).click();
  await page.getByRole('button', { name: 'Live' }).click();
  await page.getByText('No payments yet').waitFor();
  await expect.poll(() => page.getByText('bela@example.test').count()).toBe(0);
  await page.goBack();
  await page.getByRole('link', { name: 'bela@example.test' }).waitFor();
  await page.getByRole('tab', { name: 'Margin' }).click();
  await page.getByRole('table', { name: 'Margin' }).waitFor();
  await page.getByRole('tab', { name: 'Customers' }).click();
  await page.getByRole('table', { name: 'Customers' }).getByText('bela@example.test').waitFor();
  await page.close();
});

test('who closes or deletes an agent reads that people have something left that they paid for', async () => {
  await buy('dora@example.test');
  const page = await open('/dashboard/agents');
  const card = page.getByRole('button', { name: /^More actions for/ });
  await card.click();
  await page.getByRole('menuitem', { name: 'Open or close…' }).click();
  const closing = page.getByRole('dialog');
  await closing.getByRole('radio', { name: 'Closed for now' }).check();
  await closing.getByText(/still (has|have) something they paid for once/).waitFor();
  await closing.getByText('They can’t use it until the agent is open again.').waitFor();
  await closing.getByRole('button', { name: 'Cancel' }).click();
  await card.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deleting = page.getByRole('dialog');
  await deleting.getByText('Messages and access that were bought are lost with it.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await deleting.getByRole('button', { name: 'Cancel' }).click();
  await page.close();
});

test('who subscribes is listed whenever they last paid, and days the wrong way round are told as such', async () => {
  const yearly = await world.sellAgent(owner, { type: 'subscription' });
  await world.buy(owner, await world.visit(yearly), { email: 'cleo@example.test' });
  // The world's clock is months away from the browser's, so that nothing was paid in its month.
  const page = await open('/dashboard/payments?tab=subscriptions');
  await page.getByRole('table', { name: 'Subscriptions' }).getByText('cleo@example.test').waitFor();
  await page.getByText('1 subscription', { exact: true }).waitFor();
  await expect.poll(() => figure(page, 'Active subscriptions').innerText()).toBe('1');
  await page.goto(
    `${world.app.url}/dashboard/payments?tab=movements&period=range&from=2026-12-31&to=2026-12-01`,
  );
  await page.getByRole('alert').getByText('The last day is before the first one').waitFor();
  await page.getByLabel('Last day').fill('2027-01-31');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.close();
});

test('the price of an agent is typed as people write it, and split as the server splits it', async () => {
  const page = await open(`/dashboard/agents/edit/${agent.id}?section=payment`);
  const total = page.getByRole('row', { name: /^Total/ });
  await page.getByLabel('Price', { exact: true }).fill('9,99');
  await page.getByRole('row', { name: /^Base amount €8\.26/ }).waitFor();
  await page.getByLabel('Tax rate').fill('7.7');
  await page.getByRole('row', { name: /^Tax \(7\.7%\) €0\.71/ }).waitFor();
  await page.getByRole('radio', { name: 'The tax comes on top' }).check();
  await expect.poll(() => total.innerText()).toContain('€10.76');
  await page.getByLabel('Price', { exact: true }).fill('0,20');
  await page.getByText('Payment providers charge no less than the amount named above.').waitFor();
  await page.getByLabel('Currency').click();
  await page.getByRole('option', { name: /^JPY/ }).click();
  await expect.poll(() => page.getByLabel('Price', { exact: true }).inputValue()).toBe('50');
  await expect.poll(() => total.innerText()).toContain('¥54');
  expect(await accessibilityFaults(page, { iframes: false })).toEqual([]);
  await page.close();
});

test('every state of paying is one click away, in the words of the specification', async () => {
  const page = await open(`/dashboard/paywall-test?agent=${agent.id}&language=en`);
  const chat = page.frameLocator('iframe');
  const states = page.getByRole('navigation', { name: 'States' });
  const says: [state: string, text: string | RegExp][] = [
    ['Last free messages', /free messages? left/],
    ['Free messages used up', 'Your free messages are used up.'],
    ['Subscription', /next payment on/],
    ['One-time access', 'Unlimited messages'],
    ['Pack used up', 'All messages of your pack are used up.'],
    ['Message pack', 'New Purchase'],
    ['Still initializing', 'Payment system is still initializing...'],
    ['Not ready', 'Payment system is not ready. Please try again.'],
    ['Setup failed', 'Unable to initialize payment. Please try refreshing the page.'],
    ['Incomplete, for visitors', 'Payment configuration is incomplete. Please contact the site owner.'],
    ['Payment page refused', 'Unable to initialize payment. Please try refreshing the page.'],
    ['Confirming', 'This usually takes a few seconds.'],
    ['Confirming for long', /taking longer than usual\. You can close this/],
    ['Previous purchase', 'Previous Purchase'],
    ['Wrong code', /code/],
    ['Every charge', 'Every message that counted'],
  ];
  for (const [state, text] of says) {
    await states.getByRole('button', { name: state, exact: true }).click();
    await page.getByRole('region', { name: state, exact: true }).waitFor();
    await chat.getByText(text).filter({ visible: true }).first().waitFor();
    if (state !== 'Payment page refused') continue;
    // Whoever pressed sees why nothing happened, without scrolling.
    const [frame, refusal] = [
      await page.locator('iframe').boundingBox(),
      await chat.locator('.cw-wall-failure').boundingBox(),
    ];
    expect(
      refusal && frame && refusal.y > frame.y && refusal.y + refusal.height < frame.y + frame.height,
    ).toBe(true);
  }
  await states.getByRole('button', { name: 'Trial over', exact: true }).click();
  await page
    .getByRole('region', { name: 'Trial over' })
    .getByText('Your trial has expired. Please upgrade your subscription to continue using premium features.')
    .waitFor();
  const plans: [state: string, text: string][] = [
    ['Plan: none needed', 'Everything included'],
    ['Plan: trial over', 'Subscribe to Pro'],
    ['Plan: payment overdue', 'Pay or change the card'],
    ['Plan: canceled, runs on', 'Keep subscription'],
    ['Plan: White Label', 'White Label is active: set up your brand'],
    ['Plan: seen by a member', 'You can see the plan.'],
  ];
  for (const [state, text] of plans) {
    await states.getByRole('button', { name: state, exact: true }).click();
    await page
      .locator('section', { has: page.getByRole('heading', { name: state, exact: true }) })
      .getByText(text)
      .first()
      .waitFor();
  }
  await page.close();
});
