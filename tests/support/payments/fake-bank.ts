import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  CheckoutOrder,
  PaymentConnection,
  PaymentDispute,
  PaymentEvent,
  PaymentFacts,
  PaymentVendor,
  PaymentVendorName,
} from '#providers/payments/payments.port.ts';
import { PaymentError, SignatureError } from '#providers/payments/payments.port.ts';
import { createBankFaults } from './bank-faults.ts';

type Session = {
  reference: string;
  order: CheckoutOrder;
  facts: PaymentFacts;
};
type Subscription = NonNullable<PaymentFacts['subscription']>;
type Given = Omit<Subscription, 'price' | 'isPaused'> & Partial<Pick<Subscription, 'price' | 'isPaused'>>;
type Changes = Partial<Omit<PaymentFacts, 'subscription'>> & { subscription?: Given | null };
export type Call = {
  method: string;
  key: string;
};

const toleranceMs = 300_000;
const sign = (secret: string, at: number, body: string): string =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');

export function createFakeBank(options: { name?: PaymentVendorName; isTest?: boolean } = {}) {
  const name = options.name ?? 'test-money';
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, string>();
  const calls: Call[] = [];
  const { happen, fault, outage } = createBankFaults();
  let events = 0;
  let payments = 0;
  let refunds = 0;

  async function called(method: string, key = ''): Promise<void> {
    calls.push({ method, key });
    await happen(method);
  }
  function of(purchaseId: string): Session {
    const found = [...sessions.values()].find(({ order }) => order.purchaseId === purchaseId);
    if (!found) throw new Error(`The bank knows no purchase ${purchaseId}`);
    return found;
  }
  function change(purchaseId: string, { subscription, ...changes }: Changes): void {
    const session = of(purchaseId);
    const price = session.facts.subscription?.price ?? {
      label: null,
      amount: session.order.price.total,
      interval: session.order.interval ?? 'month',
    };
    const told =
      changes.dispute === undefined || changes.disputes !== undefined
        ? {}
        : { disputes: disputesAfter(session.facts, changes.dispute) };
    session.facts = {
      ...session.facts,
      ...changes,
      ...told,
      ...(subscription === undefined
        ? {}
        : { subscription: subscription && { price, isPaused: false, ...subscription } }),
    };
  }
  /** The newest payment is disputed, or its dispute is decided. */
  function disputesAfter(
    { disputes, payments: lines }: PaymentFacts,
    outcome: PaymentFacts['dispute'],
  ): PaymentDispute[] {
    const line = lines.at(-1);
    if (!line || outcome === 'none') return [];
    const known = disputes.find(({ payment }) => payment === line.reference);
    const opened = known ?? {
      reference: `dsp_${line.reference}`,
      payment: line.reference,
      amount: line.amount - line.refunded,
      openedAt: line.paidAt,
      closedAt: null,
    };
    return [...disputes.filter((one) => one !== known), { ...opened, outcome }];
  }
  function addPayment(purchaseId: string, amount: number, paidAt: Date): void {
    const { facts } = of(purchaseId);
    payments += 1;
    const lines = [
      ...facts.payments,
      { reference: `pay_${payments}`, amount, refunded: 0, paidAt, url: null },
    ];
    change(purchaseId, {
      payments: lines,
      paid: facts.paid + amount,
      paidAt: facts.paidAt ?? paidAt,
      payment: 'paid',
      references: { ...facts.references, payment: facts.references.payment ?? `pay_${payments}` },
    });
  }
  const byAny = (references: {
    checkout: string | null;
    payment: string | null;
    subscription: string | null;
  }): Session | undefined =>
    [...sessions.values()].find(
      ({ facts }) =>
        facts.references.checkout === references.checkout ||
        (references.subscription !== null && facts.references.subscription === references.subscription) ||
        (references.payment !== null && facts.references.payment === references.payment),
    );
  const subscribed = (reference: string): Session => {
    const found = [...sessions.values()].find(({ facts }) => facts.references.subscription === reference);
    if (!found) throw new PaymentError('payments.gone', 'No such subscription');
    return found;
  };

  const vendor: PaymentVendor = {
    name,
    async connect({ accountId, secretKey }) {
      return {
        connection: {
          vendor: name,
          accountId,
          isTest: options.isTest ?? true,
          secretKey,
          webhookSecret: `whsec_${accountId}`,
          references: { account: 'acct_1', webhookEndpoint: 'we_1', portalConfiguration: 'bpc_1' },
        },
        accountName: 'Fake',
        checks: [],
      };
    },
    check: async () => [],
    disconnect: async () => undefined,
    async createCheckout(connection, order, key) {
      await called('createCheckout', key);
      const known = byKey.get(key);
      const session = known === undefined ? undefined : sessions.get(known);
      if (session)
        return {
          reference: session.reference,
          url: `https://bank.example/${session.reference}`,
          expiresAt: session.order.expiresAt,
        };
      const reference = `cs_${order.purchaseId}`;
      byKey.set(key, reference);
      sessions.set(reference, {
        reference,
        order,
        facts: {
          purchaseId: order.purchaseId,
          isTest: connection.isTest,
          checkout: 'open',
          payment: 'none',
          currency: order.currency,
          paid: 0,
          refunded: 0,
          dispute: 'none',
          disputes: [],
          email: order.email,
          paidAt: null,
          receiptUrl: null,
          references: { checkout: reference, payment: null, customer: null, subscription: null },
          subscription: null,
          card: null,
          payments: [],
        },
      });
      return { reference, url: `https://bank.example/${reference}`, expiresAt: order.expiresAt };
    },
    async expireCheckout(_connection, reference) {
      await called('expireCheckout', reference);
      const session = sessions.get(reference);
      if (session?.facts.checkout !== 'open') throw new PaymentError('payments.bad_request', 'Not open');
      change(session.order.purchaseId, { checkout: 'expired' });
    },
    async facts(_connection, references) {
      await called('facts', references.checkout ?? '');
      const found = byAny(references);
      return found ? structuredClone(found.facts) : null;
    },
    async refund(_connection, payment, amount, key) {
      await called('refund', key);
      if (byKey.has(`refund ${key}`)) return;
      const session = [...sessions.values()].find(({ facts }) =>
        facts.payments.some(({ reference }) => reference === payment),
      );
      if (!session) throw new PaymentError('payments.gone', 'No such payment');
      const line = session.facts.payments.find(({ reference }) => reference === payment);
      if (!line || line.refunded + amount > line.amount)
        throw new PaymentError('payments.bad_request', 'More than was paid');
      byKey.set(`refund ${key}`, payment);
      change(session.order.purchaseId, {
        refunded: session.facts.refunded + amount,
        payments: session.facts.payments.map((one) =>
          one.reference === payment ? { ...one, refunded: one.refunded + amount } : one,
        ),
      });
    },
    async changeSubscription(_connection, reference, what, key) {
      await called(`subscription.${what}`, key);
      const { order, facts } = subscribed(reference);
      if (!facts.subscription) throw new PaymentError('payments.gone', 'No such subscription');
      change(order.purchaseId, {
        subscription: {
          ...facts.subscription,
          isEnding: what === 'end',
          ...(what === 'cancel_now' ? { status: 'canceled' as const, canceledAt: new Date(0) } : {}),
        },
      });
    },
    async pauseCollection(_connection, reference, key) {
      await called('subscription.pause', key);
      const { order, facts } = subscribed(reference);
      if (facts.subscription)
        change(order.purchaseId, { subscription: { ...facts.subscription, isPaused: true } });
    },
    async resumeCollection(_connection, reference, next, key) {
      await called('subscription.unpause', key);
      const { order, facts } = subscribed(reference);
      const { subscription } = facts;
      if (subscription)
        change(order.purchaseId, {
          subscription: { ...subscription, isPaused: false, periodEnd: next ?? subscription.periodEnd },
        });
    },
    async previewPrice(_connection, reference, price) {
      await called('previewPrice', reference);
      const { facts } = subscribed(reference);
      return {
        dueNow: price.amount - (facts.subscription?.price.amount ?? 0),
        currency: price.currency,
        periodEnd: facts.subscription?.periodEnd ?? new Date(0),
      };
    },
    async changePrice(_connection, reference, { label, amount, interval }, key) {
      await called('changePrice', key);
      const { order, facts } = subscribed(reference);
      if (facts.subscription)
        change(order.purchaseId, {
          subscription: { ...facts.subscription, price: { label, amount, interval } },
        });
    },
    async changePriceLater(_connection, reference, price, key) {
      await called('changePriceLater', key);
      const { order, facts } = subscribed(reference);
      if (facts.subscription)
        change(order.purchaseId, { subscription: { ...facts.subscription, next: price } });
    },
    async creditOf(_connection, reference) {
      await called('creditOf', reference);
      return 0;
    },
    async portalUrl(_connection, customer) {
      await called('portalUrl', customer);
      return `https://bank.example/portal/${customer}`;
    },
    readEvent(connection, body, headers, now): PaymentEvent {
      const [at = '', signature = ''] = (headers['bank-signature'] ?? '').split('.');
      const expected = Buffer.from(sign(connection.webhookSecret, Number(at), body.toString('utf8')));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new SignatureError('Wrong signature');
      if (Math.abs(now.getTime() - Number(at)) > toleranceMs)
        throw new SignatureError('Too old or from the future');
      const event = JSON.parse(body.toString('utf8')) as Omit<PaymentEvent, 'createdAt'> & {
        createdAt: string;
      };
      return { ...event, createdAt: new Date(event.createdAt) };
    },
  };

  return {
    vendor,
    calls,
    sessions,
    count: (method: string): number => calls.filter((call) => call.method === method).length,
    fault,
    outage,
    order: (purchaseId: string): CheckoutOrder => of(purchaseId).order,
    change,
    /** The visitor pays what was asked. */
    pay(
      purchaseId: string,
      at: Date,
      given: { amount?: number; currency?: string; periodEnd?: Date } = {},
    ): void {
      const { order } = of(purchaseId);
      change(purchaseId, {
        checkout: 'complete',
        ...(given.currency === undefined ? {} : { currency: given.currency }),
      });
      addPayment(purchaseId, given.amount ?? order.price.total, at);
      if (order.kind === 'subscription') {
        const { facts } = of(purchaseId);
        change(purchaseId, {
          references: {
            ...facts.references,
            customer: `cus_${purchaseId}`,
            subscription: `sub_${purchaseId}`,
          },
          subscription: {
            status: 'active',
            periodEnd: given.periodEnd ?? new Date(at.getTime() + 30 * 86_400_000),
            isEnding: false,
            canceledAt: null,
          },
        });
      }
    },
    addPayment,
    /** The customer's bank disputes one payment, or decides it. */
    dispute(
      purchaseId: string,
      payment: string,
      outcome: 'open' | 'won' | 'lost',
      at: Date,
      given: { amount?: number; fee?: number } = {},
    ): void {
      const { facts } = of(purchaseId);
      const line = facts.payments.find(({ reference }) => reference === payment);
      if (!line) throw new Error(`No payment ${payment}`);
      const known = facts.disputes.find((one) => one.payment === payment);
      const opened = known ?? {
        reference: `dsp_${payment}`,
        payment,
        amount: line.amount - line.refunded,
        openedAt: at,
        closedAt: null,
        ...given,
      };
      const disputes = [
        ...facts.disputes.filter((one) => one !== known),
        { ...opened, outcome, closedAt: outcome === 'open' ? null : at },
      ];
      const dispute =
        (['open', 'lost', 'won'] as const).find((state) => disputes.some((one) => one.outcome === state)) ??
        'none';
      change(purchaseId, { disputes, dispute });
    },
    /**
     * Gives money back at the bank itself, without being asked by us. Without a moment the bank names the sum
     * alone.
     */
    refund(purchaseId: string, amount: number, at?: Date): void {
      const { facts } = of(purchaseId);
      let left = amount;
      const lines = facts.payments.map((line) => {
        const part = Math.min(left, line.amount - line.refunded);
        left -= part;
        refunds += 1;
        const told =
          at && part > 0
            ? { refunds: [...(line.refunds ?? []), { reference: `ref_${refunds}`, amount: part, at }] }
            : {};
        return { ...line, refunded: line.refunded + part, ...told };
      });
      change(purchaseId, { refunded: facts.refunded + amount, payments: lines });
    },
    /** A signed event about a purchase, as it would come. */
    event(
      connection: Pick<PaymentConnection, 'webhookSecret' | 'isTest'>,
      purchaseId: string | null,
      type: string,
      now: Date,
      given: Partial<PaymentEvent> & { at?: Date } = {},
    ): { body: string; headers: Record<string, string> } {
      events += 1;
      const { at = now, ...changes } = given;
      const references =
        purchaseId === null || ![...sessions.values()].some(({ order }) => order.purchaseId === purchaseId)
          ? { checkout: null, payment: null, subscription: null }
          : of(purchaseId).facts.references;
      const body = JSON.stringify({
        id: `evt_${events}`,
        type,
        isTest: connection.isTest,
        createdAt: now.toISOString(),
        purchaseId,
        references: {
          checkout: references.checkout,
          payment: references.payment,
          subscription: references.subscription,
        },
        ...changes,
      });
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'bank-signature': `${at.getTime()}.${sign(connection.webhookSecret, at.getTime(), body)}`,
        },
      };
    },
  };
}
