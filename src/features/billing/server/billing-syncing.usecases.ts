import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError, type PaymentFacts } from '#providers/payments/payments.port.ts';
import { nextSync, retrySync } from '#providers/payments/payments.timing.ts';
import {
  findAccount,
  lockAccount,
  type PlanStatuses,
} from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { createTurns, within } from '#features/payments/server/syncing/vendor-calls.usecases.ts';
import type { PlanPapers } from './billing-papers.usecases.ts';
import type { PlatformConnection } from './billing-connection.usecases.ts';
import {
  accountPaid,
  isLive,
  isSamePaid,
  mismatchOf,
  applyFacts,
  duplicateSubscriptionsOf,
} from './billing-states.models.ts';
import { billingRepository, type SubscriptionRow } from './billing.repository.ts';

export type SyncingServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  planStatuses: PlanStatuses;
  connection: PlatformConnection;
  papers: Pick<PlanPapers, 'issue' | 'readersOf'>;
};

/** Whether the account's screens show the same for both. */
function isSameFace(one: SubscriptionRow, other: SubscriptionRow): boolean {
  const faceOf = (row: SubscriptionRow): string => {
    const {
      plan,
      interval,
      amount,
      status,
      subscriptionStatus,
      periodEnd,
      isEnding,
      waiting,
      credit,
      card,
      paidAmount,
      refundedAmount,
    } = row;
    return JSON.stringify([
      plan,
      interval,
      amount,
      status,
      subscriptionStatus,
      periodEnd,
      isEnding,
      waiting,
      credit,
      card,
      paidAmount,
      refundedAmount,
    ]);
  };
  return faceOf(one) === faceOf(other);
}

/** After so many silent askings it is written down that a subscription could not be confirmed. */
const mostSilent = 3;

const isTerminal = (row: SubscriptionRow): boolean => !isLive(row) && row.refundedAmount >= row.paidAmount;

/**
 * Brings a subscription and its account to what the vendor says at this moment. Events, the return from the
 * payment page, the clock and clicks all lead here and nowhere else, so it does not matter which of them
 * came, came twice, came late or was lost.
 */
