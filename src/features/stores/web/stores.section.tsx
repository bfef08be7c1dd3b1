import { Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { useSection } from '#features/agents/web/editor/editor-section.ts';
import { DraftFields, SettingField, SwitchSetting } from '#features/agents/web/settings/setting.tsx';
import type { Store } from '../stores.contract.ts';
import { ConnectStoreDialog } from './connect-store-dialog.tsx';
import { StoreChoice } from './store-choice.tsx';

/** The shop whose products the agent shows, and what visitors do in it. */
export function StoresSection() {
  const { t } = useTranslation('stores');
  const { draft, set, canEdit } = useSection();
  const canManage = useUser().can['integrations.manage'] ?? false;
  const list = listOf(useEndpoint('GET /api/stores'), (data) => data.stores);
  const [isConnecting, setConnecting] = useState(false);
  const [leaving, setLeaving] = useState<Store | null>(null);
  const { id } = draft.store;
  return (
    <DraftFields>
      <SettingField path="store.id">
        <List
          of={list}
          failed={t('unreadable')}
          waiting={<Skeleton className="h-28 rounded-card" />}
          empty={null}
        >
          {(stores) => (
            <StoreChoice
              stores={stores}
              chosen={id}
              canEdit={canEdit}
              onChoose={(chosen) => set('store.id', chosen)}
              actions={(store) =>
                canManage &&
                store.kind !== 'demo' && <Actions store={store} onRemove={() => setLeaving(store)} />
              }
            />
          )}
        </List>
      </SettingField>
      {canManage && (
        <div>
          <Button icon={<Plus size={16} />} onClick={() => setConnecting(true)}>
            {t('connect')}
          </Button>
        </div>
      )}
      {id !== '' && <SwitchSetting path="store.cart" />}
      {id !== '' && <SwitchSetting path="store.orders" />}
      {isConnecting && (
        <ConnectStoreDialog
          onDone={(store) => canEdit && set('store.id', store.id)}
          onClose={() => setConnecting(false)}
        />
      )}
      {leaving && <Leave store={leaving} onClose={() => setLeaving(null)} />}
    </DraftFields>
  );
}

/** Asks the shop again, or forgets it. */
function Actions({ store: { id, name }, onRemove }: { store: Store; onRemove: () => void }) {
  const { t } = useTranslation('stores');
  const check = useMutate('POST /api/stores/{id}/check', { refreshes: ['/api/stores'] });
  return (
    <span className="flex items-center gap-1">
      <IconButton
        size="sm"
        label={t('checkOne', { name })}
        disabled={check.isPending}
        onClick={() => check.mutate({ params: { id } })}
      >
        <RefreshCw size={16} className={check.isPending ? 'animate-spin' : ''} />
      </IconButton>
      <IconButton size="sm" label={t('removeOne', { name })} onClick={onRemove}>
        <Trash2 size={16} />
      </IconButton>
    </span>
  );
}

/** Asks first: agents that show it lose it at once. */
function Leave({ store, onClose }: { store: Store; onClose: () => void }) {
  const { t } = useTranslation('stores');
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={t('removeTitle', { name: store.name })}
      description={t('removeText')}
      confirm={t('remove')}
      run={async () => {
        await api('DELETE /api/stores/{id}', { params: { id: store.id } });
        await refresh(client, '/api/stores');
      }}
      onClose={onClose}
    />
  );
}
