import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Purchase, Revenue } from '#features/payments/payments.contract.ts';
import type { PaymentSection, UsageLine } from '#features/paywall/paywall.contract.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { republish } from '#tests/support/visitor-chat.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

type Owner = Awaited<ReturnType<TestApp['register']>>;
async function sell(owner: Owner, payment: Partial<PaymentSection>): Promise<Agent> {
  const made = await owner.post<Agent>('/api/agents', { from: 'blank' });
  return republish(owner, made, (draft) => {
    draft.basic.name = 'Numa';
    Object.assign(draft.payment, { enabled: true, freeMessages: 1, currency: 'EUR', amount: 800, taxPercent: 21, taxBehaviour: 'exclusive', chargeUnsure: true, ...payment });
  });
}

/** A visitor on a device of his own. */
async function visit(agent: Agent): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${app.url}/widgets/${agent.number}`);
  return page;
}
const composer = (page: Page) => page.getByRole('textbox', { name: 'Your message', exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
async function ask(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}
const answers = (page: Page) => button(page, 'Copy answer');
const answered = (page: Page, count: number) => expect.poll(() => answers(page).count(), { timeout: 20_000 }).toBe(count);

/** Uses up what is free, asks once more, and goes to the bank from the wall. */
async function toTheBank(page: Page, email: string): Promise<Page> {
  await ask(page, 'First question');
  await answered(page, 1);
  await page.locator('.cw-balance').getByText('Your free messages are used up.').waitFor();
  await ask(page, 'Second question');
  await page.getByLabel('E-mail for your receipt').fill(email);
  const [bank] = await Promise.all([page.context().waitForEvent('page'), page.locator('.cw-pay').click()]);
  await bank.getByRole('heading', { name: 'Pay with test money' }).waitFor();
  return bank;
}
async function payAtBank(bank: Page, title: RegExp): Promise<void> {
  await bank.locator('button[value="pay"]').click();
  await bank.getByRole('heading', { name: title }).waitFor();
}
async function openUsage(page: Page): Promise<void> {
  await button(page, 'More options').click();
  await page.getByRole('menuitem', { name: 'Usage and purchases' }).click();
}

/** On another device nothing is left to say, until the code out of the mail is entered. */
async function restoreElsewhere(agent: Agent, email: string): Promise<Page> {
  const page = await visit(agent);
  await ask(page, 'First question elsewhere');
  await answered(page, 1);
  await ask(page, 'Second question elsewhere');
  await page.getByRole('tab', { name: 'Previous Purchase' }).click();
  await page.getByLabel('E-mail of your purchase').fill(email);
  await button(page, 'Send code').click();
  await page.getByLabel('Six-digit code').waitFor();
  const codeOf = async () => /\b(\d{6})\b/.exec((await app.server.services.mail.outbox()).mails.find(({ kind, recipient }) => kind === 'restore-code' && recipient === email)?.text ?? '')?.[1] ?? '';
  await expect.poll(codeOf, { timeout: 20_000 }).toMatch(/^\d{6}$/);
  await page.getByLabel('Six-digit code').fill(await codeOf());
  await answered(page, 2);
  expect(await page.getByRole('log').getByText('Second question elsewhere', { exact: true }).count()).toBe(1);
  return page;
}

type Detail = { purchase: Purchase; lines: UsageLine[] };
async function ownersView(owner: Owner, agent: Agent): Promise<Detail & { revenue: Revenue; margin: { label: string; money: { currency: string; net: number }[] }[] }> {
  const { purchases } = await owner.get<{ purchases: Purchase[] }>(`/api/payments?agentId=${agent.id}&state=paid&test=true`);
  expect(purchases).toHaveLength(1);
  const detail = await owner.get<Detail>(`/api/payments/${purchases[0]!.id}`);
  const revenue = await owner.get<Revenue>(`/api/payments/revenue?agentId=${agent.id}&test=true`);
  const { rows: margin } = await owner.get<{ rows: { label: string; money: { currency: string; net: number }[] }[] }>(`/api/payments/margin?by=agent&agentId=${agent.id}&test=true`);
  return { ...detail, revenue, margin };
}

describe('with test money and no key at all, a visitor', () => {
  test('buys a pack after a declined card, goes on where he was, and takes it to another device', async () => {
    const owner = await app.register('Vera');
    const agent = await sell(owner, { type: 'pack', messagesPerPack: 10 });
    const page = await visit(agent);
    await page.getByText('TEST', { exact: true }).waitFor();
    const bank = await toTheBank(page, 'pack@example.test');
    await bank.getByText('Is declined').click();
    await bank.locator('button[value="pay"]').click();
    await bank.getByRole('alert').waitFor();
    expect(await answers(page).count()).toBe(1);
    await bank.getByText('Pays at once').click();
    await payAtBank(bank, /Payment confirmed/);
    await answered(page, 2);
    expect(await page.getByRole('log').getByText('Second question', { exact: true }).count()).toBe(1);
    await page.locator('.cw-balance').getByText('9 messages left').waitFor();

    const elsewhere = await restoreElsewhere(agent, 'pack@example.test');
    await elsewhere.locator('.cw-balance').getByText('8 messages left').waitFor();
    await openUsage(elsewhere);
    await elsewhere.getByText('8 of 10 bought messages left').waitFor();
    const lines = elsewhere.locator('.cw-usage li');
    await expect.poll(() => lines.count()).toBeGreaterThanOrEqual(2);
    expect(await lines.first().innerText()).toMatch(/“Second question elsewhere”\s+Answered[\s\S]*message pack\s+−1$/);

    const seen = await ownersView(owner, agent);
    expect(seen.purchase).toMatchObject({ type: 'pack', state: 'paid', email: 'pack@example.test', base: 800, tax: 168, total: 968, paid: 968, messages: 10, messagesLeft: 8, isTest: true });
    expect(seen.revenue).toMatchObject({ packs: 1, successfulPayments: 1, messagesSold: 10 });
    expect(seen.revenue.money).toEqual([{ currency: 'EUR', payments: 1, gross: 968, refunded: 0, tax: 168, net: 968 }]);
    expect(seen.margin[0]?.money).toEqual([{ currency: 'EUR', net: 968 }]);
    expect(seen.lines.filter(({ kind }) => kind === 'commit')).toHaveLength(2);
    await Promise.all([page.context().close(), elsewhere.context().close()]);
  });

  test('pays once for a month of everything, also when the chat was loaded anew meanwhile', async () => {
    const owner = await app.register('Vera');
    const agent = await sell(owner, { type: 'once', passDays: 30 });
    const page = await visit(agent);
    const bank = await toTheBank(page, 'once@example.test');
    await page.reload();
    await page.getByRole('heading', { name: 'Finish paying in the new tab' }).waitFor();
    await payAtBank(bank, /Payment confirmed/);
    await answered(page, 2);
    expect(await page.getByRole('log').getByText('Second question', { exact: true }).count()).toBe(1);
    await page.locator('.cw-balance').getByText(/^Unlimited messages until /).waitFor();
    await ask(page, 'Third question');
    await answered(page, 3);

    const elsewhere = await restoreElsewhere(agent, 'once@example.test');
    await elsewhere.locator('.cw-balance').getByText(/^Unlimited messages until /).waitFor();
    const seen = await ownersView(owner, agent);
    expect(seen.purchase).toMatchObject({ type: 'once', state: 'paid', paid: 968 });
    expect(seen.revenue).toMatchObject({ packs: 0, successfulPayments: 1 });
    await Promise.all([page.context().close(), elsewhere.context().close()]);
  });

  test('subscribes, goes on, takes it to another device, and cancels there: the access stays until what is paid ends', async () => {
    const owner = await app.register('Vera');
    const agent = await sell(owner, { type: 'subscription', yearlyAmount: 8_000 });
    const page = await visit(agent);
    const bank = await toTheBank(page, 'sub@example.test');
    await payAtBank(bank, /Payment confirmed/);
    await answered(page, 2);
    await page.locator('.cw-balance').getByText(/^Unlimited messages, renews on /).waitFor();

    const elsewhere = await restoreElsewhere(agent, 'sub@example.test');
    await openUsage(elsewhere);
    await button(elsewhere, 'Cancel subscription').click();
    await button(elsewhere, 'Yes, cancel').click();
    await elsewhere.getByText(/Ends on .* You can use it until then/).waitFor();
    await elsewhere.keyboard.press('Escape');
    await elsewhere.locator('.cw-balance').getByText(/^Unlimited messages until /).waitFor();
    await ask(elsewhere, 'Third question elsewhere');
    await answered(elsewhere, 3);

    const seen = await ownersView(owner, agent);
    expect(seen.purchase).toMatchObject({ type: 'subscription', interval: 'month', state: 'ending', paid: 968 });
    const owners = await owner.get<{ purchases: Purchase[] }>(`/api/payments?agentId=${agent.id}&state=subscribed&test=true`);
    expect(owners.purchases).toHaveLength(1);
    await Promise.all([page.context().close(), elsewhere.context().close()]);
  });

  test('tries the public demo, and finds the way back from the bank’s page without having paid', async () => {
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, locale: 'en-US', reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${app.url}/demos/paywall-demo`);
    const chat = page.frameLocator('iframe');
    for (const question of ['How do I add fractions?', 'How do I calculate a percentage?', 'How do I solve a quadratic equation?']) {
      await chat.locator('.cw-field textarea').fill(question);
      await chat.locator('.cw-field textarea').press('Enter');
      await chat.getByText(question, { exact: true }).first().waitFor();
      await expect.poll(() => chat.locator('.cw-stop').count(), { timeout: 20_000 }).toBe(0);
    }
    await chat.locator('.cw-balance').getByText('Your free messages are used up.').waitFor();
    await chat.getByRole('button', { name: 'See the price' }).click();
    await chat.getByLabel('E-mail for your receipt').fill('demo@example.test');
    const [bank] = await Promise.all([context.waitForEvent('page'), chat.locator('.cw-pay').click()]);
    await bank.getByRole('link', { name: 'Back to the chat' }).click();
    await bank.getByRole('heading', { name: 'Nothing was charged' }).waitFor();
    await chat.getByRole('button', { name: 'Choose again' }).click();
    await chat.locator('.cw-pay').waitFor();
    await context.close();
  });
});

