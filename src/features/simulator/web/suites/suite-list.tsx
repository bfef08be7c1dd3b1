import { factGap } from '#shared/text/fact-gap.ts';
import { Ellipsis, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import type { SuiteSummary } from '../../simulator.contract.ts';
import { StatusBadge } from '../status-badge.tsx';
import { StartDialog } from '../runs/start-dialog.tsx';

const icon = { size: 16 } as const;
const pollMs = 1_000;
const isOpen = (status: string | undefined): boolean => status === 'queued' || status === 'running';

type Props = {
  agentId: string;
  canEdit: boolean;
  onOpen: (suiteId: string) => void;
  onRun: (runId: string) => void;
};

/** The suites of an agent, each with its last run. */
export function SuiteList({ agentId, canEdit, onOpen, onRun }: Props) {
  const { t } = useTranslation('simulator');
  const [starting, setStarting] = useState<SuiteSummary | null>(null);
  const list = listOf(
    useEndpoint(
      'GET /api/simulator/suites',
      { query: { agent: agentId } },
      {
        staleTime: 0,
        refetchInterval: ({ state }) =>
          state.data?.suites.some(({ lastRun }) => isOpen(lastRun?.status)) ? pollMs : false,
      },
    ),
    (data) => data.suites,
  );
  const remove = useMutate('DELETE /api/simulator/suites/{id}', { refreshes: ['/api/simulator'] });
  return (
    <>
      <List
        of={list}
        waiting={<Skeleton className="h-40 rounded-card" />}
        empty={
          <EmptyState
            picture={<SampleConversation />}
            title={t('empty.title')}
            action={
              canEdit && (
                <Button variant="primary" onClick={() => onOpen('new')}>
                  {t('suites.new')}
                </Button>
              )
            }
          >
            {t('empty.text')}
          </EmptyState>
        }
      >
        {(suites) => (
          <ul className="grid gap-3">
            {suites.map((suite) => (
              <li
                key={suite.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3"
              >
                <div className="min-w-0 grow basis-56">
                  <p className="flex flex-wrap items-center gap-2">
                    <button
                      type="button"
                      className="min-w-0 text-left font-medium wrap-anywhere hover:underline"
                      onClick={() => onOpen(suite.id)}
                    >
                      {suite.name}
                    </button>
                    {suite.isRequired && <Badge tone="accent">{t('suites.required')}</Badge>}
                  </p>
                  <p className="text-sm text-muted">
                    {t('suites.scenarios', { count: suite.scenarioCount })}
                    {factGap}
                    {t('suites.conversations', { count: suite.conversationCount })}
                  </p>
                </div>
                <LastRun suite={suite} onRun={onRun} />
                {canEdit && (
                  <span className="flex items-center gap-1">
                    <Button size="sm" icon={<Play {...icon} />} onClick={() => setStarting(suite)}>
                      {t('suites.run')}
                    </Button>
                    <DropdownMenu
                      label={t('suites.actions', { name: suite.name })}
                      trigger={
                        <IconButton label={t('suites.actions', { name: suite.name })} tooltip={false}>
                          <Ellipsis {...icon} />
                        </IconButton>
                      }
                      items={[
                        {
                          label: t('suites.edit'),
                          icon: <Pencil {...icon} />,
                          onSelect: () => onOpen(suite.id),
                        },
                        'separator',
                        {
                          label: t('suites.delete'),
                          icon: <Trash2 {...icon} />,
                          danger: true,
                          onSelect: () => remove.mutate({ params: { id: suite.id } }),
                        },
                      ]}
                    />
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </List>
      {starting && (
        <StartDialog
          suiteId={starting.id}
          agentId={agentId}
          onClose={() => setStarting(null)}
          onStarted={onRun}
        />
      )}
    </>
  );
}

function LastRun({ suite: { lastRun }, onRun }: { suite: SuiteSummary; onRun: (id: string) => void }) {
  const { t } = useTranslation('simulator');
  if (!lastRun) return <span className="text-sm text-muted">{t('suites.never')}</span>;
  return (
    <button
      type="button"
      onClick={() => onRun(lastRun.id)}
      className="flex min-h-11 flex-wrap items-center gap-2 rounded-control text-left text-sm hover:underline md:min-h-8"
    >
      <StatusBadge status={lastRun.status} />
      <span className="tabular">{t('run.passedOf', { passed: lastRun.passed, total: lastRun.total })}</span>
      <span className="text-muted">
        <Time at={lastRun.createdAt} />
      </span>
      {!lastRun.isCurrent && !isOpen(lastRun.status) && (
        <span className="text-muted">{t('run.outdated')}</span>
      )}
    </button>
  );
}

/** A test as one line of question and answer, for the eye. */
function SampleConversation() {
  const { t } = useTranslation('simulator');
  return (
    <div aria-hidden="true" className="grid w-64 gap-2 text-left text-sm">
      <p className="w-fit rounded-sheet rounded-tl-control bg-sunken px-3 py-2">{t('empty.question')}</p>
      <p className="justify-self-end rounded-sheet rounded-tr-control border border-line bg-surface px-3 py-2">
        {t('empty.answer')}
      </p>
      <StatusBadge status="passed" />
    </div>
  );
}
