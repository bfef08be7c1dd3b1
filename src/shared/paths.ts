/**
 * Every address of the signed-in app, the auth screens and what they link to. Screens, mails and the server's
 * page list take addresses from here, so that a moved page is one changed line.
 */

/** What whoever runs this instance looks after, as the last part of the address: `/superadmin/health`. */
export const superadminSections = [
  'abuse',
  'accounts',
  'announcements',
  'audit',
  'backups',
  'blog',
  'domains',
  'features',
  'feedback',
  'health',
  'jobs',
  'mails',
  'models',
  'outbox',
  'plans',
  'setup',
  'templates',
  'testimonials',
  'users',
] as const;
export type SuperadminSection = (typeof superadminSections)[number];
export const superadminRoutes = superadminSections.map((section) => `/superadmin/${section}` as const);

const part = (value: string | number) => encodeURIComponent(String(value));

export const paths = {
  home: '/',
  auth: '/auth',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  acceptInvitation: '/accept-invitation',
  confirmEmail: '/confirm-email',
  terms: '/terms',
  privacy: '/privacy',
  dashboard: '/dashboard',
  agents: '/dashboard/agents',
  newAgent: '/dashboard/agents/new',
  editAgent: (id: string) => `/dashboard/agents/edit/${part(id)}`,
  templates: '/dashboard/templates',
  agentReports: (id: string) => `/dashboard/agents/reports/${part(id)}`,
  /** The visitors' page of an agent, by its public number. */
  agentPage: (number: number) => `/agents/${part(number)}`,
  widgetPage: (number: number) => `/widgets/${part(number)}`,
  agentScript: (number: number) => `/widgets/${part(number)}.js`,
  /** A page of another look with the agent's script tag in it, to try it on. */
  widgetDemo: (number: number) => `/widget-demo/${part(number)}`,
  contacts: '/dashboard/contacts',
  contact: (id: string) => `/dashboard/contacts/${part(id)}`,
  inbox: '/dashboard/inbox',
  inboxThread: (id: string) => `/dashboard/inbox/${part(id)}`,
  forms: '/dashboard/forms',
  newForm: '/dashboard/forms/new',
  form: (id: string) => `/dashboard/forms/${part(id)}`,
  formSubmissions: (id: string) => `/dashboard/forms/${part(id)}/submissions`,
  landingPages: '/dashboard/landing-pages',
  newLandingPage: '/dashboard/landing-pages/new',
  landingPage: (id: string) => `/dashboard/landing-pages/${part(id)}`,
  landingPageSettings: (id: string) => `/dashboard/landing-pages/${part(id)}/edit`,
  tools: '/dashboard/tools',
  customFields: '/dashboard/tools/custom-fields',
  agentSimulator: '/dashboard/tools/agent-simulator',
  voiceLab: '/voice-lab',
  functions: '/dashboard/functions',
  newFunction: '/dashboard/functions/new',
  agentFunction: (id: string) => `/dashboard/functions/${part(id)}`,
  payments: '/dashboard/payments',
  customers: '/dashboard/customers',
  paywallTest: '/dashboard/paywall-test',
  measureWidth: '/dashboard/measure-width',
  openAiVoiceTest: '/dashboard/openai-voice-test',
  figures: '/dashboard/figures',
  settings: '/dashboard/settings',
  billing: '/dashboard/settings?tab=billing',
  team: '/dashboard/settings?tab=team',
  whiteLabel: '/dashboard/white-label',
  /** Where the platform's payment provider leads owners back to. */
  subscriptionSuccess: '/dashboard/subscription-success',
  mcpSignedIn: '/dashboard/mcp-signed-in',
  connectApp: '/dashboard/connect-app',
  integrations: '/dashboard/settings?tab=integrations',
  docs: '/dashboard/docs',
  /** What programs may do, for everybody to read and try. */
  apiReference: '/developers',
  superadmin: '/superadmin',
  superadminClaim: '/superadmin/claim',
  superadminSection: (section: SuperadminSection) => `/superadmin/${section}`,
} as const;

/**
 * The script by which browsers tell members while no page is open. Its place bounds what it may control: the
 * dashboard.
 */
export const pushWorkerPath = '/dashboard/push-worker.js';

/**
 * Addresses (as route patterns) that the dashboard app answers; the server sends its page for exactly these.
 */
export const webAppRoutes = [
  '/auth',
  '/forgot-password',
  '/reset-password',
  '/accept-invitation',
  '/confirm-email',
  '/developers',
  '/dashboard',
  '/dashboard/analytics',
  '/dashboard/agents',
  '/dashboard/agents/new',
  '/dashboard/agents/edit/$id',
  '/dashboard/agents/reports/$id',
  '/dashboard/templates',
  '/dashboard/widgets',
  '/dashboard/widgets/new',
  '/dashboard/widgets/edit/$id',
  '/dashboard/widgets/reports/$id',
  '/dashboard/contacts',
  '/dashboard/contacts/$id',
  '/dashboard/inbox',
  '/dashboard/inbox/$id',
  '/dashboard/forms',
  '/dashboard/forms/new',
  '/dashboard/forms/$id',
  '/dashboard/forms/$id/submissions',
  '/dashboard/landing-pages',
  '/dashboard/landing-pages/new',
  '/dashboard/landing-pages/$id/edit',
  '/landing-pages',
  '/landing-pages/new',
  '/landing-pages/$id/edit',
  '/dashboard/landing-pages/$id',
  '/landing-pages/$id',
  '/landing-page-editor',
  '/dashboard/tools',
  '/dashboard/tools/custom-fields',
  '/dashboard/tools/agent-simulator',
  '/voice-lab',
  '/dashboard/functions',
  '/dashboard/functions/new',
  '/dashboard/functions/$id',
  '/dashboard/tools/functions',
  '/dashboard/tools/functions/new',
  '/dashboard/tools/functions/$id',
  '/dashboard/payments',
  '/dashboard/customers',
  '/dashboard/paywall-test',
  '/dashboard/measure-width',
  '/dashboard/openai-voice-test',
  '/dashboard/figures',
  '/dashboard/settings',
  '/dashboard/white-label',
  '/dashboard/subscription-success',
  '/dashboard/mcp-signed-in',
  '/dashboard/connect-app',
  '/dashboard/docs',
  '/superadmin',
  '/superadmin/claim',
  ...superadminRoutes,
] as const;
export type WebAppRoute = (typeof webAppRoutes)[number];

const guardedRoots = ['/dashboard', '/superadmin', '/landing-pages', '/landing-page-editor', '/voice-lab'];

/**
 * Whether an address is for whoever is signed in, also where nothing is. Source: the specification, "Dashboard
 * routes".
 */
export function isGuardedPath(pathname: string): boolean {
  return guardedRoots.some((root) => pathname === root || pathname.startsWith(`${root}/`));
}

/**
 * A path inside this site out of untrusted text (`?next=`), or null: no other origin, no `//host`, no
 * backslash, no control characters.
 */
export function safeNextPath(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 2_000 || !/^\/(?![/\\])/.test(text)) return null;
  // eslint-disable-next-line no-control-regex
  return /[\\\u0000-\u001f\u007f]/.test(text) ? null : text;
}
