import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactFields, listedContactFields } from '#shared/contacts/contact-fields.ts';
import { isCustomNumber } from '#shared/contacts/custom-fields.ts';
import { customValueWords } from '#features/custom-fields/web/custom-value-words.ts';
import { useCustomFields } from '#features/custom-fields/web/use-custom-fields.ts';
import { Button } from '#ui/controls/button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import type { Contact } from '../../contacts.contract.ts';

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

/** A column that a person may add to the list. */
export type ListColumn = {
  key: string;
  label: string;
  isNumber: boolean;
  /** What a contact has there, in words; empty where nothing is known. */
  words: (contact: Contact) => string;
};

/** Fields of a contact and the account's own ones as columns, and which of them stand in the list; this browser remembers. */
export function useListColumns(): {
  shown: readonly ListColumn[];
  all: readonly ListColumn[];
  toggle: (key: string) => void;
} {
  const { t, i18n } = useTranslation(['custom-fields', 'contact-record']);
  const own = useCustomFields('contact');
  const [keys, setKeys] = useState(stored);
  const all = [
    ...listedContactFields.map((name): ListColumn => ({
      key: contactFields[name].column,
      label: t(`contact-record:field.${name}`),
      isNumber: false,
      words: (contact) => contact[name] ?? '',
    })),
    ...own.map((field): ListColumn => ({
      key: field.key,
      label: field.label,
      isNumber: isCustomNumber(field.type),
      words: ({ customFields: { [field.key]: value } }) =>
        value === undefined
          ? ''
          : customValueWords(field, value, i18n.language, { yes: t('yes'), no: t('no') }),
    })),
  ];
  const shown = all.filter(({ key }) => keys.includes(key)).slice(0, mostColumns);
  return {
    all,
    shown,
    toggle: (key) => {
      const next = keys.includes(key)
        ? keys.filter((each) => each !== key)
        : [...shown.map((column) => column.key), key].slice(-mostColumns);
      setKeys(next);
      try {
        localStorage.setItem(storeName, JSON.stringify(next));
      } catch {
        // A browser that keeps nothing shows it until the page is left.
      }
    },
  };
}

/** Chooses them. */
export function ColumnsMenu({ all, shown, toggle }: ReturnType<typeof useListColumns>) {
  const { t } = useTranslation('custom-fields');
  return (
    <DropdownMenu
      label={t('columns')}
      align="start"
      trigger={
        <Button variant="ghost" icon={<Columns3 size={16} />}>
          {t('columns')}
        </Button>
      }
      items={all.map((column) => ({
        label: column.label,
        checked: shown.includes(column),
        onSelect: () => toggle(column.key),
      }))}
    />
  );
}
