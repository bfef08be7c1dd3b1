import type { Transaction } from '#platform/database/database.ts';
import { eraseEvents } from '#features/webhooks/server/events/events.usecases.ts';
import { erasureRepository } from './erasure.repository.ts';
import { visitorRepository } from '../visitors/visitor.repository.ts';

/**
 * Deletes a person's visitors and conversations, in the caller's transaction. What an answer that is being
 * written holds of a wallet is given back.
 */
export async function eraseConversations(tx: Transaction, contactId: string, now: Date): Promise<void> {
  const repository = erasureRepository(tx);
  const visitorIds = await repository.visitorsOf(contactId);
  const conversationIds = await repository.conversationsOf(contactId);
  for (const id of visitorIds) await visitorRepository(tx).deleteVisitor(id, now);
  await eraseEvents(tx, [...visitorIds, ...conversationIds]);
  await repository.deleteConversations(contactId, now);
}
