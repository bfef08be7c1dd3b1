import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { findUserNames } from '#features/accounts/server/accounts.usecases.ts';
import { agentsCalling } from '#features/agents/server/agents-facts.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { functionLimits, type FunctionDefinition } from '../custom-functions-definition.contract.ts';
import {
  functionsErrors,
  type AgentFunction,
  type FunctionRun,
  type FunctionSummary,
  type FunctionVersion,
} from '../custom-functions.contract.ts';
import type { FunctionRuns } from './calling/runs.usecases.ts';
import { originOf } from './calling/templates.models.ts';
import { checkDefinition, factsOf, keepsSecret, needsSecret } from './custom-functions-checks.models.ts';
import { functionsRepository, type FunctionRow } from './custom-functions.repository.ts';

/** Whose secret it is: a copy of the sealed text opens nothing elsewhere. */
export const secretOwner = (row: Pick<FunctionRow, 'accountId' | 'id'>): string =>
  ['functions', row.accountId, row.id].join(':');

/** Undefined keeps what is there, null takes it away. */
type SecretInput = string | null | undefined;
type Sealed = Pick<FunctionRow, 'sealedSecret' | 'lastFour'>;

const hostOf = (definition: FunctionDefinition): string => {
  const origin = definition.kind === 'http' ? originOf(definition.http.url) : null;
  return origin ? new URL(origin).host : '';
};

const restoreDays = 30;
const testRuns = { name: 'functions.runs', limit: 120, windowSeconds: 600 } as const;

async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw violatedConstraint(error) === 'functions_name'
      ? new AppError(functionsErrors.nameTaken, {
          fields: { 'definition.name': 'functions:problem.nameTaken' },
        })
      : error;
  });
}

