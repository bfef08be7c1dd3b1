import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { FunctionState } from '#features/agents/agents.contract.ts';
import { agentsCalling } from '#features/agents/server/agents-facts.usecases.ts';
import type { VersionedFunctions } from '#features/agents/server/lifecycle/versioned-functions.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { functionLimits } from '../custom-functions-definition.contract.ts';
import { isSameCredential, needsSecret } from './custom-functions-checks.models.ts';
import { functionsRepository, type FunctionRow } from './custom-functions.repository.ts';

/** How functions are now, in the order of their ids; those that are gone are left out. */
export async function functionStates(tx: Transaction, ids: readonly string[]): Promise<FunctionState[]> {
  if (ids.length === 0) return [];
  return (await functionsRepository(tx).byIds(ids))
    .map(({ id, label, version, isEnabled }) => ({ id, label, version, isEnabled }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const isAs = (row: FunctionRow, state: FunctionState): boolean =>
  row.deletedAt === null && row.version === state.version && row.isEnabled === state.isEnabled;

/** Brings functions back to what they were when a version of an agent was published. */
export function createFunctionStates({ clock }: { clock: Clock }): VersionedFunctions {
  /** False where it stays as it is: it is gone, or its secret is of another sort or for elsewhere. */
  async function bringBack(tx: Transaction, scope: AccountScope, state: FunctionState): Promise<boolean> {
    const repository = functionsRepository(tx);
    const row = await repository.locked(state.id);
    if (!row) return false;
    if (isAs(row, state)) return true;
    const wasDeleted = row.deletedAt !== null;
    if (wasDeleted && (await repository.count()) >= functionLimits.functions) return false;
    const known = await repository.versions(state.id, functionLimits.versions);
    const then = known.find(({ number }) => number === state.version)?.definition;
    if (!then) return false;
    const isSame = row.version === state.version;
    const hasSecret = row.sealedSecret !== null && isSameCredential(row.definition, then);
    if (!isSame && needsSecret(then) && !hasSecret) return false;
    const version = isSame ? row.version : row.version + 1;
    const change = {
      name: then.name,
      label: then.label,
      definition: then,
      version,
      ...(needsSecret(then) ? {} : { sealedSecret: null, lastFour: null }),
      isEnabled: state.isEnabled,
      updatedAt: clock.now(),
      updatedBy: scope.userId,
      deletedAt: null,
    };
    await repository.change(state.id, change);
    if (!isSame)
      await repository.addVersion(
        {
          functionId: row.id,
          number: version,
          accountId: row.accountId,
          definition: then,
          createdAt: change.updatedAt,
          createdBy: scope.userId,
        },
        functionLimits.versions,
      );
    await writeAudit(tx, scope, wasDeleted ? 'functions.restored' : 'functions.changed', {
      id: row.id,
      name: then.label,
    });
    return true;
  }

  return {
    state: functionStates,

    async changes(tx, agentId, states) {
      const repository = functionsRepository(tx);
      const users = await agentsCalling(
        tx,
        states.map(({ id }) => id),
      );
      const here = new Map(
        (states.length > 0 ? await repository.byIds(states.map(({ id }) => id)) : []).map((row) => [
          row.id,
          row,
        ]),
      );
      return states.flatMap((state) => {
        const row = here.get(state.id);
        if (row && isAs(row, state)) return [];
        const others = users
          .filter(({ functionId, id }) => functionId === state.id && id !== agentId)
          .map(({ name }) => name);
        return [{ title: state.label, change: row ? ('changed' as const) : ('added' as const), others }];
      });
    },

    async apply(scope, states) {
      const kept: string[] = [];
      for (const state of states) {
        const isBack = await scope
          .run(async (tx) => {
            const row = await functionsRepository(tx).locked(state.id);
            if (row && isAs(row, state)) return true;
            return scope.can('integrations.manage') && bringBack(tx, scope, state);
          })
          // Another function has its name by now.
          .catch((error: unknown) => {
            if (violatedConstraint(error) === 'functions_name') return false;
            throw error;
          });
        if (!isBack) kept.push(state.label);
      }
      return kept;
    },
  };
}
