import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { newToken } from '#platform/crypto/secret-box.ts';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';

/** All that signing in at one server has brought so far; kept sealed. */
export type OAuthState = {
  client?: OAuthClientInformationMixed | undefined;
  tokens?: OAuthTokens | undefined;
  verifier?: string | undefined;
  discovery?: OAuthDiscoveryState | undefined;
};

/** Signing in could not begin or end as it must. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';
}

const sameUrl = (one: string, other: string): boolean =>
  one.replace(/(?<!\/)\/+$/, '') === other.replace(/(?<!\/)\/+$/, '');

/**
 * What an authorisation server says of itself must be of that server, and lead to addresses that a browser
 * may be sent to. @throws OAuthRefusal
 */
export function checkDiscovery(
  { authorizationServerUrl, authorizationServerMetadata: metadata }: OAuthDiscoveryState,
  guard: Pick<SafeFetch, 'assertAllowedUrl'>,
): void {
  if (!metadata) return;
  if (!sameUrl(metadata.issuer, authorizationServerUrl))
    throw new OAuthRefusal('The authorisation server names another issuer');
  const methods = metadata.code_challenge_methods_supported;
  if (methods && !methods.includes('S256')) throw new OAuthRefusal('The authorisation server has no PKCE');
  for (const url of [
    metadata.authorization_endpoint,
    metadata.token_endpoint,
    metadata.registration_endpoint,
  ])
    if (url !== undefined) guard.assertAllowedUrl(url);
}

/**
 * Whether an answer to a sign-in comes from the server that was asked (RFC 9207): the named issuer must be
 * it, and must be named where the server promised to.
 */
export function isFromIssuer({ discovery }: OAuthState, issuer: string | undefined): boolean {
  const metadata = discovery?.authorizationServerMetadata as
    | { issuer: string; authorization_response_iss_parameter_supported?: boolean }
    | undefined;
  const expected = metadata?.issuer ?? discovery?.authorizationServerUrl ?? '';
  if (issuer === undefined) return metadata?.authorization_response_iss_parameter_supported !== true;
  return sameUrl(issuer, expected);
}

/**
 * The library's view of one connection's sign-in. `persist` is awaited after each change. `state` makes the
 * state of a sign-in that begins; without it none may begin, as in the middle of an answer.
 */
export function createOAuthProvider({
  kept,
  persist,
  redirectUrl,
  guard,
  state,
}: {
  kept: OAuthState;
  persist: (kept: OAuthState) => Promise<void>;
  redirectUrl: string;
  guard: Pick<SafeFetch, 'assertAllowedUrl'>;
  state?: string;
}): OAuthClientProvider & { authorizationUrl(): string | null } {
  let url: string | null = null;
  const set = async (change: Partial<OAuthState>): Promise<void> => {
    Object.assign(kept, change);
    await persist(kept);
  };
  return {
    authorizationUrl: () => url,
    redirectUrl,
    clientMetadata: {
      client_name: 'Chatelier',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => state ?? newToken(),
    clientInformation: () => kept.client,
    saveClientInformation: (client) => set({ client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => set({ tokens }),
    codeVerifier() {
      if (kept.verifier === undefined) throw new OAuthRefusal('No sign-in was begun');
      return kept.verifier;
    },
    saveCodeVerifier: (verifier) => set({ verifier }),
    discoveryState: () => kept.discovery,
    async saveDiscoveryState(discovery) {
      checkDiscovery(discovery, guard);
      await set({ discovery });
    },
    async invalidateCredentials(scope) {
      await set({
        ...((scope === 'all' || scope === 'tokens') && { tokens: undefined }),
        ...((scope === 'all' || scope === 'client') && { client: undefined }),
        ...((scope === 'all' || scope === 'verifier') && { verifier: undefined }),
        ...((scope === 'all' || scope === 'discovery') && { discovery: undefined }),
      });
    },
    redirectToAuthorization(authorizationUrl) {
      // Only a web address, and none within this network: a browser is sent there.
      guard.assertAllowedUrl(authorizationUrl);
      url = authorizationUrl.href;
    },
  };
}
