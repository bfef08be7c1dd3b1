import { hadTrial } from '#shared/money/trial.ts';
import { incompleteDays } from '#features/accounts/accounts.contract.ts';
import type { PlanStatus } from '#features/accounts/server/accounts-plan-status.usecases.ts';

/**
 * What an account's owners are written to about: `kind` is the mail's, `about` the moment that makes it
 * another notice than the last one, `date` what the mail names.
 */
export type PlanNotice = {
  kind: 'plan-trial-ending' | 'plan-trial-over' | 'plan-payment-failed' | 'plan-ended';
  about: Date;
  date: Date;
};

const dayMs = 86_400_000;
/** How long before a trial's end it is told of, in days. */
const warnDays = 2;
/**
 * Whoever has been out for longer is not written to any more: a server that begins to sell plans mails nobody
 * about last year.
 */
const freshDays = 7;

/**
 * What there is to tell at a moment, if anything. `isOverdue`: a payment failed, unlike one that is only on
 * its way.
 */
export function noticeOf(
  { status, isActive, since, trialEnd, expiredAt }: PlanStatus,
  isOverdue: boolean,
  now: Date,
): PlanNotice | null {
  const isFresh = expiredAt !== null && now.getTime() - expiredAt.getTime() < freshDays * dayMs;
  if (status === 'trialing' && isActive)
    return trialEnd.getTime() - now.getTime() <= warnDays * dayMs
      ? { kind: 'plan-trial-ending', about: trialEnd, date: trialEnd }
      : null;
  if (status === 'incomplete' && isActive)
    return isOverdue
      ? {
          kind: 'plan-payment-failed',
          about: since,
          date: new Date(since.getTime() + incompleteDays * dayMs),
        }
      : null;
  // Who began without a trial knows that there was none.
  if (!isFresh || (status === 'trialing' && !hadTrial(since, trialEnd))) return null;
  return {
    kind: status === 'trialing' ? 'plan-trial-over' : 'plan-ended',
    about: expiredAt,
    date: expiredAt,
  };
}
