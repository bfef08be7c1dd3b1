import { csvCell } from '#shared/csv.ts';
import { currencies, type CurrencyFacts } from '#shared/money.ts';
import type { Purchase } from '../payments.contract.ts';

const columns = ['id', 'created', 'paid', 'state', 'type', 'interval', 'agent', 'form', 'email', 'currency', 'base', 'tax', 'total', 'received', 'refunded', 'messages', 'messages_left', 'until', 'coupon', 'tag', 'provider', 'test'] as const;

/** An amount with its decimal point, as spreadsheets add it up. */
export function decimal(amount: number, currency: string): string {
  const known: CurrencyFacts | undefined = Object.hasOwn(currencies, currency) ? currencies[currency as keyof typeof currencies] : undefined;
  const digits = known?.digits ?? 2;
  return (amount / 10 ** digits).toFixed(digits);
}

export const csvHead = `\uFEFF${columns.join(',')}\r\n`;

/** A purchase as a line of the file. */
export function csvLine(purchase: Purchase): string {
  const money = (amount: number): string => decimal(amount, purchase.currency);
  const cells: Record<(typeof columns)[number], string | number | null> = {
    id: purchase.id,
    created: purchase.createdAt,
    paid: purchase.paidAt,
    state: purchase.state,
    type: purchase.type,
    interval: purchase.interval,
    agent: purchase.agentName,
    form: purchase.form?.name ?? null,
    email: purchase.email,
    currency: purchase.currency,
    base: money(purchase.base),
    tax: money(purchase.tax),
    total: money(purchase.total),
    received: money(purchase.paid),
    refunded: money(purchase.refunded),
    messages: purchase.messages,
    messages_left: purchase.messagesLeft,
    until: purchase.until,
    coupon: purchase.coupon,
    tag: purchase.tag,
    provider: purchase.vendor,
    test: purchase.isTest ? 'yes' : 'no',
  };
  return `${columns.map((column) => csvCell(cells[column])).join(',')}\r\n`;
}
