import { useMemo } from 'react';
import { MarginTab } from '#features/payments/web/figures/margin-tab.tsx';
import { useAnalyticsPeriod } from '../dashboard/use-period.ts';

const groups = ['visitor', 'conversation', 'message', 'qr', 'campaign'] as const;

/** What an agent brought less what its models cost, by visitor, conversation, message, QR code and campaign. */
export function MarginOfAgent({ agentId }: { agentId: string }) {
  const { query, isBackwards } = useAnalyticsPeriod(agentId);
  const asked = useMemo(() => ({ ...query, agentId }), [query, agentId]);
  return <MarginTab query={asked} isKnown={!isBackwards} groups={groups} />;
}
