import { readSpan } from '#shared/time-spans/span.ts';

/** The days of a span in words, by the browser's clock: its end is no part of it. Null where it has no end on either side. */
export function spanText(text: string, language: string): string | null {
  const { from, to } = readSpan(text) ?? {};
  if (!from || !to) return null;
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  return days.formatRange(from, new Date(Math.max(from.getTime(), to.getTime() - 1)));
}
