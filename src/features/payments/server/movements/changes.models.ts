import type { PaymentDispute, PaymentFacts, PaymentLine } from '#providers/payments/payments.port.ts';
import type { MovementKind } from '../../payments-movements.contract.ts';
import type { paymentMovements } from '../payments.table.ts';

export type MovementRow = typeof paymentMovements.$inferSelect;
/**
 * A movement before it is written. Amounts in the smallest unit of `currency`; what leaves the seller is
 * below zero.
 */
export type Movement = Pick<
  MovementRow,
  'kind' | 'reference' | 'paymentRef' | 'at' | 'currency' | 'gross' | 'tax' | 'fee' | 'isEstimated'
>;

/** What a price is made of, to find the tax in a payment where the vendor does not name it. */
type Price = {
  tax: number;
  total: number;
};
type Change = {
  kind: MovementKind;
  reference: string;
  at: Date;
  gross: number;
  fee?: number | null;
  isEstimated?: boolean;
};

/**
 * What happened to the money of a purchase since its movements were last written: what the vendor says now,
 * less what is known.
 * Nothing when nothing is new, so that the same facts again write nothing. Afterwards the gross of all
 * movements is what was paid, less what was given back and what disputes hold or took; the same is true of
 * each payment by itself.
 */
export function newMovements(
  known: readonly Movement[],
  facts: PaymentFacts,
  price: Price,
  now: Date,
): Movement[] {
  const lines = facts.payments.filter(({ amount }) => amount > 0);
  const told = new Set(lines.map(({ reference }) => reference));
  const gone = new Set(known.map(({ paymentRef }) => paymentRef).filter((reference) => !told.has(reference)));
  const made: Movement[] = [];
  const isFirst = (): boolean => ![...known, ...made].some(({ kind }) => kind === 'payment');
  for (const line of lines) {
    const book = openBook(line, [...known, ...made], facts.currency, price);
    if (!book.has(['payment', 'renewal'], line.reference)) {
      book.write({
        kind: isFirst() ? 'payment' : 'renewal',
        reference: line.reference,
        at: line.paidAt,
        gross: line.amount,
        fee: line.fee ?? null,
      });
    }
    const disputes = facts.disputes.filter(({ payment }) => payment === line.reference);
    const changes = [
      ...refundsNow(book, line),
      ...disputes.flatMap((dispute) => disputeNow(book, dispute, now)),
    ];
    for (const change of changes.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
      book.write(change);
    book.level(
      line.amount -
        line.refunded -
        sum(disputes, (dispute) => (dispute.outcome === 'won' ? 0 : dispute.amount)),
      now,
    );
    book.addFee(line.reference, line.fee, line.paidAt);
    for (const { reference, fee, openedAt } of disputes) book.addFee(reference, fee, openedAt);
    made.push(...book.made);
  }
  // A payment that the vendor does not know any more was none: a bank's debit that bounced after all.
  for (const reference of gone) {
    const book = openBook({ reference, amount: 0, tax: null }, [...known, ...made], facts.currency, price);
    book.level(0, now);
    made.push(...book.made);
  }
  return made.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** The movements of one payment, those that are known and those that are made. */
type Book = ReturnType<typeof openBook>;

function openBook(
  line: Pick<PaymentLine, 'reference' | 'amount' | 'tax'>,
  known: readonly Movement[],
  currency: string,
  price: Price,
) {
  const made: Movement[] = [];
  const all = known.filter(({ paymentRef }) => paymentRef === line.reference);
  /**
   * The tax in what is left of the payment; every step moves what it changes in it, so that all of it goes
   * back with all of the money.
   */
  const taxIn = (gross: number): number =>
    typeof line.tax === 'number' && line.amount > 0
      ? share(gross, line.tax, line.amount)
      : share(gross, price.tax, price.total);
  const left = (): number => sum(all, ({ gross }) => gross);

  function write({ kind, reference, at, gross, fee = null, isEstimated = false }: Change): void {
    const tax = taxIn(left() + gross) - sum(all, (one) => one.tax);
    const movement = {
      kind,
      reference,
      paymentRef: line.reference,
      at,
      currency: currency.toUpperCase(),
      gross,
      tax: gross === 0 ? 0 : tax,
      fee,
      isEstimated,
    };
    all.push(movement);
    made.push(movement);
  }

  return {
    made,
    all,
    write,
    has: (kinds: readonly MovementKind[], reference: string): boolean =>
      all.some((one) => kinds.includes(one.kind) && one.reference === reference),
    /** What the vendor gave back without saying when, or said otherwise before. */
    level(target: number, now: Date): void {
      const missing = target - left();
      const count = all.filter(({ isEstimated }) => isEstimated).length;
      if (missing !== 0)
        write({
          kind: missing < 0 ? 'refund' : 'correction',
          reference: `${line.reference}:${count + 1}`,
          at: now,
          gross: missing,
          isEstimated: true,
        });
    },
    /** A fee that became known, or another one, after its movement was written. */
    addFee(reference: string, fee: number | null | undefined, at: Date): void {
      const ours = all.filter(
        (one) => one.reference === reference || one.reference.startsWith(`${reference}:fee`),
      );
      const missing = (fee ?? 0) - sum(ours, (one) => one.fee ?? 0);
      const count = ours.filter(({ kind }) => kind === 'fee').length;
      if (typeof fee === 'number' && missing !== 0)
        write({
          kind: 'fee',
          reference: `${reference}:fee${count === 0 ? '' : count + 1}`,
          at,
          gross: 0,
          fee: missing,
        });
    },
  };
}

/**
 * Refunds that are not written yet. What was written without the vendor's name for it stands for the oldest
 * of those that it names now.
 */
function refundsNow(book: Book, line: PaymentLine): Change[] {
  let covered = -sum(
    book.all.filter(({ kind, isEstimated }) => (kind === 'refund' || kind === 'correction') && isEstimated),
    ({ gross }) => gross,
  );
  return (line.refunds ?? []).flatMap(({ reference, amount, at }): Change[] => {
    if (book.has(['refund'], reference)) return [];
    const part = Math.min(amount, Math.max(0, covered));
    covered -= part;
    return part === amount ? [] : [{ kind: 'refund', reference, at, gross: part - amount }];
  });
}

/**
 * What a dispute did that is not written yet. It takes the money when it is opened; one that is won brings
 * back what it holds, and one that is lost, after all or again, takes what it does not hold.
 */
function disputeNow(
  book: Book,
  { reference, amount, outcome, openedAt, closedAt, fee }: PaymentDispute,
  now: Date,
): Change[] {
  const guessed = book.all.find(
    ({ kind, isEstimated }) => kind === 'dispute_opened' && isEstimated,
  )?.reference;
  const known = book.all.filter(
    (one) => one.kind.startsWith('dispute_') && (one.reference === reference || one.reference === guessed),
  );
  const isWritten = (kind: MovementKind): boolean => known.some((one) => one.kind === kind);
  const isOpened = isWritten('dispute_opened');
  const held = isOpened ? -sum(known, ({ gross }) => gross) : amount;
  const at = closedAt ?? new Date(Math.max(now.getTime(), openedAt.getTime()));
  const closed =
    outcome === 'open'
      ? []
      : [
          {
            kind: `dispute_${outcome}` as const,
            reference,
            at,
            gross: outcome === 'won' ? held : held - amount,
            isEstimated: closedAt === null,
          },
        ];
  return [
    ...(isOpened
      ? []
      : [{ kind: 'dispute_opened' as const, reference, at: openedAt, gross: -amount, fee: fee ?? null }]),
    ...closed.filter(({ kind }) => !isWritten(kind)),
  ];
}

/** A part of a whole, halves away from zero. */
function share(gross: number, part: number, whole: number): number {
  if (whole <= 0) return 0;
  const size = (2n * BigInt(Math.abs(gross)) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole));
  return gross < 0 ? -Number(size) : Number(size);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
