import type { AccountScope } from '#platform/http/access.ts';
import type { PurchaseAccess } from '#features/paywall/server/paywall.usecases.ts';
import type { Purchase } from '../../payments-purchases.contract.ts';
import type { RefundRow } from '../refunds/refunds.repository.ts';
import { purchaseState, type PaymentRow, type PurchaseRow } from '../syncing/purchase-state.models.ts';

const dayMs = 86_400_000;

/** What a rule asked a vendor for that it did not do. */
export type Refused = 'not_ended' | 'not_given_back' | null;

/**
 * What of the orders of rules a vendor did not do for a purchase: an ending, or money that lies there still.
 */
export function refusedOf(orders: readonly RefundRow[], payments: readonly PaymentRow[]): Refused {
  const waits = orders.filter(({ state }) => state === 'asked');
  if (waits.some(({ ends, endedAt }) => ends && endedAt === null)) return 'not_ended';
  const isLeft = ({ reference, amount }: { reference: string; amount: number }): boolean =>
    payments.some(
      (line) =>
        line.reference === reference &&
        line.amount - line.refunded >= amount &&
        line.dispute !== 'open' &&
        line.dispute !== 'lost',
    );
  const isRefused = orders.some(({ parts }) =>
    parts.some((part) => part.state === 'refused' && isLeft(part)),
  );
  return waits.length > 0 || isRefused ? 'not_given_back' : null;
}

/** What the owner should look at. What was given back no longer needs to be. */
function problemOf(row: PurchaseRow, refused: Refused): Purchase['problem'] {
  if (refused !== null) return refused;
  if (row.problem !== '') return row.problem;
  return row.fulfilment === 'unmatched' && row.status === 'paid' && row.refundedAmount < row.paidAmount
    ? 'unmatched'
    : null;
}

/**
 * A purchase as the account's people read it. `access` is what it opens, null where it opened nothing; `kept` are
 * the ids of the submissions that were not deleted.
 */
export function presentPurchase(
  scope: Pick<AccountScope, 'can'>,
  row: PurchaseRow,
  access: PurchaseAccess | null,
  kept: ReadonlySet<string>,
  refused: Refused,
): Purchase {
  const { terms } = row;
  // Money that was given back with the end of a subscription took time with it.
  const end = row.subscriptionStatus === 'canceled' ? access?.until : null;
  const until =
    row.kind === 'subscription'
      ? (end ?? row.periodEnd)
      : terms.days > 0 && row.paidAt
        ? new Date(row.paidAt.getTime() + terms.days * dayMs)
        : null;
  const isSubscribed =
    row.subscriptionStatus !== null && ['trialing', 'active', 'past_due'].includes(row.subscriptionStatus);
  // Test money has a page of its own for every payment; Stripe's lies in the owner's account there.
  const vendorUrl =
    row.vendor === 'test-money'
      ? row.checkoutUrl || null
      : row.paymentRef &&
        `https://dashboard.stripe.com/${row.isTest ? 'test/' : ''}payments/${encodeURIComponent(row.paymentRef)}`;
  return {
    id: row.id,
    agentId: row.agentId,
    agentName: row.agentName,
    form:
      row.formId === null
        ? null
        : {
            id: row.formId,
            name: row.formName,
            submissionId: row.submissionId !== null && kept.has(row.submissionId) ? row.submissionId : null,
          },
    contactId: row.contactId,
    email: row.email,
    type: row.kind,
    title: row.kind === 'form' ? terms.title : (terms.offer?.title ?? ''),
    interval: terms.interval,
    state: purchaseState(row),
    isEnding: isSubscribed && row.isEnding,
    isPaused: isSubscribed && row.isPaused,
    problem: problemOf(row, refused),
    currency: row.currency,
    base: row.base,
    tax: row.tax,
    total: row.total,
    paid: row.paidAmount,
    refunded: row.refundedAmount,
    messages: terms.messages,
    messagesLeft: access?.messagesLeft ?? null,
    coupon: row.coupon,
    tag: row.tag,
    conversationId: row.conversationId,
    vendor: row.vendor,
    vendorUrl,
    isTest: row.isTest,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    can: {
      // What a bank holds is told for each payment.
      refund: scope.can('payments.manage') && row.paidAmount > row.refundedAmount,
      cancel: scope.can('payments.manage') && isSubscribed,
    },
  };
}
