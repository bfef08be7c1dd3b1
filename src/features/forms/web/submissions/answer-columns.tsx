import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takesAnswer, type FormBlock } from '#shared/forms/document.ts';
import { Button } from '#ui/controls/button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';

/** More would leave no room for the answers themselves. */
const mostColumns = 6;
const columnsAtFirst = 4;

function stored(name: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : null;
  } catch {
    return null;
  }
}

/** The questions of a form that stand in its list as columns; this browser remembers them for each form. */
export function useAnswerColumns(formId: string, blocks: readonly FormBlock[]) {
  const name = `form-columns-${formId}`;
  const [chosen, setChosen] = useState(() => stored(name));
  const all = blocks.filter((block) => takesAnswer(block) && block.type !== 'payment');
  const atFirst = all
    .filter(({ type }) => type !== 'hidden' && type !== 'consent' && type !== 'file')
    .slice(0, columnsAtFirst);
  const shown = chosen ? all.filter(({ key }) => chosen.includes(key)).slice(0, mostColumns) : atFirst;
  return {
    all,
    shown,
    toggle(key: string): void {
      const keys = shown.map((block) => block.key);
      const next = keys.includes(key)
        ? keys.filter((each) => each !== key)
        : [...keys, key].slice(-mostColumns);
      setChosen(next);
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // A browser that keeps nothing shows it until the page is left.
      }
    },
  };
}

/** Chooses them. */
export function AnswerColumnsMenu({ all, shown, toggle }: ReturnType<typeof useAnswerColumns>) {
  const { t } = useTranslation('forms');
  return (
    <DropdownMenu
      label={t('submissions.columns')}
      align="start"
      trigger={
        <Button variant="ghost" icon={<Columns3 size={16} />}>
          {t('submissions.columns')}
        </Button>
      }
      items={all.map((block) => ({
        label: block.label || block.key,
        checked: shown.includes(block),
        onSelect: () => toggle(block.key),
      }))}
    />
  );
}
