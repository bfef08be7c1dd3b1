import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { contacts } from './contacts.table.ts';

export type ContactRow = typeof contacts.$inferSelect;
/** Microseconds since the epoch, as exact as the database keeps them. */
export type ContactPosition = { micros: number; id: string };

const lastMessage = sql<string>`coalesce((SELECT c.last_message FROM conversations c WHERE c.contact_id = ${contacts.id} ORDER BY c.last_message_at DESC LIMIT 1), '')`;

export function contactsRepository(tx: Transaction) {
  const selection = { contact: contacts, agentName: agents.name, lastMessage };
  return {
    async insert(row: typeof contacts.$inferInsert): Promise<void> {
      await tx.insert(contacts).values(row);
    },
    async byId(id: string) {
      const [row] = await tx.select(selection).from(contacts).leftJoin(agents, eq(agents.id, contacts.sourceAgentId)).where(eq(contacts.id, id));
      return row ?? null;
    },
    /** A page by last activity, newest first, after `position`. */
    async page(filter: { search?: string | undefined; agentId?: string | undefined; after?: ContactPosition | undefined; limit: number }) {
      const conditions: SQL[] = [];
      if (filter.search) {
        const pattern = `%${filter.search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
        conditions.push(sql`(${contacts.name} ILIKE ${pattern} OR ${contacts.email} ILIKE ${pattern} OR EXISTS (SELECT FROM conversations c WHERE c.contact_id = ${contacts.id} AND c.last_message ILIKE ${pattern}))`);
      }
      if (filter.agentId) conditions.push(eq(contacts.sourceAgentId, filter.agentId));
      const matching = conditions.length > 0 ? and(...conditions) : undefined;
      const after = filter.after ? sql`(${contacts.lastSeenAt}, ${contacts.id}) < (timestamptz 'epoch' + ${filter.after.micros}::float8 * interval '1 microsecond', ${filter.after.id})` : undefined;
      const rows = await tx
        .select({ ...selection, micros: sql<string>`(extract(epoch FROM ${contacts.lastSeenAt}) * 1000000)::bigint` })
        .from(contacts)
        .leftJoin(agents, eq(agents.id, contacts.sourceAgentId))
        .where(and(matching, after))
        .orderBy(desc(contacts.lastSeenAt), desc(contacts.id))
        .limit(filter.limit);
      return { rows, total: await tx.$count(contacts, matching) };
    },
    async count(): Promise<number> {
      return tx.$count(contacts);
    },
    async bump(id: string, change: { conversations: number; messages: number; now: Date }): Promise<void> {
      await tx
        .update(contacts)
        .set({ conversationCount: sql`${contacts.conversationCount} + ${change.conversations}`, messageCount: sql`${contacts.messageCount} + ${change.messages}`, lastSeenAt: change.now })
        .where(eq(contacts.id, id));
    },
  };
}
