import { Link } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { AgentAvatar } from './agent-avatar.tsx';

/** The contact form of each agent: when it shows, and the way to where it is edited. */
export function AgentForms() {
  const { t } = useTranslation('agent-tabs');
  const canEdit = useUser().can['agents.edit'] !== false;
  const { data, error, refetch } = useEndpoint('GET /api/agents', { query: {} });
  if (error && !data) {
    return (
      <Callout
        tone="danger"
        live
        title={t('unreadable')}
        action={<Button onClick={() => void refetch()}>{t('common:tryAgain')}</Button>}
      >
        {error.status === 0 ? t('common:failed.offline') : error.message}
      </Callout>
    );
  }
  if (!data) return <Skeleton className="h-40 rounded-card" />;
  if (data.agents.length === 0) {
    return (
      <EmptyState
        picture={
          <div className="mx-auto grid w-64 gap-2 rounded-card border border-line bg-page p-3">
            <ClipboardList size={20} className="text-accent-ink" />
            <span className="h-8 rounded-control border border-line bg-surface" />
            <span className="h-8 rounded-control border border-line bg-surface" />
            <span className="h-8 w-24 rounded-control bg-accent" />
          </div>
        }
        title={t('emptyTitle')}
        action={
          <Link to={paths.templates} className={buttonClass({ variant: 'primary' })}>
            {t('browse')}
          </Link>
        }
      >
        {t('emptyText')}
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mb-4 max-w-prose text-muted">{t('formsIntro')}</p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {data.agents.map((agent) => (
          <li key={agent.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <AgentAvatar name={agent.name} color={agent.color} src={agent.avatarUrl} />
            <div className="min-w-0 flex-1 basis-48">
              <h2 className="truncate font-medium">{agent.name}</h2>
              <Badge tone={agent.form === 'off' ? 'neutral' : 'success'} dot>
                {t(agent.form)}
              </Badge>
            </div>
            {canEdit && (
              <Link
                to="/dashboard/agents/edit/$id"
                params={{ id: agent.id }}
                search={{ section: 'contactForm' }}
                aria-label={`${t('edit')}: ${agent.name}`}
                className={buttonClass({ variant: 'outline', size: 'sm' })}
              >
                {t('edit')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
