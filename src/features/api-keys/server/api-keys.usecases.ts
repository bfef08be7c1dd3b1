import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { hashToken, newToken } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope, AgentKey } from '#platform/http/access.ts';
import { ofAddress } from '#platform/rate-limit/network.ts';
import { admit, admitAndTell, type RateLimiter, type RateState } from '#platform/rate-limit/rate-limit.ts';
import { findUserNames } from '#features/accounts/server/accounts.usecases.ts';
import { findAgentFacts } from '#features/agents/server/agents-facts.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { apiKeysErrors, mostApiKeys, requestsPerMinute, type ApiKey } from '../api-keys.contract.ts';
import { apiKeysRepository, type ApiKeyRow } from './api-keys.repository.ts';

const rule = { name: 'api-key', limit: requestsPerMinute, windowSeconds: 60 };
/**
 * A public key stands in a page for everybody to read: no single place may use up what its other readers
 * need.
 */
const placeRule = { name: 'api-key-address', limit: requestsPerMinute / 6, windowSeconds: 60 };
const prefixes = { public: 'pk_', secret: 'sk_' } as const;

export function createApiKeysUsecases({
  database,
  clock,
  limiter,
}: {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
}) {
  async function checkAgent(tx: Transaction, id: string): Promise<void> {
    if (!(await findAgentFacts(tx, id))) throw new AppError(apiKeysErrors.agentNotFound);
  }
  const present = (row: ApiKeyRow, names: ReadonlyMap<string, string>): ApiKey => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    lastFour: row.lastFour,
    createdBy: names.get(row.createdBy) ?? '',
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  });

  return {
    async list(scope: AccountScope, agentId: string): Promise<ApiKey[]> {
      const rows = await scope.run(async (tx) => {
        await checkAgent(tx, agentId);
        return apiKeysRepository(tx).list(agentId);
      });
      const names = await findUserNames(
        database,
        rows.map(({ createdBy }) => createdBy),
      );
      return rows.map((row) => present(row, names));
    },

    async create(
      scope: AccountScope,
      agentId: string,
      input: { kind: ApiKey['kind']; name: string },
    ): Promise<ApiKey & { key: string }> {
      const key = `${prefixes[input.kind]}${newToken()}`;
      const row: ApiKeyRow = {
        id: newId('key'),
        accountId: scope.accountId,
        agentId,
        ...input,
        hash: hashToken(key),
        lastFour: key.slice(-4),
        createdBy: scope.userId,
        createdAt: clock.now(),
        lastUsedAt: null,
        revokedAt: null,
      };
      await scope.run(async (tx) => {
        await checkAgent(tx, agentId);
        if ((await apiKeysRepository(tx).countOf(agentId)) >= mostApiKeys)
          throw new AppError(apiKeysErrors.tooMany, { variables: { most: mostApiKeys } });
        await apiKeysRepository(tx).insert(row);
        await writeAudit(tx, scope, 'keys.made', { id: row.id, name: row.name });
      });
      return { ...present(row, await findUserNames(database, [scope.userId])), key };
    },

    async revoke(scope: AccountScope, agentId: string, id: string): Promise<void> {
      await scope.run(async (tx) => {
        const name = (await apiKeysRepository(tx).list(agentId)).find((key) => key.id === id)?.name ?? '';
        if (!(await apiKeysRepository(tx).revoke(agentId, id, clock.now())))
          throw new AppError(apiKeysErrors.notFound);
        await writeAudit(tx, scope, 'keys.revoked', { id, name });
      });
    },

    /**
     * Whose key this is, or null when it is none or revoked. Throws when it is used too often. `tell` hears how
     * often a secret key may still come; how often a public one may, many share.
     */
    async authenticate(
      key: string,
      address: string,
      tell: (state: RateState) => void = () => undefined,
    ): Promise<AgentKey | null> {
      if (!/^(pk|sk)_[\w-]{40,60}$/.test(key)) return null;
      const row = await apiKeysRepository(database.direct).byHash(hashToken(key));
      if (!row) return null;
      const ofKey = { rule, key: row.id };
      if (row.kind === 'secret') await admitAndTell(limiter, commonErrors.tooManyRequests, ofKey, tell);
      else {
        const ofPlace = ofAddress(address, placeRule).map((use) => ({ ...use, key: `${row.id} ${use.key}` }));
        await admit(limiter, commonErrors.tooManyRequests, [...ofPlace, ofKey]);
      }
      await apiKeysRepository(database.direct).markUsed(row, clock.now());
      return { keyId: row.id, kind: row.kind, accountId: row.accountId, agentId: row.agentId };
    },
  };
}

export type ApiKeysUsecases = ReturnType<typeof createApiKeysUsecases>;
