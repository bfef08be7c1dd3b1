import { factGap } from '#shared/text/fact-gap.ts';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowRight, Sparkles } from 'lucide-react';
import { paths } from '#shared/paths.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge, Callout } from '#ui/page/display.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { List, listOf, SkeletonRows } from '#ui/list/list.tsx';
import type { Connection } from '../integrations.contract.ts';
import { ConnectDialog } from './connect-dialog.tsx';

/**
 * Model providers of the account: connected by a key or an address, or found on the server's own machines.
 */
export function IntegrationsTab() {
  const { t } = useTranslation('integrations');
  const user = useUser();
  const canManage = user.can['integrations.manage'] ?? false;
  const list = listOf(useEndpoint('GET /api/integrations', undefined, { staleTime: 0 }), (data) => [data]);
  const voicesId = useId();
  const [connecting, setConnecting] = useState<Connection | null>(null);
  const [leaving, setLeaving] = useState<Connection | null>(null);
  const disconnect = useMutate('DELETE /api/integrations/{provider}', {
    refreshes: ['/api/integrations'],
    onSuccess: () => {
      toast({ variant: 'success', title: t('disconnected', { provider: leaving?.label }) });
      setLeaving(null);
    },
  });
  const row = { canManage, onConnect: setConnecting, onDisconnect: setLeaving };
  return (
    <div className="grid gap-5">
      <p className="max-w-prose text-pretty text-muted">{t('intro')}</p>
      <Callout
        tone="neutral"
        icon={<Sparkles size={20} className="text-accent-ink" />}
        title={t('builtIn.title')}
      >
        {t('builtIn.text')}
      </Callout>
      {!canManage && <Callout tone="info">{t('notAllowed')}</Callout>}
      <List
        of={list}
        failed={t('unreadable')}
        waiting={<SkeletonRows count={4} className="h-17" />}
        empty={null}
      >
        {([all]) =>
          all && (
            <div className="grid gap-8">
              <ConnectionList label={t('providers')} connections={all.connections} {...row} />
              <section className="grid gap-3" aria-labelledby={voicesId}>
                <div>
                  <h2 id={voicesId} className="text-md font-semibold">
                    {t('voices.title')}
                  </h2>
                  <p className="max-w-prose text-pretty text-muted">{t('voices.text')}</p>
                  <Link
                    to={paths.voiceLab}
                    className="inline-flex min-h-11 items-center gap-1 text-accent-ink underline underline-offset-4 md:min-h-8"
                  >
                    {t('voices.lab')}
                    <ArrowRight size={16} aria-hidden="true" />
                  </Link>
                </div>
                <ConnectionList label={t('voices.title')} connections={all.voices} isVoices {...row} />
              </section>
            </div>
          )
        }
      </List>
      {connecting && <ConnectDialog connection={connecting} onClose={() => setConnecting(null)} />}
      <Dialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t('disconnect.title', { provider: leaving?.label })}
        description={t('disconnect.text')}
        actions={
          <>
            <Button onClick={() => setLeaving(null)}>{t('common:actions.cancel')}</Button>
            <Button
              variant="danger"
              pending={disconnect.isPending}
              onClick={() => leaving && disconnect.mutate({ params: { provider: leaving.provider } })}
            >
              {t('disconnect.action')}
            </Button>
          </>
        }
      />
    </div>
  );
}

/** What is connected or may be, one below the other. */
function ConnectionList({
  label,
  connections,
  isVoices = false,
  canManage,
  onConnect,
  onDisconnect,
}: {
  label: string;
  connections: readonly Connection[];
  /** They have no models. */
  isVoices?: boolean;
  canManage: boolean;
  onConnect: (connection: Connection) => void;
  onDisconnect: (connection: Connection) => void;
}) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {connections.map((connection) => (
        <Row
          key={connection.provider}
          connection={connection}
          isVoices={isVoices}
          canManage={canManage}
          onConnect={() => onConnect(connection)}
          onDisconnect={() => onDisconnect(connection)}
        />
      ))}
    </ul>
  );
}

type RowProps = {
  connection: Connection;
  isVoices: boolean;
  canManage: boolean;
  onConnect: () => void;
  onDisconnect: () => void;
};

function Row({ connection, isVoices, canManage, onConnect, onDisconnect }: RowProps) {
  const { t } = useTranslation('integrations');
  const { provider, label, isConnected, isLocal, lastFour, baseUrl, models, embeddingModels } = connection;
  const action = t(
    isLocal ? 'other' : !isConnected ? 'connect' : connection.needsKey ? 'changeKey' : 'change',
  );
  const named = models
    .slice(0, 3)
    .map((model) => model.label)
    .join(', ');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{label}</span>
          {isLocal ? (
            <Badge tone="success" dot>
              {t('foundLocally')}
            </Badge>
          ) : (
            isConnected && (
              <Badge tone="success" dot>
                {t('connected')}
              </Badge>
            )
          )}
          {lastFour && (
            <span
              className="tabular font-mono text-sm text-muted"
              aria-label={t('keyEnds', { ending: lastFour })}
            >
              ••••{lastFour}
            </span>
          )}
        </p>
        <p className="text-sm text-pretty break-words text-muted">
          {isConnected && baseUrl && (
            <span className="font-mono">
              {baseUrl}
              {factGap}
            </span>
          )}
          {isVoices
            ? t(`voices.${provider === 'elevenlabs' ? 'elevenlabs' : 'resemble'}`)
            : models.length === 0
              ? t('noModels')
              : models.length > 3
                ? t('modelsMore', { models: named, count: models.length - 3 })
                : named}
          {isConnected && embeddingModels.length > 0 && `${factGap}${t('embeddings')}`}
        </p>
      </div>
      {canManage && (
        <span className="flex gap-2">
          {isConnected && !isLocal && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`${t('disconnect.action')} ${label}`}
              onClick={onDisconnect}
            >
              {t('disconnect.action')}
            </Button>
          )}
          <Button size="sm" aria-label={`${action} ${label}`} onClick={onConnect}>
            {action}
          </Button>
        </span>
      )}
    </li>
  );
}
