import { ArrowDown, ArrowUp } from 'lucide-react';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { isBlockType } from '#shared/landing-pages/blocks.ts';
import type { PageBlock } from '#shared/landing-pages/page-data.ts';
import { slotsOf } from '#shared/landing-pages/parse-page.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { blockIcons, unknownIcon } from './block-icons.ts';
import { useCanvas, type CanvasActions } from '../canvas/canvas-actions.ts';

type Props = {
  actions: CanvasActions;
  canEdit: boolean;
  onChoose?: () => void;
};

/** The page as a tree: what stands where, to be chosen and moved without the canvas. */
export function Structure({ actions, canEdit, onChoose }: Props) {
  const { t } = useTranslation('landing-builder');
  const content = useCanvas((canvas) => canvas.appState.data.content) as PageBlock[];
  const selected = useCanvas((canvas) => canvas.selectedItem?.props.id as string | undefined);
  const draw = (blocks: readonly PageBlock[]) => (
    <ul className="grid gap-0.5">
      {blocks.map((block, at) => (
        <li key={block.props.id}>
          <div
            className={clsx(
              'flex items-center rounded-control pr-1',
              selected === block.props.id ? 'bg-accent-tint' : 'hover:bg-sunken dark:hover:bg-line',
            )}
          >
            <Entry
              block={block}
              isChosen={selected === block.props.id}
              onChoose={() => {
                actions.select(block.props.id);
                onChoose?.();
              }}
            />
            {canEdit && (
              <>
                <IconButton
                  label={t('structure.up', { name: t(nameKey(block)) })}
                  disabled={at === 0}
                  onClick={() => actions.move(block.props.id, -1)}
                >
                  <ArrowUp size={16} />
                </IconButton>
                <IconButton
                  label={t('structure.down', { name: t(nameKey(block)) })}
                  disabled={at === blocks.length - 1}
                  onClick={() => actions.move(block.props.id, 1)}
                >
                  <ArrowDown size={16} />
                </IconButton>
              </>
            )}
          </div>
          {slotsOf(block).some(([, inner]) => inner.length > 0) && (
            <div className="ml-4 border-l border-line pl-1">
              {slotsOf(block).map(([name, inner]) => inner.length > 0 && <div key={name}>{draw(inner)}</div>)}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
  return content.length === 0 ? (
    <p className="py-4 text-sm text-muted">{t('structure.empty')}</p>
  ) : (
    draw(content)
  );
}

const nameKey = ({ type }: PageBlock) =>
  isBlockType(type) ? (`types.${type}` as const) : ('types.unknown' as const);

function Entry({ block, isChosen, onChoose }: { block: PageBlock; isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation('landing-builder');
  const Icon = isBlockType(block.type) ? blockIcons[block.type] : unknownIcon;
  const said = block.props['title'] ?? block.props['brand'];
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      onClick={onChoose}
      className="flex min-h-11 min-w-0 grow cursor-pointer items-center gap-2 px-2 text-left text-sm md:min-h-9"
    >
      <Icon size={16} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="shrink-0 font-medium">{t(nameKey(block))}</span>
      {typeof said === 'string' && said !== '' && <span className="truncate text-muted">{said}</span>}
    </button>
  );
}
