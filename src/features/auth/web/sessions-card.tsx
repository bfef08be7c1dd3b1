import { factGap } from '#shared/text/fact-gap.ts';
import { Laptop, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Output } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge, Card, Skeleton } from '#ui/page/display.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

type SessionEntry = Output<'GET /api/user/sessions'>['sessions'][number];

/** The browsers in which the person is signed in, and the way to end what is not known. */
export function SessionsCard() {
  const { t } = useTranslation('account-safety');
  const list = listOf(useEndpoint('GET /api/user/sessions'), (data) => data.sessions);
  const refreshes = ['/api/user/sessions'];
  const end = useMutate('DELETE /api/user/sessions/{id}', {
    refreshes,
    onSuccess: () => toast({ variant: 'success', title: t('sessions.ended') }),
  });
  const endOthers = useMutate('DELETE /api/user/sessions', {
    refreshes,
    onSuccess: () => toast({ variant: 'success', title: t('sessions.endedAll') }),
  });
  const nameOf = ({ browser, os }: SessionEntry) =>
    browser && os ? t('sessions.on', { browser, os }) : (browser ?? os ?? t('sessions.unknown'));
  const count = list.rows?.length ?? 0;
  return (
    <Card aria-labelledby="sessions">
      <h2 id="sessions" className="text-md font-semibold">
        {t('sessions.title')}
      </h2>
      <p className="mt-1 mb-5 text-muted">{t(count === 1 ? 'sessions.only' : 'sessions.text')}</p>
      <List
        of={list}
        failed={t('sessions.unreadable')}
        waiting={<Skeleton className="h-20 w-full" />}
        empty={null}
      >
        {(sessions) => (
          <ul className="divide-y divide-line">
            {sessions.map((session) => {
              const Icon =
                session.device === 'smartphone' || session.device === 'tablet' ? Smartphone : Laptop;
              return (
                <li key={session.id} className="flex items-center gap-3 py-3">
                  <Icon size={20} className="shrink-0 text-muted" aria-hidden="true" />
                  <div className="min-w-0 grow">
                    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                      {nameOf(session)}
                      {session.isCurrent && <Badge tone="success">{t('sessions.here')}</Badge>}
                    </p>
                    <p className="text-sm text-muted">
                      {t('sessions.seen')} <Time at={session.lastSeenAt} />
                      {factGap}
                      {t('sessions.since')} <Time at={session.createdAt} plain="date" />
                    </p>
                  </div>
                  {!session.isCurrent && (
                    <Button
                      size="sm"
                      variant="outline"
                      aria-label={t('sessions.endOne', { name: nameOf(session) })}
                      pending={end.isPending && end.variables.params.id === session.id}
                      onClick={() => end.mutate({ params: { id: session.id } })}
                    >
                      {t('sessions.end')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </List>
      {count > 2 && (
        <Button className="mt-3" pending={endOthers.isPending} onClick={() => endOthers.mutate({})}>
          {t('sessions.endAll')}
        </Button>
      )}
    </Card>
  );
}
