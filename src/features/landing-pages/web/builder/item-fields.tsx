import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { initialValues, type Field, type Fields } from '#shared/landing-pages/fields.ts';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';

type Props = {
  label: string;
  field: Extract<Field, { kind: 'list' }>;
  items: readonly Record<string, unknown>[];
  /** The fields of one item. */
  draw: (item: Record<string, unknown>, onChange: (change: Record<string, unknown>) => void) => ReactNode;
  onChange: (items: Record<string, unknown>[]) => void;
};

/** The items of a list: one is open at a time, each can be moved and taken away. */
export function ItemFields({ label, field, items, draw, onChange }: Props) {
  const { t } = useTranslation('landing-builder');
  const [open, setOpen] = useState(-1);
  const of: Fields = field.of;
  const swap = (at: number, to: number): void => {
    const next = [...items];
    const [one, other] = [next[at], next[to]];
    if (!one || !other) return;
    next[at] = other;
    next[to] = one;
    setOpen(open === at ? to : open === to ? at : open);
    onChange(next);
  };
  const nameOf = (item: Record<string, unknown>, at: number): string => {
    const said = Object.values(item).find((value) => typeof value === 'string' && value.trim() !== '');
    return typeof said === 'string' && !Object.hasOwn(item, 'icon') ? said : String(item['title'] || at + 1);
  };
  return (
    <section aria-label={label} className="grid gap-2">
      <h3 className="text-sm font-medium">{label}</h3>
      <ul className="grid gap-1.5">
        {items.map((item, at) => (
          <li key={at} className="rounded-control border border-line bg-surface">
            <div className="flex items-center pr-1">
              <button
                type="button"
                aria-expanded={open === at}
                onClick={() => setOpen(open === at ? -1 : at)}
                className="min-h-11 min-w-0 grow cursor-pointer truncate px-3 text-left text-sm md:min-h-9"
              >
                {nameOf(item, at)}
              </button>
              <IconButton
                label={t('structure.up', { name: nameOf(item, at) })}
                disabled={at === 0}
                onClick={() => swap(at, at - 1)}
              >
                <ArrowUp size={16} />
              </IconButton>
              <IconButton
                label={t('structure.down', { name: nameOf(item, at) })}
                disabled={at === items.length - 1}
                onClick={() => swap(at, at + 1)}
              >
                <ArrowDown size={16} />
              </IconButton>
              <IconButton
                label={t('items.remove', { name: nameOf(item, at) })}
                onClick={() => onChange(items.filter((_, index) => index !== at))}
              >
                <Trash2 size={16} />
              </IconButton>
            </div>
            {open === at && (
              <div className="grid gap-3 border-t border-line p-3">
                {draw(item, (change) =>
                  onChange(items.map((one, index) => (index === at ? { ...one, ...change } : one))),
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <Button
        disabled={items.length >= field.max}
        onClick={() => {
          setOpen(items.length);
          onChange([...items, initialValues(of)]);
        }}
      >
        <Plus size={16} aria-hidden="true" />
        {t('items.add')}
      </Button>
    </section>
  );
}
