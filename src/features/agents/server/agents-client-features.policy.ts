import type { ClientFeature } from '#features/accounts/accounts-clients.contract.ts';
import type { AgentConfiguration } from '../agents-configuration.contract.ts';

type Change = (configuration: AgentConfiguration) => Partial<AgentConfiguration>;

/** What an agent is without what its account's agency switched off. Nothing of it is lost: it rests. */
const without: Record<ClientFeature, Change> = {
  paywall: ({ payment }) => ({ payment: { ...payment, enabled: false } }),
  // From its knowledge alone; a visitor's own key is a key of the account's people as well.
  models: ({ ai }) => ({
    ai: { ...ai, provider: 'built-in', model: '', fallbacks: [], imageGeneration: false, visitorKey: false },
  }),
  tools: ({ functions, mcp, store }) => ({
    functions: { ...functions, enabled: [] },
    mcp: { ...mcp, connections: [] },
    store: { ...store, id: '' },
  }),
  api: () => ({}),
  forms: ({ dynamic, contactForm }) => ({
    dynamic: { ...dynamic, forms: [] },
    contactForm: { ...contactForm, formId: '' },
  }),
};

/** An agent's configuration as it runs where an agency switched some features off. */
export function withoutFeatures(
  configuration: AgentConfiguration,
  off: readonly ClientFeature[],
): AgentConfiguration {
  return off.reduce<AgentConfiguration>(
    (before, feature) => ({ ...before, ...without[feature](before) }),
    configuration,
  );
}
