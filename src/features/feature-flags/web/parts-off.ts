import { useQueryClient } from '@tanstack/react-query';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import type { ProductPart } from '../feature-flags.contract.ts';

const path = '/api/account/features';

/**
 * Which parts of the product are kept from the account, so that nothing of them is shown. `isOff`: nothing new can be
 * made of it; `isGone`: nothing of it is there. Neither holds until the server has said so; a switch that is turned
 * meanwhile counts at once.
 */
export function usePartsOff() {
  const client = useQueryClient();
  const { data } = useEndpoint(`GET ${path}`);
  const look = () => void refresh(client, path);
  useServerEvents({ 'features.changed': look, 'billing.changed': look });
  return {
    isOff: (part: ProductPart | null | undefined): boolean => data?.off.some((off) => off === part) === true,
    isGone: (part: ProductPart | null): boolean => data?.gone.some((gone) => gone === part) === true,
  };
}
