import {
  Blocks,
  Bot,
  CreditCard,
  Inbox,
  LayoutDashboard,
  Settings,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { Permission } from '#features/accounts/accounts.contract.ts';
import { paths } from '#shared/paths.ts';

export type NavigationEntry = {
  /** Name under `shell:nav`. */
  name: 'dashboard' | 'agents' | 'inbox' | 'tools' | 'contacts' | 'payments' | 'settings';
  path: string;
  icon: LucideIcon;
  keys: string;
  /** What a role must allow for the place to be of use. */
  needs?: Permission;
  /** Active only on the very address. */
  exact?: boolean;
  /** Further addresses under which the entry is active. */
  also?: readonly string[];
};

/** The sidebar, in order. Source: the specification, "Dashboard shell". */
export const navigation: readonly NavigationEntry[] = [
  { name: 'dashboard', path: paths.dashboard, icon: LayoutDashboard, keys: 'g d', exact: true },
  {
    name: 'agents',
    path: paths.agents,
    icon: Bot,
    keys: 'g a',
    needs: 'agents.read',
    also: ['/dashboard/widgets'],
  },
  { name: 'inbox', path: paths.inbox, icon: Inbox, keys: 'g i', needs: 'inbox.read' },
  {
    name: 'tools',
    path: paths.tools,
    icon: Blocks,
    keys: 'g t',
    needs: 'forms.read',
    also: [
      paths.templates,
      paths.forms,
      paths.landingPages,
      '/landing-pages',
      paths.customFields,
      paths.functions,
      paths.agentSimulator,
    ],
  },
  { name: 'contacts', path: paths.contacts, icon: UsersRound, keys: 'g c', needs: 'contacts.read' },
  {
    name: 'payments',
    path: paths.payments,
    icon: CreditCard,
    keys: 'g p',
    needs: 'payments.read',
    also: [paths.customers, paths.paywallTest],
  },
  {
    name: 'settings',
    path: paths.settings,
    icon: Settings,
    keys: 'g s',
    also: [paths.subscriptionSuccess, paths.whiteLabel],
  },
];

/**
 * Places that the palette and the keys know by a name of their own, beside the sidebar. Source of the names: the
 * specification, "Dashboard shell".
 */
export const morePlaces = [
  // What visitors are led through, step by step, stands under Tools.
  { name: 'flows', path: paths.tools, keys: 'g w', needs: 'forms.read' },
  { name: 'forms', path: paths.forms, keys: 'g f', needs: 'forms.read' },
  { name: 'analytics', path: paths.dashboard, keys: 'g y', needs: 'agents.read' },
] as const satisfies readonly { name: string; path: string; keys: string; needs: Permission }[];

/** The entries that are of use to somebody; what a role does not open is not offered. */
export function navigationFor(can: Partial<Record<Permission, boolean>>): readonly NavigationEntry[] {
  return navigation.filter(({ needs }) => needs === undefined || can[needs] !== false);
}

/** What lies inside a place that more people read than may make or change what is in it. */
const inside = [
  { under: [paths.newAgent, '/dashboard/widgets/new'], needs: 'agents.edit' },
  { under: [`${paths.functions}/`, `${paths.tools}/functions/`], needs: 'integrations.manage' },
] as const satisfies readonly { under: readonly string[]; needs: Permission }[];

/** Whether an address lies in a place that somebody's role does not open. */
export function isClosedTo(can: Partial<Record<Permission, boolean>>, pathname: string): boolean {
  if (
    inside.some(({ under, needs }) => can[needs] === false && under.some((path) => pathname.startsWith(path)))
  )
    return true;
  const place = navigation.findLast((entry) => isActive(entry, pathname));
  return place !== undefined && !navigationFor(can).includes(place);
}

const isUnder = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

/** Whether an entry is the place where the person is. */
export function isActive(entry: Pick<NavigationEntry, 'path' | 'exact' | 'also'>, pathname: string): boolean {
  if (entry.exact) return pathname === entry.path;
  return [entry.path, ...(entry.also ?? [])].some((path) => isUnder(pathname, path));
}

/** Whether a change of page may show the navigation veil. Source: the specification, "Dashboard shell". */
export function showsVeil(pathname: string): boolean {
  return !(
    pathname === '/' ||
    pathname === '/landing-page-editor' ||
    pathname.startsWith('/widgets/') ||
    pathname.startsWith('/agents/')
  );
}

/**
 * Whether a page may render before it is known who is signed in. Source: the specification, "Route guard and
 * loading".
 */
export function isPublicPath(pathname: string): boolean {
  return (
    pathname === '/' ||
    ['/auth', '/pricing', '/terms', '/privacy', paths.apiReference].includes(pathname) ||
    pathname.startsWith('/widgets/') ||
    pathname.startsWith('/agents/')
  );
}

/** Whether a page belongs to the dashboard; only there a "Loading {name}..." spinner shows. */
export function isDashboardPath(pathname: string): boolean {
  return isUnder(pathname, paths.dashboard) || isUnder(pathname, paths.superadmin);
}
