import { useTranslation } from 'react-i18next';
import { exampleOf, minorOf, typedOf } from '#shared/money/amounts.ts';
import { TypedInput } from '#ui/controls/typed-input.tsx';
import { useSection } from '../editor/editor-section.ts';
import { rangeOf } from './setting-bounds.ts';
import { settingAt, type SettingOf } from './setting-path.ts';
import { SettingField } from './setting.tsx';

/** An amount in US dollars; the draft has it in cents. */
export function MoneySetting({ path }: { path: SettingOf<number> }) {
  const { t, i18n } = useTranslation('agents');
  const { draft, set, canEdit } = useSection();
  return (
    <SettingField path={path}>
      <TypedInput
        value={settingAt(draft, path)}
        onChange={(cents) => set(path, cents)}
        read={(typed) => minorOf(typed, 2, rangeOf(path).max, i18n.language)}
        show={(cents) => typedOf(cents, 2, i18n.language)}
        example={exampleOf(2, i18n.language)}
        unit={t('units.dollars')}
        disabled={!canEdit}
      />
    </SettingField>
  );
}
