import { blank, described } from './stripe-description.ts';
import { likeStripes, type StripeState, type Thing } from './stripe-stand-in.state.ts';

type Interval = 'month' | 'year';

export const itemOf = (subscription: Thing): Thing =>
  (subscription['items'] as { data: Thing[] }).data[0] as Thing;

/** What a subscription costs each interval. */
export function priceOf(subscription: Thing): { amount: number; interval: Interval } {
  const price = itemOf(subscription)['price'] as { unit_amount: number; recurring: { interval: Interval } };
  return { amount: price.unit_amount, interval: price.recurring.interval };
}

export const recurringPart = (interval: unknown): object => ({
  ...(blank(described('Prices', 'Price.Recurring')) as object),
  interval,
  interval_count: 1,
});

/** What Stripe keeps of a payment with a European card. */
export const stripeFee = (amount: number): number => Math.round(amount * 0.015) + 25;

export const cardPart = (lastFour: string): object => ({
  ...(blank(described('PaymentMethods', 'PaymentMethod.Card')) as object),
  brand: 'visa',
  last4: lastFour,
  exp_month: 11,
  exp_year: 2031,
  fingerprint: `fp_${lastFour}`,
});

export function after(seconds: number, interval: Interval): number {
  const date = new Date(seconds * 1_000);
  if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.getTime() / 1_000;
}

/** What is due of a sum when the customer has a credit (a negative balance), and the balance after it. */
export function dueAfterBalance(total: number, balance: number): { due: number; balance: number } {
  return total < 0
    ? { due: 0, balance: balance + total }
    : { due: Math.max(0, total + balance), balance: Math.min(0, total + balance) };
}

/** Invoices and what pays them. */
export function createStripeBills(state: StripeState) {
  const methodOf = (customer: string | null): Thing | undefined =>
    state.find(
      'paymentMethod',
      state.of('subscription').find((one) => one['customer'] === customer)?.['default_payment_method'],
    );

  const charge = (fields: {
    amount: number;
    currency: unknown;
    customer: string | null;
    intent: string;
    email: unknown;
    isPaid: boolean;
    metadata: unknown;
  }): Thing => {
    const method = methodOf(fields.customer);
    const card = method?.['card'] as
      | { brand: string; last4: string; exp_month: number; exp_year: number; fingerprint: string }
      | undefined;
    const details = card && {
      type: 'card',
      card: {
        ...(blank(described('Charges', 'Charge.PaymentMethodDetails.Card')) as object),
        brand: card.brand,
        last4: card.last4,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: card.fingerprint,
      },
    };
    // Stripe keeps a part of what is paid, and says so in its books.
    const fee = stripeFee(fields.amount);
    const booked = fields.isPaid
      ? state.make('booking', {
          amount: fields.amount,
          fee,
          net: fields.amount - fee,
          currency: fields.currency,
          type: 'charge',
          reporting_category: 'charge',
          status: 'pending',
          balance_type: 'payments',
          fee_details: [],
        })
      : null;
    return state.make('charge', {
      balance_transaction: booked?.id ?? null,
      amount: fields.amount,
      amount_captured: fields.isPaid ? fields.amount : 0,
      currency: fields.currency,
      customer: fields.customer,
      payment_intent: fields.intent,
      payment_method: method?.id ?? null,
      payment_method_details: details ?? null,
      paid: fields.isPaid,
      captured: fields.isPaid,
      status: fields.isPaid ? 'succeeded' : 'failed',
      metadata: fields.metadata,
      billing_details: { address: null, email: fields.email, name: null, phone: null, tax_id: null },
      receipt_url: fields.isPaid ? 'https://pay.stripe.com/receipts/payment/CAcaFwoV' : null,
    });
  };

  const intent = (fields: {
    amount: number;
    currency: unknown;
    customer: string | null;
    email: unknown;
    metadata: unknown;
    isPaid: boolean;
  }): Thing => {
    const made = state.make('intent', {
      amount: fields.amount,
      amount_received: fields.isPaid ? fields.amount : 0,
      currency: fields.currency,
      customer: fields.customer,
      metadata: fields.metadata ?? {},
      status: fields.isPaid ? 'succeeded' : 'requires_payment_method',
      payment_method_types: ['card'],
    });
    made['latest_charge'] = charge({ ...fields, intent: made.id, metadata: made['metadata'] }).id;
    return made;
  };

  function taxesOf(subscription: Thing, total: number): unknown[] {
    const share = state.taxIn.get(subscription.id);
    if (!share || share.tax === 0) return [];
    const amount = Math.round((total * share.tax) / share.total);
    return [
      {
        ...(blank(described('Invoices', 'Invoice.TotalTax')) as object),
        amount,
        taxability_reason: 'standard_rated',
        taxable_amount: total - amount,
        tax_behavior: 'inclusive',
        type: 'tax_rate_details',
      },
    ];
  }

  /** An invoice as Stripe would make it for a sum, credits taken off. Not kept. */
  function invoiceOf(subscription: Thing, total: number, isPaid: boolean): Record<string, unknown> {
    const customer = state.get('customer', subscription['customer']);
    const { due } = dueAfterBalance(total, Number(customer['balance'] ?? 0));
    return {
      customer: customer.id,
      currency: subscription['currency'],
      amount_due: due,
      amount_paid: isPaid ? due : 0,
      amount_remaining: isPaid ? 0 : due,
      subtotal: total,
      total,
      total_taxes: taxesOf(subscription, total),
      status: isPaid ? 'paid' : 'open',
      collection_method: 'charge_automatically',
      hosted_invoice_url: `https://invoice.stripe.com/i/${likeStripes('acct_', 16)}`,
      lines: {
        object: 'list',
        data: [lineOf(subscription, total)],
        has_more: false,
        url: '/v1/invoices/lines',
      },
      parent: {
        quote_details: null,
        type: 'subscription_details',
        subscription_details: { metadata: subscription['metadata'], subscription: subscription.id },
      },
    };
  }

  /** An invoice of a subscription, with the payment that settles it when it costs anything. */
  function bill(
    subscription: Thing,
    isPaid: boolean,
    total: number,
  ): { invoice: Thing; intent: Thing | null } {
    const customer = state.get('customer', subscription['customer']);
    const invoice = state.make('invoice', invoiceOf(subscription, total, isPaid));
    customer['balance'] = dueAfterBalance(total, Number(customer['balance'] ?? 0)).balance;
    subscription['latest_invoice'] = invoice.id;
    const amount = Number(invoice['amount_due']);
    if (amount === 0) return { invoice, intent: null };
    const paid = intent({
      amount,
      currency: subscription['currency'],
      customer: customer.id,
      email: customer['email'],
      metadata: {},
      isPaid,
    });
    state.make('invoicePayment', {
      invoice: invoice.id,
      amount_requested: amount,
      amount_paid: isPaid ? amount : null,
      currency: subscription['currency'],
      is_default: true,
      status: isPaid ? 'paid' : 'open',
      payment: { type: 'payment_intent', payment_intent: paid.id },
    });
    return { invoice, intent: paid };
  }

  const lineOf = (subscription: Thing, amount: number): unknown => {
    const { current_period_start: start, current_period_end: end } = itemOf(subscription);
    return {
      ...(blank(described('InvoiceLineItems', 'InvoiceLineItem')) as object),
      id: likeStripes('il_1'),
      amount,
      currency: subscription['currency'],
      quantity: 1,
      period: { start, end },
    };
  };

  return { charge, intent, bill, invoiceOf };
}
