import {
  StripeRefusal,
  many,
  missing,
  one,
  plain,
  text,
  type Call,
  type Operation,
} from '../stripe-stand-in.calls.ts';
import { likeStripes, type Thing } from './stripe-stand-in.state.ts';

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

/** Nothing came in as long as a test says nothing else. */
const balanceOf = ({ state }: Call): Thing =>
  state.of('balance')[0] ??
  state.make('balance', {
    available: [{ amount: 0, currency: 'eur' }],
    pending: [{ amount: 0, currency: 'eur' }],
  });

const configurations = 'BillingPortal/Configurations';

/** The operations of Stripe that the product uses beside those of files of their own. Any other is answered with 404. */
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
