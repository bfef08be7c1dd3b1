import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Select } from '#ui/controls/select.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { switchHistories } from '../../agents-configuration.contract.ts';
import type { AgentSummary } from '../../agents.contract.ts';
import { AgentAvatar } from '../list/agent-avatar.tsx';
import { AgentStatus } from '../list/agent-status.tsx';
import { useSection } from '../editor/editor-section.ts';
import { moveItem } from '../settings/list-entries.ts';
import { MoveButtons } from '../settings/move-buttons.tsx';
import { ChoiceSetting, Counter, DraftFields, SettingField, SwitchSetting } from '../settings/setting.tsx';

const mostAgents = 10;
const path = 'switching.agents';

/** Other agents that a visitor may go on with. */
export function SwitchingSection() {
  const { t } = useTranslation(['agent-sections', 'agents']);
  const { agent, draft } = useSection();
  const { data, error, refetch } = useEndpoint('GET /api/agents', { query: {} });
  const others = data?.agents.filter(({ id }) => id !== agent.id);
  return (
    <DraftFields>
      <SwitchSetting path="switching.enabled" />
      {draft.switching.enabled && (
        <>
          {!others && !error && <Skeleton className="h-24 rounded-card" />}
          {error && !others && <ReadFailed title={t('switching.unreadable')} error={error} retry={refetch} />}
          {others && (others.length > 0 || draft.switching.agents.length > 0) && (
            <ChosenAgents others={others} />
          )}
          {others?.length === 0 && draft.switching.agents.length === 0 && (
            <Callout
              tone="neutral"
              title={t('switching.noneTitle')}
              action={
                <Link to={paths.newAgent} className={buttonClass({ size: 'sm' })}>
                  {t('agents:list.create')}
                </Link>
              }
            >
              {t('switching.none')}
            </Callout>
          )}
          <ChoiceSetting
            path="switching.history"
            options={switchHistories.map((value) => ({
              value,
              label: t(`agents:options.history.${value}`),
              hint: t(`agents:options.historyHint.${value}`),
            }))}
          />
        </>
      )}
    </DraftFields>
  );
}

function ChosenAgents({ others }: { others: readonly AgentSummary[] }) {
  const { t } = useTranslation(['agent-sections', 'agents']);
  const { draft, set, canEdit } = useSection();
  const chosen = draft.switching.agents;
  const list = useRef<HTMLOListElement>(null);
  const free = others.filter(({ id, status }) => !chosen.includes(id) && status !== 'archived');
  const focusRow = (index: number) =>
    setTimeout(
      () =>
        (
          list.current?.children[index]?.querySelector('button:not(:disabled)') as HTMLElement | null
        )?.focus(),
      0,
    );
  const move = (from: number, to: number) => {
    if (to < 0 || to >= chosen.length) return;
    set(path, moveItem(chosen, from, to));
    focusRow(to);
  };
  return (
    <SettingField path={path} aside={<Counter used={chosen.length} max={mostAgents} />}>
      {chosen.length > 0 && (
        <ol ref={list} className="overflow-hidden rounded-card border border-line bg-surface">
          {chosen.map((id, index) => {
            const other = others.find((item) => item.id === id);
            const name = other?.name ?? t('agents:publish.agentGone');
            return (
              <li
                key={id}
                className="flex items-center gap-3 border-b border-line py-1.5 pr-1 pl-4 last:border-0"
                onKeyDown={(event) => {
                  if (!canEdit || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown'))
                    return;
                  event.preventDefault();
                  move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
                }}
              >
                {other && (
                  <AgentAvatar name={other.name} color={other.color} src={other.avatarUrl} size={32} />
                )}
                <div className="min-w-0 grow">
                  <p className={other ? 'truncate font-medium' : 'text-warning-ink'}>{name}</p>
                  {other && other.status !== 'live' && (
                    <p className="flex flex-wrap items-center gap-x-2 text-sm text-warning-ink">
                      <AgentStatus agent={other} />
                      {t('switching.notLive')}
                    </p>
                  )}
                </div>
                {canEdit && (
                  <MoveButtons
                    name={name}
                    isFirst={index === 0}
                    isLast={index === chosen.length - 1}
                    onUp={() => move(index, index - 1)}
                    onDown={() => move(index, index + 1)}
                    onRemove={() => set(path, chosen.toSpliced(index, 1))}
                  />
                )}
              </li>
            );
          })}
        </ol>
      )}
      {chosen.length === 0 && (
        <p className="rounded-card bg-sunken px-4 py-3 text-pretty text-muted">{t('switching.empty')}</p>
      )}
      {canEdit && chosen.length < mostAgents && free.length > 0 && (
        <Select
          key={chosen.length}
          aria-label={t('switching.add')}
          value={undefined}
          placeholder={t('switching.add')}
          options={free.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => set(path, [...chosen, id])}
          className="max-w-80"
        />
      )}
    </SettingField>
  );
}
