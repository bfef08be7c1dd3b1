import { factGap } from '#shared/text/fact-gap.ts';
import { useQuery } from '@tanstack/react-query';
import { Moon, Sun } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, toLanguage } from '#shared/languages.ts';
import { apiReferenceBeginnings, publicApiDocumentPath } from '#shared/public-api.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import type { ApiError } from '#ui/api/client.ts';
import { useTheme } from '#ui/browser/theme.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Brand } from '#ui/page/logo.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { OpenApi } from './openapi.ts';
import { Operations } from './operations.tsx';

/** What programs may do, for everybody to read, and to try with a key of one's own. */
export function ApiReferencePage() {
  const { t } = useTranslation('api-reference');
  const brand = useEndpoint('GET /api/public/white-label', undefined, { retry: false }).data;
  const name = brand?.brandName || t('common:product');
  const { data, error, refetch } = useQuery<OpenApi, ApiError>({ queryKey: [publicApiDocumentPath] });
  // What comes over the line is drawn at once otherwise, however long that takes.
  const shown = useDeferredValue(data);
  useEffect(() => {
    document.title = `${t('title')} · ${name}`;
  }, [t, name]);
  return (
    <div className="min-h-dvh bg-page">
      <header className="sticky top-0 z-10 border-b border-line bg-surface">
        <div className="mx-auto flex max-w-5xl items-center gap-3 px-4 py-3 sm:px-6">
          <div className="shrink-0">
            <Brand name={name} logoUrl={brand?.logoUrl ?? null} size={28} />
          </div>
          <span className="grow" />
          <Preferences />
        </div>
      </header>
      <main className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-8 px-4 py-8 sm:px-6">
        <div className="grid gap-3">
          <h1 className="text-2xl font-semibold tracking-tight text-balance">{t('title')}</h1>
          <p className="max-w-prose text-pretty">{t('intro')}</p>
          <p className="max-w-prose text-pretty text-muted">
            <a
              href={publicApiDocumentPath}
              target="_blank"
              rel="noopener"
              className="text-accent-ink underline underline-offset-4"
            >
              {t('document')}
            </a>
            {factGap}
            {t('client')}
          </p>
        </div>
        <section aria-labelledby="begin" className="grid gap-3">
          <h2 id="begin" className="text-lg font-semibold">
            {t('begin.title')}
          </h2>
          <ul className="grid list-disc gap-2 pl-5">
            {apiReferenceBeginnings.map((key) => (
              <li key={key} className="max-w-prose text-pretty">
                {t(`begin.${key}`)}
              </li>
            ))}
          </ul>
        </section>
        {error && <ReadFailed title={t('unreadable')} error={error} retry={refetch} />}
        {!shown && !error && <Skeleton className="h-96 w-full" />}
        {shown && <Operations document={shown} />}
      </main>
    </div>
  );
}

function Preferences() {
  const { t, i18n } = useTranslation('api-reference');
  const [theme, setTheme] = useTheme();
  return (
    <>
      <div className="w-32 shrink-0 sm:w-40">
        <Select
          aria-label={t('language')}
          value={toLanguage(i18n.language) ?? 'en'}
          onChange={(language) => void i18n.changeLanguage(language)}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </div>
      <IconButton label={t('theme')} onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        {theme === 'dark' ? <Sun size={18} /> : <Moon size={18} />}
      </IconButton>
    </>
  );
}
