import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Billing, BillingCheckout } from '../billing.contract.ts';

const dayMs = 86_400_000;
const clock = createManualClock(new Date());
let app: TestApp;
beforeAll(async () => {
  // As whoever starts the server without a line of settings has it.
  app = await startTestApp({ clock, environment: { PLANS: '' } });
});
afterAll(() => app.close());

type Owner = Awaited<ReturnType<TestApp['register']>>;
const createAgent = async (owner: Owner): Promise<number> =>
  (await owner.request('POST', '/api/agents', { body: { from: 'description', input: 'Florist in Prague' } }))
    .status;
const signIn = (owner: Owner): Promise<unknown> =>
  owner.post('/api/login', { email: owner.email, password: owner.password });

test('without any setting, accounts begin with the trial of seven days, and plans are bought for test money', async () => {
  const owner = await app.register();
  expect(await owner.get('/api/public/white-label')).toMatchObject({ trialDays: 7 });
  expect(await owner.get<Billing>('/api/billing')).toMatchObject({
    plan: 'trial',
    status: 'trialing',
    isTest: true,
    trialEnd: new Date(clock.now().getTime() + 7 * dayMs).toISOString(),
  });
  const checkout = await owner.post<BillingCheckout>('/api/billing/checkout', {
    plan: 'pro',
    interval: 'month',
    key: 'the-first-wish-to-buy',
  });
  expect(checkout.url).toContain('/test-money/');
});

test('the superadmin’s own account has everything for ever, is sold nothing and told of no end', async () => {
  const [operator, other] = [await app.register('Olga'), await app.register('Otto')];
  const token = app.server.superadminLink?.split('#')[1];
  await operator.post('/api/superadmin/claim', { token });
  expect(await operator.get<Billing>('/api/billing')).toMatchObject({
    plan: 'included',
    status: 'active',
    isActive: true,
    isTest: false,
    offers: [],
  });
  expect(
    await operator.request('POST', '/api/billing/checkout', {
      body: { plan: 'pro', interval: 'month', key: 'nothing-to-buy' },
    }),
  ).toMatchObject({ status: 409, body: { code: 'billing.free' } });

  clock.advance(8 * dayMs);
  await app.server.services.billing.sale?.notices.send();
  const { mails } = await app.server.services.mail.outbox();
  const told = (owner: Owner) =>
    mails.filter(({ recipient, kind }) => recipient === owner.email && kind.startsWith('plan-')).length;
  expect([told(operator), told(other)]).toEqual([0, 1]);
  await Promise.all([signIn(operator), signIn(other)]);
  expect(await operator.get('/api/subscription/status')).toMatchObject({ status: 'active', isActive: true });
  expect([await createAgent(operator), await createAgent(other)]).toEqual([200, 402]);
});

test('without a trial an account chooses its plan first: it is told so, and not of an end', async () => {
  const server = await startTestApp({ clock, environment: { PLANS: '' } });
  try {
    const operator = await server.register('Olga');
    await operator.post('/api/superadmin/claim', { token: server.server.superadminLink?.split('#')[1] });
    const set = await operator.request('PUT', '/api/superadmin/settings', { body: { trialDays: 0 } });
    expect(set.status).toBe(200);
    const owner = await server.register('Nina');
    expect(await owner.get<Billing>('/api/billing')).toMatchObject({
      plan: 'none',
      status: 'trialing',
      isActive: false,
      trialEnd: null,
    });
    expect(await createAgent(owner)).toBe(402);
    await server.server.services.billing.sale?.notices.send();
    const { mails } = await server.server.services.mail.outbox();
    expect(mails.filter(({ kind }) => kind.startsWith('plan-'))).toEqual([]);
    const { text } = await server.browser().request('GET', '/pricing?lang=en');
    expect(text).toContain('You choose a plan before your first agent');
    expect(text).not.toMatch(/trial/i);
    const order = { plan: 'pro', interval: 'month', key: 'the-plan-to-begin-with' };
    expect((await owner.post<BillingCheckout>('/api/billing/checkout', order)).url).toContain('/test-money/');
  } finally {
    await server.close();
  }
});

test('with PLANS=free nobody is asked for money, and the sign-in says so', async () => {
  const free = await startTestApp({ environment: { PLANS: 'free' } });
  try {
    const owner = await free.register();
    expect(await owner.get('/api/public/white-label')).toMatchObject({ trialDays: null });
    expect(await owner.get<Billing>('/api/billing')).toMatchObject({ plan: 'free', offers: [] });
  } finally {
    await free.close();
  }
});

test('the operator sells at other prices, in words of their own; what runs keeps its price', async () => {
  const server = await startTestApp({ clock, environment: { PLANS: '' } });
  try {
    const operator = await server.register('Olga');
    await operator.post('/api/superadmin/claim', { token: server.server.superadminLink?.split('#')[1] });
    const set = (body: object) => operator.request('PUT', '/api/superadmin/settings', { body });
    const planPrices = { proMonth: 4_950, proYear: 49_900, whiteLabelMonth: 30_000 };
    expect(await set({ planPrices: { ...planPrices, proYear: 60_000 } })).toMatchObject({
      status: 400,
      body: { fields: { 'planPrices.proYear': 'A year costs less than twelve months' } },
    });
    const words = { about: 'For bakers.', includes: ['Ten agents', 'Help by phone'] };
    const planTexts = { en: { pro: words, white_label: { about: '', includes: [] } } };
    expect((await set({ planPrices, planTexts })).status).toBe(200);

    const owner = await server.register('Nina');
    const { offers, texts } = await owner.get<Billing>('/api/billing');
    expect(offers.map(({ plan, interval, amount }) => [plan, interval, amount])).toEqual([
      ['pro', 'month', 4_950],
      ['pro', 'year', 49_900],
      ['white_label', 'month', 30_000],
    ]);
    expect(texts).toEqual(planTexts);
    const order = { plan: 'pro', interval: 'month', key: 'at-the-other-price' };
    const { url } = await owner.post<BillingCheckout>('/api/billing/checkout', order);
    const bank = await owner.request('GET', new URL(url ?? '').pathname);
    expect(bank.text).toContain('$49.50');
    expect(bank.text).toContain('For bakers.');
    const prices = await server.browser().request('GET', '/pricing?lang=en');
    for (const part of ['$49.50', '$499', '$594/year', 'Save $95', 'Save 15%', '$300', 'Help by phone'])
      expect(prices.text).toContain(part);
    expect(prices.text).toContain('Your own domain');

    expect((await set({ planPrices: null })).status).toBe(200);
    expect((await owner.get<Billing>('/api/billing')).offers[0]?.amount).toBe(2_900);
  } finally {
    await server.close();
  }
});
