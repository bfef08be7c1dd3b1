import { isAskableDay } from '#shared/time-spans/askable-day.ts';
import { useMemo } from 'react';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { daysOf, periods, type Period } from './money-days.ts';

/** What the money screens keep in the address. */
export type MoneySearch = {
  mode?: 'live' | 'test';
  period?: Period;
  /** Days such as `2026-11-24`, where the period is one of one's own. */
  from?: string;
  to?: string;
  agent?: string;
};

export type MoneyQuery = {
  test: 'true' | 'false';
  zone: string;
  from?: string;
  to?: string;
  agentId?: string;
};

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isAskableDay(text);

/** What the money screens are about: test or real money, a period, an agent. Kept in the address. */
export function useMoneyFilters() {
  const setup = useEndpoint('GET /api/payments/setup');
  const isLive = setup.data?.live?.isReady === true;
  const [chosen, setMode] = useUrlParam<'live' | 'test' | ''>('mode', '', {
    allowed: ['live', 'test', ''],
    push: true,
  });
  const [period, setPeriod] = useUrlParam<Period>('period', 'month', { allowed: periods });
  // Only where the period is one of one's own.
  const [from, setFrom] = useUrlParam<string>('from', '');
  const [to, setTo] = useUrlParam<string>('to', '');
  const [agentId, setAgent] = useUrlParam<string>('agent', '');
  const mode = chosen || (isLive ? 'live' : 'test');
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const query = useMemo((): MoneyQuery => {
    const days =
      period === 'range'
        ? { ...(isDay(from) && { from }), ...(isDay(to) && { to }) }
        : daysOf(period, new Date());
    return { test: mode === 'test' ? 'true' : 'false', zone, ...days, ...(agentId && { agentId }) };
  }, [mode, zone, period, from, to, agentId]);
  /** Until it is known whether real money is connected, nothing is asked for: it could be the wrong money. */
  const isKnown = chosen !== '' || !setup.isPending;
  return {
    setup: setup.data,
    isLive,
    isKnown,
    mode,
    setMode,
    period,
    setPeriod,
    from,
    setFrom,
    to,
    setTo,
    agentId,
    setAgent,
    query,
    /** Nothing lies between the two days of a period of one's own. */
    isBackwards: Boolean(query.from && query.to && query.from > query.to),
  };
}
export type MoneyFilters = ReturnType<typeof useMoneyFilters>;
