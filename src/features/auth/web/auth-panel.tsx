import { Check, Globe, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/**
 * A quiet picture of the product beside the form: an agent, what it has read, an answer with its source; and
 * what an account costs here.
 */
export function AuthPanel({ trialDays }: { trialDays: number | null | undefined }) {
  const { t } = useTranslation('auth');
  const pages = [t('shell:sample.source'), t('sample.prices'), t('sample.about')];
  return (
    <aside className="relative hidden overflow-hidden border-l border-line bg-page lg:flex lg:flex-col lg:justify-center lg:px-14 xl:px-20">
      <div
        aria-hidden="true"
        className="absolute inset-0 bg-[radial-gradient(60rem_40rem_at_85%_10%,var(--accent-tint),transparent_70%)]"
      />
      <div className="relative mx-auto w-full max-w-lg">
        <div aria-hidden="true" inert className="grid gap-4">
          <div className="mr-16 overflow-hidden rounded-card border border-line bg-surface shadow-float">
            <p className="flex items-center gap-2.5 border-b border-line px-4 py-3 font-medium">
              <Globe size={16} className="text-accent-ink" />
              studio-linden.example
            </p>
            <ul className="px-4 py-2 text-sm">
              {pages.map((page) => (
                <li key={page} className="flex items-center justify-between py-1.5">
                  {page}
                  <span className="flex items-center gap-1.5 text-success-ink">
                    <Check size={16} />
                    {t('sample.read')}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <div className="ml-16 rounded-sheet border border-line bg-surface p-4 shadow-float">
            <p className="mb-4 flex items-center gap-2.5 font-semibold">
              <span className="flex size-8 items-center justify-center rounded-full bg-accent text-on-accent">
                <MessageCircle size={18} aria-hidden="true" />
              </span>
              {t('shell:sample.agent')}
            </p>
            <div className="grid gap-2.5">
              <p className="max-w-[80%] justify-self-end rounded-card rounded-br-control bg-accent px-3.5 py-2 text-on-accent">
                {t('shell:sample.question')}
              </p>
              <p className="max-w-[94%] justify-self-start rounded-card rounded-bl-control bg-sunken px-3.5 py-2 dark:bg-line">
                {t('shell:sample.answer')}&nbsp;
                <span className="tabular inline-flex size-4.5 items-center justify-center rounded-full bg-accent-tint align-text-bottom text-xs font-semibold text-accent-ink">
                  1
                </span>
              </p>
              <p className="justify-self-start rounded-full border border-line px-2.5 py-0.5 text-xs text-muted">
                1 · {t('shell:sample.source')}
              </p>
            </div>
          </div>
        </div>
        <p className="mt-12 font-display text-2xl font-medium text-balance">{t('panel.title')}</p>
        <p className="mt-3 max-w-[52ch] text-md text-pretty text-muted">{t('panel.text')}</p>
        <p className="mt-3 min-h-6 text-md font-medium">
          {trialDays !== undefined &&
            (trialDays === null
              ? t('panel.free')
              : trialDays === 0
                ? t('panel.noTrial')
                : t('panel.trial', { count: trialDays }))}
        </p>
      </div>
    </aside>
  );
}
