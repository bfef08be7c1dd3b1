import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { hashToken, newToken } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope, Program } from '#platform/http/access.ts';
import {
  admitAndTell,
  type RateLimiter,
  type RateRule,
  type RateState,
} from '#platform/rate-limit/rate-limit.ts';
import { findUserNames } from '#features/accounts/server/accounts.usecases.ts';
import { findAgentFacts } from '#features/agents/server/agents-facts.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import {
  accountKeysErrors,
  mostAccountKeys,
  type AccountKey,
  type AccountKeyInput,
} from '../../api-keys-account.contract.ts';
import { apiKeysErrors } from '../../api-keys.contract.ts';
import { accountKeysRepository, type AccountKeyRow } from './account-keys.repository.ts';

const ruleOf = ({ requestsPerMinute: limit }: AccountKeyRow): RateRule => ({
  name: 'account-key',
  limit,
  windowSeconds: 60,
});

/** Keys by which programs work in an account for one of its members. */
export function createAccountKeys({
  database,
  clock,
  limiter,
}: {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
}) {
  const present = (row: AccountKeyRow, names: ReadonlyMap<string, string>): AccountKey => ({
    id: row.id,
    name: row.name,
    isTest: row.isTest,
    scopes: row.scopes,
    agentIds: row.agentIds,
    requestsPerMinute: row.requestsPerMinute,
    lastFour: row.lastFour,
    createdBy: names.get(row.createdBy) ?? '',
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  });

  return {
    async list(scope: AccountScope): Promise<AccountKey[]> {
      const rows = await scope.run((tx) => accountKeysRepository(tx).list());
      const names = await findUserNames(
        database,
        rows.map(({ createdBy }) => createdBy),
      );
      return rows.map((row) => present(row, names));
    },

    async create(scope: AccountScope, input: AccountKeyInput): Promise<AccountKey & { key: string }> {
      const key = `sk_${input.isTest ? 'test' : 'live'}_${newToken()}`;
      const row: AccountKeyRow = {
        id: newId('akk'),
        accountId: scope.accountId,
        name: input.name,
        isTest: input.isTest,
        scopes: [...new Set(input.scopes)],
        agentIds: input.agentIds && [...new Set(input.agentIds)],
        requestsPerMinute: input.requestsPerMinute,
        hash: hashToken(key),
        lastFour: key.slice(-4),
        createdBy: scope.userId,
        createdAt: clock.now(),
        lastUsedAt: null,
        revokedAt: null,
      };
      await scope.run(async (tx) => {
        for (const id of row.agentIds ?? [])
          if (!scope.reaches(id) || !(await findAgentFacts(tx, id)))
            throw new AppError(apiKeysErrors.agentNotFound);
        if ((await accountKeysRepository(tx).count()) >= mostAccountKeys)
          throw new AppError(accountKeysErrors.tooManyAccountKeys, { variables: { most: mostAccountKeys } });
        await accountKeysRepository(tx).insert(row);
        await writeAudit(tx, scope, 'keys.made', { id: row.id, name: row.name });
      });
      return { ...present(row, await findUserNames(database, [scope.userId])), key };
    },

    revoke: (scope: AccountScope, id: string): Promise<void> =>
      scope.run(async (tx) => {
        const name = await accountKeysRepository(tx).revoke(id, clock.now());
        if (name === null) throw new AppError(accountKeysErrors.accountKeyNotFound);
        await writeAudit(tx, scope, 'keys.revoked', { id, name });
      }),

    /** Revokes what a member leaves behind who goes, in the caller's transaction. */
    revokeOf: (
      tx: Transaction,
      { accountId, userId }: { accountId: string; userId: string },
    ): Promise<void> => accountKeysRepository(tx).revokeOf(accountId, userId, clock.now()),

    /**
     * Which program calls with this key, or null when it is none or revoked. Throws when it is used too often.
     * `tell` hears how often it may still come.
     */
    async authenticate(
      key: string,
      tell: (state: RateState) => void = () => undefined,
    ): Promise<Program | null> {
      if (!/^sk_(live|test)_[\w-]{40,60}$/.test(key)) return null;
      const row = await accountKeysRepository(database.direct).byHash(hashToken(key));
      if (!row) return null;
      await admitAndTell(limiter, commonErrors.tooManyRequests, { rule: ruleOf(row), key: row.id }, tell);
      await accountKeysRepository(database.direct).markUsed(row, clock.now());
      return {
        kind: 'key',
        id: row.id,
        name: row.name,
        accountId: row.accountId,
        userId: row.createdBy,
        scopes: row.scopes,
        agentIds: row.agentIds,
        isTest: row.isTest,
      };
    },
  };
}

export type AccountKeys = ReturnType<typeof createAccountKeys>;
