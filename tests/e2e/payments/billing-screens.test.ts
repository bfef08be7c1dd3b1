import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { billingScenes, type BillingScene } from '#features/billing/web/billing-scenes.ts';
import { buildOnce } from '../../support/app/built.ts';
import {
  standInUser,
  startDashboardStandIn,
  type StandInAnswers,
} from '../../support/dashboard/dashboard-api-stand-in.ts';
import { accessibilityFaults, openBrowser } from '../../support/visitors/visitor-setup.ts';

let server: Awaited<ReturnType<typeof startDashboardStandIn>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  await buildOnce();
  server = await startDashboardStandIn();
  browser = await openBrowser();
  context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  page = await context.newPage();
});
afterEach(() => void server.requests.splice(0));
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** The server's answers for an account that stands as in a scene, and others beside them. */
function answer({ billing, mayManage }: BillingScene, others: StandInAnswers = {}): void {
  for (const key of Object.keys(server.answers)) delete server.answers[key];
  const { status, isActive, trialEnd } = billing;
  Object.assign(server.answers, {
    'GET /api/user': {
      body: {
        ...standInUser,
        can: { 'billing.read': true, 'billing.manage': mayManage, 'payments.manage': mayManage },
      },
    },
    'GET /api/subscription/status': {
      body: {
        status,
        createdAt: new Date(0).toISOString(),
        trialEnd,
        isActive,
        hasPaid: status === 'active',
      },
    },
    'GET /api/user/white-label': {
      body: {
        isWhiteLabel: false,
        brandName: 'Chatelier',
        primaryColor: '#36D6B5',
        secondaryColor: '#4f46e5',
        logoUrl: null,
      },
    },
    'GET /api/billing': { body: billing },
    'GET /api/billing/invoices': { body: { items: [] } },
    'GET /api/seller': {
      body: { seller: { name: '', address: '', country: '', taxNumber: '' }, accountName: 'Vera Novak' },
    },
    ...others,
  });
}
const open = (address: string) => page.goto(server.url + address);
const scene = (name: keyof typeof billingScenes): BillingScene => billingScenes[name](Date.now());
const toast = () => page.locator('li[data-state="open"]');

test('a member without the right to pay sees the plan and has nothing to press', async () => {
  answer(scene('planMember'));
  await open('/dashboard/settings?tab=billing');
  await page.getByText('You can see the plan.').waitFor();
  const panel = page.getByRole('tabpanel');
  await panel.getByText('This server sells its plans for test money.').waitFor();
  await expect.poll(() => panel.getByRole('button').allInnerTexts()).toEqual(['Monthly', 'Yearly\nSave 10%']);

  server.answers['GET /api/user'] = { body: { ...standInUser, can: { 'billing.read': false } } };
  await page.reload();
  await page.getByText('Your role doesn’t include billing.').waitFor();
});

test('when the payment provider is away, nothing is lost and the same page is asked for again', async () => {
  const unavailable = {
    status: 503,
    body: { message: 'The payment provider did not answer.', code: 'billing.unavailable' },
  };
  answer(scene('planTrial'), {
    'POST /api/billing/checkout': unavailable,
    'GET /api/billing/invoices': unavailable,
  });
  await open('/dashboard/settings?tab=billing');
  await page.getByText('The billing history can’t be shown right now.').waitFor();
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await toast().getByText('The payment provider did not answer.').waitFor();
  server.answers['POST /api/billing/checkout'] = {
    body: {
      id: 'bil_1',
      status: 'open',
      plan: 'pro',
      interval: 'year',
      url: `${server.url}/dashboard/subscription-success?checkout=bil_1`,
    },
  };
  server.answers['POST /api/billing/checkout/bil_1'] = {
    body: { id: 'bil_1', status: 'expired', plan: 'pro', interval: 'year', url: null },
  };
  await page.getByRole('button', { name: /^Yearly/ }).click();
  await page.getByText('Save $49').waitFor();
  await expect.poll(() => page.locator('s').innerText()).toContain('$348/year');
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await page.getByRole('heading', { name: 'The payment page has closed' }).waitFor();
  const asked = server.requests
    .filter(({ path }) => path === '/api/billing/checkout')
    .map(({ body }) => body as { plan: string; interval: string; key: string });
  expect(asked.map(({ plan, interval }) => [plan, interval])).toEqual([
    ['pro', 'month'],
    ['pro', 'year'],
  ]);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(2);

  answer(scene('planTrial'), { 'GET /api/billing': unavailable });
  await open('/dashboard/settings?tab=billing');
  await page.getByText('The state of your plan can’t be shown right now.').waitFor();
});

test('coming back from the payment page waits for what became of it, and says so again after a reload', async () => {
  const checkout = (status: string) => ({
    body: {
      id: 'bil_1',
      status,
      plan: 'pro',
      interval: 'month',
      url: status === 'open' ? 'https://pay.example.com/bil_1' : null,
    },
  });
  answer(scene('planActive'), { 'POST /api/billing/checkout/bil_1': checkout('processing') });
  await page.clock.install();
  await open('/dashboard/subscription-success?checkout=bil_1');
  await page.getByRole('heading', { name: 'Confirming your payment…' }).waitFor();
  server.answers['POST /api/billing/checkout/bil_1'] = checkout('open');
  await page.clock.fastForward(31_000);
  await page.getByRole('heading', { name: 'This takes longer than usual' }).waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: 'Back to the payment page' }).getAttribute('href'))
    .toBe('https://pay.example.com/bil_1');
  const before = server.requests.filter(({ path }) => path === '/api/subscription/status').length;
  server.answers['POST /api/billing/checkout/bil_1'] = checkout('paid');
  await page.clock.fastForward(11_000);
  await page.getByRole('heading', { name: 'You are on Pro' }).waitFor();
  await page.getByText('Unlimited agents and conversations').waitFor();
  await expect
    .poll(() => server.requests.filter(({ path }) => path === '/api/subscription/status').length)
    .toBeGreaterThan(before);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'You are on Pro' }).waitFor();

  server.answers['POST /api/billing/checkout/bil_1'] = checkout('failed');
  await page.reload();
  await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: 'Choose a plan again' }).getAttribute('href'))
    .toBe('/dashboard/settings?tab=billing');
  await open('/dashboard/subscription-success?checkout=bil_other');
  await page.getByRole('heading', { name: 'No payment found' }).waitFor();
});

test('an action that a lapsed account may not do tells so in one dialog and keeps what was typed', async () => {
  const refusal = { status: 402, body: { message: 'Your trial is over.', code: 'billing.lapsed' } };
  answer(scene('planTrialOver'), { 'POST /api/agents': refusal });
  await open('/dashboard/agents/new');
  await page.getByText('New agents can be made again as soon as this account has a plan.').waitFor();
  await page.getByRole('textbox').fill('A guide for a bakery');
  await page.getByRole('button', { name: 'Create agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your free trial is over' });
  await dialog.getByText('What you typed here stays for as long as this tab is open.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const plans = dialog.getByRole('link', { name: 'See plans' });
  expect([await plans.getAttribute('href'), await plans.getAttribute('target')]).toEqual([
    '/dashboard/settings?tab=billing',
    '_blank',
  ]);
  await expect.poll(() => toast().count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('A guide for a bakery');
  await page.getByRole('button', { name: 'Create agent' }).click();
  await dialog.waitFor();
});
