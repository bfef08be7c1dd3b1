import type { FeatureFlag } from '#features/feature-flags/feature-flags.contract.ts';
import { readAhead } from '#ui/api/hooks.ts';
import { superadminRoutes } from '#shared/paths.ts';
import { lazyScreen, type LazyScreen, type ScreenAt } from './lazy-screen.ts';
import type { BareRoute, ShellRoute } from './routes.ts';
import { signedOutScreens } from './signed-out-screens.ts';

export type ScreenRoute = ScreenAt<'shell', ShellRoute> | ScreenAt<'bare', BareRoute>;

/** A screen of a part of the product that can be switched off for an account. */
const partScreen = (part: FeatureFlag, ...[name, texts, load]: Parameters<typeof lazyScreen>): LazyScreen =>
  lazyScreen(name, texts, () =>
    Promise.all([import('./screens/part-screen.tsx'), load()]).then(([file, page]) =>
      file.inPart(part, page),
    ),
  );

/**
 * Every screen of the app, one line each: addresses, name (key under `shell:screens`), locale files, import.
 * Code and texts of a screen are loaded when it is needed.
 */
export const screens: readonly ScreenRoute[] = [
  ...signedOutScreens,
  {
    routes: ['/dashboard'],
    frame: 'shell',
    screen: lazyScreen('dashboard', [], () =>
      import('./screens/dashboard.page.tsx').then((file) => file.DashboardPage),
    ),
  },
  {
    routes: ['/dashboard/agents', '/dashboard/widgets'],
    frame: 'shell',
    screen: lazyScreen('agents', ['agents', 'agent-tabs', 'templates'], () =>
      import('./screens/agents.page.tsx').then((file) => file.AgentsScreen),
    ),
  },
  {
    routes: ['/dashboard/templates'],
    frame: 'shell',
    screen: lazyScreen('templates', ['templates'], () =>
      import('#features/templates/web/templates.page.tsx').then((file) => file.TemplatesPage),
    ),
  },
  {
    routes: ['/dashboard/agents/new', '/dashboard/widgets/new'],
    frame: 'shell',
    screen: lazyScreen('newAgent', ['agents'], () =>
      import('#features/agents/web/create/new-agent.page.tsx').then((file) => file.NewAgentPage),
    ),
  },
  {
    routes: ['/dashboard/agents/edit/$id', '/dashboard/widgets/edit/$id'],
    frame: 'shell',
    screen: lazyScreen('agentEditor', ['agents', 'knowledge', 'knowledge-web'], () =>
      import('./screens/agent-editor.page.tsx').then((file) => file.AgentEditorPage),
    ),
  },
  {
    routes: ['/dashboard/agents/reports/$id', '/dashboard/widgets/reports/$id'],
    frame: 'shell',
    screen: lazyScreen('agentReport', ['analytics', 'agent-report', 'money'], () =>
      import('#features/analytics/web/report/agent-report.page.tsx').then((file) => file.AgentReportPage),
    ),
  },
  {
    routes: ['/dashboard/inbox', '/dashboard/inbox/$id'],
    frame: 'shell',
    screen: lazyScreen(
      'inbox',
      [
        'inbox',
        'answer-gaps',
        'contacts',
        'contact-record',
        'custom-fields',
        'attachments',
        'rich-media',
        'form-cards',
        'visitor-details',
      ],
      () => import('#features/inbox/web/inbox.page.tsx').then((file) => file.InboxPage),
    ),
  },
  {
    routes: ['/dashboard/forms'],
    frame: 'shell',
    screen: lazyScreen('forms', ['forms'], () =>
      import('#features/forms/web/list/forms.page.tsx').then((file) => file.FormsPage),
    ),
  },
  {
    routes: ['/dashboard/forms/new'],
    frame: 'shell',
    screen: lazyScreen('newForm', ['forms'], () =>
      import('#features/forms/web/list/new-form.page.tsx').then((file) => file.NewFormPage),
    ),
  },
  {
    routes: ['/dashboard/forms/$id'],
    frame: 'shell',
    screen: lazyScreen('formEditor', ['forms', 'agents'], () =>
      import('#features/forms/web/editor/form-editor.page.tsx').then((file) => file.FormEditorPage),
    ),
  },
  {
    routes: ['/dashboard/forms/$id/submissions'],
    frame: 'shell',
    screen: lazyScreen('submissions', ['forms'], () =>
      import('#features/forms/web/submissions/submissions.page.tsx').then((file) => file.SubmissionsPage),
    ),
  },
  {
    routes: ['/dashboard/landing-pages', '/landing-pages'],
    frame: 'shell',
    screen: partScreen('landingPages', 'landingPages', ['landing-pages'], () =>
      import('#features/landing-pages/web/pages/landing-pages.page.tsx').then(
        (file) => file.LandingPagesPage,
      ),
    ),
  },
  {
    routes: ['/dashboard/landing-pages/new', '/landing-pages/new'],
    frame: 'shell',
    screen: partScreen('landingPages', 'newLandingPage', ['landing-pages'], () =>
      import('#features/landing-pages/web/pages/new-landing-page.page.tsx').then(
        (file) => file.NewLandingPagePage,
      ),
    ),
  },
  {
    routes: ['/dashboard/landing-pages/$id/edit', '/landing-pages/$id/edit'],
    frame: 'shell',
    screen: partScreen('landingPages', 'landingPageSettings', ['landing-pages'], () =>
      import('#features/landing-pages/web/pages/page-settings.page.tsx').then(
        (file) => file.PageSettingsPage,
      ),
    ),
  },
  {
    routes: ['/dashboard/landing-pages/$id', '/landing-pages/$id'],
    frame: 'shell',
    reads: (client, { id = '' }) => {
      readAhead(client, 'GET /api/landing-pages/{id}', { params: { id } });
      readAhead(client, 'GET /api/landing-page-facts');
    },
    screen: partScreen('landingPages', 'pageBuilder', ['landing-builder', 'landing-page', 'agents'], () =>
      import('#features/landing-pages/web/builder/builder.page.tsx').then((file) => file.PageBuilderPage),
    ),
  },
  {
    routes: ['/landing-page-editor'],
    frame: 'shell',
    screen: partScreen(
      'landingPages',
      'landingPageEditor',
      ['landing-builder', 'landing-page', 'agents'],
      () =>
        import('#features/landing-pages/web/builder/builder.page.tsx').then(
          (file) => file.LandingPageEditorPage,
        ),
    ),
  },
  {
    routes: ['/dashboard/tools'],
    frame: 'shell',
    screen: lazyScreen('tools', [], () => import('./screens/tools.page.tsx').then((file) => file.ToolsPage)),
  },
  {
    routes: ['/dashboard/tools/custom-fields'],
    frame: 'shell',
    screen: lazyScreen('customFields', ['custom-fields'], () =>
      import('#features/custom-fields/web/custom-fields.page.tsx').then((file) => file.CustomFieldsPage),
    ),
  },
  {
    routes: ['/dashboard/tools/agent-simulator'],
    frame: 'shell',
    screen: partScreen(
      'simulator',
      'agentSimulator',
      ['simulator', 'contacts', 'attachments', 'rich-media', 'form-cards'],
      () =>
        import('#features/simulator/web/agent-simulator.page.tsx').then((file) => file.AgentSimulatorPage),
    ),
  },
  {
    routes: ['/voice-lab'],
    frame: 'shell',
    screen: lazyScreen('voiceLab', ['voice-lab'], () =>
      import('#features/voice/web/voice-lab.page.tsx').then((file) => file.VoiceLabPage),
    ),
  },
  {
    routes: ['/dashboard/functions', '/dashboard/tools/functions'],
    frame: 'shell',
    screen: partScreen('customFunctions', 'functions', ['functions'], () =>
      import('#features/custom-functions/web/custom-functions.page.tsx').then((file) => file.FunctionsPage),
    ),
  },
  {
    routes: ['/dashboard/functions/new', '/dashboard/tools/functions/new'],
    frame: 'shell',
    screen: partScreen('customFunctions', 'newFunction', ['functions', 'contacts'], () =>
      import('#features/custom-functions/web/function-editor.page.tsx').then((file) => file.NewFunctionPage),
    ),
  },
  {
    routes: ['/dashboard/functions/$id', '/dashboard/tools/functions/$id'],
    frame: 'shell',
    screen: partScreen('customFunctions', 'functionEditor', ['functions', 'contacts'], () =>
      import('#features/custom-functions/web/function-editor.page.tsx').then(
        (file) => file.FunctionEditorPage,
      ),
    ),
  },
  {
    routes: ['/dashboard/payments'],
    frame: 'shell',
    screen: lazyScreen('payments', ['money', 'payment-setup'], () =>
      import('./screens/payments.page.tsx').then((file) => file.PaymentsScreen),
    ),
  },
  {
    routes: ['/dashboard/customers'],
    frame: 'shell',
    screen: lazyScreen('customers', ['money'], () =>
      import('#features/payments/web/customers.page.tsx').then((file) => file.CustomersPage),
    ),
  },
  {
    routes: ['/dashboard/paywall-test'],
    frame: 'shell',
    screen: lazyScreen('paywallTest', ['paywall-test', 'billing-web'], () =>
      import('./screens/paywall-test.page.tsx').then((file) => file.PaywallTestPage),
    ),
  },
  {
    routes: ['/dashboard/figures'],
    frame: 'shell',
    screen: lazyScreen('figures', ['analytics', 'agent-report', 'money'], () =>
      import('#features/analytics/web/glossary/glossary.page.tsx').then((file) => file.GlossaryPage),
    ),
  },
  {
    routes: ['/dashboard/openai-voice-test'],
    frame: 'shell',
    screen: lazyScreen('openAiVoiceTest', ['voice-check'], () =>
      import('#features/voice/web/vendor-test.page.tsx').then((file) => file.VendorTestPage),
    ),
  },
  {
    routes: ['/dashboard/measure-width'],
    frame: 'shell',
    screen: lazyScreen('measureWidth', ['measure-width'], () =>
      import('./screens/measure-width.page.tsx').then((file) => file.MeasureWidthPage),
    ),
  },
  {
    routes: ['/dashboard/contacts'],
    frame: 'shell',
    screen: lazyScreen(
      'contacts',
      ['contacts', 'contact-filters', 'contact-import', 'contact-record', 'custom-fields', 'visitor-details'],
      () => import('./screens/contacts.page.tsx').then((file) => file.AllContactsPage),
    ),
  },
  {
    routes: ['/dashboard/contacts/$id'],
    frame: 'shell',
    screen: lazyScreen(
      'contact',
      [
        'contacts',
        'contact-filters',
        'contact-record',
        'custom-fields',
        'attachments',
        'rich-media',
        'form-cards',
        'visitor-details',
        'agent-access',
        'money',
        'inbox',
        'answer-gaps',
      ],
      () => import('./screens/contact.page.tsx').then((file) => file.ContactPage),
    ),
  },
  {
    routes: ['/dashboard/settings'],
    frame: 'shell',
    screen: lazyScreen(
      'settings',
      [
        'settings',
        'agents-look',
        'account-data',
        'two-factor',
        'team',
        'audit',
        'auth',
        'contact-privacy',
        'billing-web',
        'integrations',
        'payment-setup',
        'account-keys',
        'oauth',
        'agent-sharing',
        'webhooks',
      ],
      () => import('./screens/settings.page.tsx').then((file) => file.SettingsPage),
    ),
  },
  {
    routes: ['/dashboard/white-label'],
    frame: 'shell',
    screen: lazyScreen('whiteLabel', ['white-label'], () =>
      import('#features/white-label/web/white-label.page.tsx').then((file) => file.WhiteLabelPage),
    ),
  },
  {
    routes: ['/dashboard/connect-app'],
    frame: 'shell',
    screen: lazyScreen('connectApp', ['oauth', 'account-keys'], () =>
      import('#features/oauth/web/connect-app.page.tsx').then((file) => file.ConnectAppPage),
    ),
  },
  {
    routes: ['/dashboard/mcp-signed-in'],
    frame: 'shell',
    screen: partScreen('mcpConnections', 'mcpSignedIn', ['mcp'], () =>
      import('#features/mcp/web/signed-in.page.tsx').then((file) => file.SignedInPage),
    ),
  },
  {
    routes: ['/dashboard/subscription-success'],
    frame: 'shell',
    screen: lazyScreen('subscriptionSuccess', ['billing-web'], () =>
      import('#features/billing/web/subscription-success.page.tsx').then(
        (file) => file.SubscriptionSuccessPage,
      ),
    ),
  },
  {
    routes: ['/dashboard/docs'],
    frame: 'shell',
    screen: lazyScreen('docs', ['docs', 'docs-pages', 'agents-look'], () =>
      import('./docs/docs.page.tsx').then((file) => file.DocsPage),
    ),
  },
  {
    routes: ['/superadmin', ...superadminRoutes],
    frame: 'shell',
    screen: lazyScreen('superadmin', [], () =>
      import('./screens/superadmin.page.tsx').then((file) => file.SuperadminPage),
    ),
  },
  {
    routes: ['/superadmin/claim'],
    frame: 'bare',
    screen: lazyScreen('superadmin', ['superadmin'], () =>
      import('#features/superadmin/web/claim.page.tsx').then((file) => file.ClaimPage),
    ),
  },
];
