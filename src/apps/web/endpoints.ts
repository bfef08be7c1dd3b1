import type { EndpointsByKey } from '#shared/endpoint.ts';
import type { accountsEndpoints } from '#features/accounts/accounts.contract.ts';

/**
 * The endpoints that screens may call, types only: one line a feature. Nothing of a contract reaches the bundle from here.
 */
declare module '#ui/api/client.ts' {
  interface Endpoints extends EndpointsByKey<typeof accountsEndpoints> {}
}
