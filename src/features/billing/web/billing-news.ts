import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { refresh } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';

/**
 * Asks again for everything that hangs on the account's plan: the notice on top, the plan itself, and what
 * the person may do.
 */
export function refreshPlan(client: QueryClient): Promise<void> {
  return refresh(client, '/api/subscription/status', '/api/billing', '/api/user');
}

/**
 * Follows the account's plan wherever it was changed: in another tab, by another member, or by the payment
 * provider.
 */
export function useBillingNews(): void {
  const client = useQueryClient();
  useServerEvents({ 'billing.changed': () => void refreshPlan(client) });
}
