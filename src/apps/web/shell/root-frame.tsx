import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { listenForShortcuts } from '#ui/browser/shortcuts.ts';
import { useSession } from '#ui/api/session.ts';
import { Toaster } from '#ui/overlay/toast.tsx';
import { overlayStore, useOverlay } from './overlays.ts';
import { isPublicPath } from './navigation.ts';
import { CentredSpinner } from './centred-spinner.tsx';
import { NavigationVeil } from './veil.tsx';

const CommandPalette = lazy(() =>
  import('./palette/command-palette.tsx').then((file) => ({ default: file.CommandPalette })),
);
const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then((file) => ({ default: file.ShortcutSheet })),
);
const FeedbackPanel = lazy(() =>
  import('./feedback-panel.tsx').then((file) => ({ default: file.FeedbackPanel })),
);

/**
 * What surrounds every page: toasts, the veil, the panels that open over everything, and the wait for who is
 * signed in.
 */
export function RootFrame() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const user = useSession();
  const overlay = useOverlay();
  useEffect(listenForShortcuts, []);
  const close = () => overlayStore.set(null);
  return (
    <>
      <NavigationVeil />
      {user === undefined && !isPublicPath(pathname) ? <CentredSpinner full /> : <Outlet />}
      <Suspense>
        {overlay === 'palette' && <CommandPalette onClose={close} />}
        {overlay === 'shortcuts' && <ShortcutSheet onClose={close} />}
        {(overlay === 'bug-report' || overlay === 'feature-request') && (
          <FeedbackPanel kind={overlay} onClose={close} />
        )}
      </Suspense>
      <Toaster />
    </>
  );
}
