import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { listenForShortcuts } from '#ui/browser/shortcuts.ts';
import { useSession } from '#ui/api/session.ts';
import { Toaster } from '#ui/overlay/toast.tsx';
import { overlayStore, useOverlay } from './overlays.ts';
import { isPublicPath } from './navigation.ts';
import { CentredSpinner } from './centred-spinner.tsx';
import { EarlyTyping } from './early-typing.tsx';
import { NavigationVeil } from './veil.tsx';

const CommandPalette = lazy(() =>
  import('./palette/command-palette.tsx').then((file) => ({ default: file.CommandPalette })),
);
const HelpPanel = lazy(() => import('./help/help-panel.tsx').then((file) => ({ default: file.HelpPanel })));
const FeedbackPanel = lazy(() =>
  import('./feedback-panel.tsx').then((file) => ({ default: file.FeedbackPanel })),
);

const close = () => overlayStore.set(null);

/**
 * What surrounds every page: toasts, the veil, the panels that open over everything, and the wait for who is
 * signed in.
 */
export function RootFrame() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const user = useSession();
  const overlay = useOverlay();
  useEffect(listenForShortcuts, []);
  const begun = useRef('');
  useEffect(() => {
    if (overlay !== 'palette') begun.current = '';
  }, [overlay]);
  return (
    <>
      <NavigationVeil />
      {user === undefined && !isPublicPath(pathname) ? <CentredSpinner full /> : <Outlet />}
      <Suspense fallback={<EarlyTyping into={begun} onClose={close} />}>
        {overlay === 'palette' && <CommandPalette begun={begun} onClose={close} />}
      </Suspense>
      <Suspense>
        {overlay === 'help' && <HelpPanel onClose={close} />}
        {(overlay === 'bug-report' || overlay === 'feature-request') && (
          <FeedbackPanel kind={overlay} onClose={close} />
        )}
      </Suspense>
      <Toaster />
    </>
  );
}
