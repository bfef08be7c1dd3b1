import type { QueryClient } from '@tanstack/react-query';
import type { createRouter, Register, RootRoute, Route } from '@tanstack/react-router';
import type { AnalyticsSearch } from '#features/analytics/web/dashboard/period.ts';
import type { ContactSearch } from '#features/contacts/web/list/contact-filter.ts';
import type { SubmissionView } from '#features/forms/forms-submissions.contract.ts';
import type { InboxSearch } from '#features/inbox/web/inbox-data.ts';
import type { MovementKind } from '#features/payments/payments-movements.contract.ts';
import type { MoneySearch } from '#features/payments/web/figures/money-filters.ts';
import type { TemplateCategory } from '#features/templates/templates.contract.ts';
import type { CustomFieldScope } from '#shared/contacts/custom-fields.ts';
import type { Language } from '#shared/languages.ts';
import type { SuperadminSection, WebAppRoute } from '#shared/paths.ts';
import type { SettingsTab } from './screens/settings.page.tsx';

type TemplateSearch = {
  category?: TemplateCategory | 'all';
  find?: string;
  template?: string;
};
type AgentsSearch = TemplateSearch & {
  tab?: 'agents' | 'templates' | 'forms';
  archived?: string;
  /** Only those that were made in this span of time. */
  made?: string;
  search?: string;
};
type EditorSearch = {
  section?: string;
  /** A setting of the section that is to be shown, once. */
  setting?: string;
  /** What the section is to begin with: `qr` opens the form for a code. */
  create?: 'qr';
  created?: string;
  gaps?: 'open';
};
type InboxScreenSearch = InboxSearch & {
  notices?: 'open';
  hours?: 'open';
  gaps?: 'open';
};

type SuperadminSearch = {
  search?: string;
  only?: string;
  account?: string;
  tab?: string;
  mail?: string;
  language?: Language;
  post?: string;
};

/**
 * What each screen keeps in its address (`?tab=billing`); a screen that is missing keeps nothing. Addresses
 * are typed by anybody: what a screen reads counts only after `useUrlParam` or a schema has looked at it.
 */
type RouteSearch = {
  '/developers': { search?: string; language?: string };
  '/auth': { tab?: 'login' | 'register'; next?: string; ended?: 'access' };
  '/dashboard': AnalyticsSearch;
  '/dashboard/agents/reports/$id': AnalyticsSearch;
  '/dashboard/widgets/reports/$id': AnalyticsSearch;
  '/dashboard/agents': AgentsSearch;
  '/dashboard/widgets': AgentsSearch;
  '/dashboard/templates': TemplateSearch;
  '/dashboard/agents/edit/$id': EditorSearch;
  '/dashboard/widgets/edit/$id': EditorSearch;
  '/dashboard/inbox': InboxScreenSearch;
  '/dashboard/inbox/$id': InboxScreenSearch;
  '/dashboard/forms': { search?: string };
  '/dashboard/forms/$id': { tab?: string };
  '/dashboard/forms/$id/submissions': { view?: SubmissionView; search?: string; open?: string };
  '/dashboard/tools/agent-simulator': { agent?: string; suite?: string; run?: string };
  '/voice-lab': { vendor?: string };
  '/dashboard/tools/custom-fields': { of?: CustomFieldScope };
  '/dashboard/payments': MoneySearch & {
    tab?: string;
    purchase?: string;
    search?: string;
    state?: string;
    type?: string;
    kind?: MovementKind;
    by?: string;
    stripe?: 'returned' | 'again';
  };
  '/dashboard/customers': MoneySearch & { search?: string };
  '/dashboard/paywall-test': {
    agent?: string;
    theme?: 'light' | 'dark';
    width?: string;
    language?: Language;
    state?: string;
  };
  '/dashboard/contacts': ContactSearch;
  '/dashboard/contacts/$id': { view?: string };
  '/dashboard/settings': {
    tab?: SettingsTab;
    interval?: string;
    what?: string;
    who?: string;
    stripe?: 'returned' | 'again';
  };
  '/dashboard/white-label': { tab?: string; client?: string; search?: string };
  '/dashboard/subscription-success': { checkout?: string };
  '/dashboard/docs': { tab?: string; agent?: string; page?: string; find?: string };
  '/superadmin': SuperadminSearch;
} & Record<`/superadmin/${SuperadminSection}`, SuperadminSearch>;

/** Screens without the shell: for whoever is signed out. */
export type BareRoute =
  | '/auth'
  | '/forgot-password'
  | '/reset-password'
  | '/accept-invitation'
  | '/confirm-email'
  | '/developers'
  | '/superadmin/claim';
/** An address that only leads on. */
type EmptyRoute = '/dashboard/analytics';
export type ShellRoute = Exclude<WebAppRoute, BareRoute | EmptyRoute>;

type ScreenRoute<Path extends BareRoute | ShellRoute> = Route<
  unknown,
  Root,
  Path,
  Path,
  string,
  Path extends ShellRoute ? `/shell${Path}` : Path,
  (search: Record<string, unknown>) => Path extends keyof RouteSearch ? RouteSearch[Path] : {}
>;
export type Root = RootRoute<Register, undefined, { client: QueryClient }>;

/** Every screen as the router's types know it: its address, its id, and what it keeps in the address. */
export type ScreenRoutes = { [Path in BareRoute | ShellRoute]: ScreenRoute<Path> }[BareRoute | ShellRoute];

declare const root: Root;
export type AppRouter = ReturnType<
  typeof createRouter<ReturnType<typeof root.addChildren<readonly ScreenRoutes[]>>>
>;

// Links, navigation and parameters are checked by this wherever they stand, also in features, which know no app.
declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
