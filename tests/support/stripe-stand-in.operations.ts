import { currencies } from '#shared/money.ts';
import { createStripeBills } from './stripe-stand-in.bills.ts';
import type { openConnected } from './stripe-stand-in.connect.ts';
import { costOf, type Recurring } from './stripe-stand-in.people.ts';
import { updatePrice } from './stripe-stand-in.prices.ts';
import { likeStripes, type Kind, type StripeState, type Thing } from './stripe-stand-in.state.ts';

/** A refusal in Stripe's own form. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: { type: string; code?: string; param?: string; message: string };
  constructor(
    status: number,
    message: string,
    details: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.body = { type: 'invalid_request_error', ...details, message };
  }
}

export type Form = { [name: string]: string | Form | (string | Form)[] };
export type Call = {
  state: StripeState;
  id: string;
  form: Form;
  memory: Memory;
  connected: ReturnType<typeof openConnected>;
};
/** What sessions were made for, beside what Stripe shows of them. */
export type Memory = {
  recurring: Map<string, Recurring>;
  intentMetadata: Map<string, unknown>;
  /** Endpoints that hear of connected accounts. */
  connectEndpoints: Set<string>;
};
export type Operation = {
  /** File and name of the description of what may be sent. */
  params: readonly [file: string, name: string];
  /** What a restricted key must be allowed. */
  right: string;
  /** What a restricted key must be allowed besides, for things that are asked for inside others. */
  expandRights?: Readonly<Record<string, string>>;
  answers: Kind;
  run(call: Call): Thing | Thing[] | { id: string; object: string; deleted: true };
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const missing = (kind: string, id: string): StripeRefusal =>
  new StripeRefusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' });

function one(kind: Kind): Operation['run'] {
  return ({ state, id }) => {
    const found = state.find(kind, id);
    if (!found) throw missing(kind, id);
    return found;
  };
}

function many(kind: Kind, ...filters: string[]): Operation['run'] {
  return ({ state, form }) =>
    state
      .of(kind)
      .filter((thing) =>
        filters.every((filter) => form[filter] === undefined || String(thing[filter]) === form[filter]),
      );
}

const plain = (value: unknown): Record<string, unknown> => ({
  ...(typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}),
});

