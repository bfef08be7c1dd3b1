import { Link } from '@tanstack/react-router';
import {
  ArrowLeft,
  ArrowUpRight,
  ChartNoAxesColumn,
  CirclePause,
  Code,
  Download,
  Ellipsis,
  History,
  Redo2,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { SaveState, usePageTitle } from '#ui/page/page.tsx';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import type { Agent } from '../../agents.contract.ts';
import { AgentAvatar } from '../list/agent-avatar.tsx';
import type { DraftState, DraftStore } from './agent-draft.ts';
import { AgentStatus } from '../list/agent-status.tsx';
import { useExportAgent } from '../list/use-export-agent.ts';

export type EditorPanel = 'state' | 'publish' | 'embed' | 'versions' | 'preview';

type Props = {
  agent: Agent;
  store: DraftStore<AgentConfiguration>;
  state: DraftState<AgentConfiguration>;
  onOpen: (panel: EditorPanel) => void;
  /** One step of the draft back or forth. */
  onStep: (move: 'undo' | 'redo') => void;
  onShowSetting: (path: string) => void;
  /** Only on narrow screens. */
  previewButton: ReactNode;
};

/** Where one is, whether it is saved, and what can be done with the whole agent. */
export function EditorHeader({ agent, store, state, onOpen, onStep, onShowSetting, previewButton }: Props) {
  const { t } = useTranslation('agents');
  const exportAgent = useExportAgent();
  const { name } = state.value.basic;
  usePageTitle(name);
  const viewUrl = agent.status === 'live' ? paths.widgetPage(agent.number) : agent.previewUrl;
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-page">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 md:px-6">
        <div className="flex min-w-0 grow basis-60 items-center gap-2.5">
          <Link
            to={paths.agents}
            aria-label={t('editor.back')}
            title={t('editor.back')}
            className="-ml-2 flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink md:size-9 dark:hover:bg-line"
          >
            <ArrowLeft size={20} aria-hidden="true" />
          </Link>
          <AgentAvatar
            name={name}
            color={state.value.appearance.color}
            src={state.value.appearance.avatar ? `/avatars/${state.value.appearance.avatar}` : null}
            size={32}
          />
          <h1 className="min-w-0 truncate text-md font-semibold">{name || t('editor.unnamed')}</h1>
          <button
            type="button"
            disabled={!agent.can.publish}
            onClick={() => onOpen('state')}
            title={t('list.state')}
            className="hidden min-h-7 shrink-0 items-center rounded-full sm:flex"
          >
            <AgentStatus agent={agent} />
          </button>
          <DraftStatusText store={store} state={state} onShowSetting={onShowSetting} />
        </div>
        <div className="ml-auto flex items-center gap-1">
          {agent.can.edit && (
            <>
              <IconButton
                label={t('editor.undo')}
                keys="mod+z"
                disabled={!state.canUndo}
                onClick={() => onStep('undo')}
              >
                <Undo2 size={16} />
              </IconButton>
              <IconButton
                label={t('editor.redo')}
                keys="mod+shift+z"
                disabled={!state.canRedo}
                onClick={() => onStep('redo')}
              >
                <Redo2 size={16} />
              </IconButton>
            </>
          )}
          <div className="hidden items-center gap-1 md:flex">
            <IconButton label={t('versions.title')} onClick={() => onOpen('versions')}>
              <History size={16} />
            </IconButton>
            <Link
              to={paths.agentReports(agent.id)}
              aria-label={t('list.report')}
              title={t('list.report')}
              className={buttonClass({ variant: 'ghost' })}
            >
              <ChartNoAxesColumn size={16} aria-hidden="true" />
            </Link>
            <Button variant="ghost" icon={<Code size={16} />} onClick={() => onOpen('embed')}>
              {t('editor.embed')}
            </Button>
            <a href={viewUrl} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'ghost' })}>
              {t('common:actions.view')}
              <ArrowUpRight size={16} aria-hidden="true" />
            </a>
          </div>
          {previewButton}
          <span className="md:hidden">
            <DropdownMenu
              label={t('editor.more')}
              trigger={
                <IconButton label={t('editor.more')} tooltip={false}>
                  <Ellipsis size={20} />
                </IconButton>
              }
              items={[
                {
                  label: t('editor.embed'),
                  icon: <Code size={16} />,
                  onSelect: () => onOpen('embed'),
                },
                {
                  label: t('common:actions.view'),
                  icon: <ArrowUpRight size={16} />,
                  onSelect: () => void window.open(viewUrl, '_blank', 'noopener'),
                },
                {
                  label: t('versions.title'),
                  icon: <History size={16} />,
                  onSelect: () => onOpen('versions'),
                },
                ...(agent.can.publish
                  ? [
                      {
                        label: t('list.state'),
                        icon: <CirclePause size={16} />,
                        onSelect: () => onOpen('state'),
                      },
                    ]
                  : []),
                ...(agent.can.edit
                  ? [
                      {
                        label: t('list.export'),
                        icon: <Download size={16} />,
                        onSelect: () => exportAgent(agent.id),
                      },
                    ]
                  : []),
              ]}
            />
          </span>
          {agent.can.publish && (
            <Button variant="primary" onClick={() => onOpen('publish')}>
              {t('publish.open')}
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}

function DraftStatusText({ store, state, onShowSetting }: Pick<Props, 'store' | 'state' | 'onShowSetting'>) {
  const { t } = useTranslation('agents');
  const refused = state.status === 'refused' ? Object.keys(state.fields) : [];
  const [first] = refused;
  if (state.status === 'refused' || state.status === 'conflict')
    return (
      <span role="status" className="inline-flex min-w-0 items-center gap-1.5 text-sm text-danger-ink">
        <TriangleAlert size={16} className="shrink-0" aria-hidden="true" />
        {first === undefined ? (
          <span className="truncate">{t('common:save.failed')}</span>
        ) : (
          <button
            type="button"
            onClick={() => onShowSetting(first)}
            title={t('editor.showField')}
            className="min-h-11 min-w-0 text-left leading-tight underline underline-offset-2 md:min-h-7"
          >
            <span className="line-clamp-2 md:line-clamp-1">
              {t('editor.fixFields', { count: refused.length })}
            </span>
          </button>
        )}
      </span>
    );
  return (
    <SaveState
      status={state.status === 'waiting' ? 'saving' : state.status}
      onRetry={() => void store.flush()}
    />
  );
}
