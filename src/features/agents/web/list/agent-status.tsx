import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/page/display.tsx';
import { usePlanExpiry } from '#ui/page/plan-expiry.ts';
import type { AgentSummary } from '../../agents.contract.ts';

/**
 * Draft, live, or live with changes that visitors don't see yet; where the account has no plan, what is live takes no
 * messages.
 */
export function AgentStatus({ agent }: { agent: Pick<AgentSummary, 'status' | 'hasUnpublishedChanges'> }) {
  const { t } = useTranslation('agents');
  const isWithoutPlan = usePlanExpiry() !== null;
  if (agent.status !== 'live') return <Badge dot>{t(`status.${agent.status}`)}</Badge>;
  if (isWithoutPlan)
    return (
      <Badge dot tone="warning">
        {t('status.noPlan')}
      </Badge>
    );
  if (agent.hasUnpublishedChanges)
    return (
      <Badge dot tone="warning">
        {t('status.changed')}
      </Badge>
    );
  return (
    <Badge dot tone="success">
      {t('status.live')}
    </Badge>
  );
}