function createSession({ state, form, memory }: Call): Thing {
  const isSubscription = form['mode'] === 'subscription';
  const lines = form['line_items'] as Form[] | undefined;
  const [line] = lines ?? [];
  const price = line?.['price_data'] as Form | undefined;
  if (!line || !price)
    throw new StripeRefusal(400, 'You must provide line_items', {
      param: 'line_items',
      code: 'parameter_missing',
    });
  const recurring = price['recurring'] as Form | undefined;
  if (isSubscription !== (recurring !== undefined))
    throw new StripeRefusal(400, 'Prices and mode do not fit', { param: 'mode' });
  if (form['subscription_data'] && !isSubscription)
    throw new StripeRefusal(400, 'You can not pass `subscription_data` in `payment` mode.', {
      param: 'subscription_data',
    });
  if (form['payment_intent_data'] && isSubscription)
    throw new StripeRefusal(400, 'You can not pass `payment_intent_data` in `subscription` mode.', {
      param: 'payment_intent_data',
    });
  for (const name of ['success_url', 'cancel_url'])
    if (!URL.canParse(text(form[name])))
      throw new StripeRefusal(400, 'Not a valid URL', { code: 'url_invalid', param: name });
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text(form['customer_email'])))
    throw new StripeRefusal(400, 'Invalid email address', { code: 'email_invalid', param: 'customer_email' });
  const expiresAt = Number(form['expires_at'] ?? state.now() + 86_400);
  if (expiresAt < state.now() + 1_800 || expiresAt > state.now() + 86_400)
    throw new StripeRefusal(
      400,
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  const [rateId] = (line['tax_rates'] as string[] | undefined) ?? [];
  const rate = rateId === undefined ? null : state.find('taxRate', rateId);
  if (rate === undefined || rate?.['active'] === false) throw missing('tax_rate', text(rateId));
  const unit = Number(price['unit_amount']);
  if (!Number.isSafeInteger(unit) || unit < 0)
    throw new StripeRefusal(400, 'Invalid integer', {
      param: 'line_items[0][price_data][unit_amount]',
      code: 'parameter_invalid_integer',
    });
  const cost = costOf({
    unit,
    quantity: Number(line['quantity'] ?? 1),
    percentage: Number(rate?.['percentage'] ?? 0),
    inclusive: rate?.['inclusive'] === true,
  });
  const code = text(price['currency']).toUpperCase();
  const { least, step } = currencies[code as keyof typeof currencies];
  const trialDays = Number((form['subscription_data'] as Form | undefined)?.['trial_period_days'] ?? 0);
  if (cost.total % step !== 0)
    throw new StripeRefusal(400, `The amount must be divisible by ${step}`, { param: 'line_items' });
  if (cost.total < least)
    throw new StripeRefusal(400, 'The Checkout Session’s total amount must convert to at least 50 cents.', {
      code: 'amount_too_small',
    });
  const due = trialDays > 0 ? { subtotal: 0, tax: 0, total: 0 } : cost;
  const session = state.make('session', {
    mode: form['mode'],
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: due.subtotal,
    amount_total: due.total,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: due.tax },
    currency: code.toLowerCase(),
    customer_email: form['customer_email'],
    client_reference_id: form['client_reference_id'] ?? null,
    metadata: plain(form['metadata']),
    locale: form['locale'] ?? null,
    expires_at: expiresAt,
    success_url: form['success_url'],
    cancel_url: form['cancel_url'],
    payment_method_types: ['card'],
    adaptive_pricing: { enabled: (form['adaptive_pricing'] as Form | undefined)?.['enabled'] === 'true' },
  });
  session['url'] = `https://checkout.stripe.com/c/pay/${session.id}#fidkdWxOYHwnPyd1blpxYHZxWjA0`;
  memory.intentMetadata.set(
    session.id,
    plain((form['payment_intent_data'] as Form | undefined)?.['metadata']),
  );
  if (recurring)
    memory.recurring.set(session.id, {
      interval: recurring['interval'] as 'month' | 'year',
      trialDays,
      total: cost.total,
      tax: cost.tax,
      metadata: plain((form['subscription_data'] as Form | undefined)?.['metadata']),
    });
  return session;
}

