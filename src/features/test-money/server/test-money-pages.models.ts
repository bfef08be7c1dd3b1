import { isId } from '#shared/ids.ts';
import type { TestMoneyPageState, TestMoneyPortalState } from '#shared/money/test-money-page.ts';
import { lastFour, testCards } from './test-money-cards.models.ts';
import { addDays } from './test-money-periods.models.ts';
import type { PaymentRow, PortalRow, SessionRow, SubscriptionRow } from './test-money.repository.ts';

/** Whether a text from an address may be looked for. */
export const isTestMoneyId = (prefix: 'tms' | 'tmo', text: string): boolean => isId(prefix, text);

function ordered(session: SessionRow, payments: readonly PaymentRow[]) {
  const {
    title,
    description,
    email,
    currency,
    price,
    taxThousandths,
    taxBehaviour,
    language,
    interval,
    kind,
  } = session.terms;
  return {
    language,
    title,
    description,
    email,
    currency,
    price,
    taxPercent: taxThousandths / 1_000,
    taxBehaviour,
    interval,
    payments: payments.map((row) => ({
      id: row.id,
      amount: row.amount,
      refunded: row.refunded,
      isPaid: row.status === 'paid',
      lastFour: lastFour(row.card),
      at: row.createdAt.toISOString(),
    })),
    // What happens at a renewal is told where there is one.
    cards: Object.values(testCards).flatMap(({ name, number }) =>
      name === 'fails-later' && kind === 'once' ? [] : [{ name, number }],
    ),
  };
}

/** What the payment page of a session shows now. */
export function pageOf(
  session: SessionRow,
  payments: readonly PaymentRow[],
  subscription: SubscriptionRow | null,
  now: Date,
): TestMoneyPageState {
  const { trialDays, kind, successUrl, cancelUrl } = session.terms;
  const isTrial = kind === 'subscription' && trialDays > 0;
  return {
    ...ordered(session, payments),
    id: session.id,
    state: stateOf(session, payments, now),
    trialDays: isTrial ? trialDays : 0,
    firstChargeAt: isTrial
      ? (subscription?.status === 'trialing'
          ? subscription.periodEnd
          : addDays(session.completedAt ?? now, trialDays)
        ).toISOString()
      : null,
    failure: session.failure,
    successUrl,
    cancelUrl,
  };
}

function stateOf(
  session: SessionRow,
  payments: readonly PaymentRow[],
  now: Date,
): TestMoneyPageState['state'] {
  if (session.status === 'complete')
    return payments.some(({ status }) => status === 'paid') ? 'paid' : 'trial';
  if (session.isCalledOff) return 'called_off';
  if (session.status === 'expired' || session.expiresAt <= now) return 'expired';
  return session.confirmingCard ? 'confirming' : 'open';
}

/** What a customer sees of what they pay again and again. */
export function portalOf(
  portal: PortalRow,
  session: SessionRow,
  payments: readonly PaymentRow[],
  subscription: SubscriptionRow | null,
): TestMoneyPortalState {
  const { price } = subscription ?? {};
  return {
    ...ordered(session, payments),
    // A price that was changed includes its tax.
    ...(price && {
      title: price.title,
      interval: price.interval,
      price: { base: price.amount, tax: 0, subtotal: price.amount, total: price.amount },
    }),
    id: portal.id,
    returnUrl: portal.returnUrl,
    subscription: subscription && {
      status: subscription.status,
      periodEnd: subscription.periodEnd.toISOString(),
      isEnding: subscription.isEnding,
      lastFour: lastFour(subscription.card),
    },
  };
}
