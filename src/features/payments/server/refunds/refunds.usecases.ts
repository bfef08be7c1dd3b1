import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { formatMoney, stepOf } from '#shared/money/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { paymentsErrors } from '../../payments.contract.ts';
import { createCarryOut } from './carry-out.usecases.ts';
import { orderAgainMs } from './by-rule.usecases.ts';
import { readable, within } from '../syncing/vendor-calls.usecases.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import { allocateRefund, type PurchaseRow } from '../syncing/purchase-state.models.ts';
import { paymentsRefundsRepository } from './refunds.repository.ts';
import type { Syncing } from '../syncing/apply.usecases.ts';
import { paymentsRepository } from '../payments.repository.ts';

const isSubscribed = ({ kind, subscriptionStatus }: PurchaseRow): boolean =>
  kind === 'subscription' &&
  subscriptionStatus !== null &&
  ['trialing', 'active', 'past_due'].includes(subscriptionStatus);
/** What somebody wants to give back: a sum, or parts of payments; without either all that is left. */
export type RefundRequest = {
  amount?: number | undefined;
  parts?: { reference: string; amount: number }[] | undefined;
  ends?: boolean;
  key: string;
};

type OrderByRule = {
  key: string;
  parts: { reference: string; amount: number }[];
  ends: boolean;
  /** What is paid from then on goes back, as it is once the subscription has ended. */
  unusedFrom?: Date;
  /** Whoever asks waits for it: it is tried also where it was refused a moment ago. */
  insists?: boolean;
  tell(tx: Transaction): Promise<void>;
};

/** What was chosen, when each payment has so much left and is named once; else null. */
function chosenParts(
  lines: readonly { reference: string; amount: number; refunded: number }[],
  chosen: readonly { reference: string; amount: number }[],
): { reference: string; amount: number }[] | null {
  const left = new Map(lines.map(({ reference, amount, refunded }) => [reference, amount - refunded]));
  const isOnce = new Set(chosen.map(({ reference }) => reference)).size === chosen.length;
  return isOnce && chosen.every(({ reference, amount }) => amount <= (left.get(reference) ?? 0))
    ? [...chosen]
    : null;
}

/** Whether the vendor can give each part back: in the currency's steps, or all that is left of a payment. */
function areInSteps(
  lines: readonly { reference: string; amount: number; refunded: number }[],
  parts: readonly { reference: string; amount: number }[],
  step: number,
): boolean {
  const left = new Map(lines.map(({ reference, amount, refunded }) => [reference, amount - refunded]));
  return parts.every(({ reference, amount }) => amount % step === 0 || amount === left.get(reference));
}

