import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive, Plus, SquareCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { Tabs, type Tab } from '#ui/controls/tabs.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { useUrlSearch } from '#ui/browser/url-search.ts';
import type { AgentSummary } from '../../agents.contract.ts';
import { AgentBin, DeleteAgents, ImportAgent } from './agents-lifecycle.parts.ts';
import { AgentCard } from './agent-card.tsx';
import { isMadeIn } from './made-in.ts';
import { MadeChip } from './made-chip.tsx';
import { useAgentNews } from '../editor/use-agent-news.ts';
import { useModelLabel } from '../answers/use-model-label.ts';

// What a list with agents in it never shows.
const NoAgents = lazy(() => import('./no-agents.tsx').then((file) => ({ default: file.NoAgents })));

/** All agents of the account; beside them the views that the app adds, such as templates. */
export function AgentsPage({ others = [] }: { others?: readonly Tab[] }) {
  const { t } = useTranslation('agents');
  const canEdit = useUser().can['agents.edit'] !== false;
  const [tab, setTab] = useUrlParam<string>('tab', 'agents', {
    allowed: ['agents', ...others.map(({ value }) => value)],
    push: true,
  });
  const isEmpty = useEndpoint('GET /api/agents', { query: {} }).data?.agents.length === 0;
  const isList = tab === 'agents';
  return (
    <Page>
      <PageHeader
        title={t('list.title')}
        description={isList && isEmpty ? undefined : t('list.intro')}
        actions={canEdit && !(isList && isEmpty) && <Begin />}
        className="mb-4"
      />
      {others.length === 0 ? (
        <AgentList />
      ) : (
        <Tabs
          label={t('agent-tabs:label')}
          value={tab}
          onChange={setTab}
          tabs={[{ value: 'agents', label: t('agent-tabs:agents'), content: <AgentList /> }, ...others]}
        />
      )}
    </Page>
  );
}

/** The two ways in which an agent comes into the list. */
function Begin() {
  return (
    <>
      <Suspense>
        <ImportAgent />
      </Suspense>
      <CreateLink />
    </>
  );
}

