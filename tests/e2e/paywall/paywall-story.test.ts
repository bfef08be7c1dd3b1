import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Purchase } from '#features/payments/payments-purchases.contract.ts';
import type { PaymentSection } from '#features/paywall/paywall.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import {
  answered,
  answers,
  ask,
  button,
  composer,
  openUsage,
  payAtBank,
  toTheBank,
} from '#tests/support/paywall-chat.ts';
import { ownersView, seenInDashboard } from '#tests/support/sale-in-dashboard.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { republish } from '#tests/support/visitors/visitor-chat.ts';

let app: TestApp;
let browser: Browser;
let owner: Owner;
/** The owner's own tab, which stays open beside those of the visitors. */
let office: Page;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchChromium();
  owner = await app.register('Vera');
  office = await (await signedInContext(browser, app, owner)).newPage();
  office.setDefaultTimeout(30_000);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

type Owner = Awaited<ReturnType<TestApp['register']>>;
async function sell(name: string, payment: Partial<PaymentSection>): Promise<Agent> {
  const made = await owner.post<Agent>('/api/agents', { from: 'blank' });
  return republish(owner, made, (draft) => {
    draft.basic.name = name;
    Object.assign(draft.payment, {
      enabled: true,
      freeMessages: 1,
      currency: 'EUR',
      amount: 800,
      taxPercent: 21,
      taxBehaviour: 'exclusive',
      chargeUnsure: true,
      ...payment,
    });
  });
}

