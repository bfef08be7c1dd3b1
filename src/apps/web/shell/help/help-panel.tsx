import { Link, useRouterState } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { docsOfParts } from '#features/docs/docs.contract.ts';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { NewsList } from '#features/onboarding/web/news-list.tsx';
import { useUnreadNews } from '#features/onboarding/web/unread-news.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { keysByGroup, useShortcutList } from '#ui/browser/shortcuts.ts';
import { Tabs } from '#ui/controls/tabs.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Kbd } from '#ui/page/kbd.tsx';
import { screenNameAt } from '../../screen-name.ts';
import { guidesFor } from './help-guides.ts';

/** What the open screen is for, its guides and its keys; beside that, what is new in the product. */
export function HelpPanel({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('help');
  const [tab, setTab] = useState<'screen' | 'news'>('screen');
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const screen = screenNameAt(pathname);
  const unread = useUnreadNews();
  const read = useMutate('POST /api/news/read', { refreshes: ['/api/news'], failure: false });
  const about = `screens.${screen ?? 'other'}`;
  const show = (next: typeof tab) => {
    setTab(next);
    if (next === 'news' && unread.length > 0) read.mutate({});
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('title')}>
      <Tabs
        value={tab}
        onChange={show}
        label={t('title')}
        tabs={[
          {
            value: 'screen',
            label: t('thisScreen'),
            content: (
              <div className="grid gap-6">
                <section className="grid gap-1">
                  <h3 className="text-md font-semibold">
                    {screen === null ? t('shell:screens.dashboard') : t(`shell:screens.${screen}`)}
                  </h3>
                  <p className="text-pretty text-muted">
                    {t(i18n.exists(`help:${about}`) ? about : 'screens.other')}
                  </p>
                </section>
                <Guides screen={screen} onGo={onClose} />
                <Keys />
              </div>
            ),
          },
          {
            value: 'news',
            label: unread.length > 0 ? t('newsUnread', { count: unread.length }) : t('news'),
            content: (
              <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
                <NewsList unread={unread} onGo={onClose} />
              </Suspense>
            ),
          },
        ]}
      />
    </Sheet>
  );
}

function Guides({ screen, onGo }: { screen: string | null; onGo: () => void }) {
  const { t, i18n } = useTranslation('help');
  const { isOff } = usePartsOff();
  const guides = listOf(useEndpoint('GET /api/docs', { query: {} }), ({ pages }) =>
    guidesFor(screen)
      .filter((slug) => !isOff(docsOfParts[slug]))
      .flatMap((slug) => pages.find((page) => page.slug === slug) ?? []),
  );
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold text-muted">{t('guides')}</h3>
      <List
        of={guides}
        failed={t('guidesFailed')}
        waiting={<Skeleton className="h-24 rounded-card" />}
        empty={null}
      >
        {(pages) => (
          <ul className="grid gap-1.5">
            {pages.map(({ slug, title, summary }) => (
              <li key={slug} lang="en">
                <Link
                  to="/dashboard/docs"
                  search={{ tab: 'guides', page: slug }}
                  onClick={onGo}
                  className="flex gap-3 rounded-control border border-line p-3 hover:bg-sunken"
                >
                  <BookOpen size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
                  <span className="min-w-0">
                    <span className="block font-medium">{title}</span>
                    <span className="line-clamp-2 text-sm text-muted">{summary}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </List>
      <p className="text-sm text-muted">
        {i18n.language !== 'en' && `${t('inEnglish')} `}
        <Link to={paths.docs} onClick={onGo} className="text-accent-ink underline underline-offset-4">
          {t('allGuides')}
        </Link>
      </p>
    </section>
  );
}

/** The keys that hold on this screen, its own first. */
function Keys() {
  const { t } = useTranslation('shell');
  const groups = keysByGroup(useShortcutList());
  return (
    <section className="grid gap-4">
      <header>
        <h3 className="font-semibold">{t('shortcuts.title')}</h3>
        <p className="text-sm text-muted">{t('shortcuts.note')}</p>
      </header>
      {[...groups].map(([group, items]) => (
        <section key={group}>
          <h4 className="mb-1 text-sm font-medium text-muted">{group}</h4>
          <dl>
            {items.map((item) => (
              <div
                key={item.id}
                className="flex min-h-9 items-center justify-between gap-4 border-b border-line last:border-0"
              >
                <dt>{item.label}</dt>
                <dd>{item.keys && <Kbd keys={item.keys} />}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </section>
  );
}
