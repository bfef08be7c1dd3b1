import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { FunctionChange, FunctionState } from '../../agents.contract.ts';

/** What agents may call, as it goes back with a version of theirs. */
export type VersionedFunctions = {
  /** How these functions are now; those that are gone are left out. */
  state(tx: Transaction, ids: readonly string[]): Promise<FunctionState[]>;
  /** What bringing them to these states would change if this person did it, and what of it would not come to pass. */
  changes(
    tx: Transaction,
    scope: AccountScope,
    agentId: string,
    states: readonly FunctionState[],
  ): Promise<FunctionChange[]>;
  /** Brings them to these states; the labels of those that stay as they are. */
  apply(scope: AccountScope, states: readonly FunctionState[]): Promise<string[]>;
};
