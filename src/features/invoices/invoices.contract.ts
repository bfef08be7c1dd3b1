import { z } from 'zod';
import { countryCodes } from '#shared/contacts/country-codes.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';

export const invoicesErrors = defineErrors('invoices', { notFound: 404 });

const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .regex(/^[^\p{Cc}]*$/u);

/** Who an account is on paper. Empty texts are not printed. */
export const sellerInput = z.strictObject({
  name: line(120),
  /** Street, postcode and town, in lines. */
  address: z.string().trim().max(400),
  /** Two letters, or empty. */
  country: z.enum(['', ...countryCodes]),
  taxNumber: line(60),
});
export type SellerDetails = z.infer<typeof sellerInput>;

/** Name, address, country and tax number of a seller or buyer, in lines; `text` words `taxNumber`. */
export function partyLines(
  { name, address, country, taxNumber }: SellerDetails,
  text: (key: string, variables: { number: string }) => string,
  language: Language,
): string {
  const where =
    country === '' ? '' : (new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country);
  const tax = taxNumber === '' ? '' : text('taxNumber', { number: taxNumber });
  return [name, address, where, tax].filter((line) => line !== '').join('\n');
}

export const invoiceKinds = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** A number as it is printed. Papers about test money are a series of their own and say so. */
export function numberText({
  isTest,
  kind,
  number,
}: {
  isTest: boolean;
  kind: InvoiceKind;
  number: number;
}): string {
  return `${isTest ? 'TEST-' : ''}${kind === 'invoice' ? 'INV' : 'CN'}-${String(number).padStart(6, '0')}`;
}

/** A card as invoices name it. */
export type InvoiceCard = {
  brand: string;
  lastFour: string;
};

/**
 * What is printed, frozen on the day of issue: seller, words, rates and sums. Amounts in the currency's
 * smallest unit; a credit note's are what was given back. Moments as ISO texts.
 */
export type InvoiceContent = {
  language: Language;
  seller: SellerDetails;
  title: string;
  detail: string;
  coupon: string;
  /** Thousandths of a percent: 21 % is 21,000. */
  taxThousandths: number;
  base: number;
  tax: number;
  total: number;
  card: InvoiceCard | null;
  paidAt: string;
  /** What a credit note corrects, as it is printed. */
  corrects: string | null;
};

export const invoiceSummarySchema = z
  .object({
    id: z.string(),
    kind: z.enum(invoiceKinds),
    /** As it is printed: `INV-000042`. */
    number: z.string(),
    /** The payment at the provider. */
    reference: z.string(),
    currency: z.string(),
    /** Tax included, in the currency's smallest unit. */
    total: z.number(),
    isTest: z.boolean(),
    issuedAt: z.string(),
  })
  .meta({ id: 'InvoiceSummary' });
export type InvoiceSummary = z.infer<typeof invoiceSummarySchema>;

const read = { permission: 'payments.read' } as const;

export const invoicesEndpoints = {
  seller: endpoint({
    method: 'GET',
    path: '/api/seller',
    access: read,
    summary: 'Who the account is on its receipts and invoices.',
    response: z.object({
      seller: sellerInput,
      /** What is printed while no name was entered. */
      accountName: z.string(),
    }),
  }),
  setSeller: endpoint({
    method: 'PUT',
    path: '/api/seller',
    access: { permission: 'payments.manage' },
    summary: 'Says who the account is on paper. Invoices that were issued before stay as they are.',
    body: sellerInput,
    response: z.object({}),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/invoices/{id}/file',
    access: read,
    summary: 'An invoice or credit note as PDF.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: z.object({}),
    transport: 'file',
    errors: [invoicesErrors.notFound],
  }),
} as const;
