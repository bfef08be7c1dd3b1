import type { Transaction } from '#platform/database/database.ts';
import { agentsImagesRepository } from './look/images.repository.ts';
import { agentsRepository } from './agents.repository.ts';

/**
 * What features that hang on an agent need to know of it, and whether its page is there for visitors; null
 * when the transaction sees no such agent.
 */
export async function findAgentFacts(
  tx: Transaction,
  id: string,
): Promise<{ id: string; number: number; name: string; hasPage: boolean } | null> {
  const row = await agentsRepository(tx).byId(id);
  const hasPage = row?.status === 'live' || row?.status === 'paused';
  return row && { id: row.id, number: row.number, name: row.name, hasPage };
}

/** A picture of the account by its hash. */
export async function findAgentImage(
  tx: Transaction,
  accountId: string,
  hash: string,
): Promise<{ bytes: Buffer } | null> {
  const [picture] = await agentsImagesRepository(tx).pictures(accountId, [hash]);
  return picture ?? null;
}
