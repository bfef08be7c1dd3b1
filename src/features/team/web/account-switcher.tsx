import { lazy, Suspense, type ReactNode } from 'react';
import { useEndpoint } from '#ui/api/hooks.ts';

const AccountMenu = lazy(() => import('./account-menu.tsx').then((file) => ({ default: file.AccountMenu })));

/**
 * The person's card; for whoever works in several accounts it is the way from one to another, loaded for them
 * alone.
 */
export function AccountSwitcher({ children, compact }: { children: ReactNode; compact: boolean }) {
  const { data } = useEndpoint('GET /api/user/accounts');
  const accounts = data?.accounts ?? [];
  const card = <div className={`flex min-w-0 items-center gap-2.5 ${compact ? '' : 'grow'}`}>{children}</div>;
  if (accounts.length < 2) return card;
  return (
    <Suspense fallback={card}>
      <AccountMenu accounts={accounts} compact={compact}>
        {children}
      </AccountMenu>
    </Suspense>
  );
}
