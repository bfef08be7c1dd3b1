import type { FeatureFlag } from '../feature-flags.contract.ts';

/** Addresses by the part of the product that they belong to. Route patterns. */
const parts: readonly (readonly [FeatureFlag, RegExp])[] = [
  ['landingPages', /^\/api\/landing-page(s|-facts|-templates)(\/|$)/],
  ['customFunctions', /^\/api\/(v1\/)?functions(\/|$)/],
  ['mcpConnections', /^\/api\/mcp-connections(\/|$)/],
  ['simulator', /^\/api\/simulator(\/|$)/],
];
/** Where keys are made and programs let in. What is there can be read, and taken back. */
const making = /^\/api\/(account-keys|agents\/:id\/keys|oauth\/authorization)(\/|$)/;

/** The part of the product that an address belongs to; null: it is always there. */
export function flagOf(method: string, route: string): FeatureFlag | null {
  const part = parts.find(([, pattern]) => pattern.test(route));
  if (part) return part[0];
  return making.test(route) && method !== 'GET' && method !== 'DELETE' ? 'api' : null;
}
