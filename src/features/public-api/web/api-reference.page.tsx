import { factGap } from '#shared/text/fact-gap.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense, useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { apiReferenceBeginnings, publicApiDocumentPath } from '#shared/public-api.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import type { ApiError } from '#ui/api/client.ts';
import { useAfterFirst } from '#ui/browser/when-idle.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { Brand } from '#ui/page/logo.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { OpenApi } from './openapi.ts';
import { Operations } from './operations.tsx';

const Preferences = lazy(() => import('./preferences.tsx').then((file) => ({ default: file.Preferences })));

/**
 * What programs may do, for everybody to read, and to try with a key of one's own. Its parts are drawn apart: what one of
 * them reads or measures draws none of the others again, which a slow phone would wait for.
 */
export function ApiReferencePage() {
  return (
    <div className="min-h-dvh bg-page">
      <Header />
      <main className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-8 px-4 py-8 sm:px-6">
        <Beginning />
        <Reference />
      </main>
    </div>
  );
}

function Header() {
  const { t } = useTranslation('api-reference');
  const brand = useEndpoint('GET /api/public/white-label', undefined, { retry: false }).data;
  const name = brand?.brandName || t('common:product');
  const isAfterFirst = useAfterFirst();
  useEffect(() => {
    document.title = `${t('title')} · ${name}`;
  }, [t, name]);
  const room = <span className="h-11 md:h-9" />;
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface">
      <div className="mx-auto flex max-w-5xl items-center gap-3 px-4 py-3 sm:px-6">
        <div className="shrink-0">
          <Brand name={name} logoUrl={brand?.logoUrl ?? null} size={28} />
        </div>
        <span className="grow" />
        {/* A list of choices draws itself twice to know its size. */}
        <Suspense fallback={room}>{isAfterFirst ? <Preferences /> : room}</Suspense>
      </div>
    </header>
  );
}

const Beginning = memo(function Beginning() {
  const { t } = useTranslation('api-reference');
  return (
    <>
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
    </>
  );
});

function Reference() {
  const { t } = useTranslation('api-reference');
  const { data, error, refetch } = useQuery<OpenApi, ApiError>({ queryKey: [publicApiDocumentPath] });
  // What comes over the line, or is there already, is drawn at once otherwise, however long that takes.
  const shown = useDeferredValue(data, undefined);
  return (
    <>
      {error && <ReadFailed title={t('unreadable')} error={error} retry={refetch} />}
      {!shown && !error && <Skeleton className="h-96 w-full" />}
      {shown && <Operations document={shown} />}
    </>
  );
}
