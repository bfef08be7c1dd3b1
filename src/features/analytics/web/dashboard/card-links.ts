/** A day's beginning or its end by the browser's clock; nothing of no day. */
const momentOf = (day: string | undefined, time: string): string =>
  day ? new Date(day + time).toISOString() : '';

/** The span of time that a period's days are, as lists are asked for it; without a first or last day it has no end there. */
export const spanOf = ({ from, to }: { from?: string; to?: string }): string =>
  `${momentOf(from, 'T00:00')}~${momentOf(to, 'T24:00')}`;

/** What a list has to leave out that came after a period's last day; nothing where that is not over. */
export const knownBy = ({ to }: { to?: string }, now = new Date()): { made?: string } =>
  to !== undefined && momentOf(to, 'T24:00') < now.toISOString() ? { made: spanOf({ to }) } : {};
