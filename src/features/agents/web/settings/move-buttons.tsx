import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/controls/icon-button.tsx';

/** Up, down and away, for one entry of an ordered list. */
export function MoveButtons({
  name,
  isFirst,
  isLast,
  onUp,
  onDown,
  onRemove,
}: {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('agent-sections');
  return (
    <span className="flex shrink-0">
      <IconButton label={t('move.up', { name })} disabled={isFirst} onClick={onUp} className="max-sm:w-9">
        <ArrowUp size={16} />
      </IconButton>
      {/* Where there is little room, moving up is enough. */}
      <span className="hidden sm:contents">
        <IconButton label={t('move.down', { name })} disabled={isLast} onClick={onDown}>
          <ArrowDown size={16} />
        </IconButton>
      </span>
      <IconButton label={t('list.remove', { name })} onClick={onRemove}>
        <X size={16} />
      </IconButton>
    </span>
  );
}
