import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { programScopes, type ProgramScope } from '../api-keys-account.contract.ts';

type ScopeProps = {
  scopes: readonly ProgramScope[];
  /** Those that may be chosen. */
  offered?: readonly ProgramScope[];
  error?: string | undefined;
  onChange: (scopes: ProgramScope[]) => void;
};

/** What a program may do. */
export function ScopeChoice({ scopes, offered = programScopes, error, onChange }: ScopeProps) {
  const { t } = useTranslation('account-keys');
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1.5 text-base font-medium">{t('scopesLabel')}</legend>
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          checked={scopes.includes(scope)}
          onChange={(isChosen) =>
            onChange(offered.filter((other) => (other === scope ? isChosen : scopes.includes(other))))
          }
          label={t(`scopes.${scope}`)}
        />
      ))}
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type AgentProps = {
  agentIds: readonly string[] | null;
  error?: string | undefined;
  onChange: (agentIds: string[] | null) => void;
};

/** All agents, or which. */
export function AgentChoice({ agentIds, error, onChange }: AgentProps) {
  const { t } = useTranslation('account-keys');
  const { data } = useEndpoint('GET /api/agents', { query: {} });
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1.5 text-base font-medium">{t('agents')}</legend>
      <Checkbox
        checked={agentIds === null}
        onChange={(isAll) => onChange(isAll ? null : [])}
        label={t('allAgents')}
      />
      {agentIds !== null && (
        <div className="grid gap-1 pl-7" role="group" aria-label={t('someAgents')}>
          {data?.agents.map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={agentIds.includes(id)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...agentIds, id] : agentIds.filter((other) => other !== id))
              }
              label={name}
            />
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
