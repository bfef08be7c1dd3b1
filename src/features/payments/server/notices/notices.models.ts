import type { Language } from '#shared/languages.ts';
import type { MailRow } from '#shared/mail-document.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { PaymentFacts } from '#providers/payments/payments.port.ts';
import { memberNotices, type BuyerNotice, type MemberNotice } from '../../payments-notices.contract.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import type { Movement } from '../movements/changes.models.ts';
import { boughtWords, type ReceiptText } from '../receipts/receipts.models.ts';

/**
 * Something that people are written to about. `about` makes it another notice than the last one of its kind.
 * Amounts in the smallest unit; `was` is the price before a change, `date` what the mail names, `payment` the
 * payment at the provider.
 */
export type MoneyNotice = {
  kind: BuyerNotice | MemberNotice;
  about: string;
  amount: number | null;
  was: number | null;
  date: Date | null;
  payment: string | null;
};

type Step = {
  before: PurchaseRow;
  after: PurchaseRow;
  /** What was written of money in this step. */
  moved: readonly Movement[];
  facts: Pick<PaymentFacts, 'subscription' | 'disputes'>;
  /** The number of the asking that brought it. */
  asked: number;
  /** What rules asked to give back: whoever wrote that down has written to the buyer, too. */
  ruled: readonly RuledRefund[];
};
type RuledRefund = {
  key: string;
  parts: readonly { reference: string; amount: number }[];
};

/**
 * The key of what is given back because it was charged for a service that was closed; owners hear of that,
 * too.
 */
export const unservedKey = (payment: string): string => `unserved:${payment}`;

const dayMs = 86_400_000;
const live = new Set(['trialing', 'active', 'past_due']);
const isLive = ({ status, subscriptionStatus }: PurchaseRow): boolean =>
  status === 'paid' && subscriptionStatus !== null && live.has(subscriptionStatus);

/** What each renewal of a subscription costs, as far as it is known. */
export const renewalOf = (row: Pick<PurchaseRow, 'renewalAmount' | 'total'>): number =>
  row.renewalAmount ?? row.total;

/**
 * What there is to tell after a purchase was brought to what the vendor says: what moved, and how what stands
 * now differs from what stood before. The same facts again move and change nothing, so they tell nothing.
 */
export function noticesOf(step: Step): MoneyNotice[] {
  return step.after.problem === 'mismatch' ? [] : [...aboutMoney(step), ...aboutSubscription(step)];
}

function aboutMoney({ moved, facts, ruled }: Step): MoneyNotice[] {
  return moved.flatMap(({ kind, reference, paymentRef, gross, at }): MoneyNotice[] => {
    const notice = (word: MoneyNotice['kind'], date: Date | null = at): MoneyNotice => {
      const dispute = facts.disputes.find((one) => one.reference === reference);
      const amount = word.startsWith('dispute') ? (dispute?.amount ?? Math.abs(gross)) : Math.abs(gross);
      return { kind: word, about: `${kind} ${reference}`, amount, was: null, date, payment: paymentRef };
    };
    if (kind === 'payment') return [notice('sale')];
    if (kind === 'refund' && gross < 0) {
      const isPart = (part: { reference: string; amount: number }): boolean =>
        part.reference === paymentRef && part.amount === -gross;
      const order = ruled.find(({ parts }) => parts.some(isPart));
      if (!order) return [notice('refund'), notice('sale-refunded')];
      return paymentRef !== null && order.key === unservedKey(paymentRef) ? [] : [notice('sale-refunded')];
    }
    if (kind === 'dispute_opened') {
      return [
        notice(
          'dispute-opened',
          facts.disputes.find((one) => one.reference === reference)?.respondBy ?? null,
        ),
      ];
    }
    if (kind === 'dispute_won') return [notice('dispute-won')];
    return kind === 'dispute_lost' ? [notice('dispute-lost')] : [];
  });
}

