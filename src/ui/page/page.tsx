import { clsx } from 'clsx';
import { Link } from '@tanstack/react-router';
import { Check, ChevronLeft, CloudOff } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrandName } from '../brand.ts';
import { Spinner } from './spinner.tsx';

/** Sets the browser tab's title: `Agents · Chatelier`. Every screen calls it (PageHeader does by itself). */
export function usePageTitle(title: string): void {
  const product = useBrandName();
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title, product]);
}

type HeaderProps = {
  title: string;
  /** Another text for the browser tab than the heading. */
  tabTitle?: string;
  description?: ReactNode;
  /** The one primary action and its neighbours. */
  actions?: ReactNode;
  /** Where the screen above this one is, and what it is called; a link above the title. */
  back?: { to: string; label: string };
  className?: string;
};

/** Title, one sentence and the primary action of a screen. Sets the tab's title too. */
export function PageHeader({ title, tabTitle, description, actions, back, className }: HeaderProps) {
  usePageTitle(tabTitle ?? title);
  return (
    <header className={clsx('mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3', className)}>
      <div className="min-w-0">
        {back && (
          <div className="mb-1 text-sm">
            <Link
              to={back.to}
              className="inline-flex min-h-11 items-center gap-1 text-muted hover:text-ink md:min-h-6"
            >
              <ChevronLeft size={16} aria-hidden="true" />
              {back.label}
            </Link>
          </div>
        )}
        <h1 className="text-xl font-semibold tracking-tight break-words">{title}</h1>
        {description && <p className="mt-1 max-w-prose text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

/** The frame of a screen's content. `wide` for editors and tables that need every pixel. */
export function Page({
  wide = false,
  className,
  children,
}: {
  wide?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={clsx(
        'mx-auto w-full px-4 py-6 md:px-8 md:py-8',
        wide ? 'max-w-none' : 'max-w-6xl',
        className,
      )}
    >
      {children}
    </div>
  );
}

export type SaveStatus = 'idle' | 'saving' | 'saved' | 'failed';

/** What autosave is doing, said quietly. */
export function SaveState({ status, onRetry }: { status: SaveStatus; onRetry?: () => void }) {
  const { t } = useTranslation('common');
  return (
    <span role="status" className="inline-flex min-h-5 items-center gap-1.5 text-sm text-muted">
      {status === 'saving' && (
        <>
          <Spinner size={14} />
          {t('save.saving')}
        </>
      )}
      {status === 'saved' && (
        <>
          <Check size={16} />
          {t('save.saved')}
        </>
      )}
      {status === 'failed' && (
        <>
          <CloudOff size={16} className="text-danger-ink" />
          <span className="text-danger-ink">{t('save.failed')}</span>
          {onRetry && (
            <button
              type="button"
              onClick={onRetry}
              className="font-medium text-accent-ink underline-offset-4 hover:underline"
            >
              {t('tryAgain')}
            </button>
          )}
        </>
      )}
    </span>
  );
}
