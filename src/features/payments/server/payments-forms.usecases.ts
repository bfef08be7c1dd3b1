import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import type { PurchaseState, Terms } from '../payments.contract.ts';
import type { PaymentConnections } from './payments-connections.usecases.ts';
import { purchaseState, type PurchaseRow } from './payments-facts.models.ts';
import { createOpening, openMs } from './payments-opening.usecases.ts';
import type { Syncing } from './payments-syncing.usecases.ts';
import { paymentsRepository } from './payments.repository.ts';

/** What is to be paid for one submission. Price and words come from the published form and the server's own reckoning. */
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
  backUrl(purchaseId: string): string;
};

/** How the payment of a submission stands. */
export type FormPayment = { purchaseId: string; amount: number; refunded: number; currency: string; state: PurchaseState; isTest: boolean };

const terms = (title: string): Terms => ({ interval: null, trialDays: 0, messages: null, days: 0, graceDays: 0, fairUsePerDay: 0, taxThousandths: 0, taxBehaviour: 'inclusive', title, description: '' });
const isPayable = ({ status }: PurchaseRow): boolean => status === 'open' || status === 'processing' || status === 'paid';

/** How submissions stand with their money; those without any are missing. What was paid counts before what was only begun. */
export async function paymentsOfSubmissions(tx: Transaction, submissionIds: readonly string[]): Promise<Map<string, FormPayment>> {
  const found = new Map<string, FormPayment & { isPaid: boolean }>();
  for (const row of await paymentsRepository(tx).ofSubmissions(submissionIds)) {
    const isPaid = row.status === 'paid';
    const known = found.get(row.submissionId ?? '');
    if (row.submissionId === null || (known && (known.isPaid || !isPaid))) continue;
    found.set(row.submissionId, { purchaseId: row.id, amount: isPaid ? row.paidAmount : row.total, refunded: row.refundedAmount, currency: row.currency, state: purchaseState(row), isTest: row.isTest, isPaid });
  }
  return found;
}

/** Says which contact, and which conversation, a submission's money came from. */
export const nameBuyer = (tx: Transaction, submissionId: string, person: { contactId: string | null; conversationId: string | null }): Promise<void> => paymentsRepository(tx).setPerson(submissionId, person);

/** One-time payments of forms, through whatever the account is paid through. What the vendor says makes a submission complete, and nothing else. */
export function createFormCheckouts(services: { database: Database; clock: Clock; log: Logger; connections: PaymentConnections; syncing: Syncing }) {
  const { database, clock, connections } = services;
  const opening = createOpening(services);
  const rowsOf = (charge: FormCharge): Promise<PurchaseRow[]> => database.account(charge.accountId, (tx) => paymentsRepository(tx).ofSubmissions([charge.submissionId]));
  const fits = (row: PurchaseRow, charge: FormCharge): boolean => row.total === charge.amount && row.currency === charge.currency && row.expiresAt > clock.now();

  /** The purchase of a submission as it is asked for now; one that was paid already, whatever it cost. Null while nobody can pay. */
  async function record(charge: FormCharge): Promise<PurchaseRow | null> {
    const known = await connections.forVisitor(charge.accountId, false);
    if (!connections.isReady(known)) return null;
    const { vendor, isTest } = known.connection;
    const now = clock.now();
    return database.account(charge.accountId, async (tx) => {
      const repository = paymentsRepository(tx);
      await repository.lockSubmission(charge.submissionId);
      const earlier = (await repository.ofSubmissions([charge.submissionId])).filter(isPayable);
      const current = earlier.find(({ status }) => status !== 'open') ?? earlier.find((row) => fits(row, charge));
      if (current) return current;
      const { accountId, formId, formName, submissionId, agentId, conversationId, amount, currency, title, email, tag, language } = charge;
      const id = newId('pur', now.getTime());
      const expiresAt = new Date(now.getTime() + openMs);
      await repository.insert({ id, accountId, agentId, agentName: '', conversationId, tag, email: email.toLowerCase(), vendor, isTest, kind: 'form', terms: terms(title), currency, base: amount, tax: 0, total: amount, status: 'open', clientKey: id, language, createdAt: now, expiresAt, syncDueAt: expiresAt, formId, formName, submissionId });
      return repository.byId(id);
    });
  }

  return {
    /** The page on which a submission is paid; `url` is null when it is paid already. Null while nobody can pay this account. */
    async begin(charge: FormCharge): Promise<{ id: string; url: string | null } | null> {
      // The page of an earlier price is closed, so that nobody pays for what he no longer wants.
      for (const earlier of await rowsOf(charge)) if (earlier.status === 'open' && !fits(earlier, charge)) await opening.closePage(earlier);
      const row = await record(charge);
      if (!row) return null;
      if (row.status !== 'open') return { id: row.id, url: row.status === 'paid' ? null : charge.backUrl(row.id) };
      if (row.checkoutRef !== null) return { id: row.id, url: row.checkoutUrl };
      try {
        return { id: row.id, url: (await opening.openPage(row, charge.backUrl(row.id))).checkoutUrl };
      } catch (error) {
        // Whoever fills a form reads one sentence for everything that is wrong with the account's payments; the log knows more.
        if (error instanceof AppError) return null;
        throw error;
      }
    },

    /** Where a payment of a form stands. `asks` asks the vendor; what it can't tell now, the stored state tells. Null when there is none. */
    async state(formId: string, id: string, asks: boolean): Promise<PurchaseRow | null> {
      const row = await database.system((tx) => paymentsRepository(tx).byId(id));
      if (!row || row.formId !== formId) return null;
      const isOpen = row.status === 'open' || row.status === 'processing';
      const synced = isOpen && asks ? await services.syncing.sync(row.accountId, id).catch((error: unknown) => {
        if (error instanceof PaymentError) return null;
        throw error;
      }) : null;
      return synced ?? row;
    },
  };
}

export type FormCheckouts = ReturnType<typeof createFormCheckouts>;
