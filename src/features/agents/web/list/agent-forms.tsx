import { Link } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { AgentAvatar } from './agent-avatar.tsx';

/** The contact form of each agent: when it shows, and the way to where it is edited. */
export function AgentForms() {
  const { t } = useTranslation('agent-tabs');
  const canEdit = useUser().can['agents.edit'] !== false;
  const list = listOf(useEndpoint('GET /api/agents', { query: {} }), (data) => data.agents);
  return (
    <List
      of={list}
      failed={t('unreadable')}
      waiting={<Skeleton className="h-40 rounded-card" />}
      empty={
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
      }
    >
      {(agents) => (
        <>
          <p className="mb-4 max-w-prose text-muted">{t('formsIntro')}</p>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {agents.map((agent) => (
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
      )}
    </List>
  );
}
