import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import { FailingWebhooks } from '#features/webhooks/web/failing-webhooks.tsx';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Skeleton } from '#ui/page/display.tsx';

/** Background work and webhooks that were given up, with why; each can be tried again. */
export function JobFailures() {
  return (
    <div className="grid gap-10">
      <Jobs />
      <FailingWebhooks />
    </div>
  );
}

function Jobs() {
  const { t } = useTranslation('superadmin-health');
  const list = listOf(
    useEndpoint('GET /api/superadmin/jobs/failures', undefined, { staleTime: 0 }),
    ({ failures }) => failures,
  );
  const retry = useMutate('POST /api/superadmin/jobs/{id}/retry', {
    refreshes: ['/api/superadmin/jobs', '/api/superadmin/overview'],
    onSuccess: () => toast({ variant: 'success', title: t('jobs.retried') }),
  });
  return (
    <List of={list} waiting={<Skeleton className="h-64 w-full" />} empty={t('jobs.empty')}>
      {(failures) => (
        <ul
          aria-label={t('jobs.title')}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {failures.map(({ id, name, tries, at, reason }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-72">
                <p className="font-mono text-sm font-medium break-words">{name}</p>
                <p className="mt-0.5 text-sm break-words text-muted">{reason || t('jobs.unknown')}</p>
              </div>
              <p className="text-sm text-muted">
                {t('jobs.tries', { count: tries })}
                {factGap}
                <Time at={at} />
              </p>
              <Button
                size="sm"
                pending={retry.isPending && retry.variables.params.id === id}
                onClick={() => retry.mutate({ params: { id } })}
              >
                {t('jobs.retry')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </List>
  );
}
