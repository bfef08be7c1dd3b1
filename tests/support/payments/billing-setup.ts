import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Billing, BillingCheckout, OfferChoice } from '#features/billing/billing.contract.ts';
import { createManualClock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { startStripeStandIn } from '../stripe/stripe-stand-in.ts';
import { startTestApp, type TestAnswer, type TestApp } from '../app/test-app.ts';

export type PlanOwner = Awaited<ReturnType<TestApp['register']>>;
export type PlanVendor = 'test-money' | 'stripe';

/**
 * A server that sells plans, through test money or a stand-in of Stripe, with what buyers, banks and time do.
 */
export async function openBillingWorld(name: PlanVendor, environment: Record<string, string> = {}) {
  const clock = createManualClock(new Date());
  const stripe =
    name === 'stripe'
      ? await startStripeStandIn({ nowMs: () => clock.now().getTime(), reachesLocal: true })
      : null;
  const app = await startTestApp({
    clock,
    environment: {
      PLANS: 'paid',
      ...(stripe ? { PLATFORM_STRIPE_KEY: stripe.secretKey } : {}),
      ...environment,
    },
    ...(stripe ? { stripeBaseUrl: stripe.baseUrl } : {}),
  });
  const { services } = app.server;
  const { sale } = services.billing;
  if (!sale) throw new Error('The server sells no plans');
  await sale.connection.ready();
  const platformId = sale.connection.accountId;
  const rows = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<T[]> =>
    (await app.database.database.direct.execute<T>(query)).rows as unknown as T[];
  const scope: AccountScope = {
    accountId: platformId,
    userId: '',
    userName: '',
    address: null,
    role: 'owner',
    can: () => true,
    agentIds: null,
    reaches: () => true,
    run: (work) => services.database.account(platformId, work),
  };

  async function referencesOf(
    id: string,
  ): Promise<{ checkout: string; subscription: string; customer: string }> {
    const [row] = await rows<{ checkout: string; subscription: string | null; customer: string | null }>(
      sql`SELECT checkout_ref AS checkout, subscription_ref AS subscription, customer_ref AS customer
        FROM plan_subscriptions WHERE id = ${id}`,
    );
    if (!row) throw new Error('There is no such subscription');
    return { checkout: row.checkout, subscription: row.subscription ?? '', customer: row.customer ?? '' };
  }

  return {
    app,
    clock,
    stripe,
    services,
    sale,
    rows,
    referencesOf,
    days: (count: number): void => clock.advance(count * 86_400_000),

    /** Again, after a time in which sessions end. */
    signIn: (owner: PlanOwner) => owner.post('/api/login', { email: owner.email, password: owner.password }),
    billing: (owner: PlanOwner): Promise<Billing> => owner.get<Billing>('/api/billing'),
    status: (owner: PlanOwner) =>
      owner.get<{ status: string; createdAt: string; trialEnd: string; isActive: boolean; hasPaid: boolean }>(
        '/api/subscription/status',
      ),
    tryCheckout: (owner: PlanOwner, choice: OfferChoice, key: string = randomUUID()): Promise<TestAnswer> =>
      owner.request('POST', '/api/billing/checkout', { body: { ...choice, key } }),
    checkout: (owner: PlanOwner, choice: OfferChoice, key: string = randomUUID()): Promise<BillingCheckout> =>
      owner.post<BillingCheckout>('/api/billing/checkout', { ...choice, key }),
    returned: (owner: PlanOwner, id: string): Promise<BillingCheckout> =>
      owner.post<BillingCheckout>(`/api/billing/checkout/${id}`),

    /** The buyer pays on the vendor's page; nobody has told us yet. */
    async pay(id: string): Promise<void> {
      const { checkout } = await referencesOf(id);
      if (stripe) stripe.pay(checkout);
      else
        await services.testMoney.pages.checkout.act(checkout, { step: 'pay', card: 'succeeds', number: '' });
    },
    /** The period ends, and its renewal is paid or fails. */
    async endPeriod(id: string, outcome: 'paid' | 'failed'): Promise<void> {
      if (!stripe) return void (await services.testMoney.owners.renew(scope, id, outcome));
      const { subscription } = await referencesOf(id);
      const { status, items } = stripe.state.get('subscription', subscription);
      if (status === 'past_due' && outcome === 'paid') return stripe.retry(subscription);
      const [item] = (items as { data: { current_period_end: number }[] }).data;
      clock.advance(Math.max(0, (item?.current_period_end ?? 0) * 1_000 - clock.now().getTime()));
      stripe.renew(subscription, { isPaid: outcome === 'paid' });
    },
    /** The card is declined from now on. */
    async refuseCard(id: string): Promise<void> {
      const { subscription, customer } = await referencesOf(id);
      if (stripe) return stripe.refuseCard(subscription);
      const reached = await sale.connection.sender();
      const door = await reached.vendor.portalUrl(reached.connection, customer, 'https://chat.example/');
      await services.testMoney.pages.portal.act(door?.split('/').at(-1) ?? '', {
        step: 'card',
        card: 'fails-later',
        number: '',
      });
    },
    /** Everything that the vendor has to tell arrives. */
    async hear(): Promise<void> {
      if (stripe) return void (await stripe.deliver());
      for (const { id } of await rows<{ id: string }>(
        sql`SELECT id FROM test_money_events WHERE account_id = ${platformId} AND delivered_at IS NULL
          ORDER BY created_at, id`,
      ))
        await services.testMoney.deliver(platformId, id);
    },
    /** An account that pays for a plan. */
    async subscribe(
      owner: PlanOwner,
      choice: OfferChoice = { plan: 'pro', interval: 'month' },
    ): Promise<string> {
      const { id } = await this.checkout(owner, choice);
      await this.pay(id);
      await this.returned(owner, id);
      return id;
    },
    async close(): Promise<void> {
      await app.close();
      await stripe?.close();
      if (stripe && stripe.violations.length > 0)
        throw new Error(`Stripe does not describe these requests: ${stripe.violations.join('; ')}`);
    },
  };
}

export type BillingWorld = Awaited<ReturnType<typeof openBillingWorld>>;
