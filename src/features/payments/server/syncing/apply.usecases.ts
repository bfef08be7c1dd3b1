import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { PaymentError, type PaymentFacts } from '#providers/payments/payments.port.ts';
import { nextSync, retrySync } from '#providers/payments/payments.timing.ts';
import { applyEntitlement, walletOf } from '#features/paywall/server/paywall.usecases.ts';
import { writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import { createTurns, within } from './vendor-calls.usecases.ts';
import { lockBuyer, nameBuyerOf } from '../checkout/buyers.usecases.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import type { MoneyNotices } from '../notices/notices.usecases.ts';
import type { Papers } from '../receipts/invoices.usecases.ts';
import {
  mismatchOf,
  applyFacts,
  provisionalAccessEnd,
  type Opened,
  type PurchaseRow,
} from './purchase-state.models.ts';
import { moneyEventsOf } from '../notices/events.models.ts';
import { newMovements } from '../movements/changes.models.ts';
import { movementsRepository } from '../movements/changes.repository.ts';
import { serviceRepository } from '../subscriptions/pauses.repository.ts';
import { personsRepository } from '../subscriptions/one-per-person.repository.ts';
import { paymentsRepository } from '../payments.repository.ts';
import { closeOthersJob, formPaidJob, receiptJob, serviceNewsJob } from './queues.usecases.ts';
import { orderByRule } from '../refunds/by-rule.usecases.ts';

export type SyncingServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  realtime: Realtime;
  jobs: Pick<Jobs, 'send'>;
  connections: PaymentConnections;
  papers: Pick<Papers, 'issue' | 'sellerNameOf'>;
  notices: Pick<MoneyNotices, 'follow'>;
};

/** After so many silent askings the owner sees that a purchase could not be confirmed. */
const mostSilent = 3;

/** Tells the account's screens that a purchase changed. */
export async function tellPurchase(
  realtime: Realtime,
  tx: Transaction,
  row: Pick<PurchaseRow, 'accountId' | 'id' | 'agentId' | 'contactId' | 'isTest'>,
): Promise<void> {
  await realtime.publish(tx, {
    topic: `account:${row.accountId}`,
    data: {
      type: 'purchase.changed',
      purchaseId: row.id,
      agentId: row.agentId,
      contactId: row.contactId,
      isTest: row.isTest,
    },
  });
}

type Payment = {
  reference: string;
  amount: number;
  refunded: number;
};

/** What of payments was not given back yet. */
const keptParts = (payments: readonly Payment[]): { reference: string; amount: number }[] =>
  payments
    .filter(({ amount, refunded }) => amount > refunded)
    .map(({ reference, amount, refunded }) => ({ reference, amount: amount - refunded }));

const isRunning = ({ kind, subscriptionStatus }: PurchaseRow): boolean =>
  kind === 'subscription' &&
  subscriptionStatus !== null &&
  ['trialing', 'active', 'past_due'].includes(subscriptionStatus);

/**
 * Brings a purchase to what its vendor says at this moment. Events, the visitor's return, the clock and the
 * owner's clicks all lead here and nowhere else, so it does not matter which of them came, came twice, came
 * late or was lost.
 */
