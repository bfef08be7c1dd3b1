import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge, Skeleton } from '#ui/page/display.tsx';

/** Webhooks of all accounts that were not reached; what was given up can be sent again. */
export function FailingWebhooks() {
  const { t } = useTranslation('webhooks');
  const list = listOf(
    useEndpoint('GET /api/superadmin/webhooks/failures', undefined, { staleTime: 0 }),
    ({ webhooks }) => webhooks,
  );
  const replay = useMutate('POST /api/superadmin/webhooks/{id}/replay', {
    refreshes: ['/api/superadmin/webhooks'],
    onSuccess: () => toast({ variant: 'success', title: t('log.replayed') }),
  });
  return (
    <section aria-labelledby="failing-webhooks" className="grid gap-3">
      <div>
        <h2 id="failing-webhooks" className="text-md font-semibold">
          {t('everywhere.title')}
        </h2>
        <p className="mt-1 text-pretty text-muted">{t('everywhere.text')}</p>
      </div>
      <List of={list} waiting={<Skeleton className="h-24 w-full" />} empty={t('everywhere.none')}>
        {(webhooks) => (
          <ul
            aria-label={t('everywhere.title')}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {webhooks.map(
              ({ id, account, host, isEnabled, disabledReason, count, status, problem, triedAt }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                  <div className="min-w-0 flex-1 basis-72">
                    <p className="font-medium break-words">{account.name}</p>
                    <p className="mt-0.5 text-sm break-words text-muted">
                      {host}
                      {problem !== '' && factGap}
                      {problem !== '' && t(`problem.${problem}`, { status })}
                    </p>
                  </div>
                  <p className="text-sm text-muted">
                    {t('failed', { count })}
                    {triedAt && factGap}
                    {triedAt && <Time at={triedAt} />}
                  </p>
                  {isEnabled ? (
                    <Button
                      size="sm"
                      pending={replay.isPending && replay.variables.params.id === id}
                      onClick={() => replay.mutate({ params: { id } })}
                    >
                      {t('log.replay')}
                    </Button>
                  ) : (
                    <Badge>{t(`off.${disabledReason === '' ? 'member' : disabledReason}`)}</Badge>
                  )}
                </li>
              ),
            )}
          </ul>
        )}
      </List>
    </section>
  );
}
