import { createHash } from 'node:crypto';
import type { Transaction } from '#platform/database/database.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Scenario } from '#features/agents/agents-tests.contract.ts';
import { functionBehaviors } from '#features/custom-functions/server/custom-functions-states.usecases.ts';
import { knowledgeRevision } from '#features/knowledge/server/knowledge.usecases.ts';

/** An agent as it is tried. */
export type Tried = {
  configuration: AgentConfiguration;
  collectionId: string;
};

/**
 * A name for all that the result of a run hangs on: what the agent is told, what it may do and what it asks for,
 * what it knows, and what it is tested with. Two runs of one name tried the same.
 */
export async function fingerprintOf(
  tx: Transaction,
  accountId: string,
  { configuration, collectionId }: Tried,
  scenarios: readonly Scenario[],
): Promise<string> {
  const knowledge = await knowledgeRevision(tx, accountId, collectionId);
  // What they ask for, cost and say of themselves is no part of the configuration.
  const functions = await functionBehaviors(tx, configuration.functions.enabled);
  return createHash('sha256')
    .update(
      JSON.stringify([
        configuration,
        collectionId,
        knowledge,
        // Runs of agents without any go on counting, which were held before functions were looked at.
        ...(functions.length > 0 ? [functions] : []),
        scenarios,
      ]),
    )
    .digest('hex');
}
