import { useTranslation } from 'react-i18next';
import { Spinner } from '#ui/page/spinner.tsx';

/** A centred ring; `text` under it when there is something to say. */
export function CentredSpinner({ text, full = false }: { text?: string; full?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <div
      role="status"
      className={`appear-late flex flex-col items-center justify-center gap-3 text-muted ${full ? 'min-h-dvh' : 'min-h-[60vh]'}`}
    >
      <Spinner size={28} className="text-accent-strong" />
      <span className={text ? '' : 'sr-only'}>{text ?? t('loading')}</span>
    </div>
  );
}
