import { clsx } from 'clsx';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useBillingNews } from '#features/billing/web/billing-news.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useServerConnection, useServerEvents } from '#ui/api/server-events.ts';
import { sessionEndedStore } from '#ui/api/session-ended.ts';
import { useSession, useUser } from '#ui/api/session.ts';
import { openingBrand, useBrandName, useBrandPreview } from '#ui/brand.ts';
import { useMediaQuery } from '#ui/browser/media.ts';
import { useAppShortcuts } from './app-shortcuts.ts';
import { useExpiredDialog } from './expired-dialog-state.ts';
import { isClosedTo } from './navigation.ts';
import { HelpButton } from './sidebar-footer.tsx';
import { Sidebar } from './sidebar.tsx';
import { CentredSpinner } from './centred-spinner.tsx';
import { NotForRole } from './states.tsx';
import { SubscriptionBanner } from './subscription-banner.tsx';
import { ToSignIn } from './to-sign-in.tsx';

const Notices = lazy(() => import('./notices.tsx').then((file) => ({ default: file.Notices })));
const ExpiredDialog = lazy(() =>
  import('./expired-dialog.tsx').then((file) => ({ default: file.ExpiredDialog })),
);
const SessionEndedDialog = lazy(() =>
  import('./session-ended-dialog.tsx').then((file) => ({ default: file.SessionEndedDialog })),
);
// A help beside the work: without its code the dashboard still runs, and the next page asks for it again.
const InboxWatch = lazy(() =>
  import('#features/inbox/web/notices/watch.tsx').then(
    (file) => ({ default: file.InboxWatch }),
    () => ({ default: () => null }),
  ),
);

// Most accounts have no colors of their own; without the code of those that do, the product's are shown.
const BrandColors = lazy(() =>
  import('./brand-colors.tsx').then(
    (file) => ({ default: file.BrandColors }),
    () => ({ default: () => null }),
  ),
);

/**
 * The guard of every dashboard page: a spinner while the person loads, the page for a person, otherwise the
 * sign-in.
 */
export function GuardedShell() {
  const user = useSession();
  const wasSignedIn = useRef(false);
  if (user) wasSignedIn.current = true;
  if (user === undefined) return <CentredSpinner full />;
  // Whoever signed out here is not brought back to the page; whoever came by a link is.
  if (user === null) return <ToSignIn remember={!wasSignedIn.current} />;
  return <Shell />;
}

const collapsedKey = 'ui-sidebar';

function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => {
    try {
      return localStorage.getItem(collapsedKey) === 'collapsed';
    } catch {
      return false;
    }
  });
  const toggle = () =>
    setCollapsed((before) => {
      try {
        localStorage.setItem(collapsedKey, before ? 'open' : 'collapsed');
      } catch {
        // Storage may be forbidden; the choice then lasts for this page.
      }
      return !before;
    });
  return [collapsed, toggle];
}

function Shell() {
  const { t } = useTranslation('shell');
  const { can } = useUser();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const phone = useMediaQuery('(max-width: 767px)');
  const [collapsed, toggleCollapsed] = useCollapsed();
  const saved = useEndpoint('GET /api/user/white-label').data;
  const preview = useBrandPreview();
  const brand = saved && { ...saved, ...preview };
  const colors = preview ?? (saved?.isWhiteLabel ? saved : null);
  useAppShortcuts(toggleCollapsed);
  useServerConnection();
  const client = useQueryClient();
  // Another role opens and closes screens.
  useServerEvents({
    'team.changed': () => void refresh(client, '/api/user'),
    'brand.changed': () => void refresh(client, '/api/user/white-label', '/api/white-label'),
  });
  useBillingNews();
  const [attention, setAttention] = useState(0);
  const isExpiredShown = useExpiredDialog();
  const hasSessionEnded = useSyncExternalStore(sessionEndedStore.subscribe, sessionEndedStore.get);
  const shown = {
    name: useBrandName(),
    logoUrl: (brand ?? openingBrand()).logoUrl ?? null,
  };
  return (
    <div className="md:flex">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('skipToContent')}
      </a>
      {phone ? (
        <MobileSidebar attention={attention} brand={shown} />
      ) : (
        <Sidebar
          attention={attention}
          brand={shown}
          collapsed={collapsed}
          onToggleCollapsed={toggleCollapsed}
        />
      )}
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
        <Suspense>
          <Notices />
        </Suspense>
        <SubscriptionBanner />
        {isClosedTo(can, pathname) ? <NotForRole /> : <Outlet />}
      </main>
      <Suspense>
        <InboxWatch onAttention={setAttention} />
      </Suspense>
      <Suspense>{colors && <BrandColors iconUrl={saved?.iconUrl ?? null} {...colors} />}</Suspense>
      <Suspense>{isExpiredShown && <ExpiredDialog />}</Suspense>
      <Suspense>{hasSessionEnded && <SessionEndedDialog />}</Suspense>
    </div>
  );
}

/**
 * Below 768 px: a button that floats in a bar of its own, and the sidebar over a dark backdrop. A native dialog
 * keeps focus and Escape right.
 */
function MobileSidebar({
  brand,
  attention,
}: {
  brand: { name: string; logoUrl: string | null };
  attention: number;
}) {
  const { t } = useTranslation('shell');
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <div className="menu-bar fixed inset-x-0 flex bottom-0 z-30 h-(--menu-bar) border-t border-line bg-surface">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => dialog.current?.showModal()}
          className="relative flex h-13 items-center gap-3 px-4 text-sm font-medium"
        >
          <Menu size={20} aria-hidden="true" />
          {t('openMenu')}
          {attention > 0 && (
            <span className="absolute top-2.5 left-7 size-3 rounded-full border-2 border-surface bg-danger" />
          )}
        </button>
        <HelpButton isIcon className="ml-auto flex size-13 items-center justify-center" />
      </div>
      <dialog
        ref={dialog}
        aria-label={t('menu')}
        onClick={(event) => event.target === event.currentTarget && close()}
        className={clsx(
          'm-0 h-dvh max-h-none w-[280px] max-w-[85vw] bg-surface text-ink shadow-sheet backdrop:bg-scrim',
          'open:animate-[sheet-from-start_180ms_var(--ease-out)]',
        )}
      >
        <Sidebar brand={brand} attention={attention} collapsed={false} onNavigate={close} onClose={close} />
      </dialog>
    </>
  );
}
