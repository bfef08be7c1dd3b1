import type { Language } from '#shared/languages.ts';
import type { MailRow } from '#shared/mail-document.ts';
import { formatMoney } from '#shared/money/money.ts';
import { partyLines, type InvoiceContent } from '#features/invoices/invoices.contract.ts';
import type { PaymentRow, PurchaseRow } from '../syncing/purchase-state.models.ts';

/** Words of `mail:receipt` in the buyer's language. */
export type ReceiptText = (key: string, variables?: Record<string, string | number>) => string;
type Bought = Pick<PurchaseRow, 'kind' | 'terms' | 'formName' | 'agentName'>;

const dayMs = 86_400_000;

/**
 * What was bought, and where: `title` names the assistant or the form, `detail` the thing itself, under the
 * name that its seller gave it.
 */
export function boughtWords(
  { kind, terms, formName, agentName }: Bought,
  text: ReceiptText,
): { title: string; detail: string } {
  if (kind === 'form') return { title: formName, detail: terms.title };
  const called = terms.offer?.title ?? '';
  const what =
    kind === 'pack'
      ? text('pack', { count: terms.messages ?? 0 })
      : text(kind === 'once' ? 'once' : terms.interval === 'year' ? 'year' : 'month');
  return { title: agentName, detail: called === '' ? what : `${called} · ${what}` };
}

/**
 * What the vendor's page says under the name of the assistant: the thing that is paid for, then what its seller
 * says of it. A form's page is named after the thing already.
 */
export function orderWords(bought: Bought, text: ReceiptText): string {
  const { kind, terms } = bought;
  if (kind === 'form') return terms.description;
  const { offer: _, ...plain } = terms;
  const { detail } = boughtWords({ ...bought, terms: plain }, text);
  return terms.description === '' ? detail : `${detail} · ${terms.description}`;
}

/** What the invoice of a payment says beyond the purchase. */
export type ReceiptPaper = {
  number: string;
  content: InvoiceContent;
};

/**
 * The rows of a receipt: who sells, what, how much of it is tax, when, until when, and the numbers to ask
 * about.
 */
export function receiptRows(
  row: PurchaseRow,
  payment: Pick<PaymentRow, 'amount' | 'paidAt'>,
  paper: ReceiptPaper | null,
  text: ReceiptText,
  language: Language,
): MailRow[] {
  const money = (amount: number): string => formatMoney(amount, row.currency, language);
  const day = (date: Date): string =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  const { terms, kind } = row;
  const { title, detail } = boughtWords(row, text);
  const days = kind === 'subscription' ? 0 : terms.days;
  const until = days > 0 ? new Date(payment.paidAt.getTime() + days * dayMs) : null;
  const ends = kind === 'subscription' ? row.periodEnd : until;
  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(
    terms.taxThousandths / 1_000,
  );
  // What was charged otherwise than asked for (a change that the owner made at the provider) is split on its
  // invoice alone.
  const split = paper?.content ?? (payment.amount === row.total ? row : null);
  const seller = paper ? partyLines(paper.content.seller, text, language) : '';
  const card = paper?.content.card;
  return [
    ...(row.isTest ? [{ label: '', value: text('test') }] : []),
    ...(seller === '' ? [] : [{ label: text('seller'), value: seller }]),
    { label: title, value: detail },
    ...(row.coupon === '' ? [] : [{ label: text('coupon'), value: row.coupon }]),
    ...(split && split.tax > 0
      ? [
          { label: text('base'), value: money(split.base) },
          { label: text('tax', { percent }), value: money(split.tax) },
        ]
      : []),
    { label: text('total'), value: money(payment.amount) },
    { label: text('paid'), value: day(payment.paidAt) },
    ...(card ? [{ label: text('card'), value: `${card.brand} •••• ${card.lastFour}` }] : []),
    // What a second subscription opened nothing with is given back, and doesn't renew.
    ...(kind === 'form' || row.isSurplus
      ? []
      : [
          ends
            ? { label: text(kind === 'subscription' && !row.isEnding ? 'renews' : 'ends'), value: day(ends) }
            : { label: '', value: text('forever') },
        ]),
    ...(paper ? [{ label: text('invoice'), value: paper.number }] : []),
    { label: text('number'), value: row.id },
  ];
}
