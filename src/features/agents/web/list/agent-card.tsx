import { factGap } from '#shared/text/fact-gap.ts';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ArrowUpRight, Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { AgentSummary } from '../../agents.contract.ts';
import { AgentAvatar } from './agent-avatar.tsx';
import { AgentStatus } from './agent-status.tsx';
import { readableAddress } from '../install/agent-links.ts';

// What only a click needs is not part of the first load.
const Checkbox = lazy(() => import('#ui/controls/checkbox.tsx').then((file) => ({ default: file.Checkbox })));
const loadMenu = () => import('./agent-card-menu.tsx');
const AgentCardFailure = lazy(() =>
  import('./agent-card-failure.tsx').then((file) => ({ default: file.AgentCardFailure })),
);
const AgentCardEnd = lazy(() =>
  import('./agent-card-end.tsx').then((file) => ({ default: file.AgentCardEnd })),
);
const AgentCardMenu = lazy(() => loadMenu().then((file) => ({ default: file.AgentCardMenu })));

type Props = {
  agent: AgentSummary;
  model: string;
  canEdit: boolean;
  /** Null outside the select mode. */
  selected: boolean | null;
  onSelect: () => void;
  onDelete: () => void;
};

/** Opens what visitors see: the agent's page when it is live, its preview otherwise. */
async function view(agent: AgentSummary, failed: (error: unknown) => void): Promise<void> {
  if (agent.status === 'live') return void window.open(paths.widgetPage(agent.number), '_blank', 'noopener');
  // Opened before the address is known, because a later window would be blocked.
  const opened = window.open('about:blank', '_blank');
  try {
    const { previewUrl } = await api('GET /api/agents/{id}', { params: { id: agent.id } });
    if (opened) opened.location.href = previewUrl;
  } catch (error) {
    opened?.close();
    failed(error);
  }
}

/** One agent in the list. The whole card opens the editor; in the select mode it is chosen instead. */
export function AgentCard({ agent, model, canEdit, selected, onSelect, onDelete }: Props) {
  const { t } = useTranslation('agents');
  const failed = (error: unknown) =>
    toast({
      variant: 'destructive',
      title: t('common:failed.title'),
      description: error instanceof Error ? error.message : undefined,
    });
  return (
    <article
      aria-labelledby={`agent-${agent.id}`}
      className={clsx(
        'relative flex h-full flex-col rounded-card border transition-colors duration-150',
        selected ? 'border-accent-strong bg-accent-tint' : 'border-line bg-surface hover:border-edge',
      )}
    >
      <div className="flex items-start gap-3 p-4 pb-3">
        <AgentAvatar name={agent.name} color={agent.color} src={agent.avatarUrl} />
        <div className="min-w-0 grow">
          <h2 id={`agent-${agent.id}`} className="text-md leading-6 font-semibold">
            {selected === null ? (
              <Link
                to={paths.editAgent(agent.id)}
                className="line-clamp-2 break-words after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-strong"
              >
                {agent.name}
              </Link>
            ) : (
              <span className="line-clamp-2 break-words">{agent.name}</span>
            )}
          </h2>
          <p className="truncate text-sm text-muted">
            {model}
            {factGap}
            {(agent.payments.length > 0 ? agent.payments : (['none'] as const))
              .map((way) => t(`payment.${way}`))
              .join(' + ')}
          </p>
        </div>
        {selected !== null && (
          <div
            className="-mr-1 after:absolute after:inset-0"
            onClick={(event) => event.target === event.currentTarget && onSelect()}
          >
            <Suspense>
              <Checkbox
                checked={selected}
                onChange={onSelect}
                label={t('list.selectOne', { name: agent.name })}
                hideLabel
              />
            </Suspense>
          </div>
        )}
      </div>
      <ul className="grid gap-0.5 px-4 text-sm text-muted">
        <li className="tabular truncate">
          {t('list.conversations', { count: agent.conversationCount })}
          {factGap}
          {t('list.updated')} <Time at={agent.updatedAt} />
        </li>
        <li className="truncate">
          {agent.seenUrl ? t('list.seen', { place: readableAddress(agent.seenUrl) }) : t('list.notSeen')}
        </li>
      </ul>
      {agent.modelFailure && (
        <Suspense>
          <AgentCardFailure failure={agent.modelFailure} />
        </Suspense>
      )}
      {agent.provider !== 'built-in' && (
        <Suspense>
          <AgentCardEnd agent={agent} />
        </Suspense>
      )}
      <div className="mt-auto flex items-center gap-1 px-4 pt-3 pb-3">
        <span className="mr-auto min-w-0">
          <AgentStatus agent={agent} />
        </span>
        {selected === null && (
          <div className="relative z-10 -mr-2 flex items-center">
            <button
              type="button"
              onClick={() => void view(agent, failed)}
              className={buttonClass({ variant: 'ghost', size: 'sm' })}
              aria-label={t('list.viewOne', { name: agent.name })}
            >
              {t('common:actions.view')}
              <ArrowUpRight size={16} aria-hidden="true" />
            </button>
            {canEdit && (
              <Link
                to={paths.editAgent(agent.id)}
                className={buttonClass({ variant: 'ghost', size: 'sm' })}
                aria-label={t('list.editOne', { name: agent.name })}
              >
                {t('common:actions.edit')}
              </Link>
            )}
            <CardMenu agent={agent} canEdit={canEdit} onDelete={onDelete} />
          </div>
        )}
      </div>
    </article>
  );
}

/** The button alone until it is pressed; then the menu, open. */
function CardMenu(props: Pick<Props, 'agent' | 'canEdit' | 'onDelete'>) {
  const { t } = useTranslation('agents');
  const [wanted, setWanted] = useState(false);
  const button = (
    <IconButton
      label={t('list.actions', { name: props.agent.name })}
      size="sm"
      tooltip={false}
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu()}
      onClick={() => setWanted(true)}
    >
      <Ellipsis size={16} />
    </IconButton>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <AgentCardMenu {...props} />
    </Suspense>
  );
}
