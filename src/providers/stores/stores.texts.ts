import { currencyDigits } from '#shared/chat/message-parts.ts';
import { decodeEntities } from '#shared/text/html-entities.ts';
import { shownLine, shownWords } from '#shared/text/shown-words.ts';

/** What shops write, made into plain words within bounds. */

/** Longer descriptions are cut before they are read: tags cost nothing then. */
const longestRead = 20_000;

/** Text out of HTML of a shop: no tag, no script, no entity stays. What is left is shown as text anywhere. */
export function plainWords(html: unknown, longest: number): string {
  if (typeof html !== 'string') return '';
  const text = html
    .slice(0, longestRead)
    .replace(/<(script|style)\b[^<]*(?:<(?!\/\1)[^<]*)*<\/\1>/gi, ' ')
    .replace(/<(?:br|\/p|\/li|\/div|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ');
  return shownWords(
    decodeEntities(text, ' ')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n[ \n]*/g, '\n'),
    longest,
  );
}

/** One line of it. */
export const plainLine = (html: unknown, longest: number): string =>
  shownLine(plainWords(html, longest * 2), longest);

/** An https address of the shop; plain http is raised to https, for pages that ask for it; anything else is none. */
export function shopUrl(value: unknown, base?: string): string | null {
  if (typeof value !== 'string' || value.trim() === '' || !URL.canParse(value.trim(), base)) return null;
  const url = new URL(value.trim(), base);
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  return url.protocol === 'https:' && url.href.length <= 2_048 ? url.href : null;
}

/** Decimal money ("14.90") in the smallest unit; null when it is none. */
export function minorUnits(value: unknown, currency: string): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!/^\d{1,12}(?:\.\d{1,10})?$/.test(text)) return null;
  const amount = Math.round(Number(text) * 10 ** currencyDigits(currency));
  return Number.isSafeInteger(amount) ? amount : null;
}

/** Minor units of another exponent brought to that of the currency here. */
export function rescaled(value: unknown, digits: number, currency: string): number | null {
  const amount = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN;
  if (!Number.isFinite(amount) || amount < 0) return null;
  const scaled = Math.round(amount * 10 ** (currencyDigits(currency) - digits));
  return Number.isSafeInteger(scaled) ? scaled : null;
}

export const isCurrency = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value);
