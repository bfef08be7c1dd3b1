import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/page/display.tsx';
import type { AgentSummary } from '../../agents.contract.ts';

/** Draft, live, or live with changes that visitors don't see yet. */
export function AgentStatus({ agent }: { agent: Pick<AgentSummary, 'status' | 'hasUnpublishedChanges'> }) {
  const { t } = useTranslation('agents');
  if (agent.status !== 'live') return <Badge dot>{t(`status.${agent.status}`)}</Badge>;
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
