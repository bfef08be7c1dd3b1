import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { hashToken, newToken } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope, Program } from '#platform/http/access.ts';
import { admitAndTell, type RateLimiter, type RateState } from '#platform/rate-limit/rate-limit.ts';
import { findUserNames } from '#features/accounts/server/accounts.usecases.ts';
import { findAgentFacts } from '#features/agents/server/agents-facts.usecases.ts';
import { programScopes, type ProgramScope } from '#features/api-keys/api-keys-account.contract.ts';
import { apiKeysErrors, requestsPerMinute } from '#features/api-keys/api-keys.contract.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { ownerMcpPath } from '#features/mcp-servers/mcp-servers.contract.ts';
import {
  oauthErrors,
  registerPath,
  revokePath,
  tokenPath,
  type AppAuthorization,
  type AppDecision,
  type AppGrant,
  type AuthorizationQuery,
  type TokenInput,
  type Tokens,
} from '../oauth.contract.ts';
import { isRegisteredRedirect, isUsableRedirect, isVerified, placeOf } from './oauth.policy.ts';
import { oauthRepository, type OAuthClientRow, type OAuthGrantRow } from './oauth.repository.ts';

const codeMs = 60_000;
const accessMs = 3_600_000;
/** Registrations that nobody let in are kept so long, and grants whose code was not used. */
const idleMs = 86_400_000;
const unusedMs = 3_600_000;
const rule = { name: 'app-token', limit: requestsPerMinute, windowSeconds: 60 };
const accessPrefix = 'oat_';
const refreshPrefix = 'ort_';

