import { useDroppable } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, Copy, Ellipsis, GripVertical, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { scaleOf, type FormBlock, type FormDocument } from '#shared/forms/document.ts';
import { formatPrice } from '#shared/chat/message-parts.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { blockIcons } from './icons.ts';

export type CanvasActions = {
  select(key: string): void;
  move(key: string, by: -1 | 1): void;
  copy(key: string): void;
  remove(key: string): void;
};
type Props = {
  document: FormDocument;
  selected: string;
  canEdit: boolean;
  faults: ReadonlySet<string>;
  actions: CanvasActions;
};

/** The form as it will look, block by block; each can be chosen, dragged, and moved by its menu. */
export function FormCanvas({ document: form, selected, canEdit, faults, actions }: Props) {
  const { t } = useTranslation('forms');
  const { ref, isDropTarget } = useDroppable({ id: 'canvas', disabled: !canEdit });
  return (
    <ol
      ref={ref}
      aria-label={t('editor.canvas')}
      className={clsx(
        'mx-auto grid w-full max-w-2xl grid-cols-2 gap-2 rounded-card border border-line bg-surface p-3 md:p-5',
        isDropTarget && 'outline-2 outline-accent',
      )}
    >
      {form.blocks.length === 0 && (
        <li className="col-span-2 rounded-control border border-dashed border-edge px-6 py-14 text-center">
          <p className="font-medium">{t('editor.emptyTitle')}</p>
          <p className="mt-1 text-muted">{t('editor.emptyText')}</p>
        </li>
      )}
      {form.blocks.map((block, index) => (
        <CanvasBlock
          key={block.key}
          block={block}
          index={index}
          last={form.blocks.length - 1}
          isSelected={block.key === selected}
          isFaulty={faults.has(block.key)}
          canEdit={canEdit}
          actions={actions}
        />
      ))}
      {form.blocks.length > 0 && (
        <li className="col-span-2 px-3 pt-3 pb-1" aria-hidden="true">
          <span className="inline-flex min-h-10 items-center rounded-control bg-accent px-5 font-semibold text-on-accent">
            {form.settings.submitText || t('editor.send')}
          </span>
        </li>
      )}
    </ol>
  );
}

function CanvasBlock({
  block,
  index,
  last,
  isSelected,
  isFaulty,
  canEdit,
  actions,
}: {
  block: FormBlock;
  index: number;
  last: number;
  isSelected: boolean;
  isFaulty: boolean;
  canEdit: boolean;
  actions: CanvasActions;
}) {
  const { t } = useTranslation('forms');
  const { ref, handleRef, isDragging } = useSortable({ id: block.key, index, disabled: !canEdit });
  const Icon = blockIcons[block.type];
  const name = block.label || t(`types.${block.type}`);
  return (
    <li
      ref={ref}
      data-block={block.key}
      className={clsx(
        'group relative scroll-my-32 min-w-0 rounded-control border bg-surface p-3 pr-10',
        block.width === 'half' ? 'col-span-2 sm:col-span-1' : 'col-span-2',
        isSelected
          ? 'border-accent-strong ring-1 ring-accent-strong'
          : isFaulty
            ? 'border-danger'
            : 'border-transparent hover:border-line',
        isDragging && 'z-10 opacity-70 shadow-float',
      )}
    >
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={() => actions.select(block.key)}
        className="block w-full text-left after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent-strong"
      >
        {block.type === 'page_break' ? (
          <span className="flex items-center gap-3 text-sm text-muted">
            <span className="h-px grow bg-line" />
            <Icon size={16} aria-hidden="true" />
            {t('types.page_break')}
            <span className="h-px grow bg-line" />
          </span>
        ) : (
          <>
            <span
              className={clsx(
                'flex items-start gap-2',
                block.type === 'heading'
                  ? 'text-lg font-semibold'
                  : block.type === 'paragraph'
                    ? 'text-muted'
                    : 'font-medium',
              )}
            >
              <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
              <span className="min-w-0 break-words">
                {name}
                {block.required && (
                  <span className="text-danger-ink" title={t('editor.required')}>
                    {' '}
                    *
                  </span>
                )}
              </span>
            </span>
            {block.help && <span className="mt-0.5 block pl-6 text-sm text-muted">{block.help}</span>}
          </>
        )}
      </button>
      <div aria-hidden="true" className="pointer-events-none mt-2 pl-6 empty:hidden">
        <Sketch block={block} />
      </div>
      {canEdit && (
        <div className="absolute top-1 right-1 z-1 flex flex-col opacity-60 group-focus-within:opacity-100 group-hover:opacity-100">
          <button
            ref={handleRef}
            type="button"
            aria-label={t('editor.drag', { name })}
            title={t('editor.drag', { name })}
            className="flex size-8 cursor-grab items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"
          >
            <GripVertical size={16} aria-hidden="true" />
          </button>
          <DropdownMenu
            label={t('editor.blockMenu', { name })}
            trigger={
              <IconButton label={t('editor.blockMenu', { name })} tooltip={false} size="sm">
                <Ellipsis size={16} />
              </IconButton>
            }
            items={[
              {
                label: t('editor.up'),
                icon: <ArrowUp size={16} />,
                disabled: index === 0,
                onSelect: () => actions.move(block.key, -1),
              },
              {
                label: t('editor.down'),
                icon: <ArrowDown size={16} />,
                disabled: index === last,
                onSelect: () => actions.move(block.key, 1),
              },
              {
                label: t('editor.copyBlock'),
                icon: <Copy size={16} />,
                onSelect: () => actions.copy(block.key),
              },
              'separator',
              {
                label: t('editor.removeBlock'),
                icon: <Trash2 size={16} />,
                danger: true,
                onSelect: () => actions.remove(block.key),
              },
            ]}
          />
        </div>
      )}
    </li>
  );
}

