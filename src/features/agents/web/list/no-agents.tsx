import { ArrowDown, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/page/empty-state.tsx';

/** No agent yet: what one gives, and what comes of it. */
export function NoAgents({ action }: { action: ReactNode }) {
  const { t } = useTranslation('agents');
  return (
    <EmptyState
      picture={
        <div className="grid justify-items-center gap-2.5 text-sm">
          <p className="flex w-full items-center gap-2.5 rounded-control border border-edge bg-page px-3 py-2.5">
            <Globe size={16} className="shrink-0 text-muted" />
            <span className="truncate">{t('empty.site')}</span>
            <span className="ml-0.5 h-4 w-px bg-accent-strong" />
          </p>
          <ArrowDown size={16} className="text-muted" />
          <div className="grid w-full gap-2 rounded-card border border-line bg-page p-3">
            <p className="max-w-[85%] justify-self-end rounded-card rounded-br-control bg-accent px-3 py-2 text-on-accent">
              {t('empty.question')}
            </p>
            <p className="max-w-[92%] justify-self-start rounded-card rounded-bl-control border border-line bg-surface px-3 py-2">
              {t('empty.answer')}&nbsp;
              <span className="tabular inline-flex size-4 items-center justify-center rounded-full bg-accent-tint align-text-top text-[0.625rem] font-semibold text-accent-ink">
                1
              </span>
            </p>
          </div>
        </div>
      }
      title={t('empty.title')}
      action={action}
    >
      {t('empty.text')}
    </EmptyState>
  );
}