/** What an account's people do about a purchase. Access follows from what the vendor says afterwards. */
export function createRefunds(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  connections: PaymentConnections;
  syncing: Syncing;
}) {
  const { database, clock, connections, syncing } = services;

  async function reach(row: PurchaseRow) {
    const reached = await connections.ofPurchase(row);
    if (!reached) throw new AppError(paymentsErrors.notReady);
    return reached;
  }

  const carryOut = createCarryOut(services);

  return {
    /**
     * Gives back part or all of what is left, newest payments first. `key` makes two clicks one refund; what
     * is being given back is not given back by somebody else meanwhile. Amounts in the smallest unit. `ends`
     * ends a subscription at once, before any money goes back.
     */
    async refund(scope: AccountScope, row: PurchaseRow, input: RefundRequest): Promise<void> {
      await scope.run(async (tx) => {
        const repository = paymentsRefundsRepository(tx);
        const held = await paymentsRepository(tx).locked(row.id);
        if (!held) throw new AppError(paymentsErrors.purchaseNotFound);
        if (await repository.find(row.id, input.key)) return;
        const asked = (await repository.asked(row.id)).flatMap(({ parts }) => parts);
        const waiting = asked.filter(({ state }) => state === undefined);
        const lines = (await paymentsRepository(tx).paymentsOf(row.id)).map((line) => ({
          ...line,
          refunded:
            line.refunded +
            waiting
              .filter(({ reference }) => reference === line.reference)
              .reduce((sum, { amount }) => sum + amount, 0),
        }));
        // A bank has the money of what is disputed, or took it for good.
        const free = lines.filter(({ dispute }) => dispute === 'none' || dispute === 'won');
        const left = free.reduce((sum, line) => sum + Math.max(0, line.amount - line.refunded), 0);
        const parts = input.parts
          ? chosenParts(free, input.parts)
          : allocateRefund(free, input.amount ?? left);
        if (!parts || !areInSteps(free, parts, stepOf(row.currency)))
          throw new AppError(paymentsErrors.notRefundable);
        const amount = parts.reduce((sum, part) => sum + part.amount, 0);
        // Whoever has the last payment back is not charged again.
        const newest = lines.at(-1);
        const isLastBack =
          newest !== undefined &&
          parts.some(
            ({ reference, amount: part }) =>
              reference === newest.reference && newest.refunded + part >= newest.amount,
          );
        const ends = isSubscribed(held) && (isLastBack || input.ends === true);
        await repository.insert({
          accountId: scope.accountId,
          purchaseId: row.id,
          key: input.key,
          amount,
          parts,
          ends,
          state: 'asked',
          askedBy: scope.userId,
          createdAt: clock.now(),
          dueAt: new Date(clock.now().getTime() + orderAgainMs),
        });
        await writeAudit(tx, scope, 'payments.refunded', {
          id: row.id,
          name: row.email,
          details: { amount: formatMoney(amount, row.currency, 'en') },
        });
      });
      await carryOut(row, input.key).catch((error: unknown) => {
        if (error instanceof PaymentError && !error.isRetryable)
          throw new AppError(paymentsErrors.notRefundable, { cause: error });
        throw readable(error);
      });
    },

    /**
     * Gives back parts of payments, or ends a subscription at once, because a rule asks for it and no person:
     * once for each key.
     * `tell` writes to people, in the transaction that notes it, so that they hear of it once however often
     * it is tried.
     * False when that was done, or refused by the vendor, before. @throws PaymentError when the vendor can't
     * be asked; it is then tried again by itself.
     */
    async byRule(row: PurchaseRow, input: OrderByRule): Promise<boolean> {
      const { key, parts, ends, unusedFrom = null, insists = false, tell } = input;
      const amount = parts.reduce((sum, part) => sum + part.amount, 0);
      if (amount === 0 && !ends) return false;
      const isWaiting = await database.account(row.accountId, async (tx) => {
        const repository = paymentsRefundsRepository(tx);
        if (!(await paymentsRepository(tx).locked(row.id))) return false;
        const known = await repository.find(row.id, key);
        // Asked for before, by a process that died or of a vendor that was silent or refused it.
        if (known)
          return known.state === 'asked' && (insists || known.failure === '' || known.dueAt <= clock.now());
        await repository.insert({
          accountId: row.accountId,
          purchaseId: row.id,
          key,
          amount,
          parts,
          ends,
          state: 'asked',
          askedBy: '',
          unusedFrom,
          createdAt: clock.now(),
          dueAt: new Date(clock.now().getTime() + orderAgainMs),
        });
        await tell(tx);
        return true;
      });
      if (isWaiting) await carryOut(row, key);
      return isWaiting;
    },

    /** Goes on with what a rule wrote down. @throws PaymentError when the vendor can't be asked now. */
    async goOn({
      accountId,
      purchaseId,
      key,
    }: {
      accountId: string;
      purchaseId: string;
      key: string;
    }): Promise<void> {
      const row = await database.account(accountId, (tx) => paymentsRepository(tx).byId(purchaseId));
      if (row) await carryOut(row, key);
    },

    /** Ends a subscription with what is paid, or takes that back. */
    async cancel(row: PurchaseRow, isEnding: boolean): Promise<void> {
      if (!isSubscribed(row) || !row.subscriptionRef) throw new AppError(paymentsErrors.noSubscription);
      const { vendor, connection } = await reach(row);
      try {
        await within(
          vendor.changeSubscription(
            connection,
            row.subscriptionRef,
            isEnding ? 'end' : 'resume',
            newId('req'),
          ),
        );
        await syncing.sync(row.accountId, row.id);
      } catch (error) {
        throw readable(error);
      }
    },

    /** Goes on with refunds whose vendor did not answer. */
    async finishLeftOver(): Promise<void> {
      const waiting = await database.system((tx) => paymentsRefundsRepository(tx).leftOver(clock.now(), 100));
      for (const { accountId, id, key } of waiting) {
        const row = await database.account(accountId, (tx) => paymentsRepository(tx).byId(id));
        if (row)
          await carryOut(row, key).catch((error: unknown) =>
            services.log.warn({ err: error, purchaseId: id }, 'a refund could not be carried out yet'),
          );
      }
    },
  };
}

export type Refunds = ReturnType<typeof createRefunds>;
