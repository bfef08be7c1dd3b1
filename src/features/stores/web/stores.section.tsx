import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { List, listOf } from '#ui/list/list.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { useSection } from '#features/agents/web/editor/editor-section.ts';
import { DraftFields, SettingField, SwitchSetting } from '#features/agents/web/settings/setting.tsx';
import { StoreChoice } from './store-choice.tsx';

/** The shop whose products the agent shows, and what visitors do in it. */
export function StoresSection() {
  const { t } = useTranslation('stores');
  const { draft, set, canEdit } = useSection();
  const list = listOf(useEndpoint('GET /api/stores'), (data) => data.stores);
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
            />
          )}
        </List>
      </SettingField>
      {id !== '' && <SwitchSetting path="store.cart" />}
      {id !== '' && <SwitchSetting path="store.orders" />}
    </DraftFields>
  );
}
