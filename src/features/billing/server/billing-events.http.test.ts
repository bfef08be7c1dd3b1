import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { newId } from '#shared/ids.ts';
import { openBillingWorld, type BillingWorld } from '#tests/support/payments/billing-setup.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { createPlatformConnection } from './billing-connection.usecases.ts';

const pro = { plan: 'pro', interval: 'month' } as const;

describe("events of the platform's payment provider", () => {
  let world: BillingWorld;
  beforeAll(async () => {
    world = await openBillingWorld('stripe');
  });
  afterAll(() => world.close());
  const send = ({ body, headers }: { body: Buffer; headers: Record<string, string> }) =>
    world.app.browser().request('POST', '/api/billing/events', { raw: new Uint8Array(body), headers });
  const stripeOf = () => world.stripe ?? expect.unreachable('There is no Stripe');
  const secretOf = async (): Promise<string> =>
    (await world.sale.connection.sender()).connection.webhookSecret;

  test('open nothing without the signature over their bytes, and are handled once', async () => {
    const owner = await world.app.register();
    const { id } = await world.checkout(owner, pro);
    await world.pay(id);
    const events = stripeOf().takeEvents();
    const completed =
      events.find(({ type }) => type === 'checkout.session.completed') ??
      expect.unreachable('Nothing was told');
    const signed = stripeOf().sign(completed, await secretOf());
    expect(
      (await send({ ...signed, headers: { ...signed.headers, 'stripe-signature': 't=1,v1=00' } })).status,
    ).toBe(400);
    expect((await send(stripeOf().sign(completed, 'whsec_of_somebody_else'))).status).toBe(400);
    expect(
      (await send({ ...signed, body: Buffer.from(signed.body.toString('utf8').replace('"id"', '"id" ')) }))
        .status,
    ).toBe(400);
    expect(await world.status(owner)).toMatchObject({ status: 'trialing', hasPaid: false });
    const asked = stripeOf().requests.length;
    expect((await send(signed)).status).toBe(200);
    expect(await world.status(owner)).toMatchObject({ status: 'active', hasPaid: true });
    const between = stripeOf().requests.length;
    expect(between).toBeGreaterThan(asked);
    expect((await send(signed)).status).toBe(200);
    expect(stripeOf().requests.length).toBe(between);
    // What an event says counts for nothing: an old one changes nothing of what Stripe says now.
    const old = {
      ...completed,
      id: 'evt_1late',
      data: {
        object: {
          ...(completed['data'] as { object: object }).object,
          payment_status: 'unpaid',
          status: 'open',
        },
      },
    };
    expect((await send(stripeOf().sign(old, await secretOf()))).status).toBe(200);
    expect(await world.status(owner)).toMatchObject({ status: 'active', hasPaid: true });
  });

  test('that are lost are made up for by asking', async () => {
    const owner = await world.app.register();
    const { id } = await world.checkout(owner, pro);
    await world.pay(id);
    stripeOf().takeEvents();
    world.clock.advance(180_000);
    await world.sale.reconcile.askDue();
    expect(await world.status(owner)).toMatchObject({ status: 'active', hasPaid: true });
    world.clock.advance(-180_000);
  });

  test('while Stripe is silent are sent again, and nobody loses anything', async () => {
    const owner = await world.app.register();
    const id = await world.subscribe(owner);
    stripeOf().takeEvents();
    stripeOf().fail(/GET \/v1\/checkout\/sessions/, 500, 500, 500);
    await world.refuseCard(id);
    const event = stripeOf().state.emit(
      'customer.subscription.updated',
      stripeOf().state.get('subscription', (await world.referencesOf(id)).subscription),
    );
    stripeOf().takeEvents();
    expect((await send(stripeOf().sign(event, await secretOf()))).status).toBe(503);
    expect(await world.status(owner)).toMatchObject({ status: 'active', isActive: true });
    expect((await send(stripeOf().sign(event, await secretOf()))).status).toBe(200);
  });

  test('of an account that is deleted while Stripe is asked are done with', async () => {
    const owner = await world.app.register();
    const id = await world.subscribe(owner);
    stripeOf().takeEvents();
    const event = stripeOf().state.emit(
      'customer.subscription.updated',
      stripeOf().state.get('subscription', (await world.referencesOf(id)).subscription),
    );
    stripeOf().takeEvents();
    const { vendor } = await world.sale.connection.sender();
    const { facts } = vendor;
    const asking = vi.spyOn(vendor, 'facts').mockImplementationOnce(async (...asked) => {
      const answer = await facts(...asked);
      await world.rows(sql`DELETE FROM plan_subscriptions WHERE id = ${id}`);
      return answer;
    });
    expect((await send(stripeOf().sign(event, await secretOf()))).status).toBe(200);
    expect(asking).toHaveBeenCalledOnce();
    asking.mockRestore();
  });

  test('can be asked what they lack: a right, or a provider that answers', async () => {
    const { connection } = world.sale;
    expect(await connection.lacking()).toEqual([]);
    stripeOf().fail(/customers$/, 403);
    expect(await connection.lacking()).toEqual([{ name: 'customers', detail: 'scope_missing' }]);
    stripeOf().fail(/\/v1\/account$/, 401);
    expect(await connection.lacking()).toBeNull();
    const endpoints = stripeOf().state.of('webhook').splice(0);
    expect(await connection.lacking()).toEqual([{ name: 'webhook', detail: 'missing' }]);
    stripeOf()
      .state.of('webhook')
      .push(...endpoints);
    expect(await connection.lacking()).toEqual([]);
  });

  test('that can not come to a machine of its own are nothing that lacks, and a right without which no endpoint was made is', async () => {
    const { services } = world;
    const accountId = newId('acc');
    const connect = (stripeKey: string) =>
      createPlatformConnection({
        database: services.database,
        clock: world.clock,
        log: services.log,
        platform: { accountId, stripeKey },
        vendors: services.paymentVendors,
        connections: services.paymentConnections,
        publicUrl: () => 'http://localhost:3000',
      });
    // The account of this key can't reach a local address.
    const local = connect(stripeOf().foreignKey);
    await local.ready();
    expect((await local.sender()).connection.webhookSecret).toBe('');
    expect(await local.lacking()).toEqual([]);
    stripeOf().fail(/POST \/v1\/webhook_endpoints$/, 403);
    expect(await connect(stripeOf().foreignKey).lacking()).toEqual([
      { name: 'webhook', detail: 'scope_missing' },
    ]);
  });

  test('of a database that does not answer are no silence of Stripe', async () => {
    const { services } = world;
    const broken = createPlatformConnection({
      database: services.database,
      clock: world.clock,
      log: services.log,
      platform: { accountId: world.sale.connection.accountId, stripeKey: stripeOf().secretKey },
      vendors: services.paymentVendors,
      connections: {
        ...services.paymentConnections,
        ofPurchase: () => Promise.reject(new Error('The database is away')),
      },
      publicUrl: services.publicUrl,
    });
    await expect(broken.lacking()).rejects.toThrow('The database is away');
  });

  test('come to one endpoint, however many processes set it up, and to a new one when the key is of another account', async () => {
    const { services } = world;
    const connect = (stripeKey: string) =>
      createPlatformConnection({
        database: services.database,
        clock: world.clock,
        log: services.log,
        platform: { accountId: world.sale.connection.accountId, stripeKey },
        vendors: services.paymentVendors,
        connections: services.paymentConnections,
        publicUrl: services.publicUrl,
      });
    await Promise.all(Array.from({ length: 4 }, () => connect(stripeOf().secretKey).ready()));
    expect(
      stripeOf()
        .state.of('webhook')
        .filter(({ url }) => String(url).endsWith('/api/billing/events')),
    ).toHaveLength(1);
    expect(stripeOf().state.of('configuration')).toHaveLength(1);
    const stored = await world.rows<{ secrets: string }>(
      sql`SELECT secrets FROM payment_connections WHERE account_id = ${world.sale.connection.accountId}`,
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.secrets).not.toContain('rk_test');
    // What was removed at Stripe is made anew by the next start.
    stripeOf().state.of('webhook').splice(0);
    stripeOf().state.of('configuration').splice(0);
    expect(await world.sale.connection.lacking()).toEqual([
      { name: 'webhook', detail: 'missing' },
      { name: 'portal', detail: 'missing' },
    ]);
    expect(await connect(stripeOf().secretKey).lacking()).toEqual([]);
    expect(await world.sale.connection.lacking()).toEqual([]);
    await connect(stripeOf().foreignKey).ready();
    expect(
      (await services.paymentConnections.find(world.sale.connection.accountId, true))?.connection.secretKey,
    ).toBe(stripeOf().foreignKey);
    await connect(stripeOf().secretKey).ready();
  });
});

