import {
  after,
  cardPart,
  createStripeBills,
  itemOf,
  priceOf,
  recurringPart,
} from './stripe-stand-in.bills.ts';
import { nextPhase } from './stripe-stand-in.schedules.ts';
import type { StripeState, Thing } from './stripe-stand-in.state.ts';

type Line = {
  unit: number;
  quantity: number;
  percentage: number;
  inclusive: boolean;
};

/** Half to even, unlike ours: code that relies on how a half is rounded fails here. */
function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (Math.abs(rest - 0.5) < 1e-9) return floor % 2 === 0 ? floor : floor + 1;
  return Math.round(value);
}

/** What a line costs, by Stripe's way of counting tax. */
export function costOf({ unit, quantity, percentage, inclusive }: Line): {
  subtotal: number;
  tax: number;
  total: number;
} {
  const subtotal = unit * quantity;
  if (inclusive)
    return {
      subtotal,
      tax: subtotal - roundHalfToEven((subtotal * 100_000) / (100_000 + percentage * 1_000)),
      total: subtotal,
    };
  const tax = roundHalfToEven((subtotal * Math.round(percentage * 1_000)) / 100_000);
  return { subtotal, tax, total: subtotal + tax };
}

export type Recurring = {
  interval: 'month' | 'year';
  trialDays: number;
  total: number;
  /** The tax in `total`. */
  tax: number;
  metadata: unknown;
};

/** What Stripe keeps for a dispute, whoever wins. */
export const disputeFee = 2_000;

