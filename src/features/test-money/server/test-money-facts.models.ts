import type {
  PaymentCard,
  PaymentDispute,
  PaymentFacts,
  PaymentLine,
} from '#providers/payments/payments.port.ts';
import { lastFour } from './test-money-cards.models.ts';
import { priceOf } from './test-money-price.models.ts';
import type { PaymentRow, RefundRow, SessionRow, SubscriptionRow } from './test-money.repository.ts';

/** The rows that the bank has about a session. */
export type BankRows = {
  payments: readonly PaymentRow[];
  refunds: readonly RefundRow[];
  subscription: SubscriptionRow | null;
};

/** What the bank says about a purchase, out of its own rows alone. */
export function factsOf(
  session: SessionRow,
  { payments: rows, refunds, subscription }: BankRows,
  now: Date,
  receiptUrl: string,
): PaymentFacts {
  const payments = rows.filter(({ status }) => status === 'paid');
  const [first] = payments;
  const isOver = session.status === 'open' && session.expiresAt <= now;
  return {
    purchaseId: session.purchaseId,
    isTest: true,
    checkout: isOver ? 'expired' : session.status,
    payment: first ? 'paid' : session.failure ? 'failed' : 'none',
    currency: session.terms.currency,
    paid: payments.reduce((sum, { amount }) => sum + amount, 0),
    refunded: payments.reduce((sum, { refunded }) => sum + refunded, 0),
    dispute: disputeOf(payments),
    disputes: payments.flatMap((payment) => presentDispute(payment) ?? []),
    email: session.terms.email,
    paidAt: first?.createdAt ?? null,
    receiptUrl: session.status === 'complete' ? receiptUrl : null,
    references: {
      checkout: session.id,
      payment: first?.id ?? null,
      customer: session.status === 'complete' ? session.customerId : null,
      subscription: subscription?.id ?? null,
    },
    subscription: subscription && {
      status: subscription.status,
      periodEnd: subscription.periodEnd,
      isEnding: subscription.isEnding,
      isPaused: subscription.isPaused,
      canceledAt: subscription.canceledAt,
      price: presentPrice(subscription, session),
      next: presentNext(subscription),
    },
    card: subscription && cardOf(subscription, now),
    payments: payments.map((payment) => presentPayment(payment, session, refunds, receiptUrl)),
  };
}

/** No money moves, so nothing is kept for it either. */
function presentPayment(
  { id, amount, refunded, createdAt, card }: PaymentRow,
  { terms: { price } }: SessionRow,
  refunds: readonly RefundRow[],
  url: string,
): PaymentLine {
  const given = refunds
    .filter(({ paymentId }) => paymentId === id)
    .map((refund) => ({ reference: refund.id, amount: refund.amount, at: refund.createdAt }));
  return {
    reference: id,
    amount,
    refunded,
    paidAt: createdAt,
    url,
    tax: Math.round((amount * price.tax) / price.total),
    fee: 0,
    card: { brand: 'test', lastFour: lastFour(card) },
    refunds: given,
  };
}

/** A payment is disputed once at the most. */
function presentDispute({
  id,
  dispute,
  disputeAmount,
  createdAt,
  disputeOpenedAt,
  disputeClosedAt,
}: PaymentRow): PaymentDispute | null {
  if (dispute === 'none') return null;
  return {
    reference: `${id}_dispute`,
    payment: id,
    amount: disputeAmount,
    outcome: dispute,
    openedAt: disputeOpenedAt ?? createdAt,
    closedAt: dispute === 'open' ? null : disputeClosedAt,
    fee: 0,
  };
}

function presentPrice(
  subscription: SubscriptionRow,
  session: SessionRow,
): NonNullable<PaymentFacts['subscription']>['price'] {
  const { amount, interval } = priceOf(subscription, session.terms);
  return { label: subscription.price?.label ?? null, amount, interval };
}

function presentNext({ nextPrice }: SubscriptionRow): NonNullable<PaymentFacts['subscription']>['next'] {
  return nextPrice && { label: nextPrice.label, amount: nextPrice.amount, interval: nextPrice.interval };
}

/** Test cards are printed with a date that never comes. */
const cardOf = ({ card }: SubscriptionRow, now: Date): PaymentCard => ({
  brand: 'test',
  lastFour: lastFour(card),
  expiryMonth: 12,
  expiryYear: now.getUTCFullYear() + 3,
});

/**
 * Of several disputes the one that weighs most: an open one stops everything, a lost one is worse than one
 * that was won.
 */
function disputeOf(payments: readonly PaymentRow[]): PaymentFacts['dispute'] {
  return (
    (['open', 'lost', 'won'] as const).find((state) => payments.some(({ dispute }) => dispute === state)) ??
    'none'
  );
}
