import { factGap } from '#shared/text/fact-gap.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { SecretDialog } from '#ui/overlay/secret-dialog.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { List, listOf } from '#ui/list/list.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { ApiKey } from '../api-keys.contract.ts';

/** The keys of one agent: made, shown once, revoked. */
export function ApiKeysSection({ agentId, canEdit }: { agentId: string; canEdit: boolean }) {
  const { t } = useTranslation('agent-sharing');
  const list = listOf(
    useEndpoint('GET /api/agents/{id}/keys', { params: { id: agentId } }),
    (data) => data.keys,
  );
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const create = canEdit && (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setMaking(true)}>
      {t('keys.create')}
    </Button>
  );
  return (
    <div className="grid gap-5">
      <List
        of={list}
        waiting={<Skeleton className="h-24 rounded-card" />}
        empty={
          <EmptyState title={t('keys.emptyTitle')} action={create}>
            {t('keys.emptyText')}
          </EmptyState>
        }
      >
        {(keys) => (
          <div className="grid gap-5">
            <div>{create}</div>
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {keys.map((key) => (
                <li key={key.id} className="flex items-center gap-3 p-4">
                  <div className="min-w-0 grow">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      <span className="min-w-0 break-words">{key.name}</span>
                      <Badge tone={key.kind === 'secret' ? 'warning' : 'neutral'}>
                        {t(`keys.kinds.${key.kind}`)}
                      </Badge>
                    </p>
                    <p className="text-sm text-muted">
                      <code>
                        {key.kind === 'secret' ? 'sk_' : 'pk_'}…{key.lastFour}
                      </code>
                      {factGap}
                      {key.lastUsedAt ? (
                        <>
                          {t('keys.used')} <Time at={key.lastUsedAt} />
                        </>
                      ) : (
                        t('keys.neverUsed')
                      )}
                      {key.createdBy && `${factGap}${key.createdBy}`}
                    </p>
                  </div>
                  {canEdit && (
                    <IconButton
                      size="sm"
                      label={t('keys.revokeOne', { name: key.name })}
                      onClick={() => setRevoking(key)}
                    >
                      <Trash2 size={16} />
                    </IconButton>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </List>
      {isMaking && <MakeDialog agentId={agentId} onClose={() => setMaking(false)} />}
      {revoking && <RevokeDialog agentId={agentId} apiKey={revoking} onClose={() => setRevoking(null)} />}
    </div>
  );
}

function MakeDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const { t } = useTranslation('agent-sharing');
  const [made, setMade] = useState<string | null>(null);
  const form = useServerForm({
    values: { kind: 'secret' as ApiKey['kind'], name: '' },
    check: ({ name }) => ({ ...(name.trim() === '' && { name: t('keys.nameMissing') }) }),
    send: (body) => api('POST /api/agents/{id}/keys', { params: { id: agentId }, body }),
    refreshes: [`/api/agents/${agentId}/keys`],
    onDone: ({ key }) => setMade(key),
  });
  if (made)
    return (
      <SecretDialog
        title={t('keys.madeTitle')}
        description={t('keys.madeText')}
        done={t('keys.madeDone')}
        secret={made}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      of={form}
      title={t('keys.create')}
      description={t('keys.createText')}
      submit={t('keys.create')}
      onClose={onClose}
    >
      <Field label={t('keys.kind')} help={t(`keys.kindHelp.${form.values.kind}`)}>
        <Select
          value={form.values.kind}
          onChange={(kind) => form.set({ kind })}
          options={(['secret', 'public'] as const).map((value) => ({
            value,
            label: t(`keys.kinds.${value}`),
          }))}
        />
      </Field>
      <Field label={t('keys.name')} help={t('keys.nameHelp')} error={form.errorOf('name')}>
        <Input maxLength={80} {...form.register('name')} />
      </Field>
    </FormDialog>
  );
}

/** Asks first: whatever uses the key stops at once. */
function RevokeDialog({
  agentId,
  apiKey,
  onClose,
}: {
  agentId: string;
  apiKey: ApiKey;
  onClose: () => void;
}) {
  const { t } = useTranslation('agent-sharing');
  const client = useQueryClient();
  const revoke = async () => {
    await api('DELETE /api/agents/{id}/keys/{key}', { params: { id: agentId, key: apiKey.id } });
    await refresh(client, `/api/agents/${agentId}/keys`);
    toast({ variant: 'success', title: t('keys.revoked') });
  };
  return (
    <ConfirmDialog
      title={t('keys.revokeTitle', { name: apiKey.name })}
      description={t('keys.revokeText')}
      confirm={t('keys.revoke')}
      run={revoke}
      onClose={onClose}
    />
  );
}