/** What visitors, banks and Stripe's own timers do. Each emits the events that Stripe would send. */
export function createStripePeople(
  state: StripeState,
  recurringOf: (sessionId: string) => Recurring | null,
  intentMetadataOf: (sessionId: string) => unknown,
) {
  const { charge, intent, bill } = createStripeBills(state);

  const booking = (amount: number, fee: number, currency: unknown): Thing =>
    state.make('booking', {
      amount,
      fee,
      net: amount - fee,
      currency,
      type: 'adjustment',
      reporting_category: 'dispute',
      status: 'available',
      balance_type: 'payments',
      fee_details: [],
    });

  function complete(session: Thing, fields: Record<string, unknown>, email: string): void {
    Object.assign(session, {
      status: 'complete',
      url: null,
      ...fields,
      customer_details: {
        address: null,
        business_name: null,
        email,
        individual_name: null,
        name: null,
        phone: null,
        tax_exempt: 'none',
        tax_ids: [],
      },
    });
  }

  return {
    /** A visitor pays on Stripe's page. `later` is a bank's debit, which takes days to arrive. */
    pay(sessionId: string, { later = false, email }: { later?: boolean; email?: string } = {}): void {
      const session = state.get('session', sessionId);
      if (session['status'] !== 'open') throw new Error('This checkout is closed');
      const address = email ?? String(session['customer_email']);
      const recurring = recurringOf(sessionId);
      const declined = state.find('intent', session['payment_intent']);
      if (declined) {
        declined['latest_charge'] = charge({
          amount: Number(declined['amount']),
          currency: declined['currency'],
          customer: null,
          intent: declined.id,
          email: address,
          isPaid: true,
          metadata: declined['metadata'],
        }).id;
        Object.assign(declined, { status: 'succeeded', amount_received: declined['amount'] });
        complete(session, { payment_status: 'paid' }, address);
      } else if (!recurring) {
        const made = intent({
          amount: Number(session['amount_total']),
          currency: session['currency'],
          customer: null,
          email: address,
          metadata: intentMetadataOf(sessionId),
          isPaid: !later,
        });
        if (later) {
          made['status'] = 'processing';
          state.get('charge', made['latest_charge'])['status'] = 'pending';
        }
        complete(session, { payment_intent: made.id, payment_status: later ? 'unpaid' : 'paid' }, address);
      } else {
        const customer = state.make('customer', { email: address });
        const start = state.now();
        const end =
          recurring.trialDays > 0 ? start + recurring.trialDays * 86_400 : after(start, recurring.interval);
        const subscription = state.make('subscription', {
          customer: customer.id,
          currency: session['currency'],
          metadata: recurring.metadata,
          status: recurring.trialDays > 0 ? 'trialing' : 'active',
          start_date: start,
          billing_cycle_anchor: end,
          trial_start: recurring.trialDays > 0 ? start : null,
          trial_end: recurring.trialDays > 0 ? end : null,
          collection_method: 'charge_automatically',
        });
        state.taxIn.set(subscription.id, { tax: recurring.tax, total: recurring.total });
        const price = state.make('price', {
          product: state.make('product', { name: 'Access' }).id,
          currency: session['currency'],
          type: 'recurring',
          unit_amount: recurring.total,
          recurring: recurringPart(recurring.interval),
        });
        const card = state.make('paymentMethod', {
          type: 'card',
          customer: customer.id,
          card: cardPart('4242'),
        });
        subscription['default_payment_method'] = card.id;
        const item = state.make('item', {
          subscription: subscription.id,
          current_period_start: start,
          current_period_end: end,
          price,
          quantity: 1,
        });
        subscription['items'] = {
          object: 'list',
          data: [item],
          has_more: false,
          url: `/v1/subscription_items?subscription=${subscription.id}`,
        };
        const { invoice } = bill(subscription, true, recurring.trialDays > 0 ? 0 : recurring.total);
        complete(
          session,
          {
            subscription: subscription.id,
            customer: customer.id,
            invoice: invoice.id,
            payment_status: recurring.trialDays > 0 ? 'no_payment_required' : 'paid',
          },
          address,
        );
        state.emit('invoice.paid', invoice);
      }
      state.emit('checkout.session.completed', session);
    },

    /** The bank's debit arrives, or bounces. */
    completePayment(sessionId: string, isPaid: boolean): void {
      const session = state.get('session', sessionId);
      const made = state.get('intent', session['payment_intent']);
      const paid = state.get('charge', made['latest_charge']);
      Object.assign(made, {
        status: isPaid ? 'succeeded' : 'requires_payment_method',
        amount_received: isPaid ? made['amount'] : 0,
      });
      Object.assign(paid, {
        status: isPaid ? 'succeeded' : 'failed',
        paid: isPaid,
        captured: isPaid,
        amount_captured: isPaid ? paid['amount'] : 0,
      });
      if (isPaid) session['payment_status'] = 'paid';
      state.emit(
        isPaid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
        session,
      );
    },

    /** Nobody paid in time. */
    expire(sessionId: string): void {
      const session = state.get('session', sessionId);
      Object.assign(session, { status: 'expired', url: null });
      state.emit('checkout.session.expired', session);
    },

    /**
     * A period ends and the next one is collected, or the card is declined. `rests`: as in the hour before
     * that, in which the invoice waits.
     */
    renew(
      subscriptionId: string,
      { rests = false, isPaid = !rests }: { isPaid?: boolean; rests?: boolean } = {},
    ): void {
      const subscription = state.get('subscription', subscriptionId);
      const item = itemOf(subscription);
      nextPhase(state, subscription);
      const { amount, interval } = priceOf(subscription);
      if (subscription['cancel_at_period_end'] === true) {
        Object.assign(subscription, { status: 'canceled', ended_at: item['current_period_end'] });
        state.emit('customer.subscription.deleted', subscription);
        return;
      }
      Object.assign(item, {
        current_period_start: item['current_period_end'],
        current_period_end: after(Number(item['current_period_end']), interval),
      });
      if (subscription['pause_collection']) {
        // Made and void at once, with nothing to pay.
        bill(subscription, true, 0).invoice['status'] = 'void';
        subscription['status'] = 'active';
        state.emit('customer.subscription.updated', subscription);
        return;
      }
      const { invoice } = bill(subscription, isPaid, amount);
      subscription['status'] = isPaid || rests ? 'active' : 'past_due';
      if (rests) return void Object.assign(invoice, { status: 'draft' });
      state.emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
      state.emit('customer.subscription.updated', subscription);
    },

    /** The customer puts another card in place on Stripe's page for customers. */
    changeCard(subscriptionId: string, lastFour: string): void {
      const subscription = state.get('subscription', subscriptionId);
      subscription['default_payment_method'] = state.make('paymentMethod', {
        type: 'card',
        customer: subscription['customer'],
        card: cardPart(lastFour),
      }).id;
      state.emit('customer.subscription.updated', subscription);
    },

    /** From now on the card of a subscription is declined when something new is charged. */
    refuseCard(subscriptionId: string): void {
      state.refused.add(String(state.get('subscription', subscriptionId)['customer']));
    },

    /** The card is tried again for an invoice that stayed open, and works. */
    retry(subscriptionId: string): void {
      const subscription = state.get('subscription', subscriptionId);
      const invoice = state.get('invoice', subscription['latest_invoice']);
      const payment = state.of('invoicePayment').find((one) => one['invoice'] === invoice.id);
      if (!payment || invoice['status'] !== 'open') throw new Error('Nothing is open');
      const made = state.get('intent', (payment['payment'] as { payment_intent: string }).payment_intent);
      const amount = Number(invoice['amount_due']);
      made['latest_charge'] = charge({
        amount,
        currency: made['currency'],
        customer: String(made['customer']),
        intent: made.id,
        email: null,
        isPaid: true,
        metadata: {},
      }).id;
      Object.assign(made, { status: 'succeeded', amount_received: amount });
      Object.assign(payment, { status: 'paid', amount_paid: amount });
      Object.assign(invoice, { status: 'paid', amount_paid: amount, amount_remaining: 0 });
      subscription['status'] = 'active';
      state.emit('invoice.paid', invoice);
      state.emit('customer.subscription.updated', subscription);
    },

    /** The visitor's card is declined; the page stays open for another one. */
    decline(sessionId: string): void {
      const session = state.get('session', sessionId);
      if (recurringOf(sessionId)) return;
      session['payment_intent'] = intent({
        amount: Number(session['amount_total']),
        currency: session['currency'],
        customer: null,
        email: session['customer_email'],
        metadata: intentMetadataOf(sessionId),
        isPaid: false,
      }).id;
    },

    /** The cardholder's bank takes the money back, for now. An inquiry only asks. */
    dispute(
      intentId: string,
      status: 'needs_response' | 'warning_needs_response' = 'needs_response',
    ): string {
      const paid = state.get('charge', state.get('intent', intentId)['latest_charge']);
      paid['disputed'] = true;
      const amount = Number(paid['amount_captured']) - Number(paid['amount_refunded']);
      // An inquiry takes no money.
      const taken = status === 'needs_response' ? [booking(-amount, disputeFee, paid['currency'])] : [];
      const made = state.make('dispute', {
        amount,
        currency: paid['currency'],
        charge: paid.id,
        payment_intent: intentId,
        reason: 'fraudulent',
        status,
        balance_transactions: taken,
      });
      state.emit('charge.dispute.created', made);
      return made.id;
    },

    decide(disputeId: string, status: 'won' | 'lost' | 'warning_closed'): void {
      const made = state.get('dispute', disputeId);
      made['status'] = status;
      if (status === 'won')
        (made['balance_transactions'] as Thing[]).push(booking(Number(made['amount']), 0, made['currency']));
      state.emit('charge.dispute.closed', made);
    },
  };
}