function createRefund({ state, form }: Call): Thing {
  const intent = form['payment_intent'] === undefined ? null : state.find('intent', form['payment_intent']);
  const charge = state.find('charge', intent ? intent['latest_charge'] : form['charge']);
  if (!charge) throw missing('payment_intent', text(form['payment_intent'] ?? form['charge']));
  const left = Number(charge['amount_captured']) - Number(charge['amount_refunded']);
  if (left === 0)
    throw new StripeRefusal(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' });
  if (charge['disputed'] === true)
    throw new StripeRefusal(400, 'The charge has been charged back.', { code: 'charge_disputed' });
  const amount = Number(form['amount'] ?? left);
  if (amount > left)
    throw new StripeRefusal(400, 'Refund amount is greater than unrefunded amount on charge', {
      param: 'amount',
    });
  charge['amount_refunded'] = Number(charge['amount_refunded']) + amount;
  charge['refunded'] = charge['amount_refunded'] === charge['amount_captured'];
  state.emit('charge.refunded', charge);
  return state.make('refund', {
    amount,
    currency: charge['currency'],
    charge: charge.id,
    payment_intent: charge['payment_intent'],
    status: 'succeeded',
  });
}

function createWebhook({ state, form, memory }: Call): Thing {
  const url = new URL(text(form['url']));
  if (
    !state.reachesLocal &&
    (['localhost', '0.0.0.0', '[::1]'].includes(url.hostname) || (!state.isTest && url.protocol !== 'https:'))
  ) {
    throw new StripeRefusal(400, 'Invalid URL: URL must be publicly accessible.', {
      code: 'url_invalid',
      param: 'url',
    });
  }
  const made = state.make('webhook', {
    url: url.href,
    enabled_events: form['enabled_events'],
    api_version: form['api_version'] ?? null,
    description: form['description'] ?? null,
    metadata: plain(form['metadata']),
    status: 'enabled',
  });
  made['secret'] = likeStripes('whsec_', 32);
  if (form['connect'] === 'true') memory.connectEndpoints.add(made.id);
  return made;
}

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

/** Nothing came in as long as a test says nothing else. */
const balanceOf = ({ state }: Call): Thing =>
  state.of('balance')[0] ??
  state.make('balance', {
    available: [{ amount: 0, currency: 'eur' }],
    pending: [{ amount: 0, currency: 'eur' }],
  });

const configurations = 'BillingPortal/Configurations';

/** The operations of Stripe that the product uses. Any other is answered with 404, as Stripe does. */
export const operations: Readonly<Record<string, Operation>> = {
  'GET /v1/account': {
    params: ['Accounts', 'AccountRetrieveCurrentParams'],
    right: 'rak_accounts_kyc_basic_read',
    answers: 'account',
    run: ({ state }) => state.of('account')[0] as Thing,
  },
  'GET /v1/balance': {
    params: ['Balance', 'BalanceRetrieveParams'],
    right: 'rak_balance_read',
    answers: 'balance',
    run: balanceOf,
  },
  'GET /v1/payouts': {
    params: ['Payouts', 'PayoutListParams'],
    right: 'rak_payout_read',
    answers: 'payout',
    run: many('payout'),
  },
  'POST /v1/checkout/sessions': {
    params: ['Checkout/Sessions', 'Checkout.SessionCreateParams'],
    right: 'rak_checkout_session_write',
    answers: 'session',
    run: createSession,
  },
  'GET /v1/checkout/sessions': {
    params: ['Checkout/Sessions', 'Checkout.SessionListParams'],
    right: 'rak_checkout_session_read',
    answers: 'session',
    run: many('session', 'payment_intent', 'subscription', 'customer'),
  },
  'GET /v1/checkout/sessions/{id}': {
    params: ['Checkout/Sessions', 'Checkout.SessionRetrieveParams'],
    right: 'rak_checkout_session_read',
    answers: 'session',
    run: one('session'),
  },
  'POST /v1/checkout/sessions/{id}/expire': {
    params: ['Checkout/Sessions', 'Checkout.SessionExpireParams'],
    right: 'rak_checkout_session_write',
    answers: 'session',
    run(call) {
      const session = one('session')(call) as Thing;
      if (session['status'] !== 'open')
        throw new StripeRefusal(
          400,
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${text(session['status'])}.`,
        );
      Object.assign(session, { status: 'expired', url: null });
      call.state.emit('checkout.session.expired', session);
      return session;
    },
  },
  'GET /v1/payment_intents': {
    params: ['PaymentIntents', 'PaymentIntentListParams'],
    right: 'rak_payment_intent_read',
    answers: 'intent',
    run: many('intent', 'customer'),
  },
  'GET /v1/payment_intents/{id}': {
    params: ['PaymentIntents', 'PaymentIntentRetrieveParams'],
    right: 'rak_payment_intent_read',
    answers: 'intent',
    run: one('intent'),
  },
  'GET /v1/charges': {
    params: ['Charges', 'ChargeListParams'],
    right: 'rak_charge_read',
    expandRights: { 'data.balance_transaction': 'rak_balance_read' },
    answers: 'charge',
    run(call) {
      const expand = (call.form['expand'] as string[] | undefined) ?? [];
      return (many('charge', 'payment_intent', 'customer')(call) as Thing[]).map((charge) => ({
        ...charge,
        ...(expand.includes('data.balance_transaction') && {
          balance_transaction: call.state.find('booking', charge['balance_transaction']) ?? null,
        }),
        ...(expand.includes('data.refunds') && {
          refunds: {
            object: 'list',
            data: call.state.of('refund').filter((refund) => refund['charge'] === charge.id),
            has_more: false,
            url: `/v1/charges/${charge.id}/refunds`,
          },
        }),
      }));
    },
  },
  'POST /v1/refunds': {
    params: ['Refunds', 'RefundCreateParams'],
    right: 'rak_charge_write',
    answers: 'refund',
    run: createRefund,
  },
  'POST /v1/refunds/{id}': {
    params: ['Refunds', 'RefundUpdateParams'],
    right: 'rak_charge_write',
    answers: 'refund',
    run: one('refund'),
  },
  'GET /v1/disputes': {
    params: ['Disputes', 'DisputeListParams'],
    right: 'rak_dispute_read',
    answers: 'dispute',
    run: many('dispute', 'payment_intent', 'charge'),
  },
  'GET /v1/customers': {
    params: ['Customers', 'CustomerListParams'],
    right: 'rak_customer_read',
    answers: 'customer',
    run: many('customer', 'email'),
  },
  'POST /v1/products/{id}': {
    params: ['Products', 'ProductUpdateParams'],
    right: 'rak_product_write',
    answers: 'product',
    run: one('product'),
  },
  'POST /v1/prices/{id}': {
    params: ['Prices', 'PriceUpdateParams'],
    right: 'rak_plan_write',
    answers: 'price',
    run: one('price'),
  },
  'GET /v1/tax_rates': {
    params: ['TaxRates', 'TaxRateListParams'],
    right: 'rak_tax_rate_read',
    answers: 'taxRate',
    run: many('taxRate', 'active', 'inclusive'),
  },
  'POST /v1/tax_rates': {
    params: ['TaxRates', 'TaxRateCreateParams'],
    right: 'rak_tax_rate_write',
    answers: 'taxRate',
    run: ({ state, form }) =>
      state.make('taxRate', {
        active: true,
        display_name: form['display_name'],
        percentage: Number(form['percentage']),
        effective_percentage: Number(form['percentage']),
        inclusive: form['inclusive'] === 'true',
        metadata: plain(form['metadata']),
      }),
  },
  'POST /v1/tax_rates/{id}': {
    params: ['TaxRates', 'TaxRateUpdateParams'],
    right: 'rak_tax_rate_write',
    answers: 'taxRate',
    run: one('taxRate'),
  },
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
  'GET /v1/webhook_endpoints': {
    params: ['WebhookEndpoints', 'WebhookEndpointListParams'],
    right: 'rak_webhook_read',
    answers: 'webhook',
    run: ({ state }) => state.of('webhook').map(({ secret: _told, ...endpoint }) => endpoint as Thing),
  },
  'POST /v1/webhook_endpoints': {
    params: ['WebhookEndpoints', 'WebhookEndpointCreateParams'],
    right: 'rak_webhook_write',
    answers: 'webhook',
    run: createWebhook,
  },
  'DELETE /v1/webhook_endpoints/{id}': {
    params: ['WebhookEndpoints', 'WebhookEndpointDeleteParams'],
    right: 'rak_webhook_write',
    answers: 'webhook',
    run(call) {
      const endpoint = one('webhook')(call) as Thing;
      const list = call.state.of('webhook');
      list.splice(list.indexOf(endpoint), 1);
      return { id: endpoint.id, object: 'webhook_endpoint', deleted: true };
    },
  },
  'GET /v1/billing_portal/configurations': {
    params: [configurations, 'BillingPortal.ConfigurationListParams'],
    right: 'rak_customer_portal_read',
    answers: 'configuration',
    run: many('configuration', 'active'),
  },
  'GET /v1/billing_portal/configurations/{id}': {
    params: [configurations, 'BillingPortal.ConfigurationRetrieveParams'],
    right: 'rak_customer_portal_read',
    answers: 'configuration',
    run: one('configuration'),
  },
  'POST /v1/billing_portal/configurations': {
    params: [configurations, 'BillingPortal.ConfigurationCreateParams'],
    right: 'rak_customer_portal_write',
    answers: 'configuration',
    run: ({ state, form }) =>
      state.make('configuration', { active: true, updated: state.now(), metadata: plain(form['metadata']) }),
  },
  'POST /v1/billing_portal/sessions': {
    params: ['BillingPortal/Sessions', 'BillingPortal.SessionCreateParams'],
    right: 'rak_customer_portal_write',
    answers: 'portal',
    run({ state, form }) {
      if (!state.find('customer', form['customer'])) throw missing('customer', text(form['customer']));
      if (!state.find('configuration', form['configuration']))
        throw missing('configuration', text(form['configuration']));
      return state.make('portal', {
        customer: form['customer'],
        configuration: form['configuration'],
        return_url: form['return_url'] ?? null,
        url: `https://billing.stripe.com/p/session/${likeStripes('test_', 40)}`,
      });
    },
  },
};
