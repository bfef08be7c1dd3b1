import type { Language } from '#shared/languages.ts';
import type { MailRow } from '#shared/mail-document.ts';
import { formatMoney } from '#shared/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { findAgentFacts } from '#features/agents/server/agents-facts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import type { PaymentRow, PurchaseRow } from './payments-facts.models.ts';
import { paymentsRepository } from './payments.repository.ts';

const dayMs = 86_400_000;

/** The rows of a receipt: what, how much of it is tax, when, until when, and the number to ask about. */
export function receiptRows(row: PurchaseRow, payment: Pick<PaymentRow, 'amount' | 'paidAt'>, text: (key: string, variables?: Record<string, string | number>) => string, language: Language): MailRow[] {
  const money = (amount: number): string => formatMoney(amount, row.currency, language);
  const day = (date: Date): string => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  const { terms } = row;
  const what = row.kind === 'pack' ? text('pack', { count: terms.messages ?? 0 }) : row.kind === 'once' ? text('once') : text(terms.interval === 'year' ? 'year' : 'month');
  const days = row.kind === 'subscription' ? 0 : terms.days;
  const ends = row.kind === 'subscription' ? row.periodEnd : days > 0 ? new Date(payment.paidAt.getTime() + days * dayMs) : null;
  // What was charged otherwise than asked for (a change that the owner made at his provider) has no known tax.
  const isWhole = payment.amount === row.total;
  const tax = text('tax', { percent: new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(terms.taxThousandths / 1_000) });
  return [
    ...(row.isTest ? [{ label: '', value: text('test') }] : []),
    row.kind === 'form' ? { label: row.formName, value: terms.title } : { label: row.agentName, value: what },
    ...(isWhole && row.tax > 0 ? [{ label: text('base'), value: money(row.base) }, { label: tax, value: money(row.tax) }] : []),
    { label: text('total'), value: money(payment.amount) },
    { label: text('paid'), value: day(payment.paidAt) },
    ...(row.kind === 'form' ? [] : [ends ? { label: text(row.kind === 'subscription' && !row.isEnding ? 'renews' : 'ends'), value: day(ends) } : { label: '', value: text('forever') }]),
    { label: text('number'), value: row.id },
  ];
}

/** Writes to buyers what they paid for. */
export function createReceipts(services: { database: Database; clock: Clock; translator: Translator; mail: Pick<MailUsecases, 'send'>; publicUrl(): string }) {
  const { database, clock, translator } = services;
  return {
    /** Mails the receipt of one payment; a second time only when this process dies in between. */
    async send({ accountId, purchaseId, reference }: { accountId: string; purchaseId: string; reference: string }): Promise<void> {
      const found = await database.account(accountId, async (tx) => {
        const repository = paymentsRepository(tx);
        const row = await repository.byId(purchaseId);
        const payment = (await repository.paymentsOf(purchaseId)).find((one) => one.reference === reference);
        const agent = row?.agentId && row.kind !== 'form' ? await findAgentFacts(tx, row.agentId) : null;
        const form = row?.formId ? await repository.addressOfForm(row.formId) : null;
        return row && payment && !payment.receiptMailedAt ? { row, payment, page: agent ? `/widgets/${agent.number}` : form === null ? '' : `/forms/${form}` } : null;
      });
      if (!found) return;
      const { row, payment, page } = found;
      const isForm = row.kind === 'form';
      const text = (key: string, variables?: Record<string, string | number>): string => translator.text(row.language, `mail:receipt.${key}`, variables);
      await services.mail.send({
        kind: isForm ? 'form-receipt' : 'payment-receipt',
        to: row.email,
        language: row.language,
        accountId,
        rows: receiptRows(row, payment, text, row.language),
        paragraphs: isForm ? [] : [text('restore'), ...(row.kind === 'subscription' ? [text('cancel')] : [])],
        variables: { url: `${services.publicUrl().replace(/\/$/, '')}${page}`, ...(isForm ? { form: row.formName } : { agent: row.agentName }), total: formatMoney(payment.amount, row.currency, row.language) },
      });
      await database.account(accountId, (tx) => paymentsRepository(tx).setReceiptMailed(purchaseId, reference, clock.now()));
    },
  };
}

