import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ContactTag, TagColor } from '../../contacts.contract.ts';

/** Marks that are told apart in both themes; the name always stands beside them. */
const dots: Record<TagColor, string> = {
  grey: 'oklch(0.62 0.02 180)',
  green: 'oklch(0.65 0.15 150)',
  blue: 'oklch(0.62 0.16 250)',
  violet: 'oklch(0.6 0.19 295)',
  pink: 'oklch(0.65 0.2 350)',
  red: 'oklch(0.6 0.21 27)',
  orange: 'oklch(0.7 0.17 55)',
  yellow: 'oklch(0.78 0.15 90)',
};

/** The colour of a tag, as a mark. */
export function TagDot({ color, size = 8 }: { color: TagColor; size?: number }) {
  return (
    <span
      aria-hidden="true"
      className="shrink-0 rounded-full"
      style={{ width: size, height: size, background: dots[color] }}
    />
  );
}

/** A tag; with `onRemove` it can be taken off. */
export function TagChip({
  tag,
  onRemove,
  className,
}: {
  tag: Pick<ContactTag, 'name' | 'color'>;
  onRemove?: () => void;
  className?: string;
}) {
  const { t } = useTranslation('contact-record');
  return (
    <span
      className={clsx(
        'inline-flex max-w-full items-center gap-1.5 rounded-full border border-line bg-surface py-0.5 pl-2 text-xs font-medium dark:bg-raised',
        onRemove ? 'pr-1' : 'pr-2',
        className,
      )}
    >
      <TagDot color={tag.color} />
      <span className="truncate">{tag.name}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={t('tags.takeOff', { tag: tag.name })}
          onClick={onRemove}
          className="relative rounded-full p-0.5 text-muted after:absolute after:-inset-2.5 hover:text-ink md:after:-inset-1"
        >
          <X size={12} strokeWidth={2} />
        </button>
      )}
    </span>
  );
}