/** What agents may call, as the account writes it down. */
export function createFunctionsUsecases(services: {
  database: Database;
  clock: Clock;
  box: SecretBox;
  limiter: Pick<RateLimiter, 'takeAll'>;
  runs: Pick<FunctionRuns, 'tryOut'>;
  /** Names of tools that every agent has. */
  reservedNames: readonly string[];
  assertAllowedUrl(url: string): void;
}) {
  const { database, clock, box } = services;

  function check(definition: FunctionDefinition): void {
    if (services.reservedNames.includes(definition.name))
      throw new AppError(functionsErrors.nameReserved, {
        fields: { 'definition.name': 'functions:problem.nameReserved' },
      });
    checkDefinition(definition, services.assertAllowedUrl);
  }

  /** The secret after a change; throws where one is missing. */
  function sealedFor(
    row: Pick<FunctionRow, 'accountId' | 'id'>,
    definition: FunctionDefinition,
    secret: SecretInput,
    before: (Sealed & { definition: FunctionDefinition }) | null,
  ): Sealed {
    if (!needsSecret(definition)) return { sealedSecret: null, lastFour: null };
    if (typeof secret === 'string')
      return {
        sealedSecret: box.seal(secret, secretOwner(row)),
        lastFour: secret.length >= 8 ? secret.slice(-4) : '',
      };
    if (secret === undefined && before?.sealedSecret && keepsSecret(before.definition, definition))
      return { sealedSecret: before.sealedSecret, lastFour: before.lastFour };
    throw new AppError(functionsErrors.secretNeeded, { fields: { secret: 'functions:problem.secret' } });
  }

  async function found(tx: Transaction, id: string): Promise<FunctionRow> {
    const row = await functionsRepository(tx).locked(id);
    if (!row || row.deletedAt) throw new AppError(functionsErrors.notFound);
    return row;
  }

  async function present(scope: AccountScope, row: FunctionRow): Promise<AgentFunction> {
    const users = await scope.run((tx) => agentsCalling(tx, [row.id]));
    const names = await findUserNames(database, [row.updatedBy]);
    return {
      id: row.id,
      definition: row.definition,
      version: row.version,
      isEnabled: row.isEnabled,
      secretLastFour: row.sealedSecret ? (row.lastFour ?? '') : null,
      usedBy: users
        .filter(({ id }) => scope.reaches(id))
        .map(({ id, name, isLive }) => ({ id, name, isLive })),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      updatedBy: names.get(row.updatedBy) ?? '',
    };
  }

  const addVersion = (tx: Transaction, row: FunctionRow): Promise<void> =>
    functionsRepository(tx).addVersion(
      {
        functionId: row.id,
        number: row.version,
        accountId: row.accountId,
        definition: row.definition,
        createdAt: row.updatedAt,
        createdBy: row.updatedBy,
      },
      functionLimits.versions,
    );

  async function add(tx: Transaction, scope: AccountScope, row: FunctionRow): Promise<void> {
    const repository = functionsRepository(tx);
    await repository.forget(new Date(row.createdAt.getTime() - restoreDays * 86_400_000));
    if ((await repository.count()) >= functionLimits.functions) throw new AppError(functionsErrors.tooMany);
    await repository.insert(row);
    await addVersion(tx, row);
    await writeAudit(tx, scope, 'functions.created', { id: row.id, name: row.label });
  }

  function blank(scope: AccountScope, definition: FunctionDefinition): FunctionRow {
    const now = clock.now();
    return {
      id: newId('fnc'),
      accountId: scope.accountId,
      name: definition.name,
      label: definition.label,
      definition,
      version: 1,
      sealedSecret: null,
      lastFour: null,
      isEnabled: true,
      createdAt: now,
      updatedAt: now,
      updatedBy: scope.userId,
      deletedAt: null,
    };
  }

  return {
    async list(scope: AccountScope): Promise<FunctionSummary[]> {
      return scope.run(async (tx) => {
        const rows = await functionsRepository(tx).list();
        const users = await agentsCalling(
          tx,
          rows.map(({ id }) => id),
        );
        return rows.map(({ id, definition, version, isEnabled, updatedAt }) => ({
          id,
          name: definition.name,
          label: definition.label,
          description: definition.description,
          kind: definition.kind,
          risk: definition.risk,
          host: hostOf(definition),
          version,
          isEnabled,
          agentCount: users.filter((user) => user.functionId === id).length,
          updatedAt: updatedAt.toISOString(),
        }));
      });
    },

    async create(
      scope: AccountScope,
      { definition, secret }: { definition: FunctionDefinition; secret?: SecretInput },
    ): Promise<AgentFunction> {
      check(definition);
      const plain = blank(scope, definition);
      const row = { ...plain, ...sealedFor(plain, definition, secret, null) };
      await unlessTaken(scope.run((tx) => add(tx, scope, row)));
      return present(scope, row);
    },

    async read(scope: AccountScope, id: string): Promise<AgentFunction> {
      return present(scope, await scope.run((tx) => found(tx, id)));
    },

    /** Saves a new version over the one that the caller read. */
    async save(
      scope: AccountScope,
      id: string,
      input: { definition: FunctionDefinition; secret?: SecretInput; version: number },
    ): Promise<AgentFunction> {
      const { definition } = input;
      check(definition);
      const row = await unlessTaken(
        scope.run(async (tx) => {
          const before = await found(tx, id);
          if (before.version !== input.version) throw new AppError(functionsErrors.changedMeanwhile);
          const after: FunctionRow = {
            ...before,
            ...sealedFor(before, definition, input.secret, before),
            name: definition.name,
            label: definition.label,
            definition,
            version: before.version + 1,
            updatedAt: clock.now(),
            updatedBy: scope.userId,
          };
          await functionsRepository(tx).change(id, after);
          await addVersion(tx, after);
          await writeAudit(tx, scope, 'functions.changed', { id, name: after.label });
          return after;
        }),
      );
      return present(scope, row);
    },

    async setEnabled(scope: AccountScope, id: string, isEnabled: boolean): Promise<void> {
      await scope.run(async (tx) => {
        const { label } = await found(tx, id);
        await functionsRepository(tx).change(id, { isEnabled });
        await writeAudit(tx, scope, 'functions.changed', { id, name: label });
      });
    },

    async duplicate(scope: AccountScope, id: string): Promise<AgentFunction> {
      const row = await scope.run(async (tx) => {
        const before = await found(tx, id);
        const names = new Set((await functionsRepository(tx).list()).map(({ name }) => name.toLowerCase()));
        const stem = before.name.slice(0, 58);
        let name = `${stem}_copy`;
        for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${stem}_${number}`;
        const definition = { ...before.definition, name };
        const plain = blank(scope, definition);
        const secret = before.sealedSecret ? box.open(before.sealedSecret, secretOwner(before)) : undefined;
        const copy = {
          ...plain,
          ...(secret === undefined ? {} : sealedFor(plain, definition, secret, null)),
        };
        await add(tx, scope, copy);
        return copy;
      });
      return present(scope, row);
    },

    async remove(scope: AccountScope, id: string): Promise<void> {
      await scope.run(async (tx) => {
        const { label } = await found(tx, id);
        await functionsRepository(tx).change(id, { deletedAt: clock.now() });
        await writeAudit(tx, scope, 'functions.deleted', { id, name: label });
      });
    },

    async restore(scope: AccountScope, id: string): Promise<AgentFunction> {
      const row = await unlessTaken(
        scope.run(async (tx) => {
          const repository = functionsRepository(tx);
          const before = await repository.locked(id);
          if (!before) throw new AppError(functionsErrors.notFound);
          if (!before.deletedAt) return before;
          if ((await repository.count()) >= functionLimits.functions)
            throw new AppError(functionsErrors.tooMany);
          await repository.change(id, { deletedAt: null });
          await writeAudit(tx, scope, 'functions.restored', { id, name: before.label });
          return { ...before, deletedAt: null };
        }),
      );
      return present(scope, row);
    },

    async versions(scope: AccountScope, id: string): Promise<FunctionVersion[]> {
      const rows = await scope.run(async (tx) => {
        await found(tx, id);
        return functionsRepository(tx).versions(id, functionLimits.versions);
      });
      const names = await findUserNames(
        database,
        rows.map(({ createdBy }) => createdBy),
      );
      return rows.map(({ number, definition, createdAt, createdBy }) => ({
        number,
        definition,
        createdAt: createdAt.toISOString(),
        createdBy: names.get(createdBy) ?? '',
      }));
    },

    /** Runs a function as it is given; facts of a visitor stand in it by their names. */
    async tryOut(
      scope: AccountScope,
      input: {
        definition: FunctionDefinition;
        secret?: SecretInput;
        id: string | null;
        arguments: Record<string, unknown>;
        isMocked: boolean;
      },
    ): Promise<FunctionRun> {
      const { definition, id } = input;
      checkDefinition(definition, services.assertAllowedUrl);
      await admit(services.limiter, commonErrors.tooManyRequests, [{ rule: testRuns, key: scope.accountId }]);
      const row = id === null ? null : await scope.run((tx) => found(tx, id));
      let secret = input.secret ?? '';
      if (secret === '' && needsSecret(definition) && !input.isMocked) {
        if (!row?.sealedSecret || !keepsSecret(row.definition, definition))
          throw new AppError(functionsErrors.secretNeeded, {
            fields: { secret: 'functions:problem.secret' },
          });
        secret = box.open(row.sealedSecret, secretOwner(row));
      }
      return services.runs.tryOut({
        accountId: scope.accountId,
        definition,
        secret,
        given: input.arguments,
        facts: Object.fromEntries(factsOf(definition).map((name) => [name, `(${name})`])),
        isMocked: input.isMocked,
        inPage: null,
        signal: AbortSignal.timeout(definition.timeoutMs + 5_000),
      });
    },
  };
}

export type FunctionsUsecases = ReturnType<typeof createFunctionsUsecases>;