function aboutSubscription({ before, after, facts, asked }: Step): MoneyNotice[] {
  if (after.kind !== 'subscription' || !isLive(before)) return [];
  // Where its service stops, whoever sees to that writes what becomes of it; of a second one its buyer was
  // told at once.
  const isHandled = before.closing !== '' || after.closing !== '' || after.isSurplus;
  const amount = renewalOf(after);
  const notice = (kind: MoneyNotice['kind'], date: Date | null, was: number | null = null): MoneyNotice => ({
    kind,
    about: `${kind} ${asked}`,
    amount,
    was,
    date,
    payment: null,
  });
  // An end that was announced needs no second word.
  if (after.subscriptionStatus === 'canceled')
    return before.isEnding || isHandled ? [] : [notice('subscription-over', after.canceledAt)];
  if (!isLive(after)) return [];
  const price = facts.subscription?.price.amount ?? null;
  const isDearer =
    price !== null && price > 0 && price !== renewalOf(before) && before.renewalAmount !== null;
  const isFailed = before.subscriptionStatus !== 'past_due' && after.subscriptionStatus === 'past_due';
  const graceEnd =
    after.pastDueSince && new Date(after.pastDueSince.getTime() + after.terms.graceDays * dayMs);
  return [
    ...(isFailed ? [notice('renewal-failed', graceEnd), notice('sale-renewal-failed', graceEnd)] : []),
    ...(!before.isEnding && after.isEnding && !isHandled
      ? [notice('subscription-canceled', after.periodEnd)]
      : []),
    ...(before.isEnding && !after.isEnding && !isHandled
      ? [notice('cancellation-withdrawn', after.periodEnd)]
      : []),
    ...(isDearer ? [{ ...notice('price-changed', after.periodEnd, renewalOf(before)), amount: price }] : []),
  ];
}

/** Whether a notice goes to members; all others go to the buyer. */
export const isForMembers = (kind: MoneyNotice['kind']): kind is MemberNotice =>
  memberNotices.some((one) => one === kind);

/** Words of `mail:notice` in the reader's language. */
type NoticeText = ReceiptText;

/** The rows of a mail: what was bought, the sums, the date that counts, and for members who the buyer is. */
export function noticeRows(
  row: PurchaseRow,
  { kind, amount, was, date }: MoneyNotice,
  words: { notice: NoticeText; receipt: ReceiptText },
  language: Language,
): MailRow[] {
  const money = (sum: number): string => formatMoney(sum, row.currency, language);
  const { title, detail } = boughtWords(row, words.receipt);
  const label = amountLabels[kind];
  const dated = dateLabels[kind];
  return [
    ...(row.isTest ? [{ label: '', value: words.receipt('test') }] : []),
    { label: title, value: detail },
    ...(isForMembers(kind) ? [{ label: words.notice('buyer'), value: row.email }] : []),
    ...(was === null ? [] : [{ label: words.notice('was'), value: money(was) }]),
    ...(amount === null || label === null ? [] : [{ label: words.notice(label), value: money(amount) }]),
    ...(date === null || dated === null
      ? []
      : [{ label: words.notice(dated), value: dayOf(date, language) }]),
  ];
}

/** A day as it is written in a mail. */
export const dayOf = (date: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);

const amountLabels: Record<MoneyNotice['kind'], string | null> = {
  'renewal-failed': 'due',
  'subscription-canceled': null,
  'cancellation-withdrawn': 'price',
  'subscription-over': null,
  refund: 'givenBack',
  'trial-ending': 'price',
  'price-changed': 'price',
  sale: 'paid',
  'sale-renewal-failed': 'due',
  'sale-refunded': 'givenBack',
  'dispute-opened': 'disputed',
  'dispute-won': 'disputed',
  'dispute-lost': 'disputed',
};

const dateLabels: Record<MoneyNotice['kind'], string | null> = {
  'renewal-failed': 'openUntil',
  'subscription-canceled': 'openUntil',
  'cancellation-withdrawn': 'nextPayment',
  'subscription-over': null,
  refund: null,
  'trial-ending': 'nextPayment',
  'price-changed': 'nextPayment',
  sale: null,
  'sale-renewal-failed': 'openUntil',
  'sale-refunded': null,
  'dispute-opened': 'respondBy',
  'dispute-won': null,
  'dispute-lost': null,
};
