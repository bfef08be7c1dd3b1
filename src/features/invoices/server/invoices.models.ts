import type { InvoiceCard, InvoiceKind } from '../invoices.contract.ts';

/** What was paid and given back, of which invoices are to be there. Amounts in the smallest unit. */
export type InvoicedPayment = {
  reference: string;
  amount: number;
  refunded: number;
  paidAt: Date;
  /** The tax in `amount`; absent or null where only the price says it. */
  tax?: number | null;
  card?: InvoiceCard | null;
  /**
   * Each time that something was given back, as far as the provider tells; together `refunded` at the most.
   */
  refunds?: readonly { amount: number; at: Date }[];
};

/** What was issued already about one thing that was paid for. */
export type Issued = {
  kind: InvoiceKind;
  reference: string;
  total: number;
  tax: number;
};

/** A paper that is missing. `at` is when its money moved; null where the provider does not say. */
export type DuePaper = {
  kind: InvoiceKind;
  payment: InvoicedPayment;
  total: number;
  tax: number;
  at: Date | null;
};

/** How much of `amount` is tax, when `of` is made of base and tax; the nearest whole unit, halves up. */
export function taxIn(amount: number, of: { tax: number; total: number }): number {
  if (of.total === 0) return 0;
  const [part, tax, total] = [BigInt(amount), BigInt(of.tax), BigInt(of.total)];
  return Number((part * tax * 2n + total) / (total * 2n));
}

/**
 * The invoices and credit notes that are missing: an invoice for each payment, and a credit note for each
 * time that something was given back of it and has none yet. Credit notes of a payment that was given back
 * whole hold exactly its tax, however many they are.
 */
export function duePapers(
  price: { tax: number; total: number },
  payments: readonly InvoicedPayment[],
  issued: readonly Issued[],
): DuePaper[] {
  const due = payments.flatMap((payment): DuePaper[] => {
    const { reference, amount, paidAt } = payment;
    if (amount <= 0) return [];
    const own = issued.filter((paper) => paper.reference === reference);
    const tax = payment.tax ?? taxIn(amount, price);
    const invoice: DuePaper = { kind: 'invoice', payment, total: amount, tax, at: paidAt };
    const credits = own.filter(({ kind }) => kind === 'credit_note');
    return [
      ...(own.some(({ kind }) => kind === 'invoice') ? [] : [invoice]),
      ...dueCredits(payment, { price, tax, credits }),
    ];
  });
  // Each kind has its own series, which is held until the transaction ends: two who need both must not wait
  // for each other.
  const of = (wanted: InvoiceKind): DuePaper[] => due.filter(({ kind }) => kind === wanted);
  return [...of('invoice'), ...of('credit_note')];
}

type Known = {
  price: { tax: number; total: number };
  tax: number;
  credits: readonly Issued[];
};

/** What was credited already stands for the oldest of what was given back. */
function dueCredits(payment: InvoicedPayment, { price, tax, credits }: Known): DuePaper[] {
  const { amount, refunded } = payment;
  const split = typeof payment.tax === 'number' ? { tax, total: amount } : price;
  let credited = credits.reduce((sum, { total }) => sum + total, 0);
  let creditedTax = credits.reduce((sum, paper) => sum + paper.tax, 0);
  const due: DuePaper[] = [];
  function credit(upTo: number, at: Date | null): void {
    const total = Math.min(upTo, refunded) - credited;
    if (total <= 0) return;
    credited += total;
    // The tax in what is left decides, as in the list of money movements: so both are rounded to the same
    // unit.
    const part = Math.max(0, tax - taxIn(amount - credited, split) - creditedTax);
    creditedTax += part;
    due.push({ kind: 'credit_note', payment, total, tax: part, at });
  }
  let upTo = 0;
  for (const refund of (payment.refunds ?? []).toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  )) {
    upTo += refund.amount;
    credit(upTo, refund.at);
  }
  credit(refunded, null);
  return due;
}
