import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomField } from '#features/custom-fields/custom-fields.contract.ts';
import { useCustomFields } from '#features/custom-fields/web/use-custom-fields.ts';
import { Button } from '#ui/controls/button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';

const storeName = 'contacts-columns';
/** More would leave no room for the rest. */
const mostColumns = 2;

function stored(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storeName) ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** Which of the account's own fields stand in the list; this browser remembers. */
export function useOwnColumns(): {
  shown: readonly CustomField[];
  all: readonly CustomField[];
  toggle: (key: string) => void;
} {
  const all = useCustomFields('contact');
  const [keys, setKeys] = useState(stored);
  const shown = all.filter(({ key }) => keys.includes(key)).slice(0, mostColumns);
  return {
    all,
    shown,
    toggle: (key) => {
      const next = keys.includes(key)
        ? keys.filter((each) => each !== key)
        : [...shown.map((field) => field.key), key].slice(-mostColumns);
      setKeys(next);
      try {
        localStorage.setItem(storeName, JSON.stringify(next));
      } catch {
        // A browser that keeps nothing shows it until the page is left.
      }
    },
  };
}

/** Chooses them; nothing where the account has none. */
export function OwnColumnsMenu({ all, shown, toggle }: ReturnType<typeof useOwnColumns>) {
  const { t } = useTranslation('custom-fields');
  if (all.length === 0) return null;
  return (
    <DropdownMenu
      label={t('columns')}
      align="start"
      trigger={
        <Button variant="ghost" icon={<Columns3 size={16} />}>
          {t('columns')}
        </Button>
      }
      items={all.map((field) => ({
        label: field.label,
        checked: shown.includes(field),
        onSelect: () => toggle(field.key),
      }))}
    />
  );
}
