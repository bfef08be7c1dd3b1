import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { Agent } from '../../agents.contract.ts';

type Scope = 'agent' | 'account';
type Asking = { scope: Scope; what: 'replace' | 'remove' } | null;

/** The secrets with which the owner's server says who visitors are: made here, shown once. */
export function IdentityPanel({ agent }: { agent: Agent }) {
  const { t } = useTranslation(['agents-install', 'common']);
  const path = `/api/agents/${agent.id}/identity`;
  const { data, error, refetch } = useEndpoint('GET /api/agents/{id}/identity', { params: { id: agent.id } });
  const [asking, setAsking] = useState<Asking>(null);
  const [shown, setShown] = useState<{ secret: string; hashSecret: string } | null>(null);
  const done = () => setAsking(null);
  const rotate = useMutate('POST /api/agents/{id}/identity', {
    refreshes: [path],
    onSuccess: ({ secret, hashSecret }) => {
      setShown({ secret, hashSecret });
      done();
    },
  });
  const remove = useMutate('DELETE /api/agents/{id}/identity', {
    refreshes: [path],
    onSuccess: () => {
      setShown(null);
      done();
    },
  });
  const make = (scope: Scope) => rotate.mutate({ params: { id: agent.id }, body: { scope } });
  const isBusy = rotate.isPending || remove.isPending;
  return (
    <section aria-labelledby="identity" className="grid min-w-0 gap-3">
      <div>
        <h3 id="identity" className="font-medium">
          {t('identity.title')}
        </h3>
        <p className="text-sm text-pretty text-muted">{t('identity.help')}</p>
      </div>
      {data ? (
        <ul className="grid divide-y divide-line rounded-card border border-line bg-surface">
          {(['agent', 'account'] as const).map((scope) => {
            const known = data[scope];
            return (
              <li key={scope} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
                <KeyRound size={20} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="min-w-0 grow basis-40">
                  <span className="block font-medium">{t(`identity.${scope}`)}</span>
                  <span className="block text-sm text-muted">
                    {known ? (
                      <>
                        {t('identity.made', { hint: known.hint })} <Time at={known.createdAt} />
                      </>
                    ) : (
                      t('identity.none')
                    )}
                  </span>
                  {known?.isShared && (
                    <span className="block text-sm text-warning-ink">{t('identity.shared')}</span>
                  )}
                </span>
                {agent.can.publish && (
                  <span className="flex flex-wrap gap-2">
                    {known && (
                      <Button
                        size="sm"
                        variant="ghost"
                        disabled={isBusy}
                        onClick={() => setAsking({ scope, what: 'remove' })}
                      >
                        {t('identity.remove')}
                      </Button>
                    )}
                    <Button
                      size="sm"
                      disabled={isBusy}
                      onClick={() => (known ? setAsking({ scope, what: 'replace' }) : make(scope))}
                    >
                      {t(known ? 'identity.rotate' : 'identity.create')}
                    </Button>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      ) : error ? (
        <ReadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton className="h-32" />
      )}
      {shown && (
        <Callout tone="warning" live title={t('identity.shownTitle')}>
          {t('identity.shown')}
          {(
            [
              ['forTokens', shown.secret],
              ['forHashes', shown.hashSecret],
            ] as const
          ).map(([name, key]) => (
            <span key={name} className="mt-2 block">
              <span className="block text-sm">{t(`identity.${name}`)}</span>
              <span className="mt-1 flex min-w-0 items-center gap-1 rounded-control border border-line bg-surface py-0.5 pr-0.5 pl-3 text-ink">
                <code className="min-w-0 grow font-mono text-sm break-all">{key}</code>
                <CopyButton text={key} />
              </span>
            </span>
          ))}
        </Callout>
      )}
      <div className="grid min-w-0 gap-2">
        <p className="text-sm text-muted">{t('identity.code')}</p>
        <pre
          tabIndex={0}
          aria-label={t('identity.code')}
          className="overflow-x-auto rounded-control border border-line bg-sunken px-3 py-2.5 font-mono text-sm break-all whitespace-pre-wrap"
        >
          {
            "window.Chatelier = window.Chatelier || { q: [] };\nChatelier.q.push(['identify', { token: '…' }]);"
          }
        </pre>
        <p className="text-sm text-muted">
          {t('identity.guide')}{' '}
          <a
            href={`${paths.docs}?tab=integration`}
            className="text-accent-ink underline-offset-4 hover:underline"
          >
            {t('identity.openGuide')}
          </a>
        </p>
      </div>
      {asking && (
        <Dialog
          open
          onOpenChange={(open) => !open && !isBusy && done()}
          title={t(asking.what === 'replace' ? 'identity.replaceTitle' : 'identity.removeTitle')}
          description={t(asking.what === 'replace' ? 'identity.replaceText' : 'identity.removeText')}
          actions={
            <>
              <Button disabled={isBusy} onClick={done}>
                {t('common:actions.cancel')}
              </Button>
              <Button
                variant="danger"
                pending={isBusy}
                onClick={() =>
                  asking.what === 'replace'
                    ? make(asking.scope)
                    : remove.mutate({ params: { id: agent.id }, query: { scope: asking.scope } })
                }
              >
                {t(asking.what === 'replace' ? 'identity.rotate' : 'identity.remove')}
              </Button>
            </>
          }
        />
      )}
    </section>
  );
}
