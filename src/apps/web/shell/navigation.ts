import { Blocks, Bot, CreditCard, Inbox, LayoutDashboard, Settings, UsersRound, type LucideIcon } from 'lucide-react';
import { paths } from '#shared/paths.ts';

export type NavigationEntry = {
  /** Name under `shell:nav`. */
  name: 'dashboard' | 'agents' | 'inbox' | 'tools' | 'contacts' | 'payments' | 'settings';
  path: string;
  icon: LucideIcon;
  keys: string;
  /** Active only on the very address. */
  exact?: boolean;
  /** Further addresses under which the entry is active. */
  also?: readonly string[];
};

/** The sidebar, in order. Source: the specification, "Dashboard shell". */
export const navigation: readonly NavigationEntry[] = [
  { name: 'dashboard', path: paths.dashboard, icon: LayoutDashboard, keys: 'g d', exact: true },
  { name: 'agents', path: paths.agents, icon: Bot, keys: 'g a', also: ['/dashboard/widgets'] },
  { name: 'inbox', path: paths.inbox, icon: Inbox, keys: 'g i' },
  { name: 'tools', path: paths.tools, icon: Blocks, keys: 'g t', also: [paths.templates, paths.forms, paths.customFields] },
  { name: 'contacts', path: paths.contacts, icon: UsersRound, keys: 'g c' },
  { name: 'payments', path: paths.payments, icon: CreditCard, keys: 'g p', also: [paths.customers, paths.paywallTest] },
  { name: 'settings', path: paths.settings, icon: Settings, keys: 'g s', also: [paths.subscriptionSuccess] },
];

const isUnder = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

/** Whether an entry is the place where the person is. */
export function isActive(entry: Pick<NavigationEntry, 'path' | 'exact' | 'also'>, pathname: string): boolean {
  if (entry.exact) return pathname === entry.path;
  return [entry.path, ...(entry.also ?? [])].some((path) => isUnder(pathname, path));
}

/** Whether a change of page may show the navigation veil. Source: the specification, "Dashboard shell". */
export function showsVeil(pathname: string): boolean {
  return !(pathname === '/' || pathname === '/landing-page-editor' || pathname.startsWith('/widgets/') || pathname.startsWith('/agents/'));
}

/** Whether a page may render before it is known who is signed in. Source: the specification, "Route guard and loading". */
export function isPublicPath(pathname: string): boolean {
  return pathname === '/' || ['/auth', '/pricing', '/terms', '/privacy'].includes(pathname) || pathname.startsWith('/widgets/') || pathname.startsWith('/agents/');
}

/** Whether a page belongs to the dashboard; only there a "Loading {name}..." spinner shows. */
export function isDashboardPath(pathname: string): boolean {
  return isUnder(pathname, paths.dashboard) || isUnder(pathname, paths.superadmin);
}

/** The name (under `shell:screens`) of the place that an address belongs to. */
export function screenName(pathname: string): string {
  if (isUnder(pathname, paths.superadmin)) return 'superadmin';
  if (isUnder(pathname, paths.docs)) return 'docs';
  return navigation.findLast((entry) => isActive(entry, pathname))?.name ?? 'dashboard';
}