describe('a server', () => {
  let app: TestApp | null = null;
  afterAll(() => app?.close());

  test('that has no plans sells none, and says that everything is included', async () => {
    app = await startTestApp();
    const owner = await app.register();
    expect(await owner.get('/api/billing')).toMatchObject({
      plan: 'free',
      status: 'active',
      isActive: true,
      offers: [],
    });
    expect(await owner.get('/api/billing/invoices')).toEqual({ items: [] });
    for (const [path, body] of [
      ['checkout', { ...pro, key: 'a-key-of-mine' }],
      ['change', { ...pro, key: 'a-key-of-mine' }],
      ['change/preview', pro],
      ['cancel', {}],
      ['resume', {}],
      ['portal', {}],
    ] as const) {
      const answer = await owner.request('POST', `/api/billing/${path}`, { body });
      expect([path, answer.status, answer.body]).toMatchObject([path, 409, { code: 'billing.free' }]);
    }
  });

  test('that begins to sell plans gives everybody who was there before a whole trial, once', async () => {
    const { database, register } = app ?? expect.unreachable('There is no server');
    const owner = await register();
    await database.database.direct.execute(
      sql`UPDATE accounts SET created_at = now() - interval '90 days', trial_end = now() - interval '83 days'
        WHERE id = ${owner.user.accountId}`,
    );
    for (const times of [1, 2]) {
      const paid = await startTestApp({ database, environment: { PLANS: 'paid' } });
      const page = paid.browser();
      await page.post('/api/login', { email: owner.email, password: owner.password });
      const status = await page.get<{ status: string; isActive: boolean; trialEnd: string }>(
        '/api/subscription/status',
      );
      expect([times, status]).toMatchObject([times, { status: 'trialing', isActive: true }]);
      expect(Math.abs(Date.parse(status.trialEnd) - Date.now() - 7 * 86_400_000)).toBeLessThan(120_000);
      await paid.close();
    }
  });
});
