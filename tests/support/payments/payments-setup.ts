import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { PaymentSection } from '#features/paywall/paywall.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Checkout, Wall } from '#features/payments/payments-visitor.contract.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import { createManualClock } from '#platform/clock/clock.ts';
import type { PaymentConnection } from '#providers/payments/payments.port.ts';
import { createFakeBank } from './fake-bank.ts';
import { startTestApp, type TestAnswer, type TestApp } from '../app/test-app.ts';

export type Owner = Awaited<ReturnType<TestApp['register']>>;

/**
 * The server with a bank of ours behind it, for tests of money; `withTestMoney` leaves the bank that is built
 * in.
 */
export async function openPaymentsWorld({
  withTestMoney,
  ...options
}: { environment?: Record<string, string>; withTestMoney?: true } = {}) {
  const clock = createManualClock();
  const bank = createFakeBank();
  const live = createFakeBank({ name: 'stripe', isTest: false });
  const app = await startTestApp({
    clock,
    paymentVendors: { ...(withTestMoney ? {} : { 'test-money': bank.vendor }), stripe: live.vendor },
    ...options,
  });
  const { services } = app.server;

  async function sellAgent(owner: Owner, payment: Partial<PaymentSection>): Promise<Agent> {
    const agent = await owner.post<Agent>('/api/agents', { from: 'blank', input: '' });
    return changePayment(owner, agent, {
      enabled: true,
      freeMessages: 0,
      type: 'pack',
      currency: 'EUR',
      amount: 1_000,
      messagesPerPack: 10,
      taxPercent: 0,
      ...payment,
    });
  }
  /** Writes payment settings and publishes them. */
  async function changePayment(owner: Owner, agent: Agent, payment: Partial<PaymentSection>): Promise<Agent> {
    const { draft, draftRevision } = await owner.get<Agent>(`/api/agents/${agent.id}`);
    const answer = await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
      body: {
        revision: draftRevision,
        configuration: { ...draft, payment: { ...draft.payment, ...payment } },
      },
    });
    if (answer.status !== 200) throw new Error(`The draft was not saved: ${answer.text}`);
    return owner.post<Agent>(`/api/agents/${agent.id}/publish`, {
      revision: (answer.body as { draftRevision: number }).draftRevision,
    });
  }

  async function visit(agent: Agent, given: { preview?: boolean } = {}) {
    const browser = app.browser();
    const preview = given.preview ? new URL(agent.previewUrl, app.url).searchParams.get('ticket') : null;
    const { token } = await browser.post<{ token: string }>('/api/visitor/session', {
      agent: agent.number,
      preview,
    });
    const request = (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<TestAnswer> =>
      browser.request(method, path, {
        ...(body === undefined ? {} : { body }),
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
    const ok = async <T>(answer: Promise<TestAnswer>): Promise<T> => {
      const { status, text, body } = await answer;
      if (status >= 300) throw new Error(`Answered ${status}: ${text}`);
      return body as T;
    };
    return {
      token,
      request,
      wall: (coupon?: string) =>
        ok<Wall>(request('GET', `/api/visitor/wall${coupon ? `?coupon=${coupon}` : ''}`)),
      balance: async () =>
        (await ok<Wall>(request('GET', '/api/visitor/wall'))).balance satisfies PaywallBalance,
      checkout: (body: Record<string, unknown> = {}) =>
        ok<Checkout>(
          request('POST', '/api/visitor/checkout', {
            email: 'anna@example.test',
            key: randomUUID(),
            ...body,
          }),
        ),
      tryCheckout: (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
        request(
          'POST',
          '/api/visitor/checkout',
          { email: 'anna@example.test', key: randomUUID(), ...body },
          headers,
        ),
      state: (id: string) => ok<Checkout>(request('GET', `/api/visitor/checkout/${id}`)),
      ok,
    };
  }
  type Visitor = Awaited<ReturnType<typeof visit>>;

  async function connectionOf(accountId: string, isTest: boolean): Promise<PaymentConnection> {
    const found = await services.paymentConnections.find(accountId, isTest);
    if (!found) throw new Error('Not connected');
    return found.connection;
  }

  return {
    app,
    clock,
    bank,
    live,
    services,
    sellAgent,
    changePayment,
    visit,
    connectionOf,
    /** Connects real money, by a bank of ours again. */
    async goLive(owner: Owner): Promise<PaymentConnection> {
      const { accountId } = owner.user;
      const connection: PaymentConnection = {
        vendor: 'stripe',
        accountId,
        isTest: false,
        secretKey: 'rk_live_0123456789',
        webhookSecret: `whsec_live_${accountId}`,
        references: { account: 'acct_live', webhookEndpoint: 'we_live', portalConfiguration: 'bpc_live' },
      };
      await services.database.account(accountId, (tx) =>
        services.paymentConnections.store(tx, connection, {
          accountName: 'Bakery',
          lastFour: '6789',
          checks: [],
        }),
      );
      return connection;
    },
    /** Sends an event as the vendor would. */
    send: (
      accountId: string,
      mode: 'test' | 'live',
      event: { body: string; headers: Record<string, string> },
    ): Promise<TestAnswer> =>
      app.browser().request('POST', `/api/payments/webhooks/${accountId}/${mode}`, {
        raw: event.body,
        headers: event.headers,
      }),
    /** A visitor who bought, and whose payment arrived by an event. */
    async buy(owner: Owner, visitor: Visitor, body: Record<string, unknown> = {}): Promise<string> {
      const { purchaseId } = await visitor.checkout(body);
      bank.pay(purchaseId, clock.now());
      const answer = await this.send(
        owner.user.accountId,
        'test',
        bank.event(
          await connectionOf(owner.user.accountId, true),
          purchaseId,
          'checkout.completed',
          clock.now(),
        ),
      );
      if (answer.status !== 200)
        throw new Error(`The event was answered with ${answer.status}: ${answer.text}`);
      return purchaseId;
    },
    rows: async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<T[]> =>
      (await app.database.database.direct.execute<T>(query)).rows as unknown as T[],
    forgetLimits: () => app.database.database.direct.execute(sql`DELETE FROM rate_limits`),
    close: () => app.close(),
  };
}

export type PaymentsWorld = Awaited<ReturnType<typeof openPaymentsWorld>>;