/** The authorisation server for the owner's data: programs are let in by members, for what they choose. */
export function createOAuth({
  database,
  clock,
  limiter,
  publicUrl,
}: {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
  publicUrl(): string;
}) {
  const resource = (): string => `${publicUrl()}${ownerMcpPath}`;
  const isOurs = (given: string | undefined): boolean =>
    given === undefined || [resource(), publicUrl(), `${publicUrl()}/`].includes(given);

  async function clientOf(id: string): Promise<OAuthClientRow> {
    const client = await oauthRepository(database.direct).client(id);
    if (!client) throw new AppError(oauthErrors.invalid_client);
    return client;
  }

  /** Checks what a program asks for. Nothing is sent to an address before it is known to be the program's. */
  async function read(
    query: AuthorizationQuery,
  ): Promise<{ client: OAuthClientRow; scopes: ProgramScope[] }> {
    const client = await clientOf(query.client_id);
    if (!isRegisteredRedirect(query.redirect_uri, client.redirectUris))
      throw new AppError(oauthErrors.invalid_redirect_uri);
    if (query.response_type !== 'code') throw new AppError(oauthErrors.unsupported_response_type);
    if (query.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(query.code_challenge))
      throw new AppError(oauthErrors.invalid_request);
    if (!isOurs(query.resource)) throw new AppError(oauthErrors.invalid_target);
    const asked = (query.scope ?? '').split(' ').filter((word) => word !== '');
    const scopes =
      asked.length === 0 ? [...programScopes] : programScopes.filter((one) => asked.includes(one));
    if (scopes.length === 0) throw new AppError(oauthErrors.invalid_scope);
    return { client, scopes };
  }

  const backTo = (query: AuthorizationQuery, result: Record<string, string>): string => {
    const url = new URL(query.redirect_uri);
    for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
    if (query.state !== undefined) url.searchParams.set('state', query.state);
    // Says who answers, so that no other server's answer is taken for ours (RFC 9207).
    url.searchParams.set('iss', publicUrl());
    return url.href;
  };

  /** New tokens of a grant; those before stop at once. */
  async function give(
    tx: Transaction,
    grant: OAuthGrantRow,
    change: Partial<OAuthGrantRow>,
  ): Promise<Tokens> {
    const access = `${accessPrefix}${newToken()}`;
    const refresh = `${refreshPrefix}${newToken()}`;
    await oauthRepository(tx).change(grant.id, {
      ...change,
      accessHash: hashToken(access),
      accessExpiresAt: new Date(clock.now().getTime() + accessMs),
      refreshHash: hashToken(refresh),
      earlierRefreshHash: grant.refreshHash,
    });
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: accessMs / 1_000,
      refresh_token: refresh,
      scope: grant.scopes.join(' '),
    };
  }

  /** Ends a grant of which a code or a token came twice: one of the two was stolen. */
  async function endStolen(tx: Transaction, grant: OAuthGrantRow): Promise<null> {
    await oauthRepository(tx).end(grant.id, clock.now());
    return null;
  }

  const byCode = (input: TokenInput): Promise<Tokens | null> =>
    database.system(async (tx) => {
      const grant = await oauthRepository(tx).byCode(hashToken(input.code ?? ''));
      if (!grant || grant.endedAt !== null || grant.clientId !== input.client_id) return null;
      if (grant.codeUsedAt !== null) return endStolen(tx, grant);
      const now = clock.now();
      if (
        grant.codeExpiresAt <= now ||
        grant.redirectUri !== input.redirect_uri ||
        !isVerified(input.code_verifier ?? '', grant.codeChallenge)
      )
        return null;
      return give(tx, grant, { codeUsedAt: now });
    });

  const byRefresh = (input: TokenInput): Promise<Tokens | null> =>
    database.system(async (tx) => {
      const hash = hashToken(input.refresh_token ?? '');
      const grant = await oauthRepository(tx).byRefresh(hash);
      if (!grant || grant.endedAt !== null || grant.clientId !== input.client_id) return null;
      return grant.refreshHash === hash ? give(tx, grant, {}) : endStolen(tx, grant);
    });

  return {
    resourceMetadata: () => ({
      resource: resource(),
      resource_name: 'Chatelier',
      authorization_servers: [publicUrl()],
      scopes_supported: programScopes,
      bearer_methods_supported: ['header'],
    }),
    serverMetadata: () => ({
      issuer: publicUrl(),
      authorization_endpoint: `${publicUrl()}${paths.connectApp}`,
      token_endpoint: `${publicUrl()}${tokenPath}`,
      registration_endpoint: `${publicUrl()}${registerPath}`,
      revocation_endpoint: `${publicUrl()}${revokePath}`,
      scopes_supported: programScopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }),

    async register(input: { client_name: string; redirect_uris: string[] }) {
      if (!input.redirect_uris.every(isUsableRedirect)) throw new AppError(oauthErrors.invalid_redirect_uri);
      const row: OAuthClientRow = {
        id: newId('ocl'),
        name: input.client_name || placeOf(input.redirect_uris[0] ?? ''),
        redirectUris: [...new Set(input.redirect_uris)],
        createdAt: clock.now(),
      };
      await oauthRepository(database.direct).insertClient(row);
      return {
        client_id: row.id,
        client_id_issued_at: Math.floor(row.createdAt.getTime() / 1_000),
        client_name: row.name,
        redirect_uris: row.redirectUris,
        token_endpoint_auth_method: 'none' as const,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      };
    },

    /** Removes what nobody came back for: grants whose code was never used, then registrations without any. */
    sweep: (): Promise<void> =>
      database.system(async (tx) => {
        const now = clock.now().getTime();
        await oauthRepository(tx).deleteUnusedGrants(new Date(now - unusedMs));
        await oauthRepository(tx).deleteIdleClients(new Date(now - idleMs));
      }),

    async authorization(query: AuthorizationQuery): Promise<AppAuthorization> {
      const { client, scopes } = await read(query);
      return { clientName: client.name, redirectHost: placeOf(query.redirect_uri), scopes };
    },

    /** Where the browser goes back to, with a code or with the member's no. */
    async decide(scope: AccountScope, input: AppDecision): Promise<string> {
      const { client, scopes } = await read(input);
      if (!input.isAllowed) return backTo(input, { error: 'access_denied' });
      const chosen = scopes.filter((one) => input.scopes.includes(one));
      if (chosen.length === 0) throw new AppError(oauthErrors.invalid_scope);
      const code = newToken();
      const now = clock.now();
      await scope.run(async (tx) => {
        for (const id of input.agentIds ?? [])
          if (!scope.reaches(id) || !(await findAgentFacts(tx, id)))
            throw new AppError(apiKeysErrors.agentNotFound);
        const id = newId('ogr');
        await oauthRepository(tx).insertGrant({
          id,
          accountId: scope.accountId,
          userId: scope.userId,
          clientId: client.id,
          clientName: client.name,
          scopes: chosen,
          agentIds: input.agentIds,
          redirectUri: input.redirect_uri,
          codeChallenge: input.code_challenge,
          codeHash: hashToken(code),
          codeExpiresAt: new Date(now.getTime() + codeMs),
          codeUsedAt: null,
          accessHash: null,
          accessExpiresAt: null,
          refreshHash: null,
          earlierRefreshHash: null,
          createdAt: now,
          lastUsedAt: null,
          endedAt: null,
        });
        await writeAudit(tx, scope, 'keys.allowed', { id, name: client.name });
      });
      return backTo(input, { code });
    },

    async tokens(input: TokenInput): Promise<Tokens> {
      await clientOf(input.client_id);
      if (!isOurs(input.resource)) throw new AppError(oauthErrors.invalid_target);
      if (input.grant_type !== 'authorization_code' && input.grant_type !== 'refresh_token')
        throw new AppError(oauthErrors.unsupported_grant_type);
      const tokens = await (input.grant_type === 'refresh_token' ? byRefresh(input) : byCode(input));
      if (!tokens) throw new AppError(oauthErrors.invalid_grant);
      return tokens;
    },

    /** A token that is none is no mistake: what it opened is closed. */
    revoke: (token: string): Promise<void> =>
      database.system(async (tx) => {
        const repository = oauthRepository(tx);
        const hash = hashToken(token);
        const grant = token.startsWith(refreshPrefix)
          ? await repository.byRefresh(hash)
          : await repository.byAccess(hash, clock.now());
        if (grant) await repository.end(grant.id, clock.now());
      }),

    async grants(scope: AccountScope): Promise<AppGrant[]> {
      const rows = await scope.run((tx) => oauthRepository(tx).grants());
      const names = await findUserNames(
        database,
        rows.map(({ userId }) => userId),
      );
      return rows.map((row) => ({
        id: row.id,
        name: row.clientName,
        scopes: row.scopes,
        agentIds: row.agentIds,
        allowedBy: names.get(row.userId) ?? '',
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      }));
    },

    end: (scope: AccountScope, id: string): Promise<void> =>
      scope.run(async (tx) => {
        const name = await oauthRepository(tx).end(id, clock.now());
        if (name === null) throw new AppError(oauthErrors.grantNotFound);
        await writeAudit(tx, scope, 'keys.ended', { id, name });
      }),

    /** Ends what a member let in who goes, in the caller's transaction. */
    endOf: (tx: Transaction, { accountId, userId }: { accountId: string; userId: string }): Promise<void> =>
      oauthRepository(tx).endOf(accountId, userId, clock.now()),

    /** Which program calls with this token, or null when it is none or over. */
    async authenticate(
      token: string,
      tell: (state: RateState) => void = () => undefined,
    ): Promise<Program | null> {
      if (!token.startsWith(accessPrefix) || token.length > 100) return null;
      const repository = oauthRepository(database.direct);
      const now = clock.now();
      const grant = await repository.byAccess(hashToken(token), now);
      if (!grant) return null;
      await admitAndTell(limiter, commonErrors.tooManyRequests, { rule, key: grant.id }, tell);
      await repository.markUsed(grant, now);
      return {
        kind: 'app',
        id: grant.id,
        name: grant.clientName,
        accountId: grant.accountId,
        userId: grant.userId,
        scopes: grant.scopes,
        agentIds: grant.agentIds,
        isTest: false,
      };
    },
  };
}

export type OAuth = ReturnType<typeof createOAuth>;
