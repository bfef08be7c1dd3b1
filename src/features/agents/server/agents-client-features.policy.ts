import type { ClientFeature } from '#features/accounts/accounts-clients.contract.ts';
import { clientParts, type ProductPart } from '#features/feature-flags/feature-flags.contract.ts';
import type { AgentConfiguration } from '../agents-configuration.contract.ts';

type Change = (configuration: AgentConfiguration) => Partial<AgentConfiguration>;

/** What an agent is without a part of the product that its account's agency switched off. Nothing is lost: it rests. */
const without: Partial<Record<ProductPart, Change>> = {
  paywall: ({ payment }) => ({ payment: { ...payment, enabled: false } }),
  // From its knowledge alone; a visitor's own key is a key of the account's people as well.
  models: ({ ai }) => ({
    ai: { ...ai, provider: 'built-in', model: '', fallbacks: [], imageGeneration: false, visitorKey: false },
  }),
  customFunctions: ({ functions }) => ({ functions: { ...functions, enabled: [] } }),
  mcpConnections: ({ mcp }) => ({ mcp: { ...mcp, connections: [] } }),
  stores: ({ store }) => ({ store: { ...store, id: '' } }),
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
  return off
    .flatMap((feature) => clientParts[feature])
    .reduce<AgentConfiguration>((before, part) => ({ ...before, ...without[part]?.(before) }), configuration);
}
