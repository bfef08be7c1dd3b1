import { factGap } from '#shared/text/fact-gap.ts';
import { useQuery } from '@tanstack/react-query';
import { Moon, Sun } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, toLanguage } from '#shared/languages.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import type { ApiError } from '#ui/api/client.ts';
import { useTheme } from '#ui/browser/theme.ts';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Brand } from '#ui/page/logo.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { apiReferenceBeginnings, publicApiDocumentPath } from '../public-api.contract.ts';
import { readOperations, type ApiOperation, type OpenApi } from './openapi.ts';
import { Operation, type SampleKind } from './operation.tsx';

const groupOf = ({ id }: ApiOperation): string => id.split('.')[0] ?? '';

/** What programs may do, for everybody to read, and to try with a key of one's own. */
export function ApiReferencePage() {
  const { t } = useTranslation('api-reference');
  const brand = useEndpoint('GET /api/public/white-label', undefined, { retry: false }).data;
  const name = brand?.brandName || t('common:product');
  const { data, error, refetch } = useQuery<OpenApi, ApiError>({ queryKey: [publicApiDocumentPath] });
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
        {!data && !error && <Skeleton className="h-96 w-full" />}
        {data && <Operations document={data} />}
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

function Operations({ document }: { document: OpenApi }) {
  const { t } = useTranslation('api-reference');
  const [search, setSearch] = useState('');
  const [secret, setSecret] = useState('');
  const [kind, setKind] = useState<SampleKind>('curl');
  const operations = useMemo(() => readOperations(document), [document]);
  const wanted = search.trim().toLowerCase();
  const found = operations.filter(({ id, key, summary }) =>
    `${id} ${key} ${summary}`.toLowerCase().includes(wanted),
  );
  const groups = [...new Set(found.map(groupOf))].toSorted();
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field label={t('key.label')} help={t('key.help')}>
          <Input
            type="password"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={secret}
            placeholder="sk_test_…"
            onChange={({ target }) => setSecret(target.value)}
          />
        </Field>
        <div className="grid gap-1.5">
          <span aria-hidden className="text-base font-medium">
            {t('search')}
          </span>
          <SearchField label={t('search')} value={search} maxLength={100} onChange={setSearch} />
          <p role="status" className="tabular text-sm text-muted">
            {t('count', { count: found.length })}
          </p>
        </div>
      </div>
      <nav aria-label={t('groups')} className="flex flex-wrap gap-2">
        {groups.map((group) => (
          <a
            key={group}
            href={`#group-${group}`}
            className="rounded-full border border-line bg-surface px-3 py-1.5 font-mono text-sm hover:bg-sunken"
          >
            {group}
          </a>
        ))}
      </nav>
      {groups.map((group) => (
        // What nobody has scrolled to is laid out when it comes near.
        <section
          key={group}
          aria-labelledby={`group-${group}`}
          className="grid min-w-0 gap-2 [contain-intrinsic-size:auto_30rem] [content-visibility:auto]"
        >
          <h2 id={`group-${group}`} className="scroll-mt-20 font-mono text-lg font-semibold">
            {group}
          </h2>
          <ul className="min-w-0 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {found
              .filter((operation) => groupOf(operation) === group)
              .map((operation) => (
                <Operation
                  key={operation.key}
                  operation={operation}
                  document={document}
                  secret={secret}
                  kind={kind}
                  onKind={setKind}
                />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
