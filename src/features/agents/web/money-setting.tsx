import { useTranslation } from 'react-i18next';
import { fieldOf, useSection } from './editor-section.ts';
import { centsOf, dollarsOf } from './money-input.ts';
import { SettingField } from './setting.tsx';
import { TypedInput } from './typed-input.tsx';

/** An amount in US dollars; the draft has it in cents. */
export function MoneySetting({ path, most }: { path: string; most: number }) {
  const { t, i18n } = useTranslation('agents');
  const { draft, set, canEdit } = useSection();
  return (
    <SettingField path={path}>
      <TypedInput value={Number(fieldOf(draft, path))} onChange={(cents) => set(path, cents)} read={(typed) => centsOf(typed, most)} show={(cents) => dollarsOf(cents, i18n.language)} unit={t('units.dollars')} disabled={!canEdit} />
    </SettingField>
  );
}
