import { factGap } from '#shared/text/fact-gap.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { paths } from '#shared/paths.ts';
import { publicApiPath } from '#shared/public-api.ts';
import type { AccountKey } from '../api-keys-account.contract.ts';
import { AccountKeyDialog } from './account-key-dialog.tsx';

/** Keys by which programs work in the account, and the address to which assistants connect. */
export function AccountKeys() {
  const { t } = useTranslation(['account-keys', 'agent-sharing']);
  const canManage = useUser().can['integrations.manage'] ?? false;
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<AccountKey | null>(null);
  if (!canManage) return null;
  const address = `${location.origin}/mcp`;
  return (
    <section aria-labelledby="programs" className="grid gap-4">
      <h2 id="programs" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <p className="max-w-prose text-pretty text-muted">{t('text')}</p>
      <div className="flex max-w-prose items-center gap-2 rounded-card bg-sunken p-3">
        <code className="min-w-0 grow text-sm break-all">{address}</code>
        <CopyButton text={address} />
      </div>
      <p className="max-w-prose text-pretty text-muted">
        {t('apiText', { address: `${location.origin}${publicApiPath}` })}{' '}
        <a
          href={paths.apiReference}
          target="_blank"
          rel="noopener"
          className="text-accent-ink underline underline-offset-4"
        >
          {t('reference')}
        </a>
      </p>
      <Keys onMake={() => setMaking(true)} onRevoke={setRevoking} />
      {isMaking && <AccountKeyDialog onClose={() => setMaking(false)} />}
      {revoking && <Revoke accountKey={revoking} onClose={() => setRevoking(null)} />}
    </section>
  );
}

function Keys({ onMake, onRevoke }: { onMake: () => void; onRevoke: (key: AccountKey) => void }) {
  const { t } = useTranslation(['account-keys', 'agent-sharing']);
  const list = listOf(useEndpoint('GET /api/account-keys'), (data) => data.keys);
  const create = (
    <Button icon={<Plus size={16} />} onClick={onMake}>
      {t('create')}
    </Button>
  );
  return (
    <List
      of={list}
      waiting={<Skeleton className="h-24 rounded-card" />}
      empty={
        <EmptyState title={t('emptyTitle')} action={create}>
          {t('emptyText')}
        </EmptyState>
      }
    >
      {(keys) => (
        <div className="grid gap-4">
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {keys.map((key) => (
              <Row key={key.id} accountKey={key} onRevoke={() => onRevoke(key)} />
            ))}
          </ul>
          <div>{create}</div>
        </div>
      )}
    </List>
  );
}

function Row({ accountKey: key, onRevoke }: { accountKey: AccountKey; onRevoke: () => void }) {
  const { t } = useTranslation(['account-keys', 'agent-sharing']);
  return (
    <li className="flex items-center gap-3 p-4">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{key.name}</span>
          {key.isTest && <Badge tone="neutral">{t('test')}</Badge>}
          {key.agentIds && <Badge tone="neutral">{t('agentCount', { count: key.agentIds.length })}</Badge>}
        </p>
        <p className="text-sm text-muted">
          <code>
            {key.isTest ? 'sk_test_' : 'sk_live_'}…{key.lastFour}
          </code>
          {factGap}
          {key.lastUsedAt ? (
            <>
              {t('agent-sharing:keys.used')} <Time at={key.lastUsedAt} />
            </>
          ) : (
            t('agent-sharing:keys.neverUsed')
          )}
          {key.createdBy && `${factGap}${key.createdBy}`}
        </p>
        <p className="text-sm text-pretty text-muted">
          {key.scopes.map((scope) => t(`scopes.${scope}`)).join(factGap)}
        </p>
      </div>
      <IconButton size="sm" label={t('agent-sharing:keys.revokeOne', { name: key.name })} onClick={onRevoke}>
        <Trash2 size={16} />
      </IconButton>
    </li>
  );
}

/** Asks first: whatever uses the key stops at once. */
function Revoke({ accountKey, onClose }: { accountKey: AccountKey; onClose: () => void }) {
  const { t } = useTranslation('agent-sharing');
  const client = useQueryClient();
  const revoke = async () => {
    await api('DELETE /api/account-keys/{key}', { params: { key: accountKey.id } });
    await refresh(client, '/api/account-keys');
    toast({ variant: 'success', title: t('keys.revoked') });
  };
  return (
    <ConfirmDialog
      title={t('keys.revokeTitle', { name: accountKey.name })}
      description={t('keys.revokeText')}
      confirm={t('keys.revoke')}
      run={revoke}
      onClose={onClose}
    />
  );
}
