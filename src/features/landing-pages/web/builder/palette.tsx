import { Drawer } from '@puckeditor/core';
import { GripVertical } from 'lucide-react';
import { memo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { blockGroups, type BlockType } from '#shared/landing-pages/blocks.ts';
import { SearchField } from '#ui/controls/search-field.tsx';
import { blockIcons } from './block-icons.ts';

type Props = {
  onAdd: (type: BlockType) => void;
  /** Blocks can be dragged out of it; otherwise they are only pressed. */
  isDraggable: boolean;
};

/**
 * All kinds of blocks: a press puts one behind the chosen block, dragging puts it anywhere. It is drawn anew for nothing
 * that is typed elsewhere: each handle costs the canvas a place to drag from.
 */
export const Palette = memo(function Palette({ onAdd, isDraggable }: Props) {
  const { t } = useTranslation('landing-builder');
  const [typed, setTyped] = useState('');
  const fits = (type: BlockType): boolean =>
    t(`types.${type}`).toLowerCase().includes(typed.trim().toLowerCase());
  const groups = blockGroups
    .map((group) => ({ ...group, types: group.types.filter(fits) }))
    .filter(({ types }) => types.length > 0);
  const first = groups[0]?.types[0];
  const entry = (type: BlockType) => {
    const Icon = blockIcons[type];
    return (
      <button
        type="button"
        data-type={type}
        onClick={() => onAdd(type)}
        className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-control border border-line bg-surface px-2 py-1.5 text-left text-sm leading-tight hover:border-edge md:min-h-10"
      >
        <Icon size={16} aria-hidden="true" className="shrink-0 text-accent-ink" />
        <span className="min-w-0 break-words hyphens-auto">{t(`types.${type}`)}</span>
      </button>
    );
  };
  return (
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        if (first && typed.trim() !== '') onAdd(first);
      }}
    >
      <SearchField label={t('palette.search')} value={typed} onChange={setTyped} maxLength={60} />
      {groups.map(({ name, types }) => (
        <section key={name} className="mt-4">
          <h2 className="mb-1.5 text-xs font-semibold text-muted">{t(`groups.${name}`)}</h2>
          <Places isDraggable={isDraggable}>
            <ul className="grid grid-cols-1 gap-1">
              {types.map((type) => (
                <li key={type} className="flex items-center">
                  {isDraggable && (
                    <Drawer.Item name={type}>
                      {() => (
                        <span className="flex h-full w-5 cursor-grab items-center justify-center text-muted">
                          <GripVertical size={16} aria-hidden="true" />
                          <span className="sr-only">{t('palette.drag', { name: t(`types.${type}`) })}</span>
                        </span>
                      )}
                    </Drawer.Item>
                  )}
                  {entry(type)}
                </li>
              ))}
            </ul>
          </Places>
        </section>
      ))}
      {groups.length === 0 && <p className="mt-4 text-sm text-muted">{t('palette.none')}</p>}
    </div>
  );
});

/** Handles are dragged out of a drawer of the canvas. */
function Places({ isDraggable, children }: { isDraggable: boolean; children: ReactNode }) {
  return isDraggable ? <Drawer>{children}</Drawer> : children;
}