export function createSyncing(services: SyncingServices) {
  const { database, clock, log, planStatuses, connection } = services;

  /**
   * Brings an account, which is held, to what its subscriptions say; of two that run, the later one is marked
   * as too much.
   */
  async function refreshHeldAccount(tx: Transaction, accountId: string): Promise<void> {
    const account = await lockAccount(tx, accountId);
    if (!account || account.isSystem) return;
    const repository = billingRepository(tx);
    const rows = await repository.ofAccount(accountId, connection.mode);
    for (const row of duplicateSubscriptionsOf(rows)) {
      await repository.change(row.id, { isSurplus: true, syncDueAt: clock.now() });
      row.isSurplus = true;
    }
    const paid = accountPaid(rows);
    if (!isSamePaid(account, paid)) await planStatuses.set(tx, accountId, paid);
  }

  /** Null where it was deleted with its account meanwhile. */
  async function apply(
    asked: SubscriptionRow,
    facts: PaymentFacts,
    credit: number | null,
  ): Promise<SubscriptionRow | null> {
    const now = clock.now();
    const { accountId, id } = asked;
    const readers = await services.papers.readersOf(accountId);
    const applied = await database.system(async (tx) => {
      const repository = billingRepository(tx);
      // One at a time for each account: two payments that arrive together see each other.
      await lockAccount(tx, accountId);
      const row = await repository.byId(id);
      if (!row) return null;
      // What was asked later is known already.
      if (row.appliedCount > asked.askedCount) return { before: row, after: row };
      const common = { appliedCount: asked.askedCount, syncedAt: now, syncFailures: 0 };
      if (mismatchOf(row, facts) === 'foreign')
        return {
          before: row,
          after:
            (await repository.change(id, { ...common, problem: 'mismatch', syncDueAt: retrySync(8, now) })) ??
            row,
        };
      const changed = applyFacts(row, facts, now);
      const told = { ...changed, ...common, ...(credit !== null && { credit }) };
      const written =
        (await repository.change(id, { ...told, syncDueAt: nextSync({ ...row, ...changed }, now) })) ?? row;
      await repository.keepPayments(written, facts.payments);
      await services.papers.issue(tx, written, facts.payments, readers);
      await refreshHeldAccount(tx, accountId);
      if (!isSameFace(row, written)) await planStatuses.tell(tx, accountId);
      return { before: row, after: (await repository.byId(id)) ?? written };
    });
    if (!applied) return null;
    const { before, after } = applied;
    if (after.problem === 'mismatch' && before.problem !== 'mismatch')
      log.error(
        { accountId, subscriptionId: id, vendor: after.vendor },
        'a payment for a plan does not fit what was asked for, so it opened nothing',
      );
    if (before.status !== after.status || before.subscriptionStatus !== after.subscriptionStatus)
      log.info(
        { accountId, subscriptionId: id, status: after.status, subscriptionStatus: after.subscriptionStatus },
        "an account's plan changed",
      );
    return after;
  }

  /**
   * Ends what must not run on: a second subscription, whose money is given back, one whose payment was taken
   * back, and that of an account which is kept out. True when something was done.
   */
  async function putRight(row: SubscriptionRow): Promise<boolean> {
    const isTooMuch = row.isSurplus && !isTerminal(row);
    if (!isTooMuch && !(row.isRevoked && isLive(row))) return endSuspended(row);
    const { vendor, connection: way } = await connection.reach(row);
    if (row.subscriptionRef && isLive(row))
      await within(vendor.changeSubscription(way, row.subscriptionRef, 'cancel_now', `${row.id}-over`));
    if (row.isSurplus) {
      const payments = await database.account(row.accountId, (tx) =>
        billingRepository(tx).paymentsOf(row.id),
      );
      for (const { reference, amount, refunded } of payments)
        if (amount > refunded)
          await within(vendor.refund(way, reference, amount - refunded, `${row.id}-over-${reference}`));
      log.warn(
        { accountId: row.accountId, subscriptionId: row.id },
        'an account paid for a second plan at the same time; it was ended and given back',
      );
    }
    return true;
  }

  /**
   * Whoever is kept out can't end what they pay for, so it ends with what is paid; at once where nothing is.
   * True when something was done.
   */
  async function endSuspended(row: SubscriptionRow): Promise<boolean> {
    if (!row.subscriptionRef || !isLive(row) || row.isEnding) return false;
    const account = await findAccount(database, row.accountId);
    if (!account || account.suspendedAt === null) return false;
    const { vendor, connection: way } = await connection.reach(row);
    const isPaid = row.subscriptionStatus === 'active' || row.subscriptionStatus === 'trialing';
    const named = `${row.id}-suspended-${account.suspendedAt.getTime()}`;
    await within(vendor.changeSubscription(way, row.subscriptionRef, isPaid ? 'end' : 'cancel_now', named));
    return true;
  }

  /** Nobody answers: asked again later. The account goes on as its row says. */
  async function noteSilence(asked: SubscriptionRow, error: unknown): Promise<void> {
    await database.account(asked.accountId, async (tx) => {
      const repository = billingRepository(tx);
      const row = await repository.byId(asked.id);
      if (!row) return;
      const syncFailures = row.syncFailures + 1;
      await repository.change(row.id, {
        syncFailures,
        problem: row.problem === '' && syncFailures >= mostSilent ? 'unreachable' : row.problem,
        syncDueAt: retrySync(syncFailures, clock.now()),
      });
    });
    log.warn(
      { err: error, subscriptionId: asked.id, vendor: asked.vendor },
      "the platform's payment vendor could not be asked about a plan",
    );
  }

  async function ask(accountId: string, id: string): Promise<SubscriptionRow | null> {
    const row = await database.account(accountId, (tx) => billingRepository(tx).draw(id));
    if (!row) return null;
    const references = {
      checkout: row.checkoutRef,
      payment: row.paymentRef,
      subscription: row.subscriptionRef,
    };
    if (Object.values(references).every((reference) => reference === null)) return endUnasked(row);
    try {
      const first = await askOnce(row, references);
      if (!first || !(await putRight(first))) return first;
      const again = await database.account(accountId, (tx) => billingRepository(tx).draw(id));
      return again && (await askOnce(again, references));
    } catch (error) {
      if (error instanceof PaymentError) await noteSilence(row, error);
      throw error;
    }
  }

  async function askOnce(
    row: SubscriptionRow,
    references: { checkout: string | null; payment: string | null; subscription: string | null },
  ): Promise<SubscriptionRow | null> {
    const { vendor, connection: way } = await connection.reach(row);
    const facts = await within(vendor.facts(way, references));
    if (!facts) throw new PaymentError('payments.gone', 'The vendor knows nothing of this subscription');
    return apply(row, facts, await creditOf(row, facts));
  }

  /** What was paid too much so far. Null where the vendor doesn't say it now: what is known stays. */
  async function creditOf(
    row: SubscriptionRow,
    { references, subscription }: PaymentFacts,
  ): Promise<number | null> {
    if (references.subscription === null || subscription === null) return null;
    const { vendor, connection: way } = await connection.reach(row);
    return within(vendor.creditOf(way, references.subscription)).catch((error: unknown) => {
      if (!(error instanceof PaymentError)) throw error;
      log.warn({ err: error, subscriptionId: row.id }, 'the credit of an account could not be asked');
      return null;
    });
  }

  /** A checkout whose page nobody ever got can't be paid. */
  async function endUnasked(row: SubscriptionRow): Promise<SubscriptionRow> {
    if (row.status !== 'open' || clock.now() < row.expiresAt) return row;
    return (
      (await database.account(row.accountId, (tx) =>
        billingRepository(tx).change(row.id, { status: 'expired', syncDueAt: null }),
      )) ?? row
    );
  }

  const turns = createTurns<SubscriptionRow>();

  return {
    /**
     * Asks and applies; null when there is no such subscription. Throws `PaymentError` when the vendor can't
     * be asked.
     */
    sync: (accountId: string, id: string): Promise<SubscriptionRow | null> =>
      turns(id, () => ask(accountId, id)),

    /** Brings an account to what its subscriptions of the present vendor and mode say. */
    refreshAccount: (accountId: string): Promise<void> =>
      database.system((tx) => refreshHeldAccount(tx, accountId)),
  };
}

export type Syncing = ReturnType<typeof createSyncing>;
