import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import type { DnsLookups } from '#platform/dns/dns-lookups.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { CustomDomain } from '#features/white-label/white-label-domains.contract.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { answered, ask } from '#tests/support/paywall-chat.ts';
import { formBlock, publishForm } from '#tests/support/dashboard/forms-setup.ts';

const host = 'chat.linden.example';
const brand = 'Linden Assist';
const person = { name: 'Mira Linden', email: 'mira@linden.example', password: 'a long password' };
const clock = createManualClock(new Date());
const zone: Record<string, Partial<Record<keyof DnsLookups, string[]>>> = {};
const lookup = (kind: keyof DnsLookups) => async (name: string) => zone[name]?.[kind] ?? [];

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let home: string;
beforeAll(async () => {
  app = await startTestApp({
    clock,
    dns: { txt: lookup('txt'), cname: lookup('cname'), addresses: lookup('addresses'), caa: lookup('caa') },
    environment: { PLANS: 'paid', DOMAIN_TARGET: 'brands.chatelier.test' },
  });
  home = app.server.listening ?? app.url;
  browser = await launchChromium();
  context = await newContext();
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function newContext(): Promise<BrowserContext> {
  const made = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  });
  made.setDefaultTimeout(45_000);
  return made;
}
/** Calls the API as the person in the browser does. */
const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await context.request.fetch(home + path, { method, data: body, headers: { origin: home } });
  expect([path, answer.status()]).toEqual([path, 200]);
  return (await answer.json()) as T;
};
const payPlan = async (): Promise<void> => {
  await page.getByRole('heading', { name: 'Pay with test money', exact: true }).waitFor();
  await page.locator('button[value="pay"]').press('Enter');
  await page.waitForURL(/\/dashboard\/subscription-success\?checkout=/);
  await page.getByRole('heading', { name: 'You are on White Label' }).waitFor();
};
const noProduct = (text: string): void => expect(text).not.toMatch(/Chatelier/);

test('somebody comes by the start page, tries, registers, and ends with visitors under a brand of their own', async () => {
  await page.goto(home);
  const pricing = page.locator('#pricing');
  await pricing.getByText('Yearly').click();
  await pricing.getByText('$299').waitFor();

  const [shop] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Shop with a paywall' }).click(),
  ]);
  // Five messages are free.
  for (let count = 1; count <= 5; count++) {
    await ask(shop, `Do you have bicycle lamp number ${count}?`);
    await answered(shop, count);
  }
  await ask(shop, 'And a bell?');
  await shop.getByLabel('Email for your receipt').fill('visitor@example.test');
  const [bank] = await Promise.all([context.waitForEvent('page'), shop.locator('.cw-pay').click()]);
  // The page of the bank closes by itself once the chat has heard of the payment.
  await bank.locator('button[value="pay"]').press('Enter');
  await answered(shop, 6);

  await page.getByRole('button', { name: 'Get started', exact: true }).click();
  await page.waitForURL(/\/auth\?tab=register/);
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password').fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: /^Welcome, Mira/ }).waitFor();
  await page.getByRole('region', { name: 'Time left in your free trial' }).waitFor();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();

  await page.goto(`${home}/dashboard/white-label`);
  await page.getByRole('link', { name: 'Upgrade to White Label' }).click();
  await page.getByRole('button', { name: 'Subscribe to White Label' }).press('Enter');
  await payPlan();
  await page.goto(`${home}/dashboard/white-label`);
  await page.getByLabel('Brand name').fill(brand);
  await page.getByRole('button', { name: 'Save brand' }).click();
  await page.getByText('Configuration active').waitFor();
  await page.getByRole('tab', { name: 'Domain' }).click();
  await page.getByLabel('Your domain').fill(host);
  await page.getByRole('button', { name: 'Connect domain' }).click();
  await page.getByText('Waiting for DNS').waitFor();
  const { domain } = await call<{ domain: CustomDomain }>('GET', '/api/white-label/domain');
  zone[domain.txt.name] = { txt: [domain.txt.expected] };
  zone[host] = { cname: ['brands.chatelier.test'], addresses: ['192.0.2.7'] };
  clock.advance(11_000);
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('Verified').waitFor();

  // Their own screens are under it from the first moment on, however late the brand's settings arrive.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/user/white-label', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${home}/dashboard/agents`);
  await page.getByText(brand).first().waitFor();
  noProduct(`${await page.title()} ${await page.locator('body').innerText()}`);
  held.resolve();

  // What visitors meet there.
  const made = await call<Agent>('POST', '/api/agents', { from: 'description', input: 'Florist in Prague' });
  const agent = await call<Agent>('POST', `/api/agents/${made.id}/publish`, { revision: made.draftRevision });
  const owner = {
    post: (path: string, body: unknown) => call('POST', path, body),
    get: (path: string) => call('GET', path),
    request: async (method: string, path: string, { body }: { body?: unknown } = {}) => ({
      status: 200,
      body: await call(method, path, body),
    }),
  } as unknown as TestBrowser;
  const form = await publishForm(owner, [formBlock('name', 'short_text', { label: 'Your name' })]);

  const there = new URL(home);
  there.hostname = host;
  const visitor = await (await newContext()).newPage();
  await visitor.goto(`${there.origin}/widgets/${agent.number}`);
  await ask(visitor, 'When are you open?');
  await answered(visitor, 1);
  await visitor.getByText(brand).first().waitFor();
  noProduct(await visitor.locator('body').innerText());
  // A form speaks in its owner's words alone; the other pages name the brand.
  await visitor.goto(`${there.origin}/forms/${form.publicId}`);
  noProduct(`${await visitor.title()} ${await visitor.locator('body').innerText()}`);
  for (const path of ['/privacy', '/terms', '/auth']) {
    await visitor.goto(there.origin + path);
    await expect.poll(() => visitor.locator('body').innerText()).toContain(brand);
    noProduct(`${await visitor.title()} ${await visitor.locator('body').innerText()}`);
  }
  await call('POST', '/api/team/invitations', {
    email: 'new.person@linden.example',
    role: 'editor',
    agentIds: null,
    message: '',
  });
  const { mails } = await app.server.services.mail.outbox();
  const mail = mails.find(({ recipient }) => recipient === 'new.person@linden.example');
  noProduct(`${mail?.subject} ${mail?.text} ${mail?.senderName}`);
  expect(mail?.text).toContain(`${there.origin}/accept-invitation#`);
});
