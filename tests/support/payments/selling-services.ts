import { randomUUID } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Purchase } from '#features/payments/payments-purchases.contract.ts';
import type { PaymentSection } from '#features/paywall/paywall.contract.ts';
import { startTestServices, type TestMember } from '../app/test-services.ts';
import { publishAgent, visitServices } from '../visitors/visitor-of-services.ts';
import { createFakeBank } from './fake-bank.ts';

/** The use cases with a bank of ours behind them, for rules about money that need no HTTP. */
export async function openSellingServices() {
  const bank = createFakeBank();
  const server = await startTestServices({
    paymentVendors: {
      'test-money': bank.vendor,
      stripe: createFakeBank({ name: 'stripe', isTest: false }).vendor,
    },
  });
  const { payments } = server;

  /** `token` is that of somebody who came before. */
  async function visit(agent: Agent, token?: string) {
    const { identity } = await visitServices(server, agent, { token });
    return {
      identity,
      balance: () => server.paywall.balance(identity),
      checkout: (input: { email?: string; key?: string } = {}) =>
        payments.checkouts.begin(
          identity,
          { email: 'anna@example.test', key: randomUUID(), ...input } as never,
          'en',
        ),
      state: (id: string) => payments.checkouts.state(identity, id, true),
    };
  }
  type Visitor = Awaited<ReturnType<typeof visit>>;

  return {
    server,
    bank,
    visit,

    /** An agent that asks for money. */
    sell: (owner: TestMember, payment: Partial<PaymentSection>): Promise<Agent> =>
      publishAgent(server, owner, (configuration) =>
        Object.assign(configuration.payment, {
          enabled: true,
          freeMessages: 0,
          type: 'pack',
          currency: 'EUR',
          amount: 1_000,
          messagesPerPack: 10,
          taxPercent: 0,
          ...payment,
        }),
      ),

    /** A visitor buys, and the vendor says that it is paid. */
    async buy(visitor: Visitor, input: { email?: string } = {}): Promise<string> {
      const { purchaseId } = await visitor.checkout(input);
      bank.pay(purchaseId, server.clock.now());
      await payments.syncing.sync(visitor.identity.accountId, purchaseId);
      return purchaseId;
    },

    /** A purchase as its owner reads it. */
    purchase: ({ scope }: TestMember, id: string): Promise<Purchase> =>
      payments.records.presentOne(scope, id),

    async refund({ scope }: TestMember, id: string, input: { amount?: number; key: string }): Promise<void> {
      await payments.refunds.refund(scope, await payments.records.find(scope, id), input);
    },
    rows: async (query: SQL): Promise<Record<string, unknown>[]> =>
      (await server.database.direct.execute<Record<string, unknown>>(query)).rows,
    close: () => server.close(),
  };
}

export type SellingServices = Awaited<ReturnType<typeof openSellingServices>>;
