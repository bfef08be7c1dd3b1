import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import type { PurchaseState, Terms } from '../../payments.contract.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import { purchaseState, type PurchaseRow } from '../syncing/purchase-state.models.ts';
import { createOpening, openMs } from './vendor-page.usecases.ts';
import { tellPurchase, type Syncing } from '../syncing/apply.usecases.ts';
import { paymentsRepository } from '../payments.repository.ts';

/**
 * What is to be paid for one submission. Price and words come from the published form and the server's own
 * reckoning.
 */
export type FormCharge = {
  accountId: string;
  formId: string;
  formName: string;
  submissionId: string;
  agentId: string | null;
  conversationId: string | null;
  amount: number;
  currency: string;
  title: string;
  email: string;
  tag: string;
  language: Language;
  /** A mark of the answers that are paid for: other answers are another purchase, also at the same price. */
  boundTo: string;
  /**
   * Keeps those answers, in the transaction that begins their purchase; false where the submission is
   * complete already.
   */
  keep(tx: Transaction): Promise<boolean>;
  backUrl(purchaseId: string): string;
};
/** Whose payments are meant. */
type ChargedSubmission = Pick<FormCharge, 'accountId' | 'submissionId' | 'backUrl'>;

/** A purchase as forms look at it. */
export type FormPurchase = Pick<
  PurchaseRow,
  'id' | 'status' | 'submissionId' | 'total' | 'currency' | 'boundTo' | 'fulfilment'
>;

/** How the payment of a submission stands. */
export type FormPayment = {
  purchaseId: string;
  amount: number;
  refunded: number;
  currency: string;
  state: PurchaseState;
  isTest: boolean;
};

const terms = (title: string): Terms => ({
  interval: null,
  trialDays: 0,
  messages: null,
  days: 0,
  graceDays: 0,
  fairUsePerDay: 0,
  taxThousandths: 0,
  taxBehaviour: 'inclusive',
  title,
  description: '',
});
const isPayable = ({ status }: PurchaseRow): boolean =>
  status === 'open' || status === 'processing' || status === 'paid';

/**
 * How submissions stand with their money; those without any are missing. What was paid counts before what was
 * only begun.
 */
export async function paymentsOfSubmissions(
  tx: Transaction,
  submissionIds: readonly string[],
): Promise<Map<string, FormPayment>> {
  const found = new Map<string, FormPayment & { isPaid: boolean }>();
  for (const row of await paymentsRepository(tx).ofSubmissions(submissionIds)) {
    const isPaid = row.status === 'paid';
    const known = found.get(row.submissionId ?? '');
    if (row.submissionId === null || (known && (known.isPaid || !isPaid))) continue;
    found.set(row.submissionId, {
      purchaseId: row.id,
      amount: isPaid ? row.paidAmount : row.total,
      refunded: row.refundedAmount,
      currency: row.currency,
      state: purchaseState(row),
      isTest: row.isTest,
      isPaid,
    });
  }
  return found;
}

/**
 * Says that a submission was completed by what was paid, and which contact and conversation its money came
 * from.
 */
export async function fulfil(
  tx: Transaction,
  purchase: { id: string; submissionId: string },
  person: { contactId: string | null; conversationId: string | null },
): Promise<void> {
  await paymentsRepository(tx).setFulfilment(purchase.id, 'done');
  await paymentsRepository(tx).setPerson(purchase.submissionId, person);
}

/** How often somebody who sends other answers at the same moment is waited for. */
const mostRounds = 4;

/**
 * One-time payments of forms, through whatever the account is paid through. What the vendor says makes a
 * submission complete, and nothing else.
 */
