import type { Stripe } from 'stripe';
import {
  PaymentError,
  type PaymentConnection,
  type PaymentDispute,
  type PaymentFacts,
  type PaymentLine,
} from '../payments.port.ts';
import { calling, finding, type StripeClient } from './stripe.client.ts';
import { cardOf, type ChargedCard } from './stripe.card.ts';
import { idOf } from './stripe.events.ts';
import { nextStripePrice } from './stripe.schedule.ts';
import { presentSubscription } from './stripe.subscription.ts';

type References = {
  checkout: string | null;
  payment: string | null;
  subscription: string | null;
};
type Payment = PaymentLine & {
  isDisputed: boolean;
  charged: ChargedCard;
};

/**
 * Asks Stripe for everything about one purchase: the checkout, every payment with its refunds and disputes,
 * the subscription.
 * Null when Stripe knows no checkout by these names, or only one of the other mode.
 * @throws PaymentError
 */
export async function stripeFacts(
  client: StripeClient,
  connection: PaymentConnection,
  references: References,
): Promise<PaymentFacts | null> {
  const session = await findSession(client, references);
  if (!session || session.livemode === connection.isTest) return null;
  const subscriptionId = idOf(session.subscription);
  const intentId = idOf(session.payment_intent);
  const [intent, subscription] = await Promise.all([
    intentId ? finding('payment', () => client.paymentIntents.retrieve(intentId)) : null,
    subscriptionId ? finding('subscription', () => client.subscriptions.retrieve(subscriptionId)) : null,
  ]);
  const invoices = subscription ? await invoicesOf(client, subscription) : [];
  const payments = subscription
    ? await paymentsOfSubscription(client, subscription, invoices)
    : intent
      ? await paymentsOfIntent(client, intent, session.total_details?.amount_tax ?? null)
      : [];
  const disputes = await disputesOf(client, payments);
  const [first] = payments;
  return {
    purchaseId: session.metadata?.['purchaseId'] ?? '',
    isTest: !session.livemode,
    checkout: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    payment: paymentState(session, intent, subscription, payments),
    currency: (session.currency ?? '').toUpperCase(),
    paid: sum(payments, ({ amount }) => amount),
    refunded: sum(payments, ({ refunded }) => refunded),
    dispute: gravest(disputes),
    disputes,
    email: session.customer_details?.email ?? session.customer_email,
    paidAt: first?.paidAt ?? null,
    receiptUrl: first?.url ?? null,
    references: {
      checkout: session.id,
      payment: first?.reference ?? intentId,
      customer: idOf(session.customer) ?? idOf(intent?.customer),
      subscription: subscriptionId,
    },
    subscription: subscription && {
      ...presentSubscription(subscription, invoices, payments.length > 0),
      next: await nextStripePrice(client, subscription),
    },
    card: subscription && (await cardOf(client, subscription, payments.at(-1)?.charged ?? null)),
    payments: payments.map(({ isDisputed: _isDisputed, charged: _charged, ...line }) => line),
  };
}

async function findSession(
  client: StripeClient,
  { checkout, payment, subscription }: References,
): Promise<Stripe.Checkout.Session | null> {
  const { sessions } = client.checkout;
  if (checkout) return finding('checkout', () => sessions.retrieve(checkout));
  const bySubscription = (id: string) =>
    finding('checkout', async () => (await sessions.list({ subscription: id, limit: 1 })).data[0] ?? null);
  if (subscription) return bySubscription(subscription);
  if (!payment) return null;
  const direct = await finding(
    'checkout',
    async () => (await sessions.list({ payment_intent: payment, limit: 1 })).data[0] ?? null,
  );
  if (direct) return direct;
  // A renewal's payment belongs to an invoice, and the invoice to the subscription.
  const paid = await finding(
    'invoice',
    async () =>
      (
        await client.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: payment },
          limit: 1,
          expand: ['data.invoice'],
        })
      ).data[0] ?? null,
  );
  const invoice = paid?.invoice;
  const renewed =
    typeof invoice === 'object' && 'parent' in invoice
      ? idOf(invoice.parent?.subscription_details?.subscription)
      : null;
  return renewed ? bySubscription(renewed) : null;
}

