import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { answered, ask, button, openUsage, payAtBank, toTheBank } from '#tests/support/paywall-chat.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { republish } from '#tests/support/visitors/visitor-chat.ts';

let app: TestApp;
let browser: Browser;
let owner: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchChromium();
  owner = await app.register('Vera');
  const made = await owner.post<Agent>('/api/agents', { from: 'blank' });
  agent = await republish(owner, made, (draft) => {
    Object.assign(draft.payment, {
      enabled: true,
      freeMessages: 1,
      type: 'subscription',
      currency: 'EUR',
      amount: 999,
      chargeUnsure: true,
    });
  });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const email = 'piet@example.test';
const elsewhere = 'What you bought here was opened with a code on another device.';
const bar = (page: Page) => page.locator('.cw-balance');

/** The chat on a device of its own. */
async function device(width: number, path = ''): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${app.url}/widgets/${agent.number}${path}`);
  return page;
}
/** Types the newest code that was mailed into the form that asks for it. */
async function enterCode(page: Page): Promise<void> {
  const codes = async (): Promise<string[]> =>
    (await app.server.services.mail.outbox()).mails
      .filter(({ kind, recipient }) => kind === 'restore-code' && recipient === email)
      .map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1] ?? '');
  const before = (await codes()).length;
  await button(page, 'Send code').click();
  await page.getByLabel('Six-digit code').waitFor();
  await expect.poll(async () => (await codes()).length, { timeout: 30_000 }).toBe(before + 1);
  await page.getByLabel('Six-digit code').fill((await codes())[0] ?? '');
}
/** Somebody looks at another tab or window, and at this one again. */
const lookAgain = (page: Page): Promise<unknown> =>
  page.evaluate(() => [dispatchEvent(new Event('blur')), dispatchEvent(new Event('focus'))]);

test('whoever pays in a chat on another site is not led to a chat that knows nothing of it', async () => {
  const embedded = await device(1_280, '/embed');
  const bank = await toTheBank(embedded, 'emma@example.test');
  await payAtBank(bank, /Payment confirmed/);
  await expect.poll(() => bank.getByRole('link', { name: 'Back to the chat' }).count()).toBe(0);
  await bank.getByText('You can close this tab.').waitFor();
  await answered(embedded, 2);
});

test('whoever bought on one device and opened it on another reads on both what is true there', async () => {
  const phone = await device(390);
  await payAtBank(await toTheBank(phone, email), /Payment confirmed/);
  await answered(phone, 2);
  await bar(phone).getByText('Unlimited messages, next payment on').waitFor();

  const desk = await device(1_280);
  await ask(desk, 'First question');
  await answered(desk, 1);
  await ask(desk, 'Second question');
  await desk.getByRole('tab', { name: 'Previous Purchase' }).click();
  // While a question waits to be paid for, nobody is said to be typing.
  await expect.poll(() => desk.getByText('is typing').count()).toBe(0);
  await desk.getByLabel('Email of your purchase').fill(email);
  await enterCode(desk);
  await answered(desk, 2);

  // The phone learns it as soon as somebody looks at it, and is told what to do.
  await lookAgain(phone);
  await bar(phone).getByText('Your free messages are used up.').waitFor();
  await openUsage(phone);
  await phone.getByText(elsewhere).waitFor();
  await phone.getByText('Renews on').waitFor();

  // What is ended on the second device is not said to be usable on the first.
  await openUsage(desk);
  await button(desk, 'Cancel subscription').click();
  await button(desk, 'Yes, cancel').click();
  await desk.getByText('You can use it until then and pay nothing more.').waitFor();
  await phone.keyboard.press('Escape');
  await openUsage(phone);
  await phone.getByText('Your subscription ends on').waitFor();
  await expect.poll(() => phone.getByText('You can use it until then').count()).toBe(0);

  await button(phone, 'Open with a code').click();
  await phone.getByText(elsewhere).waitFor();
  await expect.poll(() => phone.getByLabel('Email of your purchase').inputValue()).toBe(email);
  await enterCode(phone);
  await bar(phone).getByText('Unlimited messages until').waitFor();
  await openUsage(phone);
  await phone.getByText('You can use it until then and pay nothing more.').waitFor();
  await expect.poll(() => phone.getByText(elsewhere).count()).toBe(0);

  // Taken back on the first, it goes on everywhere.
  await button(phone, 'Keep the subscription after all').click();
  await phone.getByText('Renews on').waitFor();
  await desk.keyboard.press('Escape');
  await lookAgain(desk);
  await bar(desk).getByText('Unlimited messages, next payment on').waitFor();

  // What nobody answers now is not called unlimited, and no payment is announced for what rests.
  await owner.post(`/api/agents/${agent.id}/status`, { status: 'paused', subscribers: 'pause' });
  await desk.reload();
  await openUsage(desk);
  await desk.getByText('Nothing is charged for the time being.').waitFor();
  await expect.poll(() => desk.getByText(/Unlimited messages|next payment/).count()).toBe(0);
  await desk.keyboard.press('Escape');
  await bar(desk).getByRole('button', { name: 'Usage and purchases' }).waitFor();
  await expect.poll(() => desk.getByText(/Unlimited messages|next payment/).count()).toBe(0);
});
