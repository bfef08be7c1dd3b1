import { publicApiDocumentPath } from '#shared/public-api.ts';
import { readAhead } from '#ui/api/hooks.ts';
import { lazyScreen, type ScreenAt } from './lazy-screen.ts';
import type { BareRoute } from './routes.ts';

/** Screens for whoever is not signed in, and the reference of the API, which is everybody's. */
export const signedOutScreens: readonly ScreenAt<'bare', BareRoute>[] = [
  {
    routes: ['/auth'],
    frame: 'bare',
    screen: lazyScreen('auth', ['auth'], () =>
      import('#features/auth/web/auth.page.tsx').then((file) => file.AuthPage),
    ),
  },
  {
    routes: ['/forgot-password'],
    frame: 'bare',
    screen: lazyScreen('forgotPassword', ['auth'], () =>
      import('#features/auth/web/forgot-password.page.tsx').then((file) => file.ForgotPasswordPage),
    ),
  },
  {
    routes: ['/reset-password'],
    frame: 'bare',
    screen: lazyScreen('resetPassword', ['auth'], () =>
      import('#features/auth/web/reset-password.page.tsx').then((file) => file.ResetPasswordPage),
    ),
  },
  {
    routes: ['/accept-invitation'],
    frame: 'bare',
    screen: lazyScreen('acceptInvitation', ['auth', 'team'], () =>
      import('#features/team/web/accept-invitation.page.tsx').then((file) => file.AcceptInvitationPage),
    ),
  },
  {
    routes: ['/confirm-email'],
    frame: 'bare',
    screen: lazyScreen('confirmEmail', ['auth'], () =>
      import('#features/auth/web/confirm-email.page.tsx').then((file) => file.ConfirmEmailPage),
    ),
  },
  {
    routes: ['/developers'],
    frame: 'bare',
    reads: (client) => {
      readAhead(client, 'GET /api/public/white-label');
      void client.prefetchQuery({ queryKey: [publicApiDocumentPath] });
    },
    screen: lazyScreen('apiReference', ['api-reference'], () =>
      import('#features/public-api/web/api-reference.page.tsx').then((file) => file.ApiReferencePage),
    ),
  },
];