export function createSyncing(services: SyncingServices) {
  const { database, clock, log } = services;

  async function open(
    tx: Transaction,
    row: PurchaseRow,
    opened: Opened,
    reason: string,
    now: Date,
    at = now,
  ): Promise<void> {
    // Without its agent, and in a form, there is nothing to open; the money stays on record.
    if (row.agentId === null || row.walletId === null || row.kind === 'form') return;
    const { id: purchaseId, accountId, agentId, kind, isTest } = row;
    // A renewal that failed is waited for, and what is over or rests is not renewed: what is open ends then,
    // and no payment is announced for that day.
    const isEnding =
      row.isEnding || row.isPaused || ['past_due', 'canceled'].includes(row.subscriptionStatus ?? '');
    await applyEntitlement(
      tx,
      {
        purchaseId,
        accountId,
        agentId,
        walletId: await walletOf(tx, row.walletId),
        kind,
        isTest,
        isEnding,
        ...opened,
      },
      reason,
      now,
      at,
    );
  }

  /**
   * Gives back what was paid in the very moment in which its agent was deleted: the page was open, and nobody
   * is there any more to answer. Subscriptions are looked after by themselves.
   */
  async function returnUnserved(
    tx: Transaction,
    row: PurchaseRow,
    payments: readonly Payment[],
    now: Date,
  ): Promise<void> {
    if (row.kind === 'subscription' || row.kind === 'form') return;
    if (row.agentId !== null && !(await serviceRepository(tx).isGone(row.agentId))) return;
    await orderByRule(tx, services.jobs, row, { key: 'unserved', parts: keptParts(payments), now });
    log.warn(
      { accountId: row.accountId, purchaseId: row.id },
      'something was paid for an agent that is gone, and is given back',
    );
  }

  /**
   * One person has one subscription to an agent, and one trial of it. One that was paid beside another, and a
   * trial after another, is given back in full and ended; says whether this is such a one. The pages on which
   * a third could be paid are closed.
   */
  async function keepOne(
    tx: Transaction,
    before: PurchaseRow,
    row: PurchaseRow,
    payments: readonly Payment[],
    now: Date,
  ): Promise<boolean> {
    if (row.isSurplus) return true;
    if (before.status === 'paid' || !isRunning(row) || row.agentId === null || row.problem !== '')
      return false;
    const persons = personsRepository(tx);
    await persons.lockSubscriptions(row);
    const { accountId, id: purchaseId } = row;
    const isTrialAgain = row.subscriptionStatus === 'trialing' && (await persons.hasTried(row));
    if (!isTrialAgain && !(await persons.twinOf(row))) {
      await services.jobs.send(tx, closeOthersJob, { accountId, purchaseId });
      return false;
    }
    await paymentsRepository(tx).change(row.id, { isSurplus: true });
    const parts = keptParts(payments);
    const amount = await orderByRule(tx, services.jobs, row, { key: 'twice', parts, now });
    const news = amount > 0 ? 'twice' : 'tried';
    await services.jobs.send(tx, serviceNewsJob, {
      accountId,
      purchaseId,
      news,
      amount,
      at: now.toISOString(),
    });
    log.warn(
      { accountId, purchaseId },
      'somebody subscribed or tried a second time, and gets back what was paid',
    );
    return true;
  }

  /**
   * Keeps the mark of the card that a subscription began with; one that is put in place later says nothing of
   * who tried.
   */
  async function markCard(
    tx: Transaction,
    before: PurchaseRow,
    row: PurchaseRow,
    { card }: PaymentFacts,
  ): Promise<PurchaseRow> {
    const isBeginning = before.status !== 'paid' && row.status === 'paid' && row.kind === 'subscription';
    if (!isBeginning || !card?.fingerprint) return row;
    return (await paymentsRepository(tx).change(row.id, { cardMark: card.fingerprint })) ?? row;
  }

  const facesOf = (row: PurchaseRow): string =>
    JSON.stringify([
      row.status,
      row.paidAmount,
      row.refundedAmount,
      row.dispute,
      row.subscriptionStatus,
      row.periodEnd,
      row.isEnding,
      row.problem,
    ]);

  async function apply(asked: PurchaseRow, facts: PaymentFacts): Promise<PurchaseRow> {
    const now = clock.now();
    const { accountId, id } = asked;
    const sellerName = facts.payments.length === 0 ? '' : await services.papers.sellerNameOf(accountId);
    const write = async (tx: Transaction): Promise<{ before: PurchaseRow; after: PurchaseRow }> => {
      // The visitor before the purchase, as everybody who needs both takes them.
      if (asked.status !== 'paid') await lockBuyer(tx, asked);
      const repository = paymentsRepository(tx);
      const row = await repository.locked(id);
      if (!row) throw new Error('The purchase is gone');
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
      const applied = applyFacts(row, facts, now);
      const changed = { ...row, ...applied.changed };
      const appliedRow =
        (await repository.change(id, { ...applied.changed, ...common, syncDueAt: nextSync(changed, now) })) ??
        row;
      const named =
        row.status !== 'paid' && appliedRow.status === 'paid'
          ? await nameBuyerOf(tx, appliedRow, now)
          : appliedRow;
      const written = await markCard(tx, row, named, facts);
      await repository.keepPayments(accountId, id, applied.payments);
      const movements = movementsRepository(tx);
      const known = await movements.ofPurchase(id);
      const moved = newMovements(known, facts, row, now);
      await movements.add({ accountId, purchaseId: id, now, known: known.length }, moved);
      await services.papers.issue(tx, written, applied.payments, sellerName);
      await services.notices.follow(tx, {
        before: row,
        after: written,
        moved,
        facts,
        asked: asked.askedCount,
      });
      for (const event of moneyEventsOf({ before: row, after: written, moved }))
        await writeEvent(tx, { accountId, at: now, ...event });
      const isSurplus = await keepOne(tx, row, written, applied.payments, now);
      if (applied.opened && !isSurplus)
        await open(tx, written, applied.opened, applied.reason, now, applied.at);
      // Nobody is charged again for what is closed to them.
      if (applied.opened?.isRevoked && isRunning(written) && written.closing === '')
        await orderByRule(tx, services.jobs, written, { key: 'revoked', parts: [], now });
      const isNewlyPaid = row.status !== 'paid' && written.status === 'paid';
      if (isNewlyPaid && applied.changed.problem === '')
        await returnUnserved(tx, written, applied.payments, now);
      if (isNewlyPaid && written.formId !== null)
        await services.jobs.send(tx, formPaidJob, { accountId, formId: written.formId, purchaseId: id });
      if (applied.changed.problem === '') {
        const came = moved.filter(({ kind }) => kind === 'payment' || kind === 'renewal');
        for (const { reference } of came)
          await services.jobs.send(tx, receiptJob, { accountId, purchaseId: id, reference });
      }
      if (facesOf(row) !== facesOf(written)) await tellPurchase(services.realtime, tx, written);
      return { before: row, after: { ...written, isSurplus } };
    };
    const { before, after } = await database.account(accountId, write).catch((error: unknown) => {
      // Somebody gave the same new address at the same moment: now it is known.
      if (violatedConstraint(error) !== 'contacts_email') throw error;
      return database.account(accountId, write);
    });
    if (after.problem === 'mismatch' && before.problem !== 'mismatch')
      log.error(
        { accountId, purchaseId: id, vendor: after.vendor },
        'a payment does not fit what was asked for, so it opened nothing',
      );
    if (facesOf(before) !== facesOf(after))
      log.info({ purchaseId: id, status: after.status }, 'a purchase changed');
    return after;
  }

  /** Nobody answers: asked again later, and what a subscriber has goes on meanwhile. */
  async function noteSilence(asked: PurchaseRow, error: unknown): Promise<void> {
    const now = clock.now();
    await database.account(asked.accountId, async (tx) => {
      const repository = paymentsRepository(tx);
      const row = await repository.locked(asked.id);
      if (!row) return;
      const syncFailures = row.syncFailures + 1;
      const problem = row.problem === '' && syncFailures >= mostSilent ? 'unreachable' : row.problem;
      const written =
        (await repository.change(row.id, {
          syncFailures,
          problem,
          syncDueAt: retrySync(syncFailures, now),
        })) ?? row;
      const until = provisionalAccessEnd(row, now);
      if (until && !row.isSurplus)
        await open(
          tx,
          written,
          {
            messages: null,
            until,
            isFrozen: row.dispute === 'open',
            isRevoked: row.dispute === 'lost',
            takenBack: 0,
          },
          'grace',
          now,
        );
      if (problem !== row.problem) await tellPurchase(services.realtime, tx, written);
    });
    log.warn(
      { err: error, purchaseId: asked.id, vendor: asked.vendor },
      'a payment vendor could not be asked about a purchase',
    );
  }

  async function ask(accountId: string, id: string): Promise<PurchaseRow | null> {
    const row = await database.account(accountId, (tx) => paymentsRepository(tx).draw(id));
    if (!row) return null;
    const references = {
      checkout: row.checkoutRef,
      payment: row.paymentRef,
      subscription: row.subscriptionRef,
    };
    if (Object.values(references).every((reference) => reference === null)) return expireUnasked(row);
    try {
      const reached = await services.connections.ofPurchase(row);
      if (!reached)
        throw new PaymentError('payments.gone', 'The vendor of this purchase is no longer connected');
      const facts = await within(reached.vendor.facts(reached.connection, references));
      if (!facts) throw new PaymentError('payments.gone', 'The vendor knows nothing of this purchase');
      return await apply(row, facts);
    } catch (error) {
      if (error instanceof PaymentError) await noteSilence(row, error);
      throw error;
    }
  }

  /** A checkout whose page nobody ever got can't be paid. */
  async function expireUnasked(row: PurchaseRow): Promise<PurchaseRow> {
    const now = clock.now();
    if (row.status !== 'open' || now < row.expiresAt) return row;
    return (
      (await database.account(row.accountId, (tx) =>
        paymentsRepository(tx).change(row.id, { status: 'expired', syncDueAt: null }),
      )) ?? row
    );
  }

  const turns = createTurns<PurchaseRow>();

  return {
    /**
     * Asks and applies; null when there is no such purchase. Throws `PaymentError` when the vendor can't be
     * asked. Many who ask at once are served by one asking that begins after all of them came.
     */
    sync: (accountId: string, id: string): Promise<PurchaseRow | null> => turns(id, () => ask(accountId, id)),
  };
}

export type Syncing = ReturnType<typeof createSyncing>;
