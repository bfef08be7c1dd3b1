import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { showsVeil } from './navigation.ts';

/** How long the veil shows after a change of page, in ms. Source: the specification, "Dashboard shell". */
export const veilTime = 1_200;

/**
 * A thin bar and a breath of light on a change of page. Never in the way: it takes no clicks and nothing
 * waits for it.
 */
export function NavigationVeil() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const before = useRef(pathname);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (!showsVeil(pathname)) return;
    setShown(pathname);
    const timer = setTimeout(() => setShown(null), veilTime);
    return () => clearTimeout(timer);
  }, [pathname]);
  if (shown === null) return null;
  return (
    <div
      key={shown}
      aria-hidden="true"
      data-testid="navigation-veil"
      className="pointer-events-none fixed inset-0 z-40"
      style={{ animation: `veil ${veilTime}ms ease-out both` }}
    >
      <div
        className="h-0.5 origin-left bg-accent-strong"
        style={{ animation: 'veil-bar 420ms var(--ease-out) both' }}
      />
    </div>
  );
}
