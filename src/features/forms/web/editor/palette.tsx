import { PointerSensor, useDraggable } from '@dnd-kit/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormBlockType } from '#shared/forms/document.ts';
import { SearchField } from '#ui/controls/search-field.tsx';
import { paletteGroups } from './blocks.ts';
import { blockIcons } from './icons.ts';

/** All kinds of blocks: a click adds one behind the chosen block, dragging puts it anywhere. */
export function FormPalette({ onAdd }: { onAdd: (type: FormBlockType) => void }) {
  const { t } = useTranslation('forms');
  const [typed, setTyped] = useState('');
  const fits = (type: FormBlockType): boolean =>
    t(`types.${type}`).toLowerCase().includes(typed.trim().toLowerCase());
  const groups = paletteGroups
    .map((group) => ({ ...group, types: group.types.filter(fits) }))
    .filter(({ types }) => types.length > 0);
  return (
    <div>
      <SearchField label={t('editor.searchTypes')} value={typed} onChange={setTyped} maxLength={60} />
      {groups.map(({ name, types }) => (
        <section key={name} className="mt-4">
          <h2 className="mb-1.5 text-xs font-semibold text-muted">{t(`groups.${name}`)}</h2>
          <ul className="grid grid-cols-2 gap-1.5">
            {types.map((type) => (
              <PaletteEntry key={type} type={type} onAdd={onAdd} />
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <p className="mt-4 text-sm text-muted">{t('editor.noTypes')}</p>}
    </div>
  );
}

function PaletteEntry({ type, onAdd }: { type: FormBlockType; onAdd: (type: FormBlockType) => void }) {
  const { t } = useTranslation('forms');
  // Enter adds the field, as on any button; dragging is for pointers.
  const { ref } = useDraggable({ id: `palette:${type}`, sensors: [PointerSensor] });
  const Icon = blockIcons[type];
  return (
    <li>
      <button
        ref={ref}
        type="button"
        data-type={type}
        onClick={() => onAdd(type)}
        className="flex min-h-11 w-full items-center gap-1.5 rounded-control border border-line bg-surface px-1.5 py-1.5 text-left text-sm leading-tight hover:border-edge md:min-h-10 md:gap-1 md:px-1 md:text-xs md:tracking-tight"
      >
        <Icon size={14} aria-hidden="true" className="shrink-0 text-accent-ink" />
        <span className="min-w-0 break-words hyphens-auto">{t(`types.${type}`)}</span>
      </button>
    </li>
  );
}
