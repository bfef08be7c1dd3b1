import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { paths } from '#shared/paths.ts';
import type { ApiError, Output } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';

export type Overview = Output<'GET /api/dashboard/overview'>;
export type OnboardingStep = {
  name: 'account' | 'agent' | 'knowledge' | 'embed';
  done: boolean;
  path?: string;
};

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

/** The way from nothing to a talking agent on the person's site. */
export function onboardingSteps(overview: Overview | undefined): OnboardingStep[] {
  const { agents = 0, knowledgeReady = false, seenOnSite = false } = overview ?? {};
  return [
    { name: 'account', done: true },
    { name: 'agent', done: agents > 0, path: paths.newAgent },
    { name: 'knowledge', done: knowledgeReady, path: paths.agents },
    { name: 'embed', done: seenOnSite, path: paths.agents },
  ];
}
