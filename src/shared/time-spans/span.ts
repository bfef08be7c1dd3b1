import { isAskableDay } from './askable-day.ts';

const moment = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z`;

const pattern = new RegExp(`^(?:${moment})?~(?:${moment})?$`);

/** From one moment on and before another; null where it has no end. */
export type Span = {
  from: Date | null;
  to: Date | null;
};

/** What a text says of a span: `2026-11-01T00:00:00.000Z~`. Null where it says nothing of that kind. */
export function readSpan(text: string): Span | null {
  if (!pattern.test(text)) return null;
  const [from = null, to = null] = text.split('~').map((end) => (end === '' ? null : new Date(end)));
  const isKnown = [from, to].every(
    (end) => end === null || (!Number.isNaN(end.getTime()) && isAskableDay(end.toISOString().slice(0, 10))),
  );
  return isKnown ? { from, to } : null;
}
