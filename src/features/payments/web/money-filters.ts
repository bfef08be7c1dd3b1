import { useMemo } from 'react';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUrlParam } from '#ui/url-param.ts';
import { daysOf, periods, type Period } from './money-days.ts';

export type MoneyQuery = { test: 'true' | 'false'; from?: string; to?: string; agentId?: string };

/** What the money screens are about: test or real money, a period, an agent. Kept in the address. */
export function useMoneyFilters() {
  const setup = useEndpoint('GET /api/payments/setup');
  const isLive = setup.data?.live?.isReady === true;
  const [chosen, setMode] = useUrlParam<'live' | 'test' | ''>('mode', '', { allowed: ['live', 'test', ''], push: true });
  const [period, setPeriod] = useUrlParam<Period>('period', 'month', { allowed: periods });
  const [agentId, setAgent] = useUrlParam<string>('agent', '');
  const mode = chosen || (isLive ? 'live' : 'test');
  const query = useMemo((): MoneyQuery => ({ test: mode === 'test' ? 'true' : 'false', ...daysOf(period, new Date()), ...(agentId && { agentId }) }), [mode, period, agentId]);
  /** Until it is known whether real money is connected, nothing is asked for: it could be the wrong money. */
  const isKnown = chosen !== '' || !setup.isPending;
  return { setup: setup.data, isLive, isKnown, mode, setMode, period, setPeriod, agentId, setAgent, query };
}
export type MoneyFilters = ReturnType<typeof useMoneyFilters>;
