import { after, createStripeBills, itemOf, priceOf, recurringPart } from './stripe-stand-in.bills.ts';
import { StripeRefusal, type Call, type Form, type Operation } from '../stripe-stand-in.calls.ts';
import type { StripeState, Thing } from './stripe-stand-in.state.ts';

/**
 * What another price of a subscription comes to now: what is left of the old one is set off, to the second.
 */
function changeOf(
  state: StripeState,
  subscription: Thing,
  items: unknown,
): { price: Thing; total: number; isNewPeriod: boolean } {
  const [given] = (items ?? []) as Form[];
  const item = itemOf(subscription);
  const price = state.find('price', given?.['price']);
  if (!given || given['id'] !== item.id || !price)
    throw new StripeRefusal(404, 'No such item or price', { code: 'resource_missing', param: 'items' });
  const old = priceOf(subscription);
  const wanted = {
    amount: Number(price['unit_amount']),
    interval: (price['recurring'] as { interval: string }).interval,
  };
  const [start, end] = [Number(item['current_period_start']), Number(item['current_period_end'])];
  const left = subscription['status'] === 'trialing' ? 0 : Math.max(0, (end - state.now()) / (end - start));
  const isNewPeriod = old.interval !== wanted.interval && subscription['status'] !== 'trialing';
  return {
    price,
    isNewPeriod,
    total: isNewPeriod
      ? wanted.amount - Math.round(old.amount * left)
      : Math.round(wanted.amount * left) - Math.round(old.amount * left),
  };
}

/** Puts another price in place and charges what is due at once; a card that is declined changes nothing. */
export function updatePrice({ state, form }: Pick<Call, 'state' | 'form'>, subscription: Thing): void {
  if (form['proration_behavior'] !== 'always_invoice' || form['payment_behavior'] !== 'error_if_incomplete')
    throw new StripeRefusal(400, 'The stand-in knows only changes that are charged at once');
  const item = itemOf(subscription);
  const { price, total, isNewPeriod } = changeOf(state, subscription, form['items']);
  const bills = createStripeBills(state);
  const due = Number(bills.invoiceOf(subscription, total, false)['amount_due']);
  if (due > 0 && state.refused.has(String(subscription['customer'])))
    throw new StripeRefusal(402, 'Your card was declined.', { type: 'card_error', code: 'card_declined' });
  const isChanged = (item['price'] as Thing).id !== price.id;
  item['price'] = price;
  if (isNewPeriod)
    Object.assign(item, {
      current_period_start: state.now(),
      current_period_end: after(state.now(), (price['recurring'] as { interval: 'month' | 'year' }).interval),
    });
  if (isChanged && total !== 0) state.emit('invoice.paid', bills.bill(subscription, true, total).invoice);
}

/** The operations of Stripe around prices. */
export const priceOperations: Readonly<Record<string, Operation>> = {
  'GET /v1/prices': {
    params: ['Prices', 'PriceListParams'],
    right: 'rak_plan_read',
    answers: 'price',
    run: ({ state, form }) =>
      state
        .of('price')
        .filter((price) =>
          ((form['lookup_keys'] as string[] | undefined) ?? []).includes(String(price['lookup_key'])),
        ),
  },
  'GET /v1/prices/{id}': {
    params: ['Prices', 'PriceRetrieveParams'],
    right: 'rak_plan_read',
    answers: 'price',
    run: ({ state, id }) => state.get('price', id),
  },
  'POST /v1/prices': {
    params: ['Prices', 'PriceCreateParams'],
    right: 'rak_plan_write',
    answers: 'price',
    run({ state, form }) {
      if (state.of('price').some((price) => price['lookup_key'] === form['lookup_key']))
        throw new StripeRefusal(400, 'A price already uses that lookup key.', { param: 'lookup_key' });
      const product = state.make('product', { name: (form['product_data'] as Form)['name'] });
      return state.make('price', {
        product: product.id,
        active: true,
        currency: form['currency'],
        type: 'recurring',
        unit_amount: Number(form['unit_amount']),
        recurring: recurringPart((form['recurring'] as Form)['interval']),
        lookup_key: form['lookup_key'],
        metadata: form['metadata'],
      });
    },
  },
  'POST /v1/invoices/create_preview': {
    params: ['Invoices', 'InvoiceCreatePreviewParams'],
    right: 'rak_invoice_read',
    answers: 'invoice',
    run({ state, form }) {
      const subscription = state.find('subscription', form['subscription']);
      if (!subscription)
        throw new StripeRefusal(404, 'No such subscription', {
          code: 'resource_missing',
          param: 'subscription',
        });
      const { total } = changeOf(state, subscription, (form['subscription_details'] as Form)['items']);
      const invoice = state.make('invoice', createStripeBills(state).invoiceOf(subscription, total, false));
      // A preview is nothing that is kept.
      state.of('invoice').shift();
      return { ...invoice, id: 'upcoming_in_1', hosted_invoice_url: null } as Thing;
    },
  },
  'GET /v1/customers/{id}': {
    params: ['Customers', 'CustomerRetrieveParams'],
    right: 'rak_customer_read',
    answers: 'customer',
    run: ({ state, id }) => state.get('customer', id),
  },
  'GET /v1/payment_methods/{id}': {
    params: ['PaymentMethods', 'PaymentMethodRetrieveParams'],
    right: 'rak_payment_method_read',
    answers: 'paymentMethod',
    run: ({ state, id }) => state.get('paymentMethod', id),
  },
};
