import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { contacts } from './contacts.table.ts';

export type ContactRow = typeof contacts.$inferSelect;
/** Microseconds since the epoch, as exact as the database keeps them. */
export type ContactPosition = { micros: number; id: string };

/** What the page that the contact wrote from last tells about its visitor. */
const variables = sql<Record<string, string>>`coalesce((SELECT v.variables FROM visitors v WHERE v.contact_id = ${contacts.id} ORDER BY v.last_seen_at DESC LIMIT 1), '{}')`;
const lastMessage = sql<string>`coalesce((SELECT c.last_message FROM conversations c WHERE c.contact_id = ${contacts.id} ORDER BY c.last_message_at DESC LIMIT 1), '')`;

export function contactsRepository(tx: Transaction) {
  const selection = { contact: contacts, agentName: agents.name, lastMessage, variables };
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
    /** Reads a contact and keeps others from changing it meanwhile. */
    async lock(id: string): Promise<ContactRow | null> {
      const [row] = await tx.select().from(contacts).where(eq(contacts.id, id)).for('update');
      return row ?? null;
    },
    /** Whether a contact other than `exceptId` has this address. */
    async hasEmail(email: string, exceptId: string): Promise<boolean> {
      return (await tx.$count(contacts, and(eq(contacts.email, email), sql`${contacts.id} <> ${exceptId}`))) > 0;
    },
    async idByEmail(email: string): Promise<string | null> {
      const [row] = await tx.select({ id: contacts.id }).from(contacts).where(eq(contacts.email, email));
      return row?.id ?? null;
    },
    async idByExternal(externalId: string): Promise<string | null> {
      const [row] = await tx.select({ id: contacts.id }).from(contacts).where(eq(contacts.externalId, externalId)).for('update');
      return row?.id ?? null;
    },
    async setIdentity(id: string, identity: Partial<Pick<ContactRow, 'externalId' | 'verifiedAt' | 'name' | 'email' | 'claimedEmail'>>): Promise<void> {
      await tx.update(contacts).set(identity).where(eq(contacts.id, id));
    },
    /** Makes an address that was only typed a claim. */
    async claimEmail(id: string): Promise<void> {
      await tx.update(contacts).set({ claimedEmail: sql`${contacts.email}`, email: null }).where(eq(contacts.id, id));
    },
    async setDetails(id: string, details: Pick<ContactRow, 'name' | 'email' | 'phone' | 'company' | 'customValues' | 'claimedEmail'>): Promise<void> {
      const { name, email, phone, company, customValues, claimedEmail } = details;
      await tx.update(contacts).set({ name, email, phone, company, customValues, claimedEmail }).where(eq(contacts.id, id));
    },
    async release(id: string, gone: { conversations: number; messages: number }): Promise<void> {
      await tx
        .update(contacts)
        .set({ conversationCount: sql`greatest(0, ${contacts.conversationCount} - ${gone.conversations})`, messageCount: sql`greatest(0, ${contacts.messageCount} - ${gone.messages})` })
        .where(eq(contacts.id, id));
    },
    async delete(id: string): Promise<void> {
      await tx.delete(contacts).where(eq(contacts.id, id));
    },
    async bump(id: string, change: { conversations: number; messages: number; now: Date }): Promise<void> {
      await tx
        .update(contacts)
        .set({ conversationCount: sql`${contacts.conversationCount} + ${change.conversations}`, messageCount: sql`${contacts.messageCount} + ${change.messages}`, lastSeenAt: change.now })
        .where(eq(contacts.id, id));
    },
  };
}
