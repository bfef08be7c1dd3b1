import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violatedConstraint } from '#platform/database/database.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { StripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts';
import {
  platformCalls,
  publicUrl,
  setupPath,
  startPlatform,
} from '#tests/support/payments/platform-setup.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Checkout } from '../../payments-visitor.contract.ts';

type Owner = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let stripe: StripeStandIn;
let owner: Owner;

beforeAll(async () => {
  ({ app, stripe } = await startPlatform());
});
beforeEach(async () => {
  owner = await app.register();
  stripe.takeEvents();
});
afterEach(() => expect(stripe.violations).toEqual([]));
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const { check, connected, onboard, rows, secret, send, setupOf, tell } = platformCalls(() => ({
  app,
  stripe,
  owner,
}));

/** A visitor who begins to buy ten messages. */
async function beginToBuy(seller: Owner) {
  const agent = await seller.post<Agent>('/api/agents', { from: 'blank', input: '' });
  const payment = {
    ...agent.draft.payment,
    enabled: true,
    freeMessages: 0,
    type: 'pack',
    currency: 'EUR',
    amount: 1_000,
    messagesPerPack: 10,
    taxPercent: 0,
  };
  const { body } = await seller.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: agent.draftRevision, configuration: { ...agent.draft, payment } },
  });
  const published = await seller.post<Agent>(`/api/agents/${agent.id}/publish`, {
    revision: (body as { draftRevision: number }).draftRevision,
  });
  const visitor = app.browser();
  const { token } = await visitor.post<{ token: string }>('/api/visitor/session', {
    agent: published.number,
    preview: null,
  });
  const headers = { authorization: `Bearer ${token}` };
  const checkout = (
    await visitor.request('POST', '/api/visitor/checkout', {
      headers,
      body: { email: 'anna@example.test', key: `key-${crypto.randomUUID()}` },
    })
  ).body as Checkout;
  const state = async () =>
    (await visitor.request('GET', `/api/visitor/checkout/${checkout.purchaseId}`, { headers }))
      .body as Checkout;
  return { checkout, state };
}