/** A visitor on a device of their own. */
async function visit(agent: Agent): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${app.url}/widgets/${agent.number}`);
  return page;
}
/** On another device nothing is left to say, until the code out of the mail is entered. */
async function restoreElsewhere(agent: Agent, email: string): Promise<Page> {
  const page = await visit(agent);
  await ask(page, 'First question elsewhere');
  await answered(page, 1);
  await ask(page, 'Second question elsewhere');
  await page.getByRole('tab', { name: 'Previous Purchase' }).click();
  await page.getByLabel('Email of your purchase').fill(email);
  await button(page, 'Send code').click();
  await page.getByLabel('Six-digit code').waitFor();
  const codeOf = async () =>
    /\b(\d{6})\b/.exec(
      (await app.server.services.mail.outbox()).mails.find(
        ({ kind, recipient }) => kind === 'restore-code' && recipient === email,
      )?.text ?? '',
    )?.[1] ?? '';
  await expect.poll(codeOf, { timeout: 30_000 }).toMatch(/^\d{6}$/);
  await page.getByLabel('Six-digit code').fill(await codeOf());
  await answered(page, 2);
  await expect
    .poll(() => page.getByRole('log').getByText('Second question elsewhere', { exact: true }).count())
    .toBe(1);
  return page;
}

describe('with test money and no key at all, a visitor', () => {
  test('buys a pack after a declined card, goes on where they were, and takes it to another device', async () => {
    const agent = await sell('Numa packs', { type: 'pack', messagesPerPack: 10 });
    const page = await visit(agent);
    await page.getByText('TEST', { exact: true }).waitFor();
    const bank = await toTheBank(page, 'pack@example.test');
    await bank.getByText('Is declined').click();
    await bank.locator('button[value="pay"]').click();
    await bank.getByRole('alert').waitFor();
    await expect.poll(() => answers(page).count()).toBe(1);
    await bank.getByText('Pays at once').click();
    await payAtBank(bank, /Payment confirmed/);
    await answered(page, 2);
    await expect
      .poll(() => page.getByRole('log').getByText('Second question', { exact: true }).count())
      .toBe(1);
    await page.locator('.cw-balance').getByText('9 messages left').waitFor();

    const elsewhere = await restoreElsewhere(agent, 'pack@example.test');
    await elsewhere.locator('.cw-balance').getByText('8 messages left').waitFor();
    await openUsage(elsewhere);
    await elsewhere.getByText('8 of 10 bought messages left', { exact: true }).waitFor();
    // What was bought stands above what was used.
    const lines = elsewhere.locator('.cw-usage').last().locator('li');
    await expect.poll(() => lines.count(), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    await expect
      .poll(() => lines.first().innerText())
      .toMatch(/“Second question elsewhere”\s+Answered[\s\S]*message pack\s+−1$/);

    const seen = await ownersView(owner, agent);
    expect(seen.purchase).toMatchObject({
      type: 'pack',
      state: 'paid',
      email: 'pack@example.test',
      base: 800,
      tax: 168,
      total: 968,
      paid: 968,
      messages: 10,
      messagesLeft: 8,
      isTest: true,
    });
    expect(seen.revenue).toMatchObject({ packs: 1, successfulPayments: 1, messagesSold: 10 });
    expect(seen.revenue.money).toEqual([
      {
        currency: 'EUR',
        payments: 1,
        gross: 968,
        refunded: 0,
        disputed: 0,
        tax: 168,
        fees: 0,
        feesUnknown: 0,
        net: 800,
      },
    ]);
    expect(seen.lines.filter(({ kind }) => kind === 'commit')).toHaveLength(2);
    await seenInDashboard(office, app.url, {
      agent: 'Numa packs',
      email: 'pack@example.test',
      bought: 'Pack of 10 messages',
      state: 'Paid',
      sheet: ['8 of 10 left'],
      lines: [
        /“Second question elsewhere”\s+Answered · message pack[\s\S]*−1$/,
        /“Second question”\s+Answered · message pack[\s\S]*−1$/,
        /^Added[\s\S]*bought[\s\S]*\+10$/,
      ],
      answers: '4',
    });
    // The device that paid is told how it gets it, too.
    await ask(page, 'Third question');
    await page.getByText('What you bought here was opened with a code on another device.').waitFor();
    await expect.poll(() => page.getByLabel('Email of your purchase').inputValue()).toBe('pack@example.test');
    await Promise.all([page.context().close(), elsewhere.context().close()]);
  });

  test('pays once for a month of everything, also when the chat was loaded anew meanwhile', async () => {
    const agent = await sell('Numa passes', { type: 'once', passDays: 30 });
    const page = await visit(agent);
    const bank = await toTheBank(page, 'once@example.test');
    await page.reload();
    await page.getByRole('heading', { name: 'Finish paying in the new tab' }).waitFor();
    await payAtBank(bank, /Payment confirmed/);
    await answered(page, 2);
    await expect
      .poll(() => page.getByRole('log').getByText('Second question', { exact: true }).count())
      .toBe(1);
    await page
      .locator('.cw-balance')
      .getByText(/^Unlimited messages until /)
      .waitFor();
    await ask(page, 'Third question');
    await answered(page, 3);

    const elsewhere = await restoreElsewhere(agent, 'once@example.test');
    await elsewhere
      .locator('.cw-balance')
      .getByText(/^Unlimited messages until /)
      .waitFor();
    const seen = await ownersView(owner, agent);
    expect(seen.purchase).toMatchObject({ type: 'once', state: 'paid', paid: 968 });
    expect(seen.revenue).toMatchObject({ packs: 0, successfulPayments: 1 });
    await seenInDashboard(office, app.url, {
      agent: 'Numa passes',
      email: 'once@example.test',
      bought: 'One-time payment',
      state: 'Paid',
      sheet: ['Open until'],
      lines: [
        /“Second question elsewhere”\s+Answered · one-time payment[\s\S]*covered$/,
        /“Third question”\s+Answered · one-time payment[\s\S]*covered$/,
        /“Second question”\s+Answered · one-time payment[\s\S]*covered$/,
        /^Added[\s\S]*bought/,
      ],
      answers: '5',
    });
    await Promise.all([page.context().close(), elsewhere.context().close()]);
  });

  test('asks for a person at the wall and talks with the team without paying', async () => {
    const agent = await sell('Numa people', { type: 'pack' });
    const page = await visit(agent);
    await ask(page, 'First question');
    await answered(page, 1);
    await ask(page, 'Second question');
    await page.getByLabel('Email for your receipt').waitFor();
    await button(page, 'More options').click();
    await page.getByRole('menuitem', { name: 'Talk to a person' }).click();
    // What waited to be paid for goes to the team, and so does what follows.
    await expect.poll(() => page.locator('.cw-wall, .cw-waiting').count()).toBe(0);
    await page
      .getByText(/in (the team’s|their|its) queue/)
      .first()
      .waitFor();
    await page.getByRole('log').getByText('Second question', { exact: true }).waitFor();
    await ask(page, 'Are you there?');
    await page.getByRole('log').getByText('Are you there?', { exact: true }).waitFor();
    await expect.poll(() => composer(page).inputValue()).toBe('');
    await expect.poll(() => page.locator('.cw-wall').count()).toBe(0);
    await answered(page, 1);
    await page.context().close();
  });

  test('subscribes, goes on, takes it to another device, and cancels there: the access stays until what is paid ends', async () => {
    const agent = await sell('Numa months', { type: 'subscription', yearlyAmount: 8_000 });
    const page = await visit(agent);
    const bank = await toTheBank(page, 'sub@example.test');
    await payAtBank(bank, /Payment confirmed/);
    await answered(page, 2);
    await page
      .locator('.cw-balance')
      .getByText(/^Unlimited messages, next payment on /)
      .waitFor();

    const elsewhere = await restoreElsewhere(agent, 'sub@example.test');
    await openUsage(elsewhere);
    await button(elsewhere, 'Cancel subscription').click();
    await button(elsewhere, 'Yes, cancel').click();
    await elsewhere.getByText(/Ends on .* You can use it until then/).waitFor();
    await elsewhere.keyboard.press('Escape');
    await elsewhere
      .locator('.cw-balance')
      .getByText(/^Unlimited messages until /)
      .waitFor();
    await ask(elsewhere, 'Third question elsewhere');
    await answered(elsewhere, 3);

    const seen = await ownersView(owner, agent);
    expect(seen.purchase).toMatchObject({
      type: 'subscription',
      interval: 'month',
      state: 'ending',
      paid: 968,
    });
    const owners = await owner.get<{ purchases: Purchase[] }>(
      `/api/payments?agentId=${agent.id}&state=subscribed&test=true`,
    );
    expect(owners.purchases).toHaveLength(1);
    await seenInDashboard(office, app.url, {
      agent: 'Numa months',
      email: 'sub@example.test',
      bought: 'Monthly subscription',
      state: 'Ends',
      sheet: ['Open until', 'Keep it running'],
      lines: [
        /“Third question elsewhere”\s+Answered · subscription[\s\S]*covered$/,
        /^Changed\s+subscription · canceled, stays until what is paid ends[\s\S]*0$/,
        /“Second question elsewhere”\s+Answered · subscription[\s\S]*covered$/,
        /“Second question”\s+Answered · subscription[\s\S]*covered$/,
        /^Added[\s\S]*bought/,
      ],
      answers: '5',
    });
    // All three together on the first screen, each figure a way to the list.
    await office.getByRole('link', { name: 'Dashboard', exact: true }).click();
    const earnings = office.getByRole('region', { name: /^Revenue and earnings/ });
    await earnings.getByText('€24.00').waitFor();
    expect((await earnings.locator('dl').innerText()).split(/\s*\n\s*/)).toEqual([
      'Net revenue',
      '€24.00',
      'Message packs',
      '1',
      'Successful payments',
      '3',
      'Messages sold',
      '10',
    ]);
    await earnings.getByRole('link', { name: 'Net revenue' }).click();
    await office.waitForURL('**/dashboard/payments?period=*&mode=test');
    await Promise.all([page.context().close(), elsewhere.context().close()]);
  });

  test('tries the public demo, and finds the way back from the bank’s page without having paid', async () => {
    const context = await browser.newContext({
      viewport: { width: 1_440, height: 900 },
      locale: 'en-US',
      reducedMotion: 'reduce',
      colorScheme: 'dark',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(`${app.url}/demos/paywall-demo`);
    const chat = page.frameLocator('iframe');
    for (const question of [
      'How do I add fractions?',
      'How do I calculate a percentage?',
      'How do I solve a quadratic equation?',
    ]) {
      await chat.locator('.cw-field textarea').fill(question);
      await chat.locator('.cw-field textarea').press('Enter');
      await chat.getByText(question, { exact: true }).first().waitFor();
      await expect.poll(() => chat.locator('.cw-stop').count(), { timeout: 30_000 }).toBe(0);
    }
    await chat.locator('.cw-balance').getByText('Your free messages are used up.').waitFor();
    await expect.poll(() => chat.locator('html').getAttribute('data-theme')).toBe('dark');
    await chat.getByRole('button', { name: 'See the price' }).click();
    await chat.getByLabel('Email for your receipt').fill('demo@example.test');
    const [bank] = await Promise.all([context.waitForEvent('page'), chat.locator('.cw-pay').click()]);
    await bank.getByRole('link', { name: 'Back', exact: true }).click();
    await bank.getByRole('heading', { name: 'Nothing was charged' }).waitFor();
    await chat.getByRole('button', { name: 'Choose again' }).click();
    await chat.locator('.cw-pay').waitFor();
    await context.close();
  });
});
