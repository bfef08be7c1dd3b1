import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sparkles } from 'lucide-react';
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
  const list = listOf(
    useEndpoint('GET /api/integrations', undefined, { staleTime: 0 }),
    (data) => data.connections,
  );
  const [connecting, setConnecting] = useState<Connection | null>(null);
  const [leaving, setLeaving] = useState<Connection | null>(null);
  const disconnect = useMutate('DELETE /api/integrations/{provider}', {
    refreshes: ['/api/integrations'],
    onSuccess: () => {
      toast({ variant: 'success', title: t('disconnected', { provider: leaving?.label }) });
      setLeaving(null);
    },
  });
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
        {(connections) => (
          <ul
            aria-label={t('providers')}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {connections.map((connection) => (
              <Row
                key={connection.provider}
                connection={connection}
                canManage={canManage}
                onConnect={() => setConnecting(connection)}
                onDisconnect={() => setLeaving(connection)}
              />
            ))}
          </ul>
        )}
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

type RowProps = {
  connection: Connection;
  canManage: boolean;
  onConnect: () => void;
  onDisconnect: () => void;
};

function Row({ connection, canManage, onConnect, onDisconnect }: RowProps) {
  const { t } = useTranslation('integrations');
  const { label, isConnected, isLocal, lastFour, baseUrl, models, embeddingModels } = connection;
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
          {isConnected && baseUrl && <span className="font-mono">{baseUrl} · </span>}
          {models.length === 0
            ? t('noModels')
            : models.length > 3
              ? t('modelsMore', { models: named, count: models.length - 3 })
              : named}
          {isConnected && embeddingModels.length > 0 && ` · ${t('embeddings')}`}
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
