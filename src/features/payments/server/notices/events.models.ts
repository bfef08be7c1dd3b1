import type { WebhookEventData, WebhookEventType } from '#features/webhooks/webhooks-events.contract.ts';
import type { Movement } from '../movements/changes.models.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';

type MoneyEventType = Extract<WebhookEventType, `payment.${string}` | `subscription.${string}`>;
/** What webhooks are told of a purchase. */
export type MoneyEvent = { [T in MoneyEventType]: { type: T; data: WebhookEventData<T> } }[MoneyEventType];

type Subscription = WebhookEventData<'subscription.started'>['subscription'];

const purchaseData = (row: PurchaseRow): Subscription['purchase'] => ({
  id: row.id,
  agentId: row.agentId,
  formId: row.formId,
  contactId: row.contactId,
  email: row.email,
  kind: row.kind,
  currency: row.currency,
  isTest: row.isTest,
});

/** A subscription as it is told of; null for what is none, and before it begins. */
function subscriptionData(row: PurchaseRow): Subscription | null {
  const { kind, subscriptionStatus: status } = row;
  if (kind !== 'subscription' || row.status !== 'paid' || status === null || status === 'incomplete')
    return null;
  return {
    purchase: purchaseData(row),
    status,
    periodEnd: row.periodEnd?.toISOString() ?? null,
    isEnding: row.isEnding,
  };
}

/**
 * What there is to tell after a purchase was brought to what the vendor says. The same facts again tell
 * nothing. What an owner is paid, gives back and has disputed is a payment of its own each time; what is told
 * of a subscription is how it stands then.
 */
export function moneyEventsOf(step: {
  before: PurchaseRow;
  after: PurchaseRow;
  moved: readonly Movement[];
}): MoneyEvent[] {
  const { before, after, moved } = step;
  if (after.problem === 'mismatch') return [];
  const payments = moved.flatMap((movement): MoneyEvent[] => {
    const { kind, gross, tax, paymentRef, at } = movement;
    const type = paymentTypes[kind];
    if (!type) return [];
    const payment = {
      purchase: purchaseData(after),
      amount: Math.abs(gross),
      tax: Math.abs(tax),
      reference: paymentRef,
      at: at.toISOString(),
    };
    return [{ type, data: { payment } }];
  });
  return [...payments, ...aboutSubscription(before, after, moved)];
}

const paymentTypes: Partial<
  Record<Movement['kind'], 'payment.succeeded' | 'payment.refunded' | 'payment.disputed'>
> = {
  payment: 'payment.succeeded',
  renewal: 'payment.succeeded',
  refund: 'payment.refunded',
  dispute_opened: 'payment.disputed',
};

function aboutSubscription(
  before: PurchaseRow,
  after: PurchaseRow,
  moved: readonly Movement[],
): MoneyEvent[] {
  const subscription = subscriptionData(after);
  if (!subscription) return [];
  const data = { subscription };
  const was = subscriptionData(before)?.status;
  const becomes = (status: Subscription['status']): boolean =>
    subscription.status === status && was !== status;
  const isRenewed = was !== undefined && moved.some(({ kind }) => kind === 'renewal');
  return [
    ...(was === undefined && subscription.status !== 'canceled'
      ? [{ type: 'subscription.started' as const, data }]
      : []),
    ...(isRenewed ? [{ type: 'subscription.renewed' as const, data }] : []),
    ...(becomes('past_due')
      ? [
          { type: 'payment.failed' as const, data },
          { type: 'subscription.past_due' as const, data },
        ]
      : []),
    ...(becomes('canceled') ? [{ type: 'subscription.canceled' as const, data }] : []),
  ];
}