/** Every charge that went through, by the id under which it is refunded. */
async function paymentsOfIntent(
  client: StripeClient,
  intent: Stripe.PaymentIntent,
  tax: number | null,
): Promise<Payment[]> {
  const charges = await chargesOf(client, { payment_intent: intent.id });
  return presentCharges(charges, (charge) => ({ url: charge.receipt_url, tax }));
}

/** Charges with their refunds, and with what Stripe kept of them where the key may read the balance. */
async function chargesOf(
  client: StripeClient,
  of: { payment_intent: string } | { customer: string },
): Promise<Stripe.Charge[]> {
  const list = (...expand: string[]) =>
    calling('charges', () =>
      client.charges.list({ ...of, limit: 100, expand }).autoPagingToArray({ limit: 1_000 }),
    );
  try {
    return await list('data.refunds', 'data.balance_transaction');
  } catch (error) {
    if (!(error instanceof PaymentError && error.code === 'payments.scope_missing')) throw error;
    return list('data.refunds');
  }
}

function invoicesOf(client: StripeClient, subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  return calling('invoices', () =>
    client.invoices
      .list({ subscription: subscription.id, limit: 100, expand: ['data.payments'] })
      .autoPagingToArray({ limit: 1_000 }),
  );
}

/**
 * First payment and renewals. Stripe makes a customer for each checkout, so all of their charges that an
 * invoice names are this subscription's.
 */
async function paymentsOfSubscription(
  client: StripeClient,
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): Promise<Payment[]> {
  const customer = idOf(subscription.customer);
  const charges = customer ? await chargesOf(client, { customer }) : [];
  const bills = new Map(
    invoices.flatMap((invoice) =>
      (invoice.payments?.data ?? []).flatMap(({ payment }) =>
        [idOf(payment.payment_intent), idOf(payment.charge)].map((id) => [id, invoice] as const),
      ),
    ),
  );
  return presentCharges(charges, (charge) => {
    const invoice = bills.get(charge.id) ?? bills.get(idOf(charge.payment_intent));
    return invoice
      ? { url: invoice.hosted_invoice_url ?? charge.receipt_url, tax: taxOf(invoice, charge) }
      : null;
  });
}

/** The tax in what was charged for an invoice; null where the invoice names none. */
function taxOf({ total, total_taxes: taxes }: Stripe.Invoice, charge: Stripe.Charge): number | null {
  const tax = sum(taxes ?? [], ({ amount }) => amount);
  return tax > 0 && total > 0 ? Math.round((tax * charge.amount_captured) / total) : null;
}

/** Refunds that were not refused after all, oldest first. */
function refundsOf(charge: Stripe.Charge): NonNullable<PaymentLine['refunds']> {
  return (charge.refunds?.data ?? [])
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .map(({ id, amount, created }) => ({ reference: id, amount, at: new Date(created * 1_000) }))
    .toSorted(
      (one, other) => one.at.getTime() - other.at.getTime() || (one.reference < other.reference ? -1 : 1),
    );
}

/**
 * What Stripe kept, in the currency that was paid: it keeps its books in the seller's. Null where it does not
 * say.
 */
function feeOf(charge: Stripe.Charge): number | null {
  const booked = charge.balance_transaction;
  if (typeof booked !== 'object' || booked === null) return null;
  return inPaidCurrency(booked, { amount: charge.amount_captured, currency: charge.currency });
}

function inPaidCurrency(
  { amount, fee, currency }: Stripe.BalanceTransaction,
  paid: { amount: number; currency: string },
): number {
  return currency === paid.currency || amount === 0
    ? fee
    : Math.round((fee * paid.amount) / Math.abs(amount));
}

