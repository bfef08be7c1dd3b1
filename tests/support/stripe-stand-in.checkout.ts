import { currencies } from '#shared/money/money.ts';
import {
  StripeRefusal,
  many,
  missing,
  one,
  plain,
  text,
  type Call,
  type Form,
  type Operation,
} from './stripe-stand-in.calls.ts';
import { costOf } from './stripe/stripe-stand-in.people.ts';
import type { Thing } from './stripe/stripe-stand-in.state.ts';

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

/** The operations of Stripe around checkout pages. */
export const checkoutOperations: Readonly<Record<string, Operation>> = {
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
};