export function createFormCheckouts(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  realtime: Realtime;
  connections: PaymentConnections;
  syncing: Syncing;
  translator: Translator;
}) {
  const { database, clock, connections } = services;
  const opening = createOpening(services);
  const rowsOf = (of: ChargedSubmission): Promise<PurchaseRow[]> =>
    database.account(of.accountId, (tx) => paymentsRepository(tx).ofSubmissions([of.submissionId]));
  const fits = (row: PurchaseRow, charge: FormCharge): boolean =>
    row.boundTo === charge.boundTo &&
    row.total === charge.amount &&
    row.currency === charge.currency &&
    row.expiresAt > clock.now();

  /**
   * Closes the pages of a submission that ask for something else than what is wanted now; false while one of
   * them may still be paid.
   * A page that is only being opened is opened to its end first: what has no page yet could get one later.
   */
  async function closeOthers(
    of: ChargedSubmission,
    isWanted: (row: PurchaseRow) => boolean,
  ): Promise<boolean> {
    for (const row of await rowsOf(of)) {
      if (row.status !== 'open' || isWanted(row)) continue;
      const opened = row.checkoutRef === null ? await openAgain(row, of.backUrl(row.id)) : row;
      if (opened) await opening.closePage(opened);
    }
    return (await rowsOf(of)).every((row) => row.status !== 'open' || isWanted(row));
  }
  async function openAgain(row: PurchaseRow, backUrl: string): Promise<PurchaseRow | null> {
    return opening.openPage(row, backUrl).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
  }

  /**
   * The purchase of these answers, written together with them; one that was paid already, whatever it cost.
   * `busy` where other answers are being sent at this moment, `complete` where nothing is left to pay, null
   * while nobody can pay.
   */
  async function record(charge: FormCharge): Promise<PurchaseRow | 'busy' | 'complete' | null> {
    const known = await connections.forVisitor(charge.accountId, false);
    if (!connections.isReady(known)) return null;
    const { vendor, isTest } = known.connection;
    const now = clock.now();
    return database.account(charge.accountId, async (tx) => {
      const repository = paymentsRepository(tx);
      await repository.lockSubmission(charge.submissionId);
      const earlier = (await repository.ofSubmissions([charge.submissionId])).filter(isPayable);
      const current =
        earlier.find(({ status }) => status !== 'open') ?? earlier.find((row) => fits(row, charge));
      if (current) return current;
      if (earlier.length > 0) return 'busy';
      if (!(await charge.keep(tx))) return 'complete';
      const {
        accountId,
        formId,
        formName,
        submissionId,
        agentId,
        conversationId,
        amount,
        currency,
        title,
        email,
        tag,
        language,
        boundTo,
      } = charge;
      const id = newId('pur', now.getTime());
      const expiresAt = new Date(now.getTime() + openMs);
      await repository.insert({
        id,
        accountId,
        agentId,
        agentName: '',
        conversationId,
        tag,
        email: email.toLowerCase(),
        vendor,
        isTest,
        kind: 'form',
        terms: terms(title),
        currency,
        base: amount,
        tax: 0,
        total: amount,
        status: 'open',
        clientKey: id,
        language,
        createdAt: now,
        expiresAt,
        syncDueAt: expiresAt,
        formId,
        formName,
        submissionId,
        boundTo,
      });
      return repository.byId(id);
    });
  }

  return {
    /**
     * The page on which a submission is paid; `url` is null when it is paid already. `complete` where nothing
     * is left to pay. Null while nobody can pay this account, and while the page of an earlier price can't be
     * closed: nobody pays for what they no longer want.
     */
    async begin(charge: FormCharge): Promise<{ id: string; url: string | null } | 'complete' | null> {
      let row: Awaited<ReturnType<typeof record>> = 'busy';
      for (let round = 0; row === 'busy' && round < mostRounds; round++) {
        if (!(await closeOthers(charge, (other) => fits(other, charge)))) continue;
        row = await record(charge);
      }
      if (row === 'complete') return row;
      if (row === 'busy' || row === null) return null;
      if (row.status !== 'open')
        return { id: row.id, url: row.status === 'paid' ? null : charge.backUrl(row.id) };
      if (row.checkoutRef !== null) return { id: row.id, url: row.checkoutUrl };
      try {
        return { id: row.id, url: (await opening.openPage(row, charge.backUrl(row.id))).checkoutUrl };
      } catch (error) {
        // Whoever fills a form reads one sentence for everything that is wrong with the account's payments;
        // the log knows more.
        if (error instanceof AppError) return null;
        throw error;
      }
    },

    /**
     * Closes what is still to be paid for a submission that costs nothing any more; the purchase that was
     * paid meanwhile, or `open` while a page can't be closed.
     */
    async withdraw(of: ChargedSubmission): Promise<PurchaseRow | 'open' | null> {
      const isClosed = await closeOthers(of, () => false);
      return (
        (await rowsOf(of)).find(({ status }) => status === 'paid' || status === 'processing') ??
        (isClosed ? null : 'open')
      );
    },

    /**
     * Says that there is no submission which fits what was paid, so that the account's people see it and can
     * give the money back.
     */
    async leave({ accountId, id }: Pick<PurchaseRow, 'accountId' | 'id'>): Promise<void> {
      await database.account(accountId, async (tx) => {
        const left = await paymentsRepository(tx).setFulfilment(id, 'unmatched');
        if (!left) return;
        services.log.warn(
          { accountId, purchaseId: id },
          'what was paid in a form fits none of its submissions',
        );
        await tellPurchase(services.realtime, tx, left);
      });
    },

    /** What was paid some time ago and completed nothing yet: its job was lost. */
    unfulfilled: (paidBefore: Date): Promise<{ id: string; accountId: string; formId: string | null }[]> =>
      database.system((tx) => paymentsRepository(tx).unfulfilled(paidBefore, 200)),

    byId: (accountId: string, id: string): Promise<PurchaseRow | null> =>
      database.account(accountId, (tx) => paymentsRepository(tx).byId(id)),

    /**
     * Where a payment of a form stands. `asks` asks the vendor; what it can't tell now, the stored state
     * tells. Null when there is none.
     */
    async state(formId: string, id: string, asks: boolean): Promise<PurchaseRow | null> {
      const row = await database.system((tx) => paymentsRepository(tx).byId(id));
      if (!row || row.formId !== formId) return null;
      const isOpen = row.status === 'open' || row.status === 'processing';
      const synced =
        isOpen && asks
          ? await services.syncing.sync(row.accountId, id).catch((error: unknown) => {
              if (error instanceof PaymentError) return null;
              throw error;
            })
          : null;
      return synced ?? row;
    },
  };
}

export type FormCheckouts = ReturnType<typeof createFormCheckouts>;