const boxClass =
  'flex min-h-9 items-center rounded-control border border-line bg-page px-3 text-sm text-muted';

/** A few strokes of what people will see; the preview shows the real thing. */
function Sketch({ block }: { block: FormBlock }) {
  const { t, i18n } = useTranslation('forms');
  const some = block.options.slice(0, 6);
  switch (block.type) {
    case 'heading':
    case 'paragraph':
    case 'divider':
    case 'page_break':
      return block.type === 'divider' ? <span className="block h-px bg-line" /> : null;
    case 'image':
      return (
        <span className={clsx(boxClass, 'h-20 justify-center')}>{block.source || t('editor.noPicture')}</span>
      );
    case 'hidden':
      return <span className="font-mono text-xs text-muted">?{block.source}=…</span>;
    case 'long_text':
      return <span className={clsx(boxClass, 'h-16 items-start py-2')}>{block.placeholder}</span>;
    case 'radio':
    case 'checkboxes':
    case 'ranking':
      return (
        <span className="grid gap-1.5 text-sm">
          {some.map(({ value, label }, at) => (
            <span key={value} className="flex items-center gap-2">
              {block.type === 'ranking' ? (
                <span className="tabular text-muted">{at + 1}.</span>
              ) : (
                <span
                  className={clsx(
                    'size-4 border border-edge',
                    block.type === 'radio' ? 'rounded-full' : 'rounded-sm',
                  )}
                />
              )}
              {label}
            </span>
          ))}
          {block.options.length > some.length && (
            <span className="text-muted">
              {t('editor.moreOptions', { count: block.options.length - some.length })}
            </span>
          )}
        </span>
      );
    case 'multi_select':
    case 'picture_choice':
      return (
        <span className="flex flex-wrap gap-1.5 text-sm">
          {some.map(({ value, label }) => (
            <span
              key={value}
              className={clsx(
                'border border-line px-3 py-1',
                block.type === 'multi_select' ? 'rounded-full' : 'rounded-control pt-8',
              )}
            >
              {label}
            </span>
          ))}
        </span>
      );
    case 'matrix':
      return (
        <span className="grid gap-1 text-sm text-muted">
          {block.rows.slice(0, 4).map(({ value, label }) => (
            <span key={value} className="flex items-center gap-3">
              <span className="w-28 truncate">{label}</span>
              {some.map((option) => (
                <span key={option.value} className="size-4 rounded-full border border-edge" />
              ))}
            </span>
          ))}
        </span>
      );
    case 'rating':
    case 'nps':
    case 'scale': {
      const { low, high } = scaleOf(block);
      return (
        <span className="flex flex-wrap gap-1">
          {Array.from({ length: high - low + 1 }, (_, at) => (
            <span
              key={at}
              className="tabular grid size-8 place-items-center rounded-control border border-line text-sm text-muted"
            >
              {block.type === 'rating' && block.icon === 'star'
                ? '☆'
                : block.type === 'rating' && block.icon === 'heart'
                  ? '♡'
                  : low + at}
            </span>
          ))}
        </span>
      );
    }
    case 'consent':
      return null;
    case 'file':
      return (
        <span className={clsx(boxClass, 'h-14 justify-center border-dashed')}>{t('editor.dropFile')}</span>
      );
    case 'payment':
      return (
        <span className="tabular text-lg font-semibold">
          {block.amountFrom === ''
            ? formatPrice(block.amount, block.currency, i18n.language)
            : `= ${block.amountFrom}`}
        </span>
      );
    default:
      return (
        <span className={boxClass}>
          {block.placeholder ||
            (block.type === 'currency' ? block.currency : block.type === 'select' ? some[0]?.label : '')}
        </span>
      );
  }
}
