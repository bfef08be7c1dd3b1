import { expect } from 'vitest';
import { breakDown } from '#shared/money/money.ts';
import {
  PaymentError,
  type CheckoutOrder,
  type PaymentConnection,
  type PaymentFacts,
  type PaymentVendor,
} from './payments.port.ts';

/** An event as it came over the wire. */
export type SentEvent = {
  body: Buffer;
  headers: Record<string, string | undefined>;
};

/** By this a test does at a vendor what customers, banks and time do. References are those of the facts. */
export type PaymentVendorWorld = {
  vendor: PaymentVendor;
  connection: PaymentConnection;
  /** Of another account at the same vendor. */
  foreign: PaymentConnection;
  now(): Date;
  /**
   * The customer pays on the hosted page with a card that works; rejects or does nothing where the page lets
   * nobody pay.
   */
  pay(checkout: string): Promise<void>;
  /** The customer tries a card that is declined, and stays on the page. */
  decline(checkout: string): Promise<void>;
  /** The customer's bank opens a dispute, or decides it: `won` is for the seller. */
  dispute(payment: string, state: 'open' | 'won' | 'lost'): Promise<void>;
  /** The current period ends, and its renewal is paid or fails. */
  endPeriod(subscription: string, renewal: 'paid' | 'failed'): Promise<void>;
  /** The customer's card is no longer charged from now on. */
  refuseCard(subscription: string): Promise<void>;
  /** Lets time pass until so much of the current period is left; 0 is its end, 1 its beginning. */
  leaveOfPeriod(subscription: string, part: number): Promise<void>;
  /** The signed events of `connection` since the last call, oldest first. */
  events(): Promise<SentEvent[]>;
  /** A body signed as the vendor signs it for a connection at a moment. */
  sign(connection: PaymentConnection, body: Buffer, at: Date): SentEvent;
  /** The header that carries `t=<seconds>,v1=<signature>`. */
  signatureHeader: string;
  close(): Promise<void>;
};

const dayMs = 86_400_000;

/** What the tests of payment vendors have in common: orders, buyers, and what the vendor then says. */
export function paymentVendorActions(world: () => PaymentVendorWorld) {
  let count = 0;
  const newKey = (): string => `key-${++count}`;
  function orderOf(change: Partial<CheckoutOrder> = {}): CheckoutOrder {
    return {
      purchaseId: `pur_${String(++count).padStart(6, '0')}`,
      agentId: 'agt_1',
      kind: 'once',
      interval: null,
      trialDays: 0,
      currency: 'EUR',
      price: breakDown(999, 'EUR', 21_000, 'exclusive'),
      taxBehaviour: 'exclusive',
      taxThousandths: 21_000,
      title: 'A hundred messages',
      description: 'For the guide of Hotel Linden',
      email: 'guest@example.test',
      language: 'en',
      successUrl: 'https://shop.example/paid',
      cancelUrl: 'https://shop.example/back',
      expiresAt: new Date(world().now().getTime() + 2 * 3_600_000),
      ...change,
    };
  }
  const monthly = (change: Partial<CheckoutOrder> = {}): CheckoutOrder =>
    orderOf({ kind: 'subscription', interval: 'month', ...change });
  const begin = (order: CheckoutOrder) => world().vendor.createCheckout(world().connection, order, newKey());
  async function factsBy(references: {
    checkout?: string;
    payment?: string;
    subscription?: string;
  }): Promise<PaymentFacts> {
    const facts = await world().vendor.facts(world().connection, {
      checkout: null,
      payment: null,
      subscription: null,
      ...references,
    });
    if (!facts) throw new Error('The vendor knows nothing');
    return facts;
  }
  async function paid(
    order: CheckoutOrder,
  ): Promise<{ checkout: string; payment: string; facts: PaymentFacts }> {
    const { reference } = await begin(order);
    await world().pay(reference);
    const facts = await factsBy({ checkout: reference });
    return { checkout: reference, payment: facts.references.payment ?? '', facts };
  }
  async function subscribed(
    change: Partial<CheckoutOrder> = {},
  ): Promise<{ checkout: string; subscription: string; facts: PaymentFacts }> {
    const { checkout, facts } = await paid(monthly(change));
    return { checkout, facts, subscription: facts.references.subscription ?? '' };
  }
  const refused = async (call: Promise<unknown>): Promise<void> =>
    expect(await call.catch((error: unknown) => error)).toBeInstanceOf(PaymentError);
  const daysUntil = (date: Date | undefined): number =>
    ((date?.getTime() ?? 0) - world().now().getTime()) / dayMs;
  return { newKey, orderOf, begin, factsBy, paid, subscribed, refused, daysUntil };
}
export type PaymentVendorActions = ReturnType<typeof paymentVendorActions>;
