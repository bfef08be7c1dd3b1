import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { Select } from '#ui/controls/select.tsx';
import type { AssignableRole } from '../team.contract.ts';

/** Roles for which it says something which agents one reaches; the others reach all of them, or none. */
const scoped: readonly AssignableRole[] = ['editor', 'support', 'viewer'];

export type RoleAndReach = {
  role: AssignableRole;
  agentIds: string[] | null;
};

/** A role, and the agents that somebody with it reaches. */
export function RoleChoice({
  value,
  onChange,
  roles,
  error,
}: {
  value: RoleAndReach;
  onChange: (value: RoleAndReach) => void;
  roles: readonly AssignableRole[];
  error?: string | undefined;
}) {
  const { t } = useTranslation('team');
  const { data, error: unread, refetch } = useEndpoint('GET /api/agents', { query: {} });
  const agents = data?.agents ?? [];
  const hasReach = scoped.includes(value.role);
  const toggle = (id: string, isIn: boolean) =>
    onChange({
      ...value,
      agentIds: isIn ? [...(value.agentIds ?? []), id] : (value.agentIds ?? []).filter((one) => one !== id),
    });
  return (
    <>
      <Field label={t('role')} help={t(`roles.${value.role}.text`)}>
        <Select
          value={value.role}
          onChange={(role) => onChange({ role, agentIds: scoped.includes(role) ? value.agentIds : null })}
          options={roles.map((role) => ({ value: role, label: t(`roles.${role}.name`) }))}
        />
      </Field>
      {hasReach && (
        <Field label={t('reach.label')} help={t('reach.help')} error={error}>
          <Select
            value={value.agentIds === null ? 'all' : 'some'}
            onChange={(choice) => onChange({ ...value, agentIds: choice === 'all' ? null : [] })}
            options={(['all', 'some'] as const).map((choice) => ({
              value: choice,
              label: t(`reach.${choice}`),
            }))}
          />
        </Field>
      )}
      {hasReach && value.agentIds !== null && (
        <div
          role="group"
          aria-label={t('reach.some')}
          className="-mt-2 max-h-52 overflow-y-auto rounded-card border border-line px-3 py-2"
        >
          {agents.map((agent) => (
            <Checkbox
              key={agent.id}
              checked={value.agentIds?.includes(agent.id) ?? false}
              onChange={(isIn) => toggle(agent.id, isIn)}
              label={agent.name}
            />
          ))}
          {unread && !data && <ReadFailed title={t('reach.unreadable')} error={unread} retry={refetch} />}
          {!data && !unread && <Skeleton className="my-1 h-8 w-full" />}
          {data && agents.length === 0 && <p className="py-1 text-sm text-muted">{t('reach.none')}</p>}
        </div>
      )}
    </>
  );
}
