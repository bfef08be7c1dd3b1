import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { PaymentFacts } from '#providers/payments/payments.port.ts';
import type { InvoiceSummary } from '#features/invoices/invoices.contract.ts';
import { presentInvoice, type Invoices } from '#features/invoices/server/invoices.usecases.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { boughtWords } from './receipts.models.ts';

/** Invoices and credit notes of what visitors bought. */
export function createPapers(services: { invoices: Invoices; translator: Translator }) {
  const { invoices } = services;
  return {
    sellerNameOf: invoices.sellerNameOf,

    /**
     * Issues what is missing after the provider was asked, in the transaction that holds the purchase. A
     * payment that does not fit what was asked for gets no invoice until somebody has looked at it.
     */
    async issue(
      tx: Transaction,
      row: PurchaseRow,
      payments: PaymentFacts['payments'],
      sellerName: string,
    ): Promise<void> {
      if (row.problem === 'mismatch' || payments.length === 0) return;
      const text = (key: string, variables?: Record<string, string | number>): string =>
        services.translator.text(row.language, `mail:receipt.${key}`, variables);
      await invoices.issue(tx, {
        accountId: row.accountId,
        agentId: row.agentId,
        subjectId: row.id,
        isTest: row.isTest,
        language: row.language,
        currency: row.currency,
        ...boughtWords(row, text),
        coupon: row.coupon,
        price: { tax: row.tax, total: row.total },
        taxThousandths: row.tax > 0 ? row.terms.taxThousandths : 0,
        buyer: row.email,
        payments,
        sellerName,
      });
    },

    /** Papers of purchases with the way to each, for whoever may have them; by purchase, oldest first. */
    async linksOf(
      tx: Transaction,
      accountId: string,
      ids: readonly string[],
    ): Promise<Map<string, { number: string; url: string }[]>> {
      const rows = await invoices.ofSubjects(tx, accountId, ids);
      const links = new Map<string, { number: string; url: string }[]>();
      for (const row of rows) {
        const link = { number: presentInvoice(row).number, url: invoices.linkOf(row) };
        links.set(row.subjectId, [...(links.get(row.subjectId) ?? []), link]);
      }
      return links;
    },

    /** Papers of a purchase that the caller may see, oldest first. */
    ofPurchase: async (scope: AccountScope, id: string): Promise<InvoiceSummary[]> =>
      (await scope.run((tx) => invoices.ofSubjects(tx, scope.accountId, [id]))).map(presentInvoice),
  };
}

export type Papers = ReturnType<typeof createPapers>;
