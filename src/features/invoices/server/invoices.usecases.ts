import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { isId, newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { findAccountName } from '#features/accounts/server/accounts.usecases.ts';
import {
  invoicesErrors,
  numberText,
  partyLines,
  type InvoiceSummary,
  type SellerDetails,
} from '../invoices.contract.ts';
import { invoicePdf } from './invoices-pdf.usecases.ts';
import { duePapers, type InvoicedPayment } from './invoices.models.ts';
import { invoicesRepository, type InvoiceRow, type SellerRow } from './invoices.repository.ts';

/** Something that was paid for, as its invoices are to say it. Amounts in the currency's smallest unit. */
export type Invoiced = {
  /** The seller. */
  accountId: string;
  agentId: string | null;
  /** The purchase, or the subscription to a plan. */
  subjectId: string;
  isTest: boolean;
  language: Language;
  currency: string;
  title: string;
  detail: string;
  coupon: string;
  /** What was asked for; a payment of another amount holds tax in the same proportion. */
  price: { tax: number; total: number };
  /** Thousandths of a percent. */
  taxThousandths: number;
  /** Name and address in lines, as far as they are known. */
  buyer: string;
  payments: readonly InvoicedPayment[];
  /**
   * Who sells, where the seller has not said what it is called: `sellerNameOf`, asked before the transaction
   * begins.
   */
  sellerName: string;
  /** Who sells, where that stands elsewhere than with the seller's account. */
  seller?: SellerDetails;
};

type Link = {
  a: string;
  i: string;
};
const linkKind: TokenKind<Link> = {
  purpose: 'invoice',
  parse: (value) => z.object({ a: z.string().max(60), i: z.string().max(60) }).safeParse(value).data ?? null,
};

export type InvoiceFile = {
  bytes: Buffer;
  fileName: string;
};
export type InvoicesServices = {
  database: Database;
  clock: Clock;
  box: SecretBox;
  translator: Translator;
  publicUrl(): string;
};

/**
 * Papers that are kept as they were drawn, some ten kilobytes each: drawing one takes the server a twentieth
 * of a second.
 */
const mostDrawn = 300;

const noSeller: SellerDetails = { name: '', address: '', country: '', taxNumber: '' };

function presentSeller(row: SellerRow | null): SellerDetails {
  return row
    ? { name: row.name, address: row.address, country: row.country, taxNumber: row.taxNumber }
    : noSeller;
}

export function presentInvoice(row: InvoiceRow): InvoiceSummary {
  const { id, kind, reference, currency, total, isTest, issuedAt } = row;
  return {
    id,
    kind,
    number: numberText(row),
    reference,
    currency,
    total,
    isTest,
    issuedAt: issuedAt.toISOString(),
  };
}

/**
 * Invoices and credit notes: numbered without gaps for each seller, frozen once they are issued, drawn as PDF
 * when they are asked for.
 */
export function createInvoices(services: InvoicesServices) {
  const { database, clock, box } = services;

  const drawn = new LRUCache<string, Promise<Buffer>>({ max: mostDrawn });

  /** Nothing on a paper but its buyer ever changes, so each is drawn once for as long as it is remembered. */
  async function draw(row: InvoiceRow): Promise<InvoiceFile> {
    const text = (key: string, variables?: Record<string, string | number>): string =>
      services.translator.text(row.content.language, `invoices:${key}`, variables);
    const key = `${row.id} ${row.buyer}`;
    const bytes = drawn.get(key) ?? invoicePdf(row, text);
    drawn.set(key, bytes);
    bytes.catch(() => drawn.delete(key));
    return { bytes: await bytes, fileName: `${numberText(row)}.pdf` };
  }

  return {
    /**
     * What a seller without details is called. It lies outside the account's wall, so it takes a connection
     * of its own: asked inside a transaction, many payments at once would hold all connections and wait for
     * one more.
     */
    sellerNameOf: async (accountId: string): Promise<string> =>
      (await findAccountName(database, accountId)) ?? '',

    /**
     * Issues what is missing about something that was paid for, in the caller's transaction, which must hold
     * the purchase: so that no number is lost and nothing is issued twice. Asking again issues nothing.
     */
    async issue(tx: Transaction, what: Invoiced): Promise<InvoiceRow[]> {
      const repository = invoicesRepository(tx);
      const issued = await repository.ofSubjects(what.accountId, [what.subjectId]);
      const due = duePapers(what.price, what.payments, issued);
      if (due.length === 0) return [];
      const now = clock.now();
      const seller = what.seller ?? presentSeller(await repository.seller(what.accountId));
      const named = seller.name !== '' ? seller : { ...seller, name: what.sellerName };
      const rows: InvoiceRow[] = [];
      for (const { kind, payment, total, tax, at } of due) {
        const corrected =
          kind === 'invoice'
            ? null
            : [...issued, ...rows].find(
                (row) => row.kind === 'invoice' && row.reference === payment.reference,
              );
        if (corrected === undefined) throw new Error('A credit note is due before its invoice');
        const row: InvoiceRow = {
          id: newId('ivc', now.getTime()),
          accountId: what.accountId,
          agentId: what.agentId,
          isTest: what.isTest,
          kind,
          number: await repository.takeNumber(what.accountId, what.isTest, kind),
          subjectId: what.subjectId,
          reference: payment.reference,
          invoiceId: corrected?.id ?? null,
          currency: what.currency,
          total,
          tax,
          content: {
            language: what.language,
            seller: named,
            title: what.title,
            detail: what.detail,
            coupon: what.coupon,
            taxThousandths: what.taxThousandths,
            base: total - tax,
            tax,
            total,
            card: payment.card ?? null,
            paidAt: payment.paidAt.toISOString(),
            corrects: corrected ? numberText(corrected) : null,
          },
          buyer: what.buyer,
          // Of the day on which the money moved, so that a month's papers are those of its payments, however
          // late they became known.
          issuedAt: at !== null && at < now ? at : now,
        };
        await repository.insert(row);
        rows.push(row);
      }
      return rows;
    },

    /** What was issued about things that were paid for. */
    ofSubjects: (tx: Transaction, accountId: string, subjectIds: readonly string[]): Promise<InvoiceRow[]> =>
      invoicesRepository(tx).ofSubjects(accountId, subjectIds),

    /** Where whoever has the link finds the file: it is the key, and never ends. */
    linkOf({ accountId, id }: Pick<InvoiceRow, 'accountId' | 'id'>): string {
      const token = mintToken(box, linkKind, { a: accountId, i: id }, null);
      return `${services.publicUrl()}/invoices/${token}`;
    },

    /** The file behind a link; null for one that was not made here. */
    async fileOfLink(token: string): Promise<InvoiceFile | null> {
      const link = readToken(box, linkKind, token, clock.now().getTime());
      const row = link && (await database.account(link.a, (tx) => invoicesRepository(tx).byId(link.i)));
      return row ? draw(row) : null;
    },

    /** The file for a member of the seller's account. */
    async file(scope: AccountScope, id: string): Promise<InvoiceFile> {
      const row = isId('ivc', id) ? await scope.run((tx) => invoicesRepository(tx).byId(id)) : null;
      if (!row || (row.agentId !== null && !scope.reaches(row.agentId)))
        throw new AppError(invoicesErrors.notFound);
      return draw(row);
    },

    /** The file, for whoever has found out that the caller may have it. */
    draw,

    async seller(scope: AccountScope): Promise<{ seller: SellerDetails; accountName: string }> {
      const row = await scope.run((tx) => invoicesRepository(tx).seller(scope.accountId));
      return {
        seller: presentSeller(row),
        accountName: (await findAccountName(database, scope.accountId)) ?? '',
      };
    },

    /**
     * An account as a buyer, in lines: its name, address, country, tax number and the address of mail that it
     * pays with.
     */
    async buyerOf(
      tx: Transaction,
      buyer: { accountId: string; accountName: string; email: string },
      language: Language,
    ): Promise<string> {
      const { accountId, accountName, email } = buyer;
      const details = presentSeller(await invoicesRepository(tx).seller(accountId));
      const name = details.name !== '' ? details.name : accountName;
      const text = (key: string, variables: { number: string }): string =>
        services.translator.text(language, `invoices:${key}`, variables);
      return `${partyLines({ ...details, name }, text, language)}\n${email}`;
    },

    /** Who an account is on paper, in the caller's transaction. */
    sellerOf: async (tx: Transaction, accountId: string): Promise<SellerDetails> =>
      presentSeller(await invoicesRepository(tx).seller(accountId)),

    setSeller: (scope: AccountScope, details: SellerDetails): Promise<void> =>
      scope.run((tx) =>
        invoicesRepository(tx).setSeller({ accountId: scope.accountId, ...details, updatedAt: clock.now() }),
      ),
  };
}

export type Invoices = ReturnType<typeof createInvoices>;

/**
 * Takes the buyer's name off what was issued about purchases, in the caller's transaction. Everything else
 * stays: books must be kept.
 */
export async function anonymiseInvoices(
  tx: Transaction,
  purchaseIds: readonly string[],
  alias: string,
): Promise<void> {
  await invoicesRepository(tx).setBuyer(purchaseIds, alias);
}
