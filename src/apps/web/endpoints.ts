import type { EndpointsByKey } from '#shared/endpoint.ts';
import type { accountsEndpoints } from '#features/accounts/accounts.contract.ts';
import type { authEndpoints } from '#features/auth/auth.contract.ts';
import type { feedbackEndpoints } from '#features/feedback/feedback.contract.ts';
import type { whiteLabelEndpoints } from '#features/white-label/white-label.contract.ts';

/**
 * The endpoints that screens may call, types only: one line a feature. Nothing of a contract reaches the bundle from here.
 */
declare module '#ui/api/client.ts' {
  interface Endpoints extends EndpointsByKey<typeof accountsEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof authEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof feedbackEndpoints> {}
  interface Endpoints extends EndpointsByKey<typeof whiteLabelEndpoints> {}
}
