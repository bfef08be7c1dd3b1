import { describe, expect, it } from 'vitest';
import { isGuardedPath, paths, safeNextPath, webAppRoutes } from './paths.ts';

describe('the list of addresses', () => {
  it('is complete', () => {
    const flat = Object.entries(paths).map(
      ([name, path]) => `${name} ${typeof path === 'function' ? path('x' as never) : path}`,
    );
    expect(flat).toEqual([
      'home /',
      'auth /auth',
      'forgotPassword /forgot-password',
      'resetPassword /reset-password',
      'acceptInvitation /accept-invitation',
      'confirmEmail /confirm-email',
      'terms /terms',
      'privacy /privacy',
      'dashboard /dashboard',
      'agents /dashboard/agents',
      'newAgent /dashboard/agents/new',
      'editAgent /dashboard/agents/edit/x',
      'templates /dashboard/templates',
      'agentReports /dashboard/agents/reports/x',
      'agentPage /agents/x',
      'widgetPage /widgets/x',
      'agentScript /widgets/x.js',
      'widgetDemo /widget-demo/x',
      'contacts /dashboard/contacts',
      'contact /dashboard/contacts/x',
      'inbox /dashboard/inbox',
      'inboxThread /dashboard/inbox/x',
      'forms /dashboard/forms',
      'newForm /dashboard/forms/new',
      'form /dashboard/forms/x',
      'formSubmissions /dashboard/forms/x/submissions',
      'landingPages /dashboard/landing-pages',
      'newLandingPage /dashboard/landing-pages/new',
      'landingPage /dashboard/landing-pages/x',
      'landingPageSettings /dashboard/landing-pages/x/edit',
      'tools /dashboard/tools',
      'customFields /dashboard/tools/custom-fields',
      'agentSimulator /dashboard/tools/agent-simulator',
      'voiceLab /voice-lab',
      'functions /dashboard/functions',
      'newFunction /dashboard/functions/new',
      'agentFunction /dashboard/functions/x',
      'payments /dashboard/payments',
      'customers /dashboard/customers',
      'paywallTest /dashboard/paywall-test',
      'measureWidth /dashboard/measure-width',
      'openAiVoiceTest /dashboard/openai-voice-test',
      'figures /dashboard/figures',
      'settings /dashboard/settings',
      'billing /dashboard/settings?tab=billing',
      'team /dashboard/settings?tab=team',
      'whiteLabel /dashboard/white-label',
      'subscriptionSuccess /dashboard/subscription-success',
      'mcpSignedIn /dashboard/mcp-signed-in',
      'connectApp /dashboard/connect-app',
      'integrations /dashboard/settings?tab=integrations',
      'docs /dashboard/docs',
      'apiReference /developers',
      'superadmin /superadmin',
      'superadminClaim /superadmin/claim',
      'superadminSection /superadmin/x',
    ]);
  });
  it('leads, inside the dashboard, only to routes that the app answers', () => {
    const patterns = webAppRoutes.map((route) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`));
    const inside = Object.values(paths)
      .map((path) => (typeof path === 'function' ? path('x' as never) : path).split('?')[0] ?? '')
      .filter((path) => path.startsWith('/dashboard'));
    for (const path of inside)
      expect(
        patterns.some((pattern) => pattern.test(path)),
        path,
      ).toBe(true);
  });
  it('escapes ids', () => {
    expect(paths.editAgent('a/b?c')).toBe('/dashboard/agents/edit/a%2Fb%3Fc');
  });
});

describe('the page to go to after signing in', () => {
  it.each(['/dashboard/agents', '/dashboard/settings?tab=billing', '/dashboard#x'])('may be %s', (path) =>
    expect(safeNextPath(path)).toBe(path),
  );
  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'dashboard',
    '',
    '/a\nb',
    '/\t/evil.example',
    undefined,
    5,
  ])('is never %s', (path) => expect(safeNextPath(path)).toBeNull());
});

it('knows which addresses are for whoever is signed in, whether something is there or not', () => {
  const guarded = [
    '/dashboard',
    '/dashboard/functions/new',
    '/landing-pages/1/edit',
    '/voice-lab',
    '/superadmin',
  ];
  expect(guarded.filter((path) => !isGuardedPath(path))).toEqual([]);
  expect(['/', '/auth', '/dashboards', '/widgets/1', '/demo', '/voice-labs'].filter(isGuardedPath)).toEqual(
    [],
  );
});
