import { formatMoney } from '#shared/money/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { findAgentFacts } from '#features/agents/server/agents-facts.usecases.ts';
import { presentInvoice, type Invoices } from '#features/invoices/server/invoices.usecases.ts';
import type { MailRequest, MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { receiptRows } from './receipts.models.ts';
import type { SubscriptionLinks } from '../subscriptions/manage-links.usecases.ts';
import { paymentsRepository } from '../payments.repository.ts';

type Services = {
  database: Database;
  clock: Clock;
  translator: Translator;
  mail: Pick<MailUsecases, 'send'>;
  invoices: Pick<Invoices, 'ofSubjects' | 'linkOf'>;
  links: Pick<SubscriptionLinks, 'addressOf'>;
  publicUrl(): string;
};
type Wanted = {
  accountId: string;
  purchaseId: string;
  reference: string;
};

/** Writes to buyers what they paid for. */
export function createReceipts(services: Services) {
  const { database, clock, translator, invoices } = services;

  /** The purchase with one payment that nobody was written to about; null when there is none. */
  function find({ accountId, purchaseId, reference }: Wanted) {
    return database.account(accountId, async (tx) => {
      const repository = paymentsRepository(tx);
      const row = await repository.byId(purchaseId);
      const payment = (await repository.paymentsOf(purchaseId)).find((one) => one.reference === reference);
      if (!row || !payment || payment.receiptMailedAt) return null;
      const agent = row.agentId && row.kind !== 'form' ? await findAgentFacts(tx, row.agentId) : null;
      const form = row.formId ? await repository.addressOfForm(row.formId) : null;
      const papers = await invoices.ofSubjects(tx, accountId, [purchaseId]);
      const invoice =
        papers.find((paper) => paper.kind === 'invoice' && paper.reference === reference) ?? null;
      return {
        row,
        payment,
        invoice,
        page: agent ? `/widgets/${agent.number}` : form === null ? '' : `/forms/${form}`,
      };
    });
  }

  return {
    /** Mails the receipt of one payment, once: that it is mailed is kept together with the mail. */
    async send(wanted: Wanted): Promise<void> {
      const found = await find(wanted);
      if (!found) return;
      const { row, payment, invoice, page } = found;
      const { language } = row;
      const isForm = row.kind === 'form';
      const text = (key: string, variables?: Record<string, string | number>): string =>
        translator.text(language, `mail:receipt.${key}`, variables);
      const paper = invoice && { number: presentInvoice(invoice).number, content: invoice.content };
      const mail: MailRequest = {
        kind: isForm ? 'form-receipt' : 'payment-receipt',
        to: row.email,
        // Test money is free, and so anybody could have a receipt sent to anybody.
        isForTypedAddress: row.isTest,
        language,
        accountId: wanted.accountId,
        rows: receiptRows(row, payment, paper, text, language),
        paragraphs: isForm ? [] : [text('restore'), ...(row.kind === 'subscription' ? [text('cancel')] : [])],
        links: [
          ...(row.kind === 'subscription'
            ? [{ label: text('manage'), url: services.links.addressOf(row) }]
            : []),
          ...(invoice ? [{ label: text('pdf'), url: invoices.linkOf(invoice) }] : []),
        ],
        variables: {
          url: `${services.publicUrl()}${page}`,
          ...(isForm ? { form: row.formName } : { agent: row.agentName }),
          total: formatMoney(payment.amount, row.currency, language),
        },
      };
      await database.system(async (tx) => {
        const isFirst = await paymentsRepository(tx).setReceiptMailed(row.id, payment.reference, clock.now());
        if (isFirst) await services.mail.send(mail, tx);
      });
    },
  };
}