describe('a payment through the platform', () => {
  it("is made on the owner's account, without a fee for anybody else, and opens what was bought", async () => {
    const account = await connected();
    const { checkout, state } = await beginToBuy(owner);
    expect(checkout.url).toContain('https://checkout.stripe.com/');
    const asked = stripe.requests.findLast(
      ({ path: at, method }) => method === 'POST' && at === '/v1/checkout/sessions',
    );
    expect(asked?.headers['stripe-account']).toBe(account.account.id);
    expect(JSON.stringify(asked?.form)).not.toMatch(/fee|transfer|on_behalf_of/);
    expect(stripe.state.of('session')).toEqual([]);
    account.pay(String(account.state.of('session')[0]?.id));
    expect(await tell()).toEqual([200]);
    expect(
      await rows(
        sql`SELECT status, paid_amount::int AS paid FROM purchases WHERE id = ${checkout.purchaseId}`,
      ),
    ).toEqual([{ status: 'paid', paid: 1_000 }]);
    expect(await state()).toMatchObject({ status: 'paid', balance: { packLeft: 10 } });
  });

  it("is believed for the account that Stripe names alone: nobody's, another one's and forged events change nothing", async () => {
    const account = await connected();
    const other = await app.register();
    const foreign = await connected(other);
    const { checkout } = await beginToBuy(owner);
    account.pay(String(account.state.of('session')[0]?.id));
    const [event] = stripe.takeEvents();
    if (!event) throw new Error('Stripe told nothing');
    const good = stripe.sign(event, secret());
    const now = stripe.state.now();
    const status = () => rows(sql`SELECT status FROM purchases WHERE id = ${checkout.purchaseId}`);
    for (const [what, sent, mode] of [
      ['of an account that nobody here has', stripe.sign({ ...event, account: 'acct_1nobody' }, secret())],
      ['of no account', stripe.sign({ ...event, account: undefined } as typeof event, secret())],
      ['signed by somebody', stripe.sign(event, 'whsec_guess')],
      ['signed by nothing', stripe.sign(event, '')],
      ['of long ago', stripe.sign(event, secret(), now - 900)],
      ['at the address of the other mode', good, 'live'],
      ['that is none', stripe.signBytes(Buffer.from('[]'), secret(), now)],
      ['that is not even text', stripe.signBytes(Buffer.from([0, 255, 254]), secret(), now)],
    ] as const) {
      expect([what, (await send(sent, mode ?? 'test')).status]).toEqual([what, 400]);
    }
    // Of somebody else's account: signed, taken note of, and without a way to this purchase.
    expect((await send(stripe.sign({ ...event, account: foreign.account.id }, secret()))).status).toBe(200);
    // What happens in a real account for trying out comes to the same address.
    expect((await send(stripe.sign({ ...event, livemode: true }, secret()))).status).toBe(200);
    // Stripe signs for owners by one secret, and at an owner's own address none of it counts.
    expect(
      (
        await app.browser().request('POST', `/api/payments/webhooks/${owner.user.accountId}/test`, {
          raw: new Uint8Array(good.body),
          headers: good.headers,
        })
      ).status,
    ).toBe(400);
    expect(await status()).toEqual([{ status: 'open' }]);
    expect((await send(good)).status).toBe(200);
    expect(await status()).toEqual([{ status: 'paid' }]);
  });

  it('can be taken to no other account: none is ever read from a request, and one account has one owner', async () => {
    const { account } = await connected();
    const thief = await app.register();
    for (const body of [
      { account: account.id },
      { reference: account.id },
      { accountId: owner.user.accountId },
    ])
      expect((await thief.request('POST', setupPath('/onboarding'), { body })).status).toBe(400);
    expect((await thief.request('PUT', setupPath(), { body: { secretKey: account.id } })).status).toBe(422);
    await onboard(thief);
    expect(stripe.connected().account.id).not.toBe(account.id);
    const steal = app.server.services.database.account(thief.user.accountId, (tx) =>
      tx.execute(sql`UPDATE payment_platform_accounts SET reference = ${account.id}`),
    );
    await expect(steal.catch((error: unknown) => violatedConstraint(error))).resolves.toBe(
      'payment_platform_accounts_reference_key',
    );
    const seen = await app.server.services.database.account(thief.user.accountId, (tx) =>
      tx.execute(sql`SELECT account_id FROM payment_platform_accounts`),
    );
    expect(seen.rows).toEqual([{ account_id: thief.user.accountId }]);
  });

  it("is the true owner's after they took the account back: no account at Stripe that was begun before connects", async () => {
    for (const isFinished of [false, true]) {
      const eve = await app.register();
      await onboard(eve);
      const begun = stripe.connected();
      if (isFinished) {
        begun.answer();
        await check(eve);
      }
      await rows(sql`UPDATE accounts SET review_since = now() WHERE id = ${eve.user.accountId}`);
      const { review } = await eve.get<{ review: { items: { kind: string }[] } }>('/api/account-review');
      expect(review.items.map(({ kind }) => kind)).toEqual(['payments']);
      begun.answer();
      await eve.post('/api/account-review', { keep: [] });
      await tell();
      expect((await check(eve)).test.vendor).toBe('test-money');
      await onboard(eve);
      expect(stripe.connected().account.id).not.toBe(begun.account.id);
      expect((await setupOf(eve)).test.vendor).toBe('test-money');
      stripe.takeEvents();
    }
  });

  it('is refused, with a word for the owner, once the server has no Stripe account any more', async () => {
    await connected();
    const later = await startTestApp({
      stripeBaseUrl: stripe.baseUrl,
      database: app.database,
      environment: { PUBLIC_URL: publicUrl },
    });
    try {
      const page = later.browser();
      expect(
        (await page.request('POST', '/api/login', { body: { email: owner.email, password: owner.password } }))
          .status,
      ).toBe(200);
      expect(await setupOf(page)).toMatchObject({
        platform: null,
        test: {
          isPlatform: true,
          isReady: false,
          checks: expect.arrayContaining([
            { name: 'key', isReady: false, detail: 'platform_gone' },
          ]) as unknown,
        },
      });
    } finally {
      await later.close();
    }
  });
});
