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
