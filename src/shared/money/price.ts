import { currencyDigits } from '../chat/message-parts.ts';

const signs: Record<string, string> = {
  '€': 'EUR',
  $: 'USD',
  US$: 'USD',
  R$: 'BRL',
  '£': 'GBP',
  Kč: 'CZK',
  '¥': 'JPY',
  '₹': 'INR',
  zł: 'PLN',
  'Fr.': 'CHF',
  A$: 'AUD',
  C$: 'CAD',
};
const number = String.raw`\d{1,3}(?:[\s.,'\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const mark = String.raw`US\$|R\$|A\$|C\$|Fr\.|€|\$|£|Kč|¥|₹|zł|[A-Z]{3}`;
const price = new RegExp(
  String.raw`^\s*(?:(${mark})\s*(${number})|(${number})\s*(?:,-)?\s*(${mark}))\s*$`,
  'u',
);

/**
 * A price as people write it ("€ 4,20", "20 EUR", "1.250,00 €"): in the smallest unit of its currency; null
 * when it is none.
 */
export function parsePrice(text: string): { amount: number; currency: string } | null {
  const found = price.exec(text.slice(0, 60));
  const sign = found?.[1] ?? found?.[4];
  const digits = found?.[2] ?? found?.[3];
  if (!sign || !digits) return null;
  const currency = signs[sign] ?? sign;
  const value = parseAmount(digits);
  return value === null ? null : { amount: Math.round(value * 10 ** currencyDigits(currency)), currency };
}

/**
 * A number as people write it: the last of `.` and `,` is the point when one or two digits follow it,
 * everything else parts thousands.
 */
export function parseAmount(text: string): number | null {
  const plain = text.replace(/[\s'\u00a0\u202f]/g, '');
  const found = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(plain);
  const whole = (found?.[1] ?? '').replace(/[.,]/g, '');
  if (!/^\d{1,12}$/.test(whole)) return null;
  return Number(`${whole}.${found?.[2] ?? '0'}`);
}
