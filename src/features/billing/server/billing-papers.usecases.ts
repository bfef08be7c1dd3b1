import { formatMoney } from '#shared/money/money.ts';
import type { MailRow } from '#shared/mail-document.ts';
import type { Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { findOwners } from '#features/accounts/server/accounts.usecases.ts';
import { partyLines, type InvoiceCard, type SellerDetails } from '#features/invoices/invoices.contract.ts';
import { presentInvoice, type Invoices } from '#features/invoices/server/invoices.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import type { PlanPaper } from '../billing.contract.ts';
import { titleKey } from './billing-offers.models.ts';
import { billingRepository, type PaymentRow, type SubscriptionRow } from './billing.repository.ts';

export type PapersServices = {
  database: Database;
  clock: Clock;
  translator: Translator;
  brandName: string;
  invoices: Pick<Invoices, 'issue' | 'ofSubjects' | 'linkOf' | 'buyerOf' | 'sellerNameOf'>;
  mail: Pick<MailUsecases, 'send'>;
  /** The account of the platform, which is the seller. */
  platformAccountId: string;
  /** Who the platform is on paper; without a name it is called as the product is. */
  seller: SellerDetails;
  publicUrl(): string;
};

/** Nobody is written to about what was paid before receipts were. */
const freshMs = 7 * 86_400_000;
type Paid = {
  reference: string;
  amount: number;
  refunded: number;
  paidAt: Date;
  card?: InvoiceCard | null;
};

/** Who reads papers of an account. */
export type Readers = {
  accountName: string;
  owners: Awaited<ReturnType<typeof findOwners>>;
};

/** Invoices of the platform to its accounts, and the receipts of what they paid. */
export function createPlanPapers(services: PapersServices) {
  const { database, clock, translator, brandName, invoices, platformAccountId } = services;
  const seller = { ...services.seller, name: services.seller.name || brandName };

  const words =
    (language: Language) =>
    (key: string, variables?: Record<string, string | number>): string =>
      translator.text(language, `mail:receipt.${key}`, variables);
  const titleOf = (row: Pick<SubscriptionRow, 'plan'>, language: Language): string =>
    translator.text(language, titleKey(row.plan), { brand: brandName });

  function rowsOf(row: SubscriptionRow, payment: Paid, number: string | null, language: Language): MailRow[] {
    const text = words(language);
    const day = (date: Date): string =>
      new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
    const { card } = payment;
    return [
      ...(row.isTest ? [{ label: '', value: text('test') }] : []),
      { label: text('seller'), value: partyLines(seller, text, language) },
      { label: titleOf(row, language), value: text(row.interval) },
      { label: text('total'), value: formatMoney(payment.amount, row.currency, language) },
      { label: text('paid'), value: day(payment.paidAt) },
      ...(card ? [{ label: text('card'), value: `${card.brand} •••• ${card.lastFour}` }] : []),
      ...(row.periodEnd && !row.isEnding ? [{ label: text('renews'), value: day(row.periodEnd) }] : []),
      ...(number === null ? [] : [{ label: text('invoice'), value: number }]),
      { label: text('number'), value: row.id },
    ];
  }

  /**
   * Writes to the account's owners, each in their language; once for each payment, in the transaction that
   * notes it.
   */
  async function tell(
    tx: Transaction,
    row: SubscriptionRow,
    payment: Paid,
    owners: Readers['owners'],
  ): Promise<void> {
    const now = clock.now();
    if (
      !(await billingRepository(tx).claimNotice(
        row.accountId,
        `plan-receipt ${row.id} ${payment.reference}`,
        now,
      ))
    )
      return;
    if (now.getTime() - payment.paidAt.getTime() > freshMs) return;
    const papers = await invoices.ofSubjects(tx, platformAccountId, [row.id]);
    const invoice = papers.find(
      ({ kind, reference }) => kind === 'invoice' && reference === payment.reference,
    );
    for (const { email, language } of owners) {
      await services.mail.send(
        {
          kind: 'plan-receipt',
          to: email,
          language,
          accountId: row.accountId,
          rows: rowsOf(row, payment, invoice ? presentInvoice(invoice).number : null, language),
          ...(invoice ? { links: [{ label: words(language)('pdf'), url: invoices.linkOf(invoice) }] } : {}),
          variables: {
            url: `${services.publicUrl()}${paths.billing}`,
            plan: titleOf(row, language),
            total: formatMoney(payment.amount, row.currency, language),
          },
        },
        tx,
      );
    }
  }

  return {
    /**
     * Whom papers are for, asked before the transaction begins: inside of it, it would need a second
     * connection.
     */
    async readersOf(accountId: string): Promise<Readers> {
      return {
        accountName: await invoices.sellerNameOf(accountId),
        owners: await findOwners(database, accountId),
      };
    },

    /**
     * Issues what is missing and writes to owners, in the transaction that holds the account: as often as it
     * is asked, each once.
     * A payment that does not fit what was asked for has no paper until somebody has looked at it.
     */
    async issue(
      tx: Transaction,
      row: SubscriptionRow,
      payments: readonly Paid[],
      readers: Readers,
    ): Promise<void> {
      if (row.problem === 'mismatch' || payments.length === 0) return;
      const { language } = row;
      await invoices.issue(tx, {
        accountId: platformAccountId,
        agentId: null,
        subjectId: row.id,
        isTest: row.isTest,
        language,
        currency: row.currency,
        title: titleOf(row, language),
        detail: words(language)(row.interval),
        coupon: '',
        price: { tax: 0, total: row.amount },
        taxThousandths: 0,
        buyer: await invoices.buyerOf(
          tx,
          { accountId: row.accountId, accountName: readers.accountName, email: row.email },
          language,
        ),
        payments,
        sellerName: brandName,
        seller,
      });
      // What was given back in full was a mistake that is put right by itself.
      for (const payment of payments)
        if (payment.refunded < payment.amount) await tell(tx, row, payment, readers.owners);
    },

    /** The papers of payments, by subscription and reference. */
    async ofPayments(
      payments: readonly Pick<PaymentRow, 'subscriptionId' | 'reference'>[],
    ): Promise<(payment: Pick<PaymentRow, 'subscriptionId' | 'reference'>) => PlanPaper[]> {
      const ids = [...new Set(payments.map(({ subscriptionId }) => subscriptionId))];
      const rows = await database.account(platformAccountId, (tx) =>
        invoices.ofSubjects(tx, platformAccountId, ids),
      );
      return ({ subscriptionId, reference }) =>
        rows
          .filter((row) => row.subjectId === subscriptionId && row.reference === reference)
          .map((row) => ({ number: presentInvoice(row).number, kind: row.kind, url: invoices.linkOf(row) }));
    },
  };
}

export type PlanPapers = ReturnType<typeof createPlanPapers>;
