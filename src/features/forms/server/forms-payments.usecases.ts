import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Currency } from '#shared/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { within } from '#features/payments/server/payments-asking.usecases.ts';
import type { PaymentConnections, PaymentVendors } from '#features/payments/server/payments-connections.usecases.ts';
import { formPageErrors } from '../forms-page.contract.ts';
import { formPaymentsRepository, type FormPaymentRow } from './forms-payments.repository.ts';

export type FormPaymentsServices = { database: Database; clock: Clock; log: Logger; vendors: PaymentVendors; connections: Pick<PaymentConnections, 'forVisitor' | 'isReady' | 'ofPurchase'> };

/** What is to be paid for one submission. Price and words come from the published form and the server's own reckoning. */
export type FormCharge = { accountId: string; formId: string; submissionId: string; amount: number; currency: string; title: string; email: string; language: Language; backUrl(paymentId: string): string };

const openMs = 3_600_000;
const lookMs = 120_000;
/** How long a payment that nobody finished is asked about after its page has closed. */
const patienceMs = 86_400_000;

/** One-time payments of forms, through whatever the account is paid through. The vendor's answer alone makes a submission complete. */
export function createFormPayments(services: FormPaymentsServices) {
  const { database, clock, connections } = services;

  async function record(charge: FormCharge): Promise<FormPaymentRow> {
    const known = await connections.forVisitor(charge.accountId, false);
    if (!connections.isReady(known)) throw new AppError(formPageErrors.paymentNotReady);
    const now = clock.now();
    return database.account(charge.accountId, async (tx) => {
      const repository = formPaymentsRepository(tx);
      const current = await repository.current(charge.submissionId);
      // Answers that changed on the way back cost what they cost now.
      if (current && (current.status === 'paid' || (current.amount === charge.amount && current.currency === charge.currency && current.expiresAt > now))) return current;
      if (current) await repository.change(current.id, { status: 'expired', syncDueAt: null });
      const { accountId, formId, submissionId, amount, currency, title, email, language } = charge;
      const id = newId('fpy', now.getTime());
      await repository.insert({ id, accountId, formId, submissionId, vendor: known.connection.vendor, isTest: known.connection.isTest, amount, currency, title, email, language, status: 'open', createdAt: now, expiresAt: new Date(now.getTime() + openMs), syncDueAt: new Date(now.getTime() + lookMs) });
      const written = await repository.find(id);
      if (!written) throw new Error('The payment was not written');
      return written;
    });
  }

  async function openPage(row: FormPaymentRow, charge: FormCharge): Promise<string> {
    const reached = await connections.ofPurchase(row);
    if (!reached) throw new AppError(formPageErrors.paymentNotReady);
    const back = charge.backUrl(row.id);
    const session = await within(
      reached.vendor.createCheckout(
        reached.connection,
        {
          purchaseId: row.id,
          agentId: null,
          kind: 'once',
          interval: null,
          trialDays: 0,
          currency: row.currency as Currency,
          price: { base: row.amount, tax: 0, subtotal: row.amount, total: row.amount },
          taxBehaviour: 'inclusive',
          taxThousandths: 0,
          title: row.title,
          description: '',
          email: row.email,
          language: row.language,
          successUrl: back,
          cancelUrl: `${back}&canceled=1`,
          expiresAt: row.expiresAt,
        },
        row.id,
      ),
    ).catch((error: unknown) => {
      if (!(error instanceof PaymentError)) throw error;
      services.log.warn({ err: error, accountId: row.accountId, paymentId: row.id, vendor: row.vendor }, 'a form’s payment page could not be opened');
      throw new AppError(formPageErrors.paymentNotReady, { cause: error });
    });
    await database.account(row.accountId, (tx) => formPaymentsRepository(tx).change(row.id, { checkoutRef: session.reference, checkoutUrl: session.url }));
    return session.url;
  }

  /** Asks the vendor and writes what it says. Null when it can't be asked now, or when there is no such payment. */
  async function sync(accountId: string, id: string): Promise<FormPaymentRow | null> {
    const row = await database.account(accountId, (tx) => formPaymentsRepository(tx).find(id));
    if (!row || row.status === 'expired') return row;
    const now = clock.now();
    const reached = row.checkoutRef === null ? null : await connections.ofPurchase(row);
    const facts = reached && (await within(reached.vendor.facts(reached.connection, { checkout: row.checkoutRef, payment: row.paymentRef, subscription: null })).catch((error: unknown) => {
      if (error instanceof PaymentError) return null;
      throw error;
    }));
    const isOurs = facts?.purchaseId === row.id && facts.isTest === row.isTest;
    // What was paid has to be what was asked for, in the same currency; less opens nothing.
    const isPaid = isOurs && facts.payment === 'paid' && facts.paid >= row.amount && facts.currency.toUpperCase() === row.currency;
    const isOver = now.getTime() > row.expiresAt.getTime() + patienceMs || (isOurs && facts.checkout === 'expired');
    return database.account(accountId, async (tx) => {
      const repository = formPaymentsRepository(tx);
      const current = await repository.lock(id);
      if (!current) return null;
      if (isPaid) await repository.change(id, { status: 'paid', paidAt: current.paidAt ?? facts.paidAt ?? now, paymentRef: facts.references.payment, refunded: facts.refunded, syncDueAt: null });
      else if (current.status === 'open') await repository.change(id, isOver ? { status: 'expired', syncDueAt: null } : { syncDueAt: new Date(now.getTime() + lookMs) });
      return repository.find(id);
    });
  }

  /** Closes the page of an earlier price, so that nobody pays for what he no longer wants; if it was paid meanwhile, that shows itself. */
  async function closeEarlier(charge: FormCharge): Promise<void> {
    const open = await database.account(charge.accountId, (tx) => formPaymentsRepository(tx).current(charge.submissionId));
    if (!open || open.status === 'paid' || (open.amount === charge.amount && open.currency === charge.currency)) return;
    const reached = await connections.ofPurchase(open);
    try {
      if (reached && open.checkoutRef) await within(reached.vendor.expireCheckout(reached.connection, open.checkoutRef));
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      services.log.warn({ err: error, paymentId: open.id }, 'an earlier payment page of a form could not be closed');
    }
    await sync(charge.accountId, open.id);
  }

  return {
    /** The page on which a submission is paid, or null when it is paid already. */
    async begin(charge: FormCharge): Promise<{ id: string; url: string | null }> {
      await closeEarlier(charge);
      const row = await record(charge);
      if (row.status === 'paid') return { id: row.id, url: null };
      return { id: row.id, url: row.checkoutRef === null ? await openPage(row, charge) : row.checkoutUrl };
    },
    sync,
    /** Whose payment it is. */
    find: (id: string): Promise<FormPaymentRow | null> => formPaymentsRepository(database.direct).find(id),
    due: () => formPaymentsRepository(database.direct).due(clock.now(), 200),
  };
}

export type FormPayments = ReturnType<typeof createFormPayments>;
