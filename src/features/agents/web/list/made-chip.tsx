import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { spanText } from '#ui/browser/span-text.ts';

/** Says that only agents of a span of time are listed, and takes that off. */
export function MadeChip({ made, onRemove }: { made: string; onRemove: () => void }) {
  const { t, i18n } = useTranslation('agents');
  const span = spanText(made, i18n.language);
  if (span === null) return null;
  return (
    <p className="inline-flex min-h-11 max-w-full items-center gap-1 rounded-full border border-line bg-surface pl-3 text-sm md:min-h-8 dark:bg-raised">
      <span className="min-w-0 truncate">
        <span className="text-muted">{t('list.made')}</span> <span className="font-medium">{span}</span>
      </span>
      <button
        type="button"
        aria-label={t('list.madeOff', { span })}
        onClick={onRemove}
        className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:text-ink md:size-8"
      >
        <X size={14} strokeWidth={2} />
      </button>
    </p>
  );
}
