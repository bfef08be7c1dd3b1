import type { Stripe } from 'stripe';
import type { PaymentConnection, PaymentFacts } from '../payments.port.ts';
import { calling, finding, type StripeClient } from './stripe.client.ts';
import { cardOf, type ChargedCard } from './stripe.card.ts';
import { idOf } from './stripe.events.ts';

type References = { checkout: string | null; payment: string | null; subscription: string | null };
type Payment = PaymentFacts['payments'][number] & { isDisputed: boolean; charged: ChargedCard };

/**
 * Asks Stripe for everything about one purchase: the checkout, every payment with its refunds and disputes, the subscription.
 * Null when Stripe knows no checkout by these names, or only one of the other mode.
 * @throws PaymentError
 */
export async function stripeFacts(client: StripeClient, connection: PaymentConnection, references: References): Promise<PaymentFacts | null> {
  const session = await findSession(client, references);
  if (!session || session.livemode === connection.isTest) return null;
  const subscriptionId = idOf(session.subscription);
  const intentId = idOf(session.payment_intent);
  const [intent, subscription] = await Promise.all([
    intentId ? finding('payment', () => client.paymentIntents.retrieve(intentId)) : null,
    subscriptionId ? finding('subscription', () => client.subscriptions.retrieve(subscriptionId)) : null,
  ]);
  const invoices = subscription ? await invoicesOf(client, subscription) : [];
  const payments = subscription ? await paymentsOfSubscription(client, subscription, invoices) : intent ? await paymentsOfIntent(client, intent) : [];
  const [first] = payments;
  return {
    purchaseId: session.metadata?.['purchaseId'] ?? '',
    isTest: !session.livemode,
    checkout: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    payment: paymentState(session, intent, subscription, payments),
    currency: (session.currency ?? '').toUpperCase(),
    paid: sum(payments, ({ amount }) => amount),
    refunded: sum(payments, ({ refunded }) => refunded),
    dispute: await disputeState(client, payments),
    email: session.customer_details?.email ?? session.customer_email,
    paidAt: first?.paidAt ?? null,
    receiptUrl: first?.url ?? null,
    references: { checkout: session.id, payment: first?.reference ?? intentId, customer: idOf(session.customer) ?? idOf(intent?.customer), subscription: subscriptionId },
    subscription: subscription && presentSubscription(subscription, invoices),
    card: subscription && (await cardOf(client, subscription, payments.at(-1)?.charged ?? null)),
    payments: payments.map(({ reference, amount, refunded, paidAt, url }) => ({ reference, amount, refunded, paidAt, url })),
  };
}

async function findSession(client: StripeClient, { checkout, payment, subscription }: References): Promise<Stripe.Checkout.Session | null> {
  const { sessions } = client.checkout;
  if (checkout) return finding('checkout', () => sessions.retrieve(checkout));
  const bySubscription = (id: string) => finding('checkout', async () => (await sessions.list({ subscription: id, limit: 1 })).data[0] ?? null);
  if (subscription) return bySubscription(subscription);
  if (!payment) return null;
  const direct = await finding('checkout', async () => (await sessions.list({ payment_intent: payment, limit: 1 })).data[0] ?? null);
  if (direct) return direct;
  // A renewal's payment belongs to an invoice, and the invoice to the subscription.
  const paid = await finding('invoice', async () => (await client.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: payment }, limit: 1, expand: ['data.invoice'] })).data[0] ?? null);
  const invoice = paid?.invoice;
  const renewed = typeof invoice === 'object' && 'parent' in invoice ? idOf(invoice.parent?.subscription_details?.subscription) : null;
  return renewed ? bySubscription(renewed) : null;
}

/** Every charge that went through, by the id under which it is refunded. */
async function paymentsOfIntent(client: StripeClient, intent: Stripe.PaymentIntent): Promise<Payment[]> {
  const charges = await calling('charges', () => client.charges.list({ payment_intent: intent.id, limit: 100 }).autoPagingToArray({ limit: 1_000 }));
  return presentCharges(charges, () => true);
}

function invoicesOf(client: StripeClient, subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  return calling('invoices', () => client.invoices.list({ subscription: subscription.id, limit: 100, expand: ['data.payments'] }).autoPagingToArray({ limit: 1_000 }));
}

