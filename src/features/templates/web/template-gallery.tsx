import { keepPreviousData } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { toLanguage } from '#shared/languages.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { useUrlSearch } from '#ui/browser/url-search.ts';
import type { TemplateCategory } from '../templates.contract.ts';
import { TemplateCard } from './template-card.tsx';

const TemplateSheet = lazy(() =>
  import('./template-sheet.tsx').then((file) => ({ default: file.TemplateSheet })),
);

const categories: readonly TemplateCategory[] = ['support', 'sales', 'bookings', 'paid', 'learning', 'team'];

/** All templates: found by words, sorted out by chips, opened in a sheet. All of it stands in the address. */
export function TemplateGallery() {
  const { t, i18n } = useTranslation('templates');
  const language = toLanguage(i18n.language) ?? 'en';
  const [typed, search, setTyped] = useUrlSearch('find');
  const [category, setCategory] = useUrlParam<TemplateCategory | 'all'>('category', 'all', {
    allowed: ['all', ...categories],
    push: true,
  });
  const [opened, setOpened] = useUrlParam<string>('template', '', { push: true });
  const result = useEndpoint(
    'GET /api/templates',
    { query: search ? { search, language } : { language } },
    { placeholderData: keepPreviousData },
  );
  useShortcuts([
    {
      id: 'search-templates',
      keys: '/',
      label: t('search'),
      group: t('title'),
      run: () => document.querySelector<HTMLElement>('#templates-search')?.focus(),
    },
  ]);
  const list = listOf(result, ({ templates }) =>
    templates.filter((template) => category === 'all' || template.category === category),
  );

  return (
    <>
      <div className="mb-5 grid gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SearchField
            id="templates-search"
            label={t('search')}
            value={typed}
            onChange={setTyped}
            maxLength={200}
            className="max-w-sm"
          />
          {list.rows && (
            <p role="status" className="tabular text-sm text-muted">
              {t('count', { count: list.rows.length })}
            </p>
          )}
        </div>
        <div
          role="group"
          aria-label={t('category')}
          className="scroll-row -mx-4 flex gap-1.5 px-4 py-0.5 md:mx-0 md:flex-wrap md:px-0"
        >
          {(['all', ...categories] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={category === each}
              onClick={() => setCategory(each)}
              className={clsx(
                'min-h-11 shrink-0 rounded-full border px-3.5 text-sm font-medium transition-colors duration-150 md:min-h-8',
                category === each
                  ? 'border-accent-strong bg-accent-tint text-accent-ink'
                  : 'border-line text-muted hover:border-edge hover:text-ink',
              )}
            >
              {each === 'all' ? t('all') : t(`categories.${each}`)}
            </button>
          ))}
        </div>
      </div>
      <List
        of={list}
        failed={t('unreadable')}
        waiting={
          <div aria-hidden="true" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {[0, 1, 2, 3, 4, 5].map((index) => (
              <Skeleton key={index} className="h-72 rounded-card" />
            ))}
          </div>
        }
        empty={
          <div className="rounded-card border border-line bg-surface px-6 py-12 text-center">
            <p className="font-medium">{search ? t('nothing', { search }) : t('nothingHere')}</p>
            <p className="mt-1 text-muted">{t('nothingHint')}</p>
            <Button
              className="mt-4"
              onClick={() => {
                setTyped('');
                setCategory('all');
              }}
            >
              {t('showAll')}
            </Button>
          </div>
        }
      >
        {(shown) => (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {shown.map((template) => (
              <li key={template.slug} className="min-w-0">
                <TemplateCard template={template} onOpen={() => setOpened(template.slug)} />
              </li>
            ))}
          </ul>
        )}
      </List>
      {opened && (
        <Suspense>
          <TemplateSheet key={opened} slug={opened} onClose={() => setOpened('')} />
        </Suspense>
      )}
    </>
  );
}