/** Charges that went through; `factsOf` is null for those of something else. */
function presentCharges(
  charges: readonly Stripe.Charge[],
  factsOf: (charge: Stripe.Charge) => Pick<PaymentLine, 'url' | 'tax'> | null,
): Payment[] {
  return charges
    .filter((charge) => charge.status === 'succeeded' && charge.paid && charge.amount_captured > 0)
    .flatMap((charge): Payment[] => {
      const facts = factsOf(charge);
      if (!facts) return [];
      return [
        {
          reference: idOf(charge.payment_intent) ?? charge.id,
          amount: charge.amount_captured,
          refunded: charge.amount_refunded,
          paidAt: new Date(charge.created * 1_000),
          ...facts,
          fee: feeOf(charge),
          ...(charge.refunds && { refunds: refundsOf(charge) }),
          isDisputed: charge.disputed,
          card: cardNumbers(charge.payment_method_details?.card),
          charged: { method: charge.payment_method, card: charge.payment_method_details?.card ?? null },
        },
      ];
    })
    .toSorted(
      (one, other) =>
        one.paidAt.getTime() - other.paidAt.getTime() || (one.reference < other.reference ? -1 : 1),
    );
}

function cardNumbers(card: Stripe.Charge.PaymentMethodDetails.Card | null | undefined): PaymentLine['card'] {
  return card ? { brand: card.brand ?? '', lastFour: card.last4 ?? '' } : null;
}

function paymentState(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
  subscription: Stripe.Subscription | null,
  payments: readonly Payment[],
): PaymentFacts['payment'] {
  if (payments.length > 0) return 'paid';
  if (session.status !== 'complete') return intent?.status === 'processing' ? 'processing' : 'none';
  if (session.payment_status === 'no_payment_required' || subscription?.status === 'trialing') return 'none';
  // A debit from a bank account is complete for the visitor days before the money is there.
  if (intent)
    return intent.status === 'processing' || intent.status === 'succeeded' ? 'processing' : 'failed';
  return subscription && (subscription.status === 'incomplete_expired' || subscription.status === 'canceled')
    ? 'failed'
    : 'processing';
}

const outcomes: Record<string, PaymentDispute['outcome'] | undefined> = {
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
};

/** Disputes of payments, oldest first. An inquiry (`warning_…`) takes no money and changes nothing. */
async function disputesOf(client: StripeClient, payments: readonly Payment[]): Promise<PaymentDispute[]> {
  const disputed = payments.filter(({ isDisputed }) => isDisputed);
  const lists = await calling('disputes', () =>
    Promise.all(
      disputed.map(async ({ reference }) => {
        const of =
          reference.startsWith('ch_') || reference.startsWith('py_')
            ? { charge: reference }
            : { payment_intent: reference };
        const found = await client.disputes.list({ ...of, limit: 100 }).autoPagingToArray({ limit: 1_000 });
        return found.flatMap((dispute) => presentDispute(dispute, reference) ?? []);
      }),
    ),
  );
  return lists
    .flat()
    .toSorted(
      (one, other) =>
        one.openedAt.getTime() - other.openedAt.getTime() || (one.reference < other.reference ? -1 : 1),
    );
}

function presentDispute(
  {
    id,
    amount,
    currency,
    created,
    status,
    balance_transactions: booked,
    evidence_details: evidence,
  }: Stripe.Dispute,
  payment: string,
): PaymentDispute | null {
  const outcome = outcomes[status];
  if (!outcome) return null;
  // What is given back after a dispute is won is booked at that moment. When one is lost, nothing more is
  // booked.
  const returned = booked.find((one) => one.amount > 0);
  const closedAt = outcome === 'won' && returned ? new Date(returned.created * 1_000) : null;
  const fee = booked.length === 0 ? null : sum(booked, (one) => inPaidCurrency(one, { amount, currency }));
  const due = outcome === 'open' ? evidence?.due_by : null;
  const respondBy = due ? new Date(due * 1_000) : null;
  return {
    reference: id,
    payment,
    amount,
    outcome,
    openedAt: new Date(created * 1_000),
    closedAt,
    fee,
    respondBy,
  };
}

function gravest(disputes: readonly PaymentDispute[]): PaymentFacts['dispute'] {
  return (
    (['lost', 'open', 'won'] as const).find((state) => disputes.some(({ outcome }) => outcome === state)) ??
    'none'
  );
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
