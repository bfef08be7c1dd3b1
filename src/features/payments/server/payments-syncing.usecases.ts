import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { PaymentError, type PaymentFacts } from '#providers/payments/payments.port.ts';
import { nextSync, retrySync } from '#providers/payments/payments.timing.ts';
import { applyEntitlement, walletOf } from '#features/paywall/server/paywall.usecases.ts';
import { createTurns, within } from './payments-asking.usecases.ts';
import type { PaymentConnections } from './payments-connections.usecases.ts';
import { mismatchOf, settle, untilWithoutNews, type Opened, type PurchaseRow } from './payments-facts.models.ts';
import { paymentsRepository } from './payments.repository.ts';

export const receiptJob = defineJob({ name: 'payments.receipt', payload: z.object({ accountId: z.string(), purchaseId: z.string(), reference: z.string() }), retryLimit: 6, expireInSeconds: 60, concurrency: 1 });

/** Tells forms that a submission was paid for. */
export const formPaidJob = defineJob({ name: 'payments.form-paid', payload: z.object({ accountId: z.string(), formId: z.string(), submissionId: z.string() }), retryLimit: 6, expireInSeconds: 60, concurrency: 2 });

export type SyncingServices = { database: Database; clock: Clock; log: Logger; realtime: Realtime; jobs: Pick<Jobs, 'send'>; connections: PaymentConnections };

/** After so many silent askings the owner sees that a purchase could not be confirmed. */
const mostSilent = 3;

/** Tells the account's screens that a purchase changed. */
export async function tellPurchase(realtime: Realtime, tx: Transaction, row: Pick<PurchaseRow, 'accountId' | 'id' | 'agentId' | 'contactId' | 'isTest'>): Promise<void> {
  await realtime.publish(tx, { topic: `account:${row.accountId}`, data: { type: 'purchase.changed', purchaseId: row.id, agentId: row.agentId, contactId: row.contactId, isTest: row.isTest } });
}

/**
 * Brings a purchase to what its vendor says at this moment. Events, the visitor's return, the clock and the owner's clicks all lead
 * here and nowhere else, so it does not matter which of them came, came twice, came late or was lost.
 */
export function createSyncing(services: SyncingServices) {
  const { database, clock, log } = services;

  async function open(tx: Transaction, row: PurchaseRow, opened: Opened, reason: string, now: Date): Promise<void> {
    // Without its agent, and in a form, there is nothing to open; the money stays on record.
    if (row.agentId === null || row.walletId === null || row.kind === 'form') return;
    const { id: purchaseId, accountId, agentId, kind, isTest, isEnding } = row;
    await applyEntitlement(tx, { purchaseId, accountId, agentId, walletId: await walletOf(tx, row.walletId), kind, isTest, isEnding, ...opened }, reason, now);
  }

  const facesOf = (row: PurchaseRow): string => JSON.stringify([row.status, row.paidAmount, row.refundedAmount, row.dispute, row.subscriptionStatus, row.periodEnd, row.isEnding, row.problem]);

  async function apply(asked: PurchaseRow, facts: PaymentFacts): Promise<PurchaseRow> {
    const now = clock.now();
    const { accountId, id } = asked;
    const { before, after } = await database.account(accountId, async (tx) => {
      const repository = paymentsRepository(tx);
      const row = await repository.locked(id);
      if (!row) throw new Error('The purchase is gone');
      // What was asked later is known already.
      if (row.appliedCount > asked.askedCount) return { before: row, after: row };
      const common = { appliedCount: asked.askedCount, syncedAt: now, syncFailures: 0 };
      if (mismatchOf(row, facts) === 'foreign') return { before: row, after: (await repository.change(id, { ...common, problem: 'mismatch', syncDueAt: retrySync(8, now) })) ?? row };
      const settled = settle(row, facts, now);
      const changed = { ...row, ...settled.changed };
      const written = (await repository.change(id, { ...settled.changed, ...common, syncDueAt: nextSync(changed, now) })) ?? row;
      const known = new Set((await repository.paymentsOf(id)).map(({ reference }) => reference));
      await repository.keepPayments(accountId, id, settled.payments);
      if (settled.opened) await open(tx, written, settled.opened, settled.reason, now);
      if (row.status !== 'paid' && written.status === 'paid' && written.formId !== null && written.submissionId !== null) await services.jobs.send(tx, formPaidJob, { accountId, formId: written.formId, submissionId: written.submissionId });
      if (settled.changed.problem === '') for (const line of settled.payments) if (!known.has(line.reference) && line.amount > 0) await services.jobs.send(tx, receiptJob, { accountId, purchaseId: id, reference: line.reference });
      if (facesOf(row) !== facesOf(written)) await tellPurchase(services.realtime, tx, written);
      return { before: row, after: written };
    });
    if (after.problem === 'mismatch' && before.problem !== 'mismatch') log.error({ accountId, purchaseId: id, vendor: after.vendor }, 'a payment does not fit what was asked for, so it opened nothing');
    if (facesOf(before) !== facesOf(after)) log.info({ purchaseId: id, status: after.status }, 'a purchase changed');
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
      const written = (await repository.change(row.id, { syncFailures, problem, syncDueAt: retrySync(syncFailures, now) })) ?? row;
      const until = untilWithoutNews(row, now);
      if (until) await open(tx, written, { messages: null, until, isFrozen: row.dispute === 'open', isRevoked: row.dispute === 'lost', takenBack: 0 }, 'renewed', now);
      if (problem !== row.problem) await tellPurchase(services.realtime, tx, written);
    });
    log.warn({ err: error, purchaseId: asked.id, vendor: asked.vendor }, 'a payment vendor could not be asked about a purchase');
  }

  async function ask(accountId: string, id: string): Promise<PurchaseRow | null> {
    const row = await database.account(accountId, (tx) => paymentsRepository(tx).draw(id));
    if (!row) return null;
    const references = { checkout: row.checkoutRef, payment: row.paymentRef, subscription: row.subscriptionRef };
    if (Object.values(references).every((reference) => reference === null)) return expireUnasked(row);
    try {
      const reached = await services.connections.ofPurchase(row);
      if (!reached) throw new PaymentError('payments.gone', 'The vendor of this purchase is no longer connected');
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
    return (await database.account(row.accountId, (tx) => paymentsRepository(tx).change(row.id, { status: 'expired', syncDueAt: null }))) ?? row;
  }

  const turns = createTurns<PurchaseRow>();

  return {
    /**
     * Asks and applies; null when there is no such purchase. Throws `PaymentError` when the vendor can't be asked. Many who ask at once are
     * served by one asking that begins after all of them came.
     */
    sync: (accountId: string, id: string): Promise<PurchaseRow | null> => turns(id, () => ask(accountId, id)),
  };
}

export type Syncing = ReturnType<typeof createSyncing>;
