import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { FunctionState } from '#features/agents/agents.contract.ts';
import { agentsCalling } from '#features/agents/server/agents-facts.usecases.ts';
import type { VersionedFunctions } from '#features/agents/server/lifecycle/versioned-functions.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { functionLimits, type FunctionDefinition } from '../custom-functions-definition.contract.ts';
import { returnOf, type Return } from './custom-functions-states.models.ts';
import { functionsRepository, type FunctionRow } from './custom-functions.repository.ts';

/** How functions are now, in the order of their ids; those that are gone are left out. */
export async function functionStates(tx: Transaction, ids: readonly string[]): Promise<FunctionState[]> {
  if (ids.length === 0) return [];
  return (await functionsRepository(tx).byIds(ids))
    .map(({ id, label, version, isEnabled }) => ({ id, label, version, isEnabled }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What those of these functions do that are on, in the order of their ids; what only people call them is left out. */
export async function functionBehaviors(
  tx: Transaction,
  ids: readonly string[],
): Promise<Omit<FunctionDefinition, 'label'>[]> {
  if (ids.length === 0) return [];
  return (await functionsRepository(tx).byIds(ids))
    .filter(({ isEnabled }) => isEnabled)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ definition: { label: _label, ...behavior } }) => behavior);
}

/** The account's functions by their names, as the database tells them apart. */
type Names = Map<string, string>;
const namesNow = async (tx: Transaction): Promise<Names> =>
  new Map((await functionsRepository(tx).list()).map(({ id, name }) => [name.toLowerCase(), id]));

async function returning(
  tx: Transaction,
  scope: AccountScope,
  row: FunctionRow | null,
  state: FunctionState,
  names: Names,
): Promise<Return> {
  const then = await functionsRepository(tx).definition(state.id, state.version);
  return returnOf(row, state, then, {
    mayChange: scope.can('integrations.manage'),
    isFull: names.size >= functionLimits.functions,
    isNameTaken: (name) => (names.get(name.toLowerCase()) ?? state.id) !== state.id,
  });
}

/** Brings functions back to what they were when a version of an agent was published. */
export function createFunctionStates({ clock }: { clock: Clock }): VersionedFunctions {
  /** False where it stays as it is. */
  async function bringBack(tx: Transaction, scope: AccountScope, state: FunctionState): Promise<boolean> {
    const repository = functionsRepository(tx);
    const row = await repository.locked(state.id);
    const back = await returning(tx, scope, row, state, await namesNow(tx));
    if (!row || back.change === 'kept') return false;
    if (back.change === 'none') return true;
    const { definition, isNewVersion } = back;
    const version = isNewVersion ? row.version + 1 : row.version;
    const change = {
      name: definition.name,
      label: definition.label,
      definition,
      version,
      ...(back.losesKey && { sealedSecret: null, lastFour: null }),
      isEnabled: state.isEnabled,
      updatedAt: clock.now(),
      updatedBy: scope.userId,
      deletedAt: null,
    };
    await repository.change(state.id, change);
    if (isNewVersion)
      await repository.addVersion(
        {
          functionId: row.id,
          number: version,
          accountId: row.accountId,
          definition,
          createdAt: change.updatedAt,
          createdBy: scope.userId,
        },
        functionLimits.versions,
      );
    await writeAudit(tx, scope, back.change === 'added' ? 'functions.restored' : 'functions.changed', {
      id: row.id,
      name: definition.label,
    });
    return true;
  }

  return {
    state: functionStates,

    async changes(tx, scope, agentId, states) {
      if (states.length === 0) return [];
      const ids = states.map(({ id }) => id);
      const users = await agentsCalling(tx, ids);
      const rows = new Map((await functionsRepository(tx).withDeleted(ids)).map((row) => [row.id, row]));
      const names = await namesNow(tx);
      const changes = [];
      for (const state of states) {
        const row = rows.get(state.id) ?? null;
        const back = await returning(tx, scope, row, state, names);
        if (back.change === 'none') continue;
        const losesKey = back.change !== 'kept' && back.losesKey;
        if (row && back.change !== 'kept') {
          // The next one finds the names that this one leaves and takes.
          if (!row.deletedAt) names.delete(row.name.toLowerCase());
          names.set(back.definition.name.toLowerCase(), row.id);
        }
        const others =
          back.change === 'kept'
            ? []
            : users
                .filter(({ functionId, id }) => functionId === state.id && id !== agentId)
                .map(({ name }) => name);
        changes.push({ title: state.label, change: back.change, losesKey, others });
      }
      return changes;
    },

    async apply(scope, states) {
      const kept: string[] = [];
      for (const state of states) {
        const isBack = await scope
          .run((tx) => bringBack(tx, scope, state))
          // Another function took its name in this moment.
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
