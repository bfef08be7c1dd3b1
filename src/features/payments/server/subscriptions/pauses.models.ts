import { stepOf } from '#shared/money/money.ts';
import { oneIntervalBefore } from '#providers/payments/payments.timing.ts';
import type { PaymentRow, PurchaseRow } from '../syncing/purchase-state.models.ts';

const dayMs = 86_400_000;
/** A subscription rests no longer than this; then it is ended, and what was not used is given back. */
export const longestPauseDays = 30;
/** What ends with its period can't wait for the service to come back: it is ended after this. */
const endingPatienceDays = 1;
/** Nobody is charged for a service that came back without having been told so many days before. */
export const noticeDays = 3;
/**
 * How long before a plan's known end its renewals stop, so that a server that stands still then charges
 * nobody.
 */
const aheadMs = dayMs;

const after = (date: Date, days: number): Date => new Date(date.getTime() + days * dayMs);

/** What decides whether somebody who pays is served. */
export type ServiceFacts = {
  /** Null when the agent is deleted. */
  agent: {
    status: 'draft' | 'live' | 'paused' | 'archived';
    servesPaid: boolean;
    /** It asks for no money now. */
    isFree: boolean;
  } | null;
  /** Whoever pays is refused by the account, whatever its agent does. */
  isBlocked: boolean;
  /** When the plan of the agent's account ends, as far as it is known; null is never. */
  planEndsAt: Date | null;
  /** How many days longer buyers are served after it. */
  servedDays: number;
};

/** From when nothing may be charged, and from when a buyer is not served; null is never. */
export type Stop = {
  from: Date;
  unservedFrom: Date | null;
};

type Watched = Pick<
  PurchaseRow,
  'closing' | 'stoppedAt' | 'unservedAt' | 'isPaused' | 'isEnding' | 'periodEnd'
>;

/**
 * Since when, or from when, renewals may not be collected; null while they may. A stop that was written down
 * keeps its moment.
 */
export function stopOf(
  row: Watched,
  { agent, isBlocked, planEndsAt, servedDays }: ServiceFacts,
  now: Date,
): Stop | null {
  const isPlanOver = planEndsAt !== null && planEndsAt.getTime() - aheadMs <= now.getTime();
  const unservedByPlan = isPlanOver ? after(planEndsAt, servedDays) : null;
  if (agent === null || agent.status !== 'live' || isBlocked) {
    const from = row.stoppedAt !== null && row.stoppedAt <= now ? row.stoppedAt : now;
    // An agent goes on serving those who paid as long as its owner's plan allows it. What somebody who is
    // blocked keeps of what they paid was decided when they were.
    const isServed = isBlocked
      ? row.closing === 'period' && agent !== null
      : agent?.status === 'paused' && agent.servesPaid;
    const unservedFrom = isServed ? unservedByPlan : earlier(unservedByPlan, earlier(row.unservedAt, now));
    return { from, unservedFrom };
  }
  // Nobody pays on for what others get for nothing; they are served like everybody.
  if (agent.isFree) return { from: earlier(row.stoppedAt, now), unservedFrom: unservedByPlan };
  return isPlanOver ? { from: planEndsAt, unservedFrom: unservedByPlan } : null;
}

const earlier = (known: Date | null, now: Date): Date => (known !== null && known < now ? known : now);

/** What has to happen with a running subscription. */
export type PauseAction =
  | { do: 'nothing' }
  | { do: 'pause'; stop: Stop }
  /** Collected again; `next` is the day of the next payment, null leaves it where it is. */
  | { do: 'resume'; next: Date | null }
  /** Ended at once; what is paid from `unusedFrom` on is given back. */
  | { do: 'end'; unusedFrom: Date }
  | { do: 'end_with_period' }
  /** The stop is over before anything was done about it. */
  | { do: 'forget' };

