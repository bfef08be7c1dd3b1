import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { functionLimits } from '../custom-functions-definition.contract.ts';
import { RiskBadge } from './risk-badge.tsx';

type Props = {
  enabled: readonly string[];
  /** The built-in engine answers, which calls no functions. */
  isBuiltIn: boolean;
  canEdit: boolean;
  onChange: (enabled: string[]) => void;
};

/** The account's functions, each with a switch: what one agent may call. */
export function AgentFunctions({ enabled, isBuiltIn, canEdit, onChange }: Props) {
  const { t } = useTranslation('functions');
  const list = listOf(useEndpoint('GET /api/functions'), (data) => data.functions);
  const known = list.rows?.map(({ id }) => id);
  const chosen = enabled.filter((id) => known === undefined || known.includes(id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isBuiltIn && <Callout tone="warning">{t('agent.builtIn')}</Callout>}
      <List
        of={list}
        waiting={<Skeleton className="h-32 rounded-card" />}
        empty={
          <EmptyState
            title={t('agent.emptyTitle')}
            action={
              <Link to={paths.newFunction} className={buttonClass({ variant: 'outline' })}>
                {t('new')}
              </Link>
            }
          >
            {t('agent.emptyText')}
          </EmptyState>
        }
      >
        {(rows) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {rows.map(({ id, label, name, description, risk, isEnabled }) => {
                const isOn = enabled.includes(id);
                return (
                  <li key={id} className="px-4 py-3">
                    <Switch
                      label={label}
                      help={description}
                      checked={isOn}
                      disabled={!canEdit || (!isOn && chosen.length >= functionLimits.perAgent)}
                      onChange={(next) =>
                        onChange(next ? [...chosen, id] : chosen.filter((each) => each !== id))
                      }
                    />
                    <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
                      <Link
                        to={paths.agentFunction(id)}
                        className="inline-flex min-h-11 items-center font-mono underline-offset-4 hover:underline md:min-h-6"
                      >
                        {name}
                      </Link>
                      <RiskBadge risk={risk} />
                      {!isEnabled && <Badge tone="warning">{t('list.off')}</Badge>}
                    </p>
                  </li>
                );
              })}
            </ul>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-sm text-muted">
                {t('agent.count', { used: chosen.length, most: functionLimits.perAgent })}
              </p>
              {canEdit && (
                <Link to={paths.newFunction} className={buttonClass({ size: 'sm' })}>
                  {t('new')}
                </Link>
              )}
            </div>
          </div>
        )}
      </List>
    </div>
  );
}
