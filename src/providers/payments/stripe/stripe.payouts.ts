import { PaymentError, type Payouts } from '../payments.port.ts';
import { calling, type StripeClient } from './stripe.client.ts';

/**
 * What of the money is still at Stripe, and the newest payout. A key that may see only one of the two gets
 * that one.
 * @throws PaymentError
 */
export async function stripePayouts(client: StripeClient): Promise<Payouts> {
  const [balance, payouts] = await Promise.all([
    permitted(() => calling('balance', () => client.balance.retrieve())),
    permitted(() => calling('payouts', () => client.payouts.list({ limit: 1 }))),
  ]);
  const [newest] = payouts?.data ?? [];
  return {
    balance: balance && { available: sums(balance.available), pending: sums(balance.pending) },
    latest:
      payouts &&
      (newest
        ? {
            amount: newest.amount,
            currency: newest.currency.toUpperCase(),
            arrivesAt: new Date(newest.arrival_date * 1_000),
            state: states[newest.status] ?? 'coming',
          }
        : 'none'),
  };
}

const states: Record<string, 'coming' | 'paid' | 'failed' | 'canceled'> = {
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
};

/** Null where the key may not look. */
async function permitted<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentError && error.code === 'payments.scope_missing') return null;
    throw error;
  }
}

function sums(
  entries: readonly { amount: number; currency: string }[],
): { amount: number; currency: string }[] {
  return entries.map(({ amount, currency }) => ({ amount, currency: currency.toUpperCase() }));
}
