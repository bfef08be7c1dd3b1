import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { hashToken, newToken, type SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import {
  mcpErrors,
  mostMcpConnections,
  type McpConnection,
  type McpConnectionInput,
  type McpFailure,
} from '../mcp.contract.ts';
import {
  connectTimeoutMs,
  fetchFor,
  type ConnectMcp,
  type McpAddress,
} from './client/connecting.usecases.ts';
import { failureOf, loggedOf } from './client/failures.models.ts';
import { createOAuthProvider, isFromIssuer, type OAuthState } from './client/oauth.usecases.ts';
import { mcpRepository, type McpConnectionRow } from './mcp.repository.ts';

export type McpServices = {
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'error' | 'warn'>;
  box: SecretBox;
  safeFetch: Pick<SafeFetch, 'asFetch' | 'assertAllowedUrl'>;
  connect: ConnectMcp;
  publicUrl(): string;
};

/** A whole check: greeting a server and asking for its tools. */
const checkMs = connectTimeoutMs * 2;

/** The MCP servers of an account: connected, tried, signed in at, forgotten. */
export function createMcpUsecases(services: McpServices) {
  const { database, clock, box, safeFetch } = services;
  const owner = (row: Pick<McpConnectionRow, 'id' | 'accountId'>, what: string): string =>
    `${row.accountId}:mcp:${row.id}:${what}`;

  const oauthOf = (row: McpConnectionRow): OAuthState =>
    row.sealedOauth === null
      ? {}
      : (JSON.parse(box.open(row.sealedOauth, owner(row, 'oauth'))) as OAuthState);

  const present = (row: McpConnectionRow): McpConnection => ({
    id: row.id,
    name: row.name,
    url: row.url,
    auth: row.auth,
    headerName: row.headerName,
    lastFour: row.lastFour,
    isSignedIn: row.auth === 'oauth' && oauthOf(row).tokens !== undefined,
    failure: row.failure,
    serverName: row.serverName,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    tools: row.tools,
  });

  function providerOf(row: McpConnectionRow, kept: OAuthState, state?: string) {
    return createOAuthProvider({
      kept,
      persist: (now) =>
        database.account(row.accountId, (tx) =>
          mcpRepository(tx).update(row.id, {
            sealedOauth: box.seal(JSON.stringify(now), owner(row, 'oauth')),
          }),
        ),
      redirectUrl: `${services.publicUrl()}${paths.mcpSignedIn}`,
      guard: safeFetch,
      ...(state !== undefined && { state }),
    });
  }

  /** Where the server is, with the key that it is let in by. */
  function addressOf(row: McpConnectionRow): McpAddress {
    const secret = row.sealedSecret === null ? '' : box.open(row.sealedSecret, owner(row, 'secret'));
    const headers: Record<string, string> =
      row.auth === 'bearer'
        ? { authorization: `Bearer ${secret}` }
        : row.auth === 'header'
          ? { [row.headerName]: secret }
          : {};
    return {
      url: row.url,
      headers,
      ...(row.auth === 'oauth' && { provider: providerOf(row, oauthOf(row)) }),
    };
  }

  /** Asks a server for its tools, and keeps what came of it. */
  async function look(row: McpConnectionRow): Promise<McpConnectionRow> {
    const change: Partial<McpConnectionRow> = { failure: null, checkedAt: clock.now() };
    try {
      const session = await services.connect(addressOf(row), AbortSignal.timeout(checkMs));
      try {
        change.tools = await session.tools();
        change.serverName = session.serverName;
      } finally {
        await session.close();
      }
    } catch (error) {
      change.failure = failureOf(error, row.auth === 'oauth');
      services.log.warn(
        { ...loggedOf(error, row.auth === 'oauth'), connectionId: row.id },
        'an MCP server could not be used',
      );
    }
    await database.account(row.accountId, (tx) => mcpRepository(tx).update(row.id, change));
    return { ...row, ...change };
  }

  async function find(scope: AccountScope, id: string): Promise<McpConnectionRow> {
    const row = await scope.run((tx) => mcpRepository(tx).byId(id));
    if (!row) throw new AppError(mcpErrors.notFound);
    return row;
  }

  return {
    addressOf,

    /** Keeps what a server says of its tools now, when an answer found it changed. */
    keepTools: (row: McpConnectionRow, tools: McpConnectionRow['tools']): Promise<void> =>
      database.account(row.accountId, (tx) =>
        mcpRepository(tx).update(row.id, { tools, failure: null, checkedAt: clock.now() }),
      ),
    keepFailure: (row: McpConnectionRow, failure: McpFailure): Promise<void> =>
      database.account(row.accountId, (tx) => mcpRepository(tx).update(row.id, { failure })),
    readMany: (accountId: string, ids: readonly string[]): Promise<McpConnectionRow[]> =>
      database.account(accountId, (tx) => mcpRepository(tx).many(ids)),

    async list(scope: AccountScope): Promise<McpConnection[]> {
      const connections = (await scope.run((tx) => mcpRepository(tx).list())).map(present);
      if (scope.can('integrations.manage')) return connections;
      // An address is often the key itself: whoever can't change it needs to know only whose it is.
      return connections.map((one) => ({ ...one, url: new URL(one.url).origin }));
    },

    async create(scope: AccountScope, input: McpConnectionInput): Promise<McpConnection> {
      try {
        safeFetch.assertAllowedUrl(input.url);
      } catch (error) {
        throw new AppError(mcpErrors.addressRefused, { cause: error });
      }
      const id = newId('mcn');
      const now = clock.now();
      const secret =
        (input.auth === 'bearer' || input.auth === 'header') && input.secret ? input.secret : null;
      const place = { id, accountId: scope.accountId };
      const row: McpConnectionRow = {
        ...place,
        name: input.name,
        url: new URL(input.url).href,
        auth: input.auth,
        headerName: input.headerName,
        sealedSecret: secret && box.seal(secret, owner(place, 'secret')),
        lastFour: secret && secret.length >= 12 ? secret.slice(-4) : null,
        sealedOauth: null,
        signInHash: null,
        failure: null,
        serverName: '',
        tools: [],
        checkedAt: null,
        createdAt: now,
        updatedAt: now,
      };
      const checkRoom = async (tx: Transaction): Promise<void> => {
        if ((await mcpRepository(tx).count()) >= mostMcpConnections)
          throw new AppError(mcpErrors.tooMany, { variables: { most: mostMcpConnections } });
      };
      await scope.run(checkRoom);
      const looked = await look(row);
      // A name may lead within this network; only whoever asks for it learns that.
      if (looked.failure === 'addressRefused') throw new AppError(mcpErrors.addressRefused);
      await scope.run(async (tx) => {
        await checkRoom(tx);
        await mcpRepository(tx).insert(looked);
        await writeAudit(tx, scope, 'providers.connected', { id, name: row.name });
      });
      return present(looked);
    },

    check: async (scope: AccountScope, id: string): Promise<McpConnection> =>
      present(await look(await find(scope, id))),

    remove: (scope: AccountScope, id: string): Promise<void> =>
      scope.run(async (tx) => {
        const name = await mcpRepository(tx).remove(id);
        if (name === null) throw new AppError(mcpErrors.notFound);
        await writeAudit(tx, scope, 'providers.disconnected', { id, name });
      }),

    /** Begins to sign in; gives the address at which a person says yes. */
    async signIn(scope: AccountScope, id: string): Promise<string> {
      const row = await find(scope, id);
      const state = newToken();
      // Whoever signs in anew does so without what was there before, but for the registration.
      const provider = providerOf(row, { client: oauthOf(row).client }, state);
      try {
        const session = await services.connect(
          { url: row.url, headers: {}, provider },
          AbortSignal.timeout(checkMs),
        );
        await session.close();
      } catch (error) {
        const url = provider.authorizationUrl();
        if (url === null) {
          services.log.warn(
            { ...loggedOf(error, true), connectionId: row.id },
            'signing in at an MCP server did not begin',
          );
          throw new AppError(mcpErrors.signInFailed, { cause: error });
        }
        const signInHash = hashToken(`${scope.userId} ${state}`);
        await scope.run((tx) => mcpRepository(tx).update(id, { signInHash, auth: 'oauth' }));
        return url;
      }
      // It lets everybody in: there is nobody to sign in as.
      throw new AppError(mcpErrors.signInFailed);
    },

    /** Ends signing in by what came back to the browser of the member who began it. */
    async finishSignIn(
      scope: AccountScope,
      given: {
        state: string;
        code?: string | undefined;
        issuer?: string | undefined;
        error?: string | undefined;
      },
    ): Promise<McpConnection> {
      const row = await scope.run(async (tx) => {
        const repository = mcpRepository(tx);
        const found = await repository.bySignIn(hashToken(`${scope.userId} ${given.state}`));
        // It works once, whatever comes of it.
        if (found) await repository.update(found.id, { signInHash: null });
        return found;
      });
      if (!row) throw new AppError(mcpErrors.signInUnknown);
      const kept = oauthOf(row);
      if (given.error !== undefined || given.code === undefined) throw new AppError(mcpErrors.signInFailed);
      if (!isFromIssuer(kept, given.issuer)) throw new AppError(mcpErrors.signInUnknown);
      try {
        const result = await auth(providerOf(row, kept), {
          serverUrl: row.url,
          authorizationCode: given.code,
          fetchFn: fetchFor(safeFetch),
        });
        if (result !== 'AUTHORIZED') throw new Error('The authorisation server gave no token');
      } catch (error) {
        services.log.warn(
          { ...loggedOf(error, true), connectionId: row.id },
          'signing in at an MCP server did not end',
        );
        throw new AppError(mcpErrors.signInFailed, { cause: error });
      }
      return present(await look(await find(scope, row.id)));
    },
  };
}

export type McpUsecases = ReturnType<typeof createMcpUsecases>;