/** First payment and renewals. Stripe makes a customer for each checkout, so all of his charges that an invoice names are this subscription's. */
async function paymentsOfSubscription(client: StripeClient, subscription: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): Promise<Payment[]> {
  const customer = idOf(subscription.customer);
  const charges = customer ? await calling('charges', () => client.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1_000 })) : [];
  const pages = new Map(invoices.flatMap(({ payments, hosted_invoice_url: page }) => (payments?.data ?? []).flatMap(({ payment }) => [idOf(payment.payment_intent), idOf(payment.charge)].map((id) => [id, page ?? null] as const))));
  const pageOf = (charge: Stripe.Charge): string | null | undefined => pages.get(charge.id) ?? pages.get(idOf(charge.payment_intent));
  return presentCharges(charges, (charge) => pageOf(charge) !== undefined, (charge) => pageOf(charge) ?? charge.receipt_url);
}

function presentCharges(charges: readonly Stripe.Charge[], isOurs: (charge: Stripe.Charge) => boolean, pageOf = (charge: Stripe.Charge): string | null => charge.receipt_url): Payment[] {
  return charges
    .filter((charge) => charge.status === 'succeeded' && charge.paid && charge.amount_captured > 0 && isOurs(charge))
    .map((charge) => ({
      reference: idOf(charge.payment_intent) ?? charge.id,
      amount: charge.amount_captured,
      refunded: charge.amount_refunded,
      paidAt: new Date(charge.created * 1_000),
      url: pageOf(charge),
      isDisputed: charge.disputed,
      charged: { method: charge.payment_method, card: charge.payment_method_details?.card ?? null },
    }))
    .toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime() || (one.reference < other.reference ? -1 : 1));
}

function paymentState(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null, subscription: Stripe.Subscription | null, payments: readonly Payment[]): PaymentFacts['payment'] {
  if (payments.length > 0) return 'paid';
  if (session.status !== 'complete') return intent?.status === 'processing' ? 'processing' : 'none';
  if (session.payment_status === 'no_payment_required' || subscription?.status === 'trialing') return 'none';
  // A debit from a bank account is complete for the visitor days before the money is there.
  if (intent) return intent.status === 'processing' || intent.status === 'succeeded' ? 'processing' : 'failed';
  return subscription && (subscription.status === 'incomplete_expired' || subscription.status === 'canceled') ? 'failed' : 'processing';
}

const openDisputes = new Set(['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review']);

/** Of all disputes the gravest. An inquiry (`warning_…`) takes no money and changes nothing. */
async function disputeState(client: StripeClient, payments: readonly Payment[]): Promise<PaymentFacts['dispute']> {
  const disputed = payments.filter(({ isDisputed }) => isDisputed);
  const lists = await calling('disputes', () =>
    Promise.all(disputed.map(({ reference }) => client.disputes.list({ ...(reference.startsWith('ch_') || reference.startsWith('py_') ? { charge: reference } : { payment_intent: reference }), limit: 100 }).autoPagingToArray({ limit: 1_000 }))),
  );
  const statuses = lists.flat().map(({ status }) => status);
  if (statuses.includes('lost')) return 'lost';
  if (statuses.some((status) => openDisputes.has(status))) return 'open';
  return statuses.includes('won') ? 'won' : 'none';
}

const subscriptionStatuses: Record<string, NonNullable<PaymentFacts['subscription']>['status']> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  // All tries to collect are over and the owner's settings keep it: no access beyond the grace.
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
};

function presentSubscription(subscription: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): NonNullable<PaymentFacts['subscription']> {
  const status = subscriptionStatuses[subscription.status] ?? 'incomplete';
  const ended = subscription.ended_at ?? (status === 'canceled' ? subscription.canceled_at : null);
  return {
    status,
    periodEnd: new Date(paidUntil(subscription, invoices) * 1_000),
    isEnding: status !== 'canceled' && (subscription.cancel_at_period_end || subscription.cancel_at !== null),
    canceledAt: ended === null ? null : new Date(ended * 1_000),
    price: presentPrice(subscription),
  };
}

/** A price that a checkout made has no label; those of a change are made by `stripePrice`. */
function presentPrice({ items }: Stripe.Subscription): NonNullable<PaymentFacts['subscription']>['price'] {
  const price = items.data[0]?.price;
  return { label: price?.metadata?.['label'] ?? null, amount: price?.unit_amount ?? 0, interval: price?.recurring?.interval === 'year' ? 'year' : 'month' };
}

/**
 * Seconds. Stripe begins the next period whether its invoice is paid or not: when a renewal failed, the end is that of the last
 * invoice that was paid. While all is well it is the period's own end, because a renewal's invoice rests for an hour before it is collected.
 */
function paidUntil({ status, items, start_date: start }: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): number {
  if (status === 'active' || status === 'trialing') return Math.max(...items.data.map((item) => item.current_period_end), start);
  const paid = invoices.filter((invoice) => invoice.status === 'paid').flatMap(({ lines }) => lines.data.map(({ period }) => period.end));
  return Math.max(...paid, start);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
