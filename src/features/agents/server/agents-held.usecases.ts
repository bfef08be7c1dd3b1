import type { Transaction } from '#platform/database/database.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { tellAgentChanged } from './agents-rows.usecases.ts';
import { agentsRepository } from './agents.repository.ts';

/**
 * Pauses an agent whatever its owner says, or gives it back (null). `tx` looks over the wall.
 * @returns the agent, or null where there is none
 */
export async function holdAgent(
  tx: Transaction,
  realtime: Pick<Realtime, 'publish'>,
  id: string,
  held: { at: Date; reason: string } | null,
): Promise<{ name: string; accountId: string } | null> {
  const row = await agentsRepository(tx).byId(id);
  if (!row || row.binnedAt) return null;
  await agentsRepository(tx).hold(id, held);
  await tellAgentChanged(realtime, tx, row);
  return row;
}
