import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '#ui/input.tsx';
import { fieldOf, useSection } from './editor-section.ts';
import { centsOf, dollarsOf } from './money-input.ts';
import { SettingField } from './setting.tsx';

/** An amount in US dollars; the draft has it in cents. */
export function MoneySetting({ path, most }: { path: string; most: number }) {
  const { t, i18n } = useTranslation('agents');
  const { draft, set, canEdit } = useSection();
  const cents = Number(fieldOf(draft, path));
  // What is typed stays as it is as long as it means the same amount: "5," is on its way to "5,50".
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed !== null && (centsOf(typed, most) ?? 0) === cents ? typed : dollarsOf(cents, i18n.language);
  return (
    <SettingField path={path}>
      <Input
        inputMode="decimal"
        autoComplete="off"
        unit={t('units.dollars')}
        disabled={!canEdit}
        value={shown}
        onChange={(event) => {
          const next = event.target.value;
          if (/[^\d.,\s]/.test(next)) return;
          setTyped(next);
          set(path, centsOf(next, most) ?? 0);
        }}
        onBlur={() => setTyped(null)}
        className="max-w-56"
      />
    </SettingField>
  );
}
