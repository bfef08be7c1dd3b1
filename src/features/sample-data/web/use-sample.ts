import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '#shared/paths.ts';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';

/** How often it is asked whether the data is made, in ms. */
const lookEvery = 1_000;

/** The person's account of invented data, kept up to date while it is made. */
export function useSample() {
  const client = useQueryClient();
  const sample = useEndpoint('GET /api/sample-account').data?.sample;
  const isMaking = sample?.state === 'making';
  useEffect(() => {
    if (!isMaking) return;
    const timer = setInterval(() => void refresh(client, '/api/sample-account'), lookEvery);
    return () => clearInterval(timer);
  }, [client, isMaking]);
  return sample;
}

// Everything that was read belongs to the account of before: the app begins anew.
const beginAnew = { onSuccess: () => location.assign(paths.dashboard) };

/** Goes to work in another account of the person. */
export const useGoToAccount = () => useMutate('POST /api/user/account', beginAnew);

/** Deletes the invented data; whoever was in it is back in their own account. */
export const useEndSample = (isHere: boolean) =>
  useMutate('DELETE /api/sample-account', {
    refreshes: ['/api/sample-account', '/api/user/accounts'],
    ...(isHere && beginAnew),
  });
