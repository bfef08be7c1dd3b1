import type { ErrorDefinition } from '#shared/endpoint.ts';
import { clientErrors, type ClientOfAgency } from '#features/accounts/accounts-clients.contract.ts';
import {
  clientParts,
  featureFlagsErrors,
  type FeatureFlag,
  type ProductPart,
} from '../feature-flags.contract.ts';

/**
 * Addresses by the part of the product that they belong to, as route patterns: the one list by which something is
 * kept from an account, whether the server's superadmin or an agency keeps it.
 */
const addresses: Readonly<Record<ProductPart, RegExp>> = {
  landingPages: /^\/api\/landing-page(s|-facts|-templates)(\/|$)/,
  customFunctions: /^\/api\/(v1\/)?functions(\/|$)/,
  mcpConnections: /^\/api\/mcp-connections(\/|$)/,
  stores: /^\/api\/stores(\/|$)/,
  simulator: /^\/api\/simulator(\/|$)/,
  // Where keys are made and programs let in.
  api: /^\/api\/(account-keys|agents\/:id\/keys|oauth\/authorization)(\/|$)/,
  webhooks: /^\/api\/webhook-endpoints(\/|$)/,
  forms: /^\/api\/(v1\/)?forms(\/|$)/,
  paywall: /^\/api\/payments\/setup\/:mode(\/|$)/,
  models: /^\/api\/integrations\/:provider(\/|$)/,
};
const parts = Object.keys(addresses) as ProductPart[];

/** The part of the product that an address belongs to; null: it is always there. Some parts have a flag. */
export const partOf = (route: string): ProductPart | null =>
  parts.find((part) => addresses[part].test(route)) ?? null;

/**
 * What people of an agency leave to the client's own, in its account: what would go on working for them once they
 * may not come in any more, and who else works there as what.
 */
const ownPeoples: readonly RegExp[] = [
  /^\/api\/user\/account$/,
  /^\/api\/team\/(leave|transfer)/,
  /^\/api\/(account-keys|oauth\/authorization|webhook-endpoints)/,
  /^\/api\/agents\/:id\/(keys|identity)/,
  /\/browsers(\/|$)/,
];
/** What would show the product's own brand: an account of one's own with invented data. */
const notForClients: readonly RegExp[] = [/^\/api\/sample-account$/];
/** Secrets that are shown when they are read. */
const ownSecrets: readonly RegExp[] = [/^\/api\/agents\/:id\/(keys|identity)/];

/** What is kept from whom: the account, and whether the person is in it by their agency's right alone. */
export type Withheld = {
  flagsOff: readonly FeatureFlag[];
  client: Pick<ClientOfAgency, 'featuresOff'> | null;
  isVisit: boolean;
};

/** All parts that are kept from an account. */
export function partsOff({ flagsOff, client }: Omit<Withheld, 'isVisit'>): ProductPart[] {
  return parts.filter(
    (part) =>
      (flagsOff as readonly ProductPart[]).includes(part) ||
      client?.featuresOff.some((feature) => clientParts[feature].includes(part)),
  );
}

/**
 * Why a call of a route is refused; null where it is not. A flag takes the whole part away, but for keys, which can
 * be read and taken back. An agency takes away only what makes more of it: what was made is the client's.
 */
export function refusalOf(
  { method, route }: { method: string; route: string },
  { flagsOff, client, isVisit }: Withheld,
): ErrorDefinition | null {
  if (client && isVisit && (method === 'GET' ? ownSecrets : ownPeoples).some((one) => one.test(route)))
    return clientErrors.ownPeople;
  const makes = method !== 'GET' && method !== 'DELETE';
  if (!makes && flagsOff.length === 0) return null;
  const part = partOf(route);
  const flag = flagsOff.find((off) => off === part);
  if (flag !== undefined && (makes || flag !== 'api')) return featureFlagsErrors[flag];
  if (!client || !makes) return null;
  return notForClients.some((one) => one.test(route)) ||
    (part && partsOff({ flagsOff: [], client }).includes(part))
    ? clientErrors.featureOff
    : null;
}

/** Why programs and other assistants, whatever they call, are refused; null where they are not. */
export function programRefusal({ flagsOff, client }: Omit<Withheld, 'isVisit'>): ErrorDefinition | null {
  if (flagsOff.includes('api')) return featureFlagsErrors.api;
  return client?.featuresOff.includes('api') ? clientErrors.featureOff : null;
}
