import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { endReservation } from '#features/paywall/server/paywall.table.ts';
import { conversations, messages, visitors } from '../conversations.table.ts';

/** What of a person is to be erased. */
export function erasureRepository(tx: Transaction) {
  return {
    async visitorsOf(contactId: string): Promise<string[]> {
      return (
        await tx
          .select({ id: visitors.id })
          .from(visitors)
          .where(eq(visitors.contactId, contactId))
          .orderBy(visitors.id)
      ).map(({ id }) => id);
    },
    /** Those of the person's visitors, and what stands under their name besides. */
    async conversationsOf(contactId: string): Promise<string[]> {
      const { rows } = await tx.execute<{ id: string }>(sql`
        SELECT c.id FROM ${conversations} c LEFT JOIN ${visitors} v ON v.id = c.visitor_id
        WHERE c.contact_id = ${contactId} OR v.contact_id = ${contactId}`);
      return rows.map(({ id }) => id);
    },
    /** Conversations of a visitor who is somebody else by now. */
    async deleteConversations(contactId: string, now: Date): Promise<void> {
      const own = sql`SELECT id FROM ${conversations} WHERE contact_id = ${contactId}`;
      await tx.execute(
        sql`SELECT ${endReservation(sql`id`, { outcome: 'release', reason: 'deleted' }, now)} FROM ${messages}
          WHERE conversation_id IN (${own}) AND status = 'streaming'`,
      );
      await tx.delete(conversations).where(eq(conversations.contactId, contactId));
    },
  };
}
