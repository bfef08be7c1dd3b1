import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ApiError, Output } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';

export type Overview = Output<'GET /api/dashboard/overview'>;
/** News come in bursts while a source is read; the counts follow at most this often, in ms. */
const refreshPause = 1_000;

/** The account's counts, kept up to date while on screen. */
export function useOverview(
  isOn: boolean,
): Pick<UseQueryResult<Overview, ApiError>, 'data' | 'error' | 'refetch'> {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const soon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refresh(client, '/api/dashboard/overview');
    }, refreshPause);
  };
  useServerEvents({
    'agent.changed': soon,
    'agent.seen': soon,
    'conversation.changed': soon,
    'knowledge.changed': soon,
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useEndpoint('GET /api/dashboard/overview', undefined, { refetchOnMount: 'always', enabled: isOn });
}
