import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { formatMoney } from '#shared/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { paymentsErrors } from '../payments.contract.ts';
import { readable, within } from './payments-asking.usecases.ts';
import type { PaymentConnections } from './payments-connections.usecases.ts';
import { spreadRefund, type PurchaseRow } from './payments-facts.models.ts';
import { paymentsRefundsRepository } from './payments-refunds.repository.ts';
import type { Syncing } from './payments-syncing.usecases.ts';
import { paymentsRepository } from './payments.repository.ts';

const isSubscribed = ({ kind, subscriptionStatus }: PurchaseRow): boolean => kind === 'subscription' && subscriptionStatus !== null && ['trialing', 'active', 'past_due'].includes(subscriptionStatus);
/** A refund whose vendor did not answer is asked for again after this. */
const againMs = 120_000;

/** What an account's people do about a purchase. Access follows from what the vendor says afterwards. */
export function createRefunds(services: { database: Database; clock: Clock; log: Logger; connections: PaymentConnections; syncing: Syncing }) {
  const { database, clock, connections, syncing } = services;

  async function reach(row: PurchaseRow) {
    const reached = await connections.ofPurchase(row);
    if (!reached) throw new AppError(paymentsErrors.notReady);
    return reached;
  }

  /** Asks the vendor for the parts of a refund that was written down. Doing it again is the same refund. */
  async function carryOut(row: PurchaseRow, key: string): Promise<void> {
    const { vendor, connection } = await reach(row);
    const refund = await database.account(row.accountId, (tx) => paymentsRefundsRepository(tx).find(row.id, key));
    if (refund?.state !== 'asked') return;
    try {
      for (const part of refund.parts) await within(vendor.refund(connection, part.reference, part.amount, `${row.id}:${key}:${part.reference}`));
    } catch (error) {
      if (error instanceof PaymentError && !error.isRetryable) await database.account(row.accountId, (tx) => paymentsRefundsRepository(tx).finish(row.id, key, 'refused'));
      throw error;
    }
    const synced = await syncing.sync(row.accountId, row.id);
    await database.account(row.accountId, (tx) => paymentsRefundsRepository(tx).finish(row.id, key, 'done'));
    // Whoever has everything back is not charged again.
    if (synced && isSubscribed(synced) && synced.subscriptionRef && synced.refundedAmount >= synced.paidAmount) {
      await within(vendor.changeSubscription(connection, synced.subscriptionRef, 'cancel_now', `${row.id}:${key}:cancel`));
      await syncing.sync(row.accountId, row.id);
    }
  }

  return {
    /**
     * Gives back part or all of what is left, newest payments first. `key` makes two clicks one refund; what is being given back is not given
     * back by somebody else meanwhile. Amount in the smallest unit.
     */
    async refund(scope: AccountScope, row: PurchaseRow, input: { amount?: number | undefined; key: string }): Promise<void> {
      await scope.run(async (tx) => {
        const repository = paymentsRefundsRepository(tx);
        const held = await paymentsRepository(tx).locked(row.id);
        if (!held) throw new AppError(paymentsErrors.purchaseNotFound);
        if (await repository.find(row.id, input.key)) return;
        const waiting = (await repository.asked(row.id)).flatMap(({ parts }) => parts);
        const lines = (await paymentsRepository(tx).paymentsOf(row.id)).map((line) => ({ ...line, refunded: line.refunded + waiting.filter(({ reference }) => reference === line.reference).reduce((sum, { amount }) => sum + amount, 0) }));
        const left = lines.reduce((sum, line) => sum + Math.max(0, line.amount - line.refunded), 0);
        const amount = input.amount ?? left;
        const parts = held.dispute === 'lost' ? null : spreadRefund(lines, amount);
        if (!parts) throw new AppError(paymentsErrors.notRefundable);
        await repository.insert({ accountId: scope.accountId, purchaseId: row.id, key: input.key, amount, parts, state: 'asked', askedBy: scope.userId, createdAt: clock.now() });
        await writeAudit(tx, scope, 'payments.refunded', { id: row.id, name: row.email, details: { amount: formatMoney(amount, row.currency, 'en') } });
      });
      await carryOut(row, input.key).catch((error: unknown) => {
        if (error instanceof PaymentError && !error.isRetryable) throw new AppError(paymentsErrors.notRefundable, { cause: error });
        throw readable(error);
      });
    },

    /** Ends a subscription with what is paid, or takes that back. */
    async cancel(row: PurchaseRow, isEnding: boolean): Promise<void> {
      if (!isSubscribed(row) || !row.subscriptionRef) throw new AppError(paymentsErrors.noSubscription);
      const { vendor, connection } = await reach(row);
      try {
        await within(vendor.changeSubscription(connection, row.subscriptionRef, isEnding ? 'end' : 'resume', newId('req')));
        await syncing.sync(row.accountId, row.id);
      } catch (error) {
        throw readable(error);
      }
    },

    /** Goes on with refunds whose vendor did not answer. */
    async finishLeftOver(): Promise<void> {
      const waiting = await database.system((tx) => paymentsRefundsRepository(tx).leftOver(new Date(clock.now().getTime() - againMs), 100));
      for (const { accountId, id, key } of waiting) {
        const row = await database.account(accountId, (tx) => paymentsRepository(tx).byId(id));
        if (row) await carryOut(row, key).catch((error: unknown) => services.log.warn({ err: error, purchaseId: id }, 'a refund could not be carried out yet'));
      }
    },
  };
}
