import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts';
import {
  platformCalls,
  publicUrl,
  setupPath,
  startPlatform,
} from '#tests/support/payments/platform-setup.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

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

const { check, connected, onboard, rows, secret, setupOf, tell } = platformCalls(() => ({
  app,
  stripe,
  owner,
}));
const codeOf = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  return [status, (body as { code?: string } | null)?.code];
};

describe('connecting Stripe without a key', () => {
  it("leads to Stripe's pages for an account that is the owner's alone, which pays its own fees and owes the platform nothing", async () => {
    expect(await setupOf()).toMatchObject({
      test: { vendor: 'test-money' },
      live: null,
      platform: { mode: 'test', onboarding: null },
    });
    const { url, setup } = await onboard();
    const { account } = stripe.connected();
    expect(url).toContain(`https://connect.stripe.com/setup/s/${account.id}/`);
    expect(account).toMatchObject({
      email: owner.email,
      metadata: { accountId: owner.user.accountId },
      controller: {
        stripe_dashboard: { type: 'full' },
        fees: { payer: 'account' },
        losses: { payments: 'stripe' },
        requirement_collection: 'stripe',
      },
    });
    expect(setup).toMatchObject({
      test: { vendor: 'test-money' },
      platform: {
        onboarding: { state: 'unfinished', missing: ['business', 'person', 'bank', 'documents', 'terms'] },
      },
    });
    const link = stripe.requests.findLast(({ path: asked }) => asked === '/v1/account_links');
    expect(link?.form).toMatchObject({
      return_url: `${publicUrl}/dashboard/settings?tab=integrations&stripe=returned`,
      refresh_url: `${publicUrl}/dashboard/settings?tab=integrations&stripe=again`,
    });
  });

  it('says what is missing until Stripe is content, and then sells, with no secret kept anywhere', async () => {
    await onboard();
    const account = stripe.connected();
    account.answer({ left: ['external_account', 'person_1Nv.verification.document'] });
    expect(await check()).toMatchObject({
      test: { vendor: 'test-money' },
      platform: { onboarding: { state: 'unfinished', missing: ['bank', 'documents'] } },
    });
    account.answer({ isReviewing: true });
    expect(await check()).toMatchObject({
      test: { vendor: 'test-money' },
      platform: { onboarding: { state: 'reviewing', missing: [] } },
    });
    account.answer({ reason: 'rejected.fraud' });
    expect((await onboard()).url).toBeNull();
    expect((await setupOf()).platform?.onboarding).toMatchObject({ state: 'refused' });
    account.answer();
    const ready = await check();
    expect(ready.test).toMatchObject({
      vendor: 'stripe',
      isPlatform: true,
      accountName: 'Bakery Petit Four',
      lastFour: '',
      isReady: true,
    });
    expect(ready.test.checks.filter(({ isReady, detail }) => !isReady || detail !== '')).toEqual([]);
    expect(
      await rows(
        sql`SELECT secrets, is_platform, refs->>'account' AS account FROM payment_connections
          WHERE account_id = ${owner.user.accountId}`,
      ),
    ).toEqual([{ secrets: '', is_platform: true, account: account.account.id }]);
    const everything = JSON.stringify([
      await rows(sql`SELECT * FROM payment_connections`),
      await rows(sql`SELECT * FROM payment_platform_accounts`),
      await rows(sql`SELECT * FROM instance_facts`),
      ready,
    ]);
    for (const hidden of [stripe.secretKey, secret()]) expect(everything).not.toContain(hidden);
  });

  it('notices by itself, when Stripe tells, that an account takes payments', async () => {
    await onboard();
    stripe.connected().answer();
    expect(await tell()).toEqual([200]);
    expect((await setupOf()).test).toMatchObject({ vendor: 'stripe', isPlatform: true, isReady: true });
  });

  it("opens one account however often and at once it is begun, also when Stripe's answer was lost, and makes one endpoint for all", async () => {
    stripe.fail(/POST \/v1\/accounts$/, 'late');
    const before = stripe.requests.length;
    const urls = (await Promise.all([onboard(), onboard(), onboard()])).map(
      ({ url }) => String(url).split('/')[5],
    );
    expect(new Set(urls).size).toBe(1);
    await onboard(await app.register());
    expect(
      new Set(
        stripe.requests
          .slice(before)
          .filter(({ method, path: asked }) => method === 'POST' && asked === '/v1/accounts')
          .map(({ headers }) => headers['idempotency-key']),
      ).size,
    ).toBe(2);
    expect(stripe.state.of('webhook').map(({ url }) => url)).toEqual([
      `${publicUrl}/api/payments/platform-events/test`,
    ]);
  });

  it('makes its endpoint anew when it was deleted at Stripe', async () => {
    await connected();
    stripe.state.of('webhook').length = 0;
    expect((await check()).test).toMatchObject({ isReady: true });
    expect(stripe.state.of('webhook').length).toBe(1);
    stripe.connected().answer({ left: ['external_account'] });
    expect(await tell()).toEqual([200]);
    expect((await setupOf()).test.checks).toContainEqual({
      name: 'charges',
      isReady: false,
      detail: 'not_activated',
    });
  });

  it('leads back to Stripe when it asks for more later, and stays connected meanwhile', async () => {
    const account = await connected();
    account.answer({ left: ['company.tax_id'] });
    Object.assign(account.account, {
      charges_enabled: true,
      payouts_enabled: false,
      details_submitted: true,
    });
    const { test, platform } = await check();
    expect(test).toMatchObject({
      isReady: true,
      isPlatform: true,
      checks: expect.arrayContaining([
        { name: 'payouts', isReady: false, detail: 'not_activated' },
      ]) as unknown,
    });
    expect(platform?.onboarding).toMatchObject({ state: 'ready', missing: ['business'] });
    expect((await onboard()).url).toContain(account.account.id);
    expect((await setupOf()).test.isPlatform).toBe(true);
  });

  it('explains that this server may not open accounts, and works once it may', async () => {
    stripe.fail(/POST \/v1\/accounts$/, 400);
    expect(await codeOf(owner.request('POST', setupPath('/onboarding'), { body: {} }))).toEqual([
      422,
      'payments.platform_refused',
    ]);
    expect((await onboard()).url).toContain('https://connect.stripe.com/');
    stripe.fail(/account_links$/, 500, 500, 500);
    expect(await codeOf(owner.request('POST', setupPath('/onboarding'), { body: {} }))).toEqual([
      422,
      'payments.unreachable',
    ]);
  });

  it("is offered in the platform's mode only, and not where there is no platform", async () => {
    expect(await codeOf(owner.request('POST', setupPath('/onboarding', 'live'), { body: {} }))).toEqual([
      409,
      'payments.no_platform',
    ]);
    const plain = await startTestApp({ stripeBaseUrl: stripe.baseUrl });
    try {
      const other = await plain.register();
      expect((await setupOf(other)).platform).toBeNull();
      expect(await codeOf(other.request('POST', setupPath('/onboarding'), { body: {} }))).toEqual([
        409,
        'payments.no_platform',
      ]);
      expect(
        (
          await plain
            .browser()
            .request('POST', '/api/payments/platform-events/test', { body: { account: 'acct_1' } })
        ).status,
      ).toBe(400);
    } finally {
      await plain.close();
    }
  });

  it('leaves who is connected by a key as they are, and takes no key over it before it is disconnected', async () => {
    const useKey = () => owner.request('PUT', setupPath(), { body: { secretKey: stripe.foreignKey } });
    expect((await useKey()).status).toBe(200);
    expect(await codeOf(owner.request('POST', setupPath('/onboarding'), { body: {} }))).toEqual([
      409,
      'payments.already_connected',
    ]);
    expect((await setupOf()).test).toMatchObject({
      isPlatform: false,
      lastFour: stripe.foreignKey.slice(-4),
    });
    await owner.request('DELETE', setupPath());
    await connected();
    expect(await codeOf(useKey())).toEqual([409, 'payments.already_connected']);
    expect((await setupOf()).test).toMatchObject({ isPlatform: true, isReady: true });
  });

  it("is given up for a key half-way, and Stripe's news then changes nothing", async () => {
    await onboard();
    expect((await owner.request('PUT', setupPath(), { body: { secretKey: stripe.foreignKey } })).status).toBe(
      200,
    );
    stripe.connected().answer();
    expect(await tell()).toEqual([200]);
    expect(await setupOf()).toMatchObject({ test: { isPlatform: false }, platform: { onboarding: null } });
  });

  it('forgets the account when the owner leaves, does not come back by itself, and finds the same one when the owner does', async () => {
    const { account, answer } = await connected();
    expect((await owner.request('DELETE', setupPath())).body).toMatchObject({
      test: { vendor: 'test-money' },
      platform: { onboarding: null },
    });
    answer();
    expect(await tell()).toEqual([200]);
    expect((await check()).test.vendor).toBe('test-money');
    const { url, setup } = await onboard();
    expect([url, setup.test.isPlatform]).toEqual([null, true]);
    expect(stripe.connected().account.id).toBe(account.id);
  });

  it('shows an account that the platform no longer reaches, and opens another one after it was disconnected', async () => {
    const account = await connected();
    account.revoke();
    expect((await check()).test).toMatchObject({
      isReady: false,
      checks: expect.arrayContaining([{ name: 'key', isReady: false, detail: 'refused' }]) as unknown,
    });
    await owner.request('DELETE', setupPath());
    const { url } = await onboard();
    expect(url).toContain(stripe.connected().account.id);
    expect(stripe.connected().account.id).not.toBe(account.account.id);
  });
});
