import { createStripeBills } from './stripe/stripe-stand-in.bills.ts';
import {
  StripeRefusal,
  missing,
  one,
  type Call,
  type Form,
  type Operation,
} from './stripe-stand-in.calls.ts';
import { updatePrice } from './stripe/stripe-stand-in.prices.ts';
import type { Thing } from './stripe/stripe-stand-in.state.ts';

/**
 * A trial in the middle of a subscription: the next payment is at its end, and an invoice of nothing covers
 * the time until then.
 */
function moveNextPayment({ state, form }: Call, subscription: Thing, end: number): void {
  if (end <= state.now())
    throw new StripeRefusal(400, 'The trial has to end in the future', { param: 'trial_end' });
  if (form['proration_behavior'] !== 'none') throw new Error('The stand-in does not prorate a moved payment');
  const [item] = (subscription['items'] as { data: Thing[] }).data;
  if (item) Object.assign(item, { current_period_start: state.now(), current_period_end: end });
  Object.assign(subscription, {
    status: 'trialing',
    trial_start: state.now(),
    trial_end: end,
    billing_cycle_anchor: end,
  });
  createStripeBills(state).bill(subscription, true, 0);
}

function updateSubscription(call: Call): Thing {
  const { state, form } = call;
  const subscription = one('subscription')(call) as Thing;
  if (subscription['status'] === 'canceled')
    throw new StripeRefusal(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  if (
    subscription['schedule'] &&
    (form['items'] || form['cancel_at_period_end'] !== undefined || form['cancel_at'] !== undefined)
  ) {
    throw new StripeRefusal(
      400,
      'The subscription is managed by the subscription schedule, and updating it directly is not allowed.',
    );
  }
  if (form['items']) updatePrice({ state, form }, subscription);
  const end = (subscription['items'] as { data: Thing[] }).data[0]?.['current_period_end'];
  if (form['cancel_at_period_end'] === 'true')
    Object.assign(subscription, { cancel_at_period_end: true, cancel_at: end, canceled_at: state.now() });
  if (form['cancel_at_period_end'] === 'false')
    Object.assign(subscription, { cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  if (form['pause_collection'] !== undefined) {
    subscription['pause_collection'] =
      form['pause_collection'] === '' ? null : { behavior: 'void', resumes_at: null };
  }
  if (form['trial_end']) moveNextPayment(call, subscription, Number(form['trial_end']));
  if (form['cancel_at'] === '') Object.assign(subscription, { cancel_at: null, canceled_at: null });
  state.emit('customer.subscription.updated', subscription);
  return subscription;
}

/** The operations of Stripe around subscriptions and their invoices. */
export const subscriptionOperations: Readonly<Record<string, Operation>> = {
  'GET /v1/invoices': {
    params: ['Invoices', 'InvoiceListParams'],
    right: 'rak_invoice_read',
    answers: 'invoice',
    run: ({ state, form }) =>
      state
        .of('invoice')
        .filter(
          (invoice) =>
            form['subscription'] === undefined ||
            (invoice['parent'] as { subscription_details: { subscription: string } }).subscription_details
              .subscription === form['subscription'],
        )
        .map((invoice) => {
          if (!((form['expand'] as string[] | undefined) ?? []).includes('data.payments')) return invoice;
          return {
            ...invoice,
            payments: {
              object: 'list',
              data: state.of('invoicePayment').filter((payment) => payment['invoice'] === invoice.id),
              has_more: false,
              url: '/v1/invoice_payments',
            },
          };
        }),
  },
  'GET /v1/invoice_payments': {
    params: ['InvoicePayments', 'InvoicePaymentListParams'],
    right: 'rak_invoice_read',
    answers: 'invoicePayment',
    run: ({ state, form }) =>
      state
        .of('invoicePayment')
        .filter(
          (payment) =>
            (payment['payment'] as { payment_intent?: string }).payment_intent ===
            (form['payment'] as Form)['payment_intent'],
        )
        .map((payment) =>
          ((form['expand'] as string[] | undefined) ?? []).includes('data.invoice')
            ? { ...payment, invoice: state.get('invoice', payment['invoice']) }
            : payment,
        ),
  },
  'GET /v1/subscriptions/{id}': {
    params: ['Subscriptions', 'SubscriptionRetrieveParams'],
    right: 'rak_subscription_read',
    answers: 'subscription',
    run: one('subscription'),
  },
  'POST /v1/subscriptions/{id}': {
    params: ['Subscriptions', 'SubscriptionUpdateParams'],
    right: 'rak_subscription_write',
    answers: 'subscription',
    run: updateSubscription,
  },
  'DELETE /v1/subscriptions/{id}': {
    params: ['Subscriptions', 'SubscriptionCancelParams'],
    right: 'rak_subscription_write',
    answers: 'subscription',
    run(call) {
      const subscription = one('subscription')(call) as Thing;
      if (subscription['status'] === 'canceled') throw missing('subscription', call.id);
      Object.assign(subscription, {
        status: 'canceled',
        schedule: null,
        canceled_at: call.state.now(),
        ended_at: call.state.now(),
      });
      call.state.emit('customer.subscription.deleted', subscription);
      return subscription;
    },
  },
};
