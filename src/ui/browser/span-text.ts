import { readSpan } from '#shared/time-spans/span.ts';

/**
 * The days of a span in words, by the browser's clock: its end is no part of it. With one end alone a dash stands where
 * the other would; null where there is none.
 */
export function spanText(text: string, language: string): string | null {
  const { from = null, to = null } = readSpan(text) ?? {};
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const last = to && new Date(Math.max(from?.getTime() ?? 0, to.getTime() - 1));
  if (from && last) return days.formatRange(from, last);
  if (from) return `${days.format(from)} –`;
  return last && `– ${days.format(last)}`;
}
