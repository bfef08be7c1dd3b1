import { isDeepStrictEqual } from 'node:util';
import type { FunctionState } from '#features/agents/agents.contract.ts';
import type { FunctionDefinition } from '../custom-functions-definition.contract.ts';
import { isSameCredential, needsSecret } from './custom-functions-checks.models.ts';

/** A function as it is now, also one that was deleted. */
export type FunctionNow = {
  definition: FunctionDefinition;
  version: number;
  isEnabled: boolean;
  sealedSecret: string | null;
  deletedAt: Date | null;
};

/** What the account has besides, and who asks. */
export type Surroundings = {
  /** Whether the person may change functions at all. */
  mayChange: boolean;
  /** Whether there is no room for one more. */
  isFull: boolean;
  isNameTaken(name: string): boolean;
};

/** What becomes of a function that goes back to a state; `kept` where it can't. */
export type Return =
  | { change: 'none' }
  | { change: 'kept' }
  | {
      change: 'added' | 'changed';
      definition: FunctionDefinition;
      /** Whether its definition becomes another one, which is a new version of it. */
      isNewVersion: boolean;
      /** Whether it has a key now that its definition of then has no use for. */
      losesKey: boolean;
    };

/** `then` is its definition of the state; null where that was forgotten. */
export function returnOf(
  row: FunctionNow | null,
  state: FunctionState,
  then: FunctionDefinition | null,
  { mayChange, isFull, isNameTaken }: Surroundings,
): Return {
  if (!row) return { change: 'kept' };
  const isDeleted = row.deletedAt !== null;
  // What came back once has a later number for the same definition.
  const isSame = row.version === state.version || isDeepStrictEqual(row.definition, then);
  if (isSame && !isDeleted && row.isEnabled === state.isEnabled) return { change: 'none' };
  const definition = isSame ? row.definition : then;
  if (!definition || !mayChange || isNameTaken(definition.name)) return { change: 'kept' };
  if (isDeleted && isFull) return { change: 'kept' };
  const keepsKey = row.sealedSecret !== null && (isSame || isSameCredential(row.definition, definition));
  if (needsSecret(definition) && !keepsKey) return { change: 'kept' };
  return {
    change: isDeleted ? 'added' : 'changed',
    definition,
    isNewVersion: !isSame,
    losesKey: row.sealedSecret !== null && !needsSecret(definition),
  };
}
