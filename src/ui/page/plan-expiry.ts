import { hadTrial } from '#shared/money/trial.ts';
import { useEndpoint } from '../api/hooks.ts';

/** What is over: the trial, the time to pay, or the subscription; `none`: there never was any. */
export type ExpiryReason = 'trial' | 'payment' | 'subscription' | 'none';

/**
 * What is over on this account, or null. It asks for nothing: the notice on top of every page keeps the
 * answer fresh.
 */
export function usePlanExpiry(): ExpiryReason | null {
  const { data } = useEndpoint('GET /api/subscription/status', undefined, { enabled: false });
  if (!data || data.isActive) return null;
  const { status, trialEnd, createdAt } = data;
  if (status === 'trialing') return hadTrial(createdAt, trialEnd) ? 'trial' : 'none';
  return status === 'incomplete' ? 'payment' : 'subscription';
}
