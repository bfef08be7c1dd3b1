import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import { paths } from '#shared/paths.ts';
import type { AppRouter, Root, ScreenRoutes } from './routes.ts';
import { screenNameAt } from './screen-name.ts';
import { screens } from './screens.ts';
import { AppError, NotFound, ScreenPending } from './shell/states.tsx';
import { RootFrame } from './shell/root-frame.tsx';
import { GuardedShell } from './shell/shell.tsx';

const root: Root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: RootFrame,
  errorComponent: AppError,
  notFoundComponent: NotFound,
});
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: GuardedShell,
  errorComponent: AppError,
});
const analytics = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/analytics',
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard, replace: true });
  },
});

type Entered = {
  cause: 'preload' | 'enter' | 'stay';
  context: { client: QueryClient };
  params: Record<string, string>;
};
const routesIn = (frame: 'shell' | 'bare', parent: AnyRoute) =>
  screens
    .filter((screen) => screen.frame === frame)
    .flatMap(({ routes, screen, reads }) =>
      routes.map((path) =>
        createRoute({
          getParentRoute: () => parent,
          path,
          component: screen,
          errorComponent: AppError,
          ...(reads && {
            // Who only points at a link is shown what is true when they follow it.
            loader: ({ cause, context, params }: Entered) => {
              if (cause !== 'preload') reads(context.client, params);
            },
          }),
        }),
      ),
    );

// The list of screens is read when the program runs; `routes.ts` says what is in it.
const routes: readonly unknown[] = [
  shell.addChildren(routesIn('shell', shell)),
  ...routesIn('bare', root),
  analytics,
];

/** The app's router. Search parameters are plain text (`?tab=billing`), never JSON. */
export function createAppRouter(client: QueryClient): AppRouter {
  return createRouter({
    routeTree: root.addChildren(routes as readonly ScreenRoutes[]),
    context: { client },
    defaultPreload: 'intent',
    defaultPendingComponent: () => <ScreenPending nameAt={screenNameAt} />,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).flatMap(([name, value]) =>
          value === undefined || value === null ? [] : [[name, String(value)]],
        ),
      ).toString();
      return text && `?${text}`;
    },
  });
}
