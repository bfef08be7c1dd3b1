import type { PaymentCard, PaymentFacts } from '#providers/payments/payments.port.ts';
import { lastFour } from './test-money-cards.models.ts';
import { priceOf } from './test-money-price.models.ts';
import type { PaymentRow, SessionRow, SubscriptionRow } from './test-money.repository.ts';

/** What the bank says about a purchase, out of its own rows alone. */
export function factsOf(session: SessionRow, rows: readonly PaymentRow[], subscription: SubscriptionRow | null, now: Date, receiptUrl: string): PaymentFacts {
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
    email: session.terms.email,
    paidAt: first?.createdAt ?? null,
    receiptUrl: session.status === 'complete' ? receiptUrl : null,
    references: { checkout: session.id, payment: first?.id ?? null, customer: session.status === 'complete' ? session.customerId : null, subscription: subscription?.id ?? null },
    subscription: subscription && { status: subscription.status, periodEnd: subscription.periodEnd, isEnding: subscription.isEnding, canceledAt: subscription.canceledAt, price: presentPrice(subscription, session) },
    card: subscription && cardOf(subscription, now),
    payments: payments.map(({ id, amount, refunded, createdAt }) => ({ reference: id, amount, refunded, paidAt: createdAt, url: receiptUrl })),
  };
}

function presentPrice(subscription: SubscriptionRow, session: SessionRow): NonNullable<PaymentFacts['subscription']>['price'] {
  const { amount, interval } = priceOf(subscription, session.terms);
  return { label: subscription.price?.label ?? null, amount, interval };
}

/** Test cards are printed with a date that never comes. */
const cardOf = ({ card }: SubscriptionRow, now: Date): PaymentCard => ({ brand: 'test', lastFour: lastFour(card), expiryMonth: 12, expiryYear: now.getUTCFullYear() + 3 });

/** Of several disputes the one that weighs most: an open one stops everything, a lost one is worse than one that was won. */
function disputeOf(payments: readonly PaymentRow[]): PaymentFacts['dispute'] {
  return (['open', 'lost', 'won'] as const).find((state) => payments.some(({ dispute }) => dispute === state)) ?? 'none';
}
