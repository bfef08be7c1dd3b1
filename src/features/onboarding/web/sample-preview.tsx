import { ArrowUp, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** A small chat as visitors see it, as a picture: question, cited answer, composer. */
export function SamplePreview({ className = '' }: { className?: string }) {
  const { t } = useTranslation('shell');
  return (
    <div
      className={`w-full max-w-80 overflow-hidden rounded-sheet border border-line bg-surface text-sm shadow-float ${className}`}
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4 py-3">
        <span className="flex size-7 items-center justify-center rounded-full bg-accent text-on-accent">
          <MessageCircle size={16} aria-hidden="true" />
        </span>
        <span className="font-semibold">{t('sample.agent')}</span>
      </div>
      <div className="grid gap-2.5 p-4">
        <p className="max-w-[85%] justify-self-end rounded-card rounded-br-control bg-accent px-3 py-2 text-on-accent">
          {t('sample.question')}
        </p>
        <p className="max-w-[92%] justify-self-start rounded-card rounded-bl-control bg-sunken px-3 py-2 dark:bg-line">
          {t('sample.answer')}&nbsp;
          <span className="tabular inline-flex size-4 items-center justify-center rounded-full bg-accent-tint align-text-top text-[0.625rem] font-semibold text-accent-ink">
            1
          </span>
        </p>
        <p className="justify-self-start rounded-full border border-line px-2.5 py-0.5 text-xs text-muted">
          1 · {t('sample.source')}
        </p>
      </div>
      <div className="m-3 mt-0 flex items-center justify-between rounded-full border border-line py-1 pr-1 pl-4 text-muted">
        {t('sample.placeholder')}
        <span className="flex size-7 items-center justify-center rounded-full bg-accent text-on-accent">
          <ArrowUp size={16} />
        </span>
      </div>
    </div>
  );
}
