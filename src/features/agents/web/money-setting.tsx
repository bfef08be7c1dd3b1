import { useTranslation } from 'react-i18next';
import { exampleOf, minorOf, typedOf } from '#shared/amounts.ts';
import { TypedInput } from '#ui/typed-input.tsx';
import { fieldOf, useSection } from './editor-section.ts';
import { SettingField } from './setting.tsx';

/** An amount in US dollars; the draft has it in cents. */
export function MoneySetting({ path, most }: { path: string; most: number }) {
  const { t, i18n } = useTranslation('agents');
  const { draft, set, canEdit } = useSection();
  return (
    <SettingField path={path}>
      <TypedInput
        value={Number(fieldOf(draft, path))}
        onChange={(cents) => set(path, cents)}
        read={(typed) => minorOf(typed, 2, most, i18n.language)}
        show={(cents) => typedOf(cents, 2, i18n.language)}
        example={exampleOf(2, i18n.language)}
        unit={t('units.dollars')}
        disabled={!canEdit}
      />
    </SettingField>
  );
}
