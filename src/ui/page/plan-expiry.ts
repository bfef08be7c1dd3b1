import { useEndpoint } from '../api/hooks.ts';

/** What is over: the trial, the time to pay, or the subscription. */
export type ExpiryReason = 'trial' | 'payment' | 'subscription';

/**
 * What is over on this account, or null. It asks for nothing: the notice on top of every page keeps the
 * answer fresh.
 */
export function usePlanExpiry(): ExpiryReason | null {
  const { data } = useEndpoint('GET /api/subscription/status', undefined, { enabled: false });
  if (!data || data.isActive) return null;
  return data.status === 'trialing' ? 'trial' : data.status === 'incomplete' ? 'payment' : 'subscription';
}
