import { hadTrial } from '#shared/money/trial.ts';
import { ApiError } from '#ui/api/client.ts';
import type { Output } from '#ui/api/client.ts';

export type SubscriptionStatus = Output<'GET /api/subscription/status'>;

const dayMs = 86_400_000;
/** Days to pay after an incomplete payment. Source: the specification, "Subscription banner". */
const incompleteWindowDays = 7;

export type BannerState =
  | { kind: 'none' }
  | { kind: 'countdown'; reason: 'trialing' | 'incomplete'; deadline: number }
  /** `none`: there never was a trial. */
  | { kind: 'expired'; reason: 'trialing' | 'incomplete' | 'none' };

/** What the banner shows at a moment. Source: the specification, "Subscription banner". */
export function bannerState(
  subscription: Pick<SubscriptionStatus, 'hasPaid'> & {
    status: string;
    createdAt?: string | null;
    trialEnd?: string | null;
  },
  now: number,
): BannerState {
  const { status, hasPaid, createdAt, trialEnd } = subscription;
  if (hasPaid || (status !== 'trialing' && status !== 'incomplete')) return { kind: 'none' };
  const created = createdAt ? Date.parse(createdAt) : now - dayMs;
  const deadline =
    status === 'incomplete' ? created + incompleteWindowDays * dayMs : Date.parse(trialEnd ?? '');
  if (!Number.isFinite(deadline)) return { kind: 'none' };
  if (now < deadline) return { kind: 'countdown', reason: status, deadline };
  const isUnbegun = status === 'trialing' && createdAt && trialEnd && !hadTrial(createdAt, trialEnd);
  return { kind: 'expired', reason: isUnbegun ? 'none' : status };
}

export type Remaining = {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
  over: boolean;
  tone: 'info' | 'warning' | 'danger';
  pulses: boolean;
};

/**
 * Time left, its colour (danger under 12 hours, warning on the last day) and whether the icon pulses (under
 * 24 hours).
 */
export function remaining(deadline: number, now: number): Remaining {
  const left = Math.max(0, deadline - now);
  const seconds = Math.floor(left / 1_000);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  return {
    days,
    hours,
    minutes: Math.floor((seconds % 3_600) / 60),
    seconds: seconds % 60,
    over: left === 0,
    tone: days === 0 ? (hours < 12 ? 'danger' : 'warning') : 'info',
    pulses: left < dayMs,
  };
}

/** Whether a failed look at the status is news: whoever is signed out is told so, and has none to be told of. */
export const isStatusNews = (error: Error | null): boolean =>
  error !== null && !(error instanceof ApiError && error.status === 401);
