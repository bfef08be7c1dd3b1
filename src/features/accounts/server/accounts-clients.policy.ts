import type { ErrorDefinition } from '#shared/endpoint.ts';
import { planExpiredError } from '#shared/errors.ts';
import { clientErrors, type ClientFeature } from '../accounts-clients.contract.ts';
import type { AccountRow, ClientFacts } from './accounts.table.ts';

/**
 * What makes more of a feature that an agency can switch off, by route patterns. Reading and deleting stay open:
 * what was made is the client's.
 */
const features: Record<ClientFeature, readonly RegExp[]> = {
  paywall: [/^\/api\/payments\/setup\/:mode/],
  models: [/^\/api\/integrations\/:provider$/],
  tools: [/^\/api\/(v1\/)?functions(\/|$)/, /^\/api\/(mcp-connections|stores)(\/|$)/],
  api: [
    /^\/api\/account-keys$/,
    /^\/api\/agents\/:id\/keys$/,
    /^\/api\/oauth\/authorization$/,
    /^\/api\/webhook-endpoints(\/|$)/,
  ],
  forms: [/^\/api\/(v1\/)?forms(\/|$)/],
};

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

/** Why a call is refused to somebody who works in a client's account; null where it is not. */
export function clientRefusal(
  { featuresOff }: Pick<ClientFacts, 'featuresOff'>,
  isVisit: boolean,
  method: string,
  route: string,
): ErrorDefinition | null {
  if (isVisit && (method === 'GET' ? ownSecrets : ownPeoples).some((pattern) => pattern.test(route)))
    return clientErrors.ownPeople;
  if (method === 'GET' || method === 'DELETE') return null;
  if (notForClients.some((pattern) => pattern.test(route))) return clientErrors.featureOff;
  return featuresOff.some((feature) => features[feature].some((pattern) => pattern.test(route)))
    ? clientErrors.featureOff
    : null;
}

/** What an account is told whose plan allows no more than reading. */
export const stoppedErrorOf = ({ client }: Pick<AccountRow, 'client'>): ErrorDefinition =>
  client === null
    ? planExpiredError
    : client.pausedAt === null
      ? clientErrors.agencyGone
      : clientErrors.paused;