function AgentList() {
  const { t } = useTranslation('agents');
  const canEdit = useUser().can['agents.edit'] !== false;
  const [typed, search, setTyped] = useUrlSearch();
  const { data, error, isPlaceholderData, refetch } = useEndpoint(
    'GET /api/agents',
    { query: search ? { search } : {} },
    { placeholderData: keepPreviousData },
  );
  useAgentNews();
  const all = data?.agents ?? [];
  const archived = all.filter(({ status }) => status === 'archived');
  const [showsArchived, setShowsArchived] = useUrlParam<string>('archived', '');
  const [made, setMade] = useUrlParam<string>('made', '');
  // A search looks everywhere, and so does a figure that leads here.
  const agents =
    search || made || showsArchived
      ? all.filter((agent) => isMadeIn(agent, made))
      : all.filter(({ status }) => status !== 'archived');
  const modelLabel = useModelLabel(agents);
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const [deleting, setDeleting] = useState<readonly AgentSummary[]>([]);
  const chosen = agents.filter((agent) => selected?.has(agent.id));
  const isEmpty = data !== undefined && all.length === 0 && !search && !isPlaceholderData;
  useShortcuts([
    {
      id: 'search-agents',
      keys: '/',
      label: t('list.search'),
      group: t('list.title'),
      run: () => document.querySelector<HTMLElement>('#agents-search')?.focus(),
    },
  ]);
  const toggle = (id: string) =>
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  return (
    <>
      {!isEmpty && (data || search) && (
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <SearchField
            id="agents-search"
            label={t('list.search')}
            value={typed}
            onChange={setTyped}
            maxLength={200}
            className="max-w-sm"
          />
          {data && (
            <p role="status" className="tabular text-sm text-muted">
              {t(search || made ? 'list.found' : 'list.count', { count: agents.length })}
            </p>
          )}
          {made && <MadeChip made={made} onRemove={() => setMade('')} />}
          {canEdit && agents.length > 0 && (
            <Button
              variant="ghost"
              className="-mr-2 ml-auto"
              aria-pressed={selected !== null}
              icon={<SquareCheck size={16} />}
              onClick={() => setSelected(selected ? null : new Set())}
            >
              {t(selected ? 'list.selectDone' : 'list.select')}
            </Button>
          )}
        </div>
      )}
      {error && !data && (
        <Callout
          tone="danger"
          live
          title={t('list.unreadable')}
          action={<Button onClick={() => void refetch()}>{t('common:tryAgain')}</Button>}
        >
          {error.status === 0 ? t('common:failed.offline') : error.message}
        </Callout>
      )}
      {!data && !error && <Waiting />}
      {isEmpty && (
        <Suspense>
          <NoAgents
            action={
              canEdit && (
                <div className="flex flex-wrap justify-center gap-2">
                  <Begin />
                </div>
              )
            }
          />
        </Suspense>
      )}
      {data && agents.length === 0 && search && (
        <div className="rounded-card border border-line bg-surface px-6 py-12 text-center">
          <p className="font-medium">{t('list.nothing', { search })}</p>
          <p className="mt-1 text-muted">{t('list.nothingHint')}</p>
          <Button className="mt-4" onClick={() => setTyped('')}>
            {t('common:search.clear')}
          </Button>
        </div>
      )}
      {agents.length > 0 && (
        <ul
          className={`grid gap-4 transition-opacity duration-150 sm:grid-cols-2 xl:grid-cols-3 ${isPlaceholderData ? 'opacity-60' : ''}`}
          aria-busy={isPlaceholderData}
        >
          {agents.map((agent) => (
            <li key={agent.id} className="min-w-0">
              <AgentCard
                agent={agent}
                model={modelLabel(agent)}
                canEdit={canEdit}
                selected={selected ? selected.has(agent.id) : null}
                onSelect={() => toggle(agent.id)}
                onDelete={() => setDeleting([agent])}
              />
            </li>
          ))}
        </ul>
      )}
      {archived.length > 0 && !search && !made && (
        <Button
          variant="ghost"
          className="mt-6"
          aria-pressed={showsArchived !== ''}
          icon={<Archive size={16} />}
          onClick={() => setShowsArchived(showsArchived ? '' : '1')}
        >
          {showsArchived ? t('list.archiveHide') : t('list.archiveShow', { count: archived.length })}
        </Button>
      )}
      {canEdit && !search && data && (
        <Suspense>
          <AgentBin />
        </Suspense>
      )}
      {selected && (
        <div className="sticky bottom-20 z-20 mt-6 flex justify-center md:bottom-6">
          <div
            role="toolbar"
            aria-label={t('list.bulk')}
            className="flex flex-wrap items-center justify-center gap-2 rounded-card border border-line bg-raised px-3 py-2 shadow-float"
          >
            <p role="status" className="tabular px-2 font-medium">
              {t('list.selected', { count: chosen.length })}
            </p>
            <Button
              size="sm"
              onClick={() =>
                setSelected(new Set(chosen.length === agents.length ? [] : agents.map((agent) => agent.id)))
              }
            >
              {t(chosen.length === agents.length ? 'list.selectNone' : 'list.selectAll')}
            </Button>
            <Button
              size="sm"
              variant="danger"
              disabled={chosen.length === 0}
              onClick={() => setDeleting(chosen)}
            >
              {t('list.deleteSelected')}
            </Button>
          </div>
        </div>
      )}
      {deleting.length > 0 && (
        <Suspense>
          <DeleteAgents
            agents={deleting}
            onClose={(allGone) => {
              setDeleting([]);
              if (allGone) setSelected(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function CreateLink() {
  const { t } = useTranslation('agents');
  return (
    <Link to={paths.newAgent} className={buttonClass({ variant: 'primary' })}>
      <Plus size={16} aria-hidden="true" />
      {t('list.create')}
    </Link>
  );
}

function Waiting() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-4 h-9 w-full max-w-sm" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} className="h-48 rounded-card" />
        ))}
      </div>
    </div>
  );
}
