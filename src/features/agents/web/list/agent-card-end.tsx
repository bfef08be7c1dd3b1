import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { daysUntilEnd, findModelEnd, modelEndNoticeDays } from '#shared/models/model-ends.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import type { AgentSummary } from '../../agents.contract.ts';
import { dayText } from '../answers/model-text.ts';

/** That the model of an agent ends soon or has ended, on its card. */
export function AgentCardEnd({ agent: { provider, model } }: { agent: AgentSummary }) {
  const { t, i18n } = useTranslation('agents');
  const connection = useEndpoint('GET /api/integrations').data?.connections.find(
    (one) => one.provider === provider,
  );
  const end = connection && findModelEnd(connection.ends, model);
  const days = end ? daysUntilEnd(end, new Date()) : Infinity;
  if (!end || days > modelEndNoticeDays) return null;
  return (
    <p className="flex items-start gap-2 px-4 pt-2 text-sm text-warning-ink">
      <Hourglass size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        {t(days > 0 ? 'modelEnd.title' : 'modelEnd.titleEnded', {
          model: connection.models.find(({ id }) => id === model)?.label ?? model,
          date: dayText(end.endsOn, i18n.language),
        })}
      </span>
    </p>
  );
}
