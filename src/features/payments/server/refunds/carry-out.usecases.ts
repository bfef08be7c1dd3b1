import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { retrySync } from '#providers/payments/payments.timing.ts';
import { paymentsErrors } from '../../payments.contract.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import { paymentsRepository } from '../payments.repository.ts';
import { unusedParts } from '../subscriptions/pauses.models.ts';
import type { Syncing } from '../syncing/apply.usecases.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { within } from '../syncing/vendor-calls.usecases.ts';
import { paymentsRefundsRepository, type RefundRow } from './refunds.repository.ts';

/** Longest pause between two tries of an order that is refused. */
const longestPauseMs = 3_600_000;

const isRunning = ({ kind, subscriptionStatus }: PurchaseRow): boolean =>
  kind === 'subscription' &&
  subscriptionStatus !== null &&
  ['trialing', 'active', 'past_due'].includes(subscriptionStatus);

/** Refused for lack of a key or a right, which its owner can mend. */
const isMendable = ({ code }: PaymentError): boolean =>
  code === 'payments.unauthorized' || code === 'payments.scope_missing';

const failureOf = (error: PaymentError): RefundRow['failure'] => {
  if (error.isRetryable) return '';
  if (error.code === 'payments.unauthorized') return 'unauthorized';
  return error.code === 'payments.scope_missing' ? 'scope_missing' : 'refused';
};

/**
 * Carries out what a member or a rule wrote down: ends a subscription, and gives parts of payments back. Both
 * are noted as they are done, so that doing it again does only what is left. What a rule asks for and a
 * vendor refuses for lack of a key or a right stays asked for, and so does every ending: nobody is charged on
 * because a key was wrong for an hour.
 */
export function createCarryOut(services: {
  database: Database;
  clock: Clock;
  connections: PaymentConnections;
  syncing: Syncing;
}) {
  const { database, clock, connections, syncing } = services;

  /** As far as the vendor can be asked. */
  async function syncQuietly(row: PurchaseRow): Promise<PurchaseRow | null> {
    return syncing.sync(row.accountId, row.id).catch((error: unknown) => {
      if (error instanceof PaymentError) return null;
      throw error;
    });
  }

  /** Does what is left of an order. @throws PaymentError with what was refused, or not answered. */
  return async function carryOut(row: PurchaseRow, key: string): Promise<void> {
    const change = (values: Parameters<ReturnType<typeof paymentsRefundsRepository>['change']>[2]) =>
      database.account(row.accountId, (tx) => paymentsRefundsRepository(tx).change(row.id, key, values));
    const order = await database.account(row.accountId, (tx) =>
      paymentsRefundsRepository(tx).find(row.id, key),
    );
    if (order?.state !== 'asked') return;
    const { unusedFrom, tries } = order;
    const isByRule = order.askedBy === '';
    const tryLater = (failure: RefundRow['failure']): Promise<void> => {
      const now = clock.now();
      const next = Math.min(retrySync(tries + 1, now).getTime(), now.getTime() + longestPauseMs);
      return change({ failure, tries: tries + 1, dueAt: new Date(next) });
    };
    const reached = await connections.ofPurchase(row);
    if (!reached) {
      await tryLater('unauthorized');
      throw new AppError(paymentsErrors.notReady);
    }
    const { vendor, connection } = reached;
    const failures: PaymentError[] = [];
    /** What went wrong; null when it was done. */
    const attempt = async (work: Promise<void>): Promise<PaymentError | null> =>
      within(work).then(
        () => null,
        (error: unknown) => {
          if (!(error instanceof PaymentError)) throw error;
          failures.push(error);
          return error;
        },
      );

    // First of all nothing more is charged, whatever becomes of the rest.
    let isEnded = !order.ends || order.endedAt !== null;
    if (!isEnded) {
      const failure =
        row.subscriptionRef === null
          ? null
          : await attempt(
              vendor.changeSubscription(
                connection,
                row.subscriptionRef,
                'cancel_now',
                `${row.id}:${key}:cancel`,
              ),
            );
      const found = failure && !failure.isRetryable ? await syncQuietly(row) : null;
      isEnded = failure === null || failure.code === 'payments.gone' || (found !== null && !isRunning(found));
      if (isEnded) {
        failures.length = 0;
        await change({ endedAt: clock.now() });
      }
    }

    let { parts } = order;
    let isCounted = unusedFrom === null;
    if (unusedFrom !== null && isEnded && parts.every(({ state }) => state === undefined)) {
      // What was charged until it ended is known only now.
      const fresh = await syncQuietly(row);
      if (fresh) {
        const payments = await database.account(row.accountId, (tx) =>
          paymentsRepository(tx).paymentsOf(row.id),
        );
        parts = unusedParts(fresh, payments, unusedFrom).map(({ reference, amount }) => ({
          reference,
          amount,
        }));
        await change({ parts, amount: parts.reduce((sum, { amount }) => sum + amount, 0) });
        isCounted = true;
      } else failures.push(new PaymentError('payments.unreachable', 'Not asked what was charged last'));
    } else if (isEnded) isCounted = true;

    for (const part of isCounted ? parts.filter(({ state }) => state === undefined) : []) {
      const { reference, amount } = part;
      const call = unusedFrom === null ? reference : `${reference}:${amount}`;
      const failure = await attempt(vendor.refund(connection, reference, amount, `${row.id}:${key}:${call}`));
      const isFinal = failure !== null && !failure.isRetryable && !(isByRule && isMendable(failure));
      if (failure !== null && !isFinal) continue;
      if (isFinal && isByRule) failures.splice(failures.indexOf(failure), 1);
      const state = isFinal ? ('refused' as const) : ('done' as const);
      parts = parts.map((one) => (one === part ? { ...one, state } : one));
      await change({ parts });
    }

    const refusal = isByRule ? undefined : failures.find(({ isRetryable }) => !isRetryable);
    if (refusal) {
      await syncQuietly(row);
      await change({ state: 'refused' });
      throw refusal;
    }
    const [failure] = failures;
    if (failure) {
      await syncQuietly(row);
      await tryLater(failureOf(failure));
      throw failure;
    }
    try {
      await syncing.sync(row.accountId, row.id);
    } catch (error) {
      await tryLater('');
      throw error;
    }
    const isRefused = parts.length > 0 && !order.ends && parts.every(({ state }) => state === 'refused');
    await change({ state: isRefused ? 'refused' : 'done', failure: '' });
  };
}
