/** The guides of `docs/guides/` that fit a screen, by the screen's name; the first says most. */
const guidesOf: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['first-agent', 'embed', 'sell-messages'],
  agents: ['first-agent', 'embed'],
  templates: ['first-agent'],
  newAgent: ['first-agent', 'system-prompts', 'knowledge'],
  agentEditor: ['system-prompts', 'knowledge', 'rich-media', 'sell-messages', 'embed', 'custom-css'],
  agentReport: ['system-prompts', 'knowledge', 'sell-messages'],
  inbox: ['take-over', 'privacy'],
  formEditor: ['sell-messages'],
  landingPages: ['landing-pages'],
  newLandingPage: ['landing-pages'],
  landingPageSettings: ['landing-pages', 'sell-messages'],
  pageBuilder: ['landing-pages', 'sell-messages'],
  landingPageEditor: ['landing-pages', 'sell-messages'],
  functions: ['functions-in-the-page', 'connect-assistants'],
  newFunction: ['functions-in-the-page'],
  functionEditor: ['functions-in-the-page'],
  payments: ['sell-messages', 'stripe-connect', 'close-a-month'],
  customers: ['sell-messages', 'close-a-month'],
  paywallTest: ['sell-messages'],
  contacts: ['privacy'],
  contact: ['privacy'],
  settings: ['stripe-connect', 'use-the-api', 'connect-assistants', 'webhooks', 'privacy'],
  whiteLabel: ['white-label', 'custom-css'],
  connectApp: ['connect-assistants'],
  mcpSignedIn: ['connect-assistants'],
  agentSimulator: ['system-prompts', 'knowledge'],
  superadmin: ['deploy', 'sell-plans', 'security'],
};

/** Names of guides for a screen; where none is about it, the one for beginners. */
export const guidesFor = (screen: string | null): readonly string[] =>
  guidesOf[screen ?? ''] ?? ['first-agent'];