/** What has to happen with a running subscription, by what is known of its service at this moment. */
export function pauseActionOf(row: Watched, facts: ServiceFacts, now: Date): PauseAction {
  const stop = stopOf(row, facts, now);
  if (!stop) {
    if (row.closing === '') return { do: 'nothing' };
    return row.isPaused ? { do: 'resume', next: nextPayment(row, now) } : { do: 'forget' };
  }
  const unusedFrom = stop.unservedFrom;
  if (facts.agent === null || row.closing === 'refund') return { do: 'end', unusedFrom: unusedFrom ?? now };
  const patience = row.isEnding ? endingPatienceDays : longestPauseDays;
  if (unusedFrom !== null && now >= after(unusedFrom, patience)) return { do: 'end', unusedFrom };
  const isFree = facts.agent.status === 'live' && facts.agent.isFree;
  if (row.closing === 'period' || isFree) return row.isEnding ? { do: 'nothing' } : { do: 'end_with_period' };
  return row.isPaused || row.isEnding ? { do: 'nothing' } : { do: 'pause', stop };
}

/**
 * When a subscription is charged next that is collected again: what its buyer could not use comes after the
 * moment at which the service is back, and nobody is charged without notice.
 */
function nextPayment({ periodEnd, unservedAt }: Watched, now: Date): Date | null {
  if (periodEnd === null) return null;
  const wasServed = unservedAt === null || unservedAt >= now;
  if (wasServed && periodEnd > now) return null;
  const unused = wasServed ? 0 : periodEnd.getTime() - unservedAt.getTime();
  return new Date(Math.max(now.getTime() + unused, after(now, noticeDays).getTime()));
}

type Paid = Pick<PaymentRow, 'reference' | 'amount' | 'refunded' | 'paidAt' | 'dispute'>;
/** A bank that holds money gives it back itself, or not. */
const isHeld = ({ dispute }: Pick<Paid, 'dispute'>): boolean => dispute === 'open' || dispute === 'lost';

/** What of a payment bought time that can't be used; `left` of `length` milliseconds. */
export type UnusedPart = {
  reference: string;
  amount: number;
  left: number;
  length: number;
};

/**
 * What of each payment bought time that can't be used from a moment on, less what was given back of it
 * already, newest first. The newest one paid for the interval that ends where the paid time ends, the one
 * before for the interval before, as far as that lies after the moment. Counted to the millisecond, and rounded for the buyer to what the currency
 * can be charged in.
 */
export function unusedParts(
  row: Pick<PurchaseRow, 'periodEnd' | 'paidUntil' | 'terms' | 'currency'>,
  payments: readonly Paid[],
  from: Date,
): UnusedPart[] {
  const parts: UnusedPart[] = [];
  const step = stepOf(row.currency);
  let end = row.paidUntil ?? row.periodEnd;
  for (const line of payments.toReversed()) {
    if (end === null || end <= from) break;
    const begin = oneIntervalBefore(end, row.terms.interval ?? 'month');
    const length = end.getTime() - begin.getTime();
    const left = Math.min(length, end.getTime() - from.getTime());
    const whole = Math.ceil((line.amount * left) / length / step) * step;
    const amount = Math.min(whole, line.amount) - line.refunded;
    if (amount > 0 && !isHeld(line)) parts.push({ reference: line.reference, amount, left, length });
    // What was paid before this one was used up when it was charged.
    if (line.paidAt <= from) break;
    end = begin;
  }
  return parts;
}

/** As `unusedParts`, of the last payment alone; null when nothing of it is unused. */
export function unusedPart(
  row: Parameters<typeof unusedParts>[0],
  payments: readonly Paid[],
  from: Date,
): UnusedPart | null {
  const last = payments.at(-1)?.reference;
  return unusedParts(row, payments, from).find(({ reference }) => reference === last) ?? null;
}

/**
 * What was charged by itself although nothing was to be charged any more, as far as it was not given back.
 */
export function chargedWhileStopped({
  payments,
  stoppedAt,
  trialDays,
}: {
  payments: readonly Paid[];
  stoppedAt: Date | null;
  trialDays: number;
}): { reference: string; amount: number }[] {
  if (stoppedAt === null) return [];
  // What was paid first was paid on a page, by a person; after a trial it was charged by itself.
  const byPerson = trialDays > 0 ? 0 : 1;
  return payments
    .slice(byPerson)
    .filter((line) => line.paidAt > stoppedAt && line.refunded < line.amount && !isHeld(line))
    .map(({ reference, amount, refunded }) => ({ reference, amount: amount - refunded }));
}
