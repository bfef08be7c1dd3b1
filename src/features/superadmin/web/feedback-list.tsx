import { Bug, Lightbulb } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Select } from '#ui/controls/select.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { FeedbackReplies } from './feedback-replies.tsx';
import { Time } from '#ui/browser/time.tsx';

const statuses = ['new', 'planned', 'done', 'declined'] as const;

/** Bug reports and feature requests of everybody who uses this instance. */
export function FeedbackList() {
  const { t } = useTranslation('superadmin');
  const list = listOf(
    useEndpoint('GET /api/superadmin/feedback', undefined, { staleTime: 0 }),
    (data) => data.feedback,
  );
  const change = useMutate('PUT /api/superadmin/feedback/{id}/status', {
    refreshes: ['/api/superadmin/feedback'],
  });
  return (
    <List of={list} waiting={<Skeleton className="h-64 w-full" />} empty={t('feedback.empty')}>
      {(feedback) => (
        <ul
          aria-label={t('sections.feedback.title')}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {feedback.map((item) => {
            const isBug = item.kind === 'bug-report';
            const Icon = isBug ? Bug : Lightbulb;
            return (
              <li key={item.id} className="flex gap-3 px-4 py-3">
                <Icon
                  size={20}
                  aria-hidden="true"
                  className={isBug ? 'mt-0.5 shrink-0 text-danger-ink' : 'mt-0.5 shrink-0 text-accent-ink'}
                />
                <div className="min-w-0 grow">
                  <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                    <h2 className="font-medium break-words">{item.title}</h2>
                    <Badge tone={isBug ? 'danger' : 'accent'}>
                      {t(isBug ? 'feedback.bug' : 'feedback.feature')}
                    </Badge>
                    <Time at={item.createdAt} className="ml-auto text-sm text-muted" />
                  </div>
                  <p className="mt-1 break-words whitespace-pre-wrap">{item.description}</p>
                  <Select
                    className="mt-2 w-44"
                    aria-label={t('feedback.statusOf', { title: item.title })}
                    value={item.status}
                    onChange={(status) => change.mutate({ params: { id: item.id }, body: { status } })}
                    options={statuses.map((value) => ({ value, label: t(`feedback.status.${value}`) }))}
                  />
                  <FeedbackReplies item={item} />
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </List>
  );
}
