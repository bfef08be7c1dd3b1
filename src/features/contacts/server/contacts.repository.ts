import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { askedContactFields, type AskedContactField } from '#shared/contacts/contact-fields.ts';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { contactSelection } from './contacts-list.repository.ts';
import { contacts } from './contacts.table.ts';

export type ContactRow = typeof contacts.$inferSelect;

/** Whether an address is a further one of a contact. */
const isOther = (email: string): SQL =>
  sql`(${contacts.otherEmails} <> '[]' AND ${contacts.otherEmails} ? ${email})`;

export function contactsRepository(tx: Transaction) {
  return {
    /** Writes a contact; its own fields begin with what they have before anybody says otherwise. */
    async insert(row: typeof contacts.$inferInsert): Promise<void> {
      await tx.insert(contacts).values({
        ...row,
        customFields: sql`custom_initials(${row.accountId},
          'contact') || ${sql.param(row.customFields ?? {}, contacts.customFields)}`,
      });
    },
    async byId(id: string) {
      const [row] = await tx
        .select(contactSelection)
        .from(contacts)
        .leftJoin(agents, eq(agents.id, contacts.sourceAgentId))
        .where(eq(contacts.id, id));
      return row ?? null;
    },
    async count(): Promise<number> {
      return tx.$count(contacts);
    },
    async update(id: string, change: Partial<ContactRow>): Promise<void> {
      await tx.update(contacts).set(change).where(eq(contacts.id, id));
    },
    /** The money that came of a contact, by currency, and what the answers to it cost. */
    async money(id: string): Promise<{
      sums: { currency: string; paid: number; refunded: number; isTest: boolean }[];
      isSubscribed: boolean;
      aiCostMicros: number;
    }> {
      const { rows: sums } = await tx.execute<{
        currency: string;
        paid: number;
        refunded: number;
        isTest: boolean;
        subscribed: boolean;
      }>(sql`
        SELECT coalesce(m.currency, p.currency) AS currency, p.is_test AS "isTest",
          coalesce(sum(m.gross) FILTER (WHERE m.kind IN ('payment', 'renewal')), 0)::float8 AS paid,
          coalesce(-sum(m.gross) FILTER (WHERE m.kind NOT IN ('payment', 'renewal')), 0)::float8 AS refunded,
            bool_or(coalesce(p.subscription_status IN ('trialing', 'active', 'past_due'),
            false)) AS subscribed
        FROM purchases p LEFT JOIN payment_movements m ON m.purchase_id = p.id
        WHERE p.contact_id = ${id} AND p.status = 'paid' GROUP BY 1, 2 ORDER BY 2, 1`);
      const {
        rows: [cost],
      } = await tx.execute<{ micros: number }>(sql`
        SELECT coalesce(sum(w.cost_micros), 0)::float8 AS micros FROM conversations c
        CROSS JOIN LATERAL (SELECT m.cost_micros FROM messages m WHERE m.conversation_id = c.id
          UNION ALL SELECT s.cost_micros FROM conversation_summaries s WHERE s.conversation_id = c.id) w
        WHERE c.contact_id = ${id}`);
      return {
        sums: sums.map(({ currency, paid, refunded, isTest }) => ({ currency, paid, refunded, isTest })),
        isSubscribed: sums.some(({ subscribed }) => subscribed),
        aiCostMicros: cost?.micros ?? 0,
      };
    },
    /** Reads a contact and keeps others from changing it meanwhile. */
    async lock(id: string): Promise<ContactRow | null> {
      const [row] = await tx.select().from(contacts).where(eq(contacts.id, id)).for('update');
      return row ?? null;
    },
    /** Whether a contact other than `exceptId` has this address. */
    async hasEmail(email: string, exceptId: string): Promise<boolean> {
      return (
        (await tx.$count(
          contacts,
          and(or(eq(contacts.email, email), isOther(email)), sql`${contacts.id} <> ${exceptId}`),
        )) > 0
      );
    },
    /** The contact that has an address, as its main one or as another. */
    async idByAnyEmail(email: string): Promise<string | null> {
      const [row] = await tx
        .select({ id: contacts.id })
        .from(contacts)
        .where(or(eq(contacts.email, email), isOther(email)));
      return row?.id ?? null;
    },
    async idByEmail(email: string): Promise<string | null> {
      const [row] = await tx.select({ id: contacts.id }).from(contacts).where(eq(contacts.email, email));
      return row?.id ?? null;
    },
    /** Whether a visitor is a contact whom the account has blocked. */
    async isVisitorBlocked(visitorId: string): Promise<boolean> {
      return (
        (await tx.$count(
          contacts,
          sql`${contacts.isBlocked} AND ${contacts.id} = (SELECT v.contact_id FROM visitors v
            WHERE v.id = ${visitorId})`,
        )) > 0
      );
    },
    async idByExternal(externalId: string): Promise<string | null> {
      const [row] = await tx
        .select({ id: contacts.id })
        .from(contacts)
        .where(eq(contacts.externalId, externalId))
        .for('update');
      return row?.id ?? null;
    },
    async setIdentity(
      id: string,
      identity: Partial<
        Pick<
          ContactRow,
          'externalId' | 'verifiedAt' | 'name' | 'email' | 'claimedEmail' | 'emailProof' | 'emailProvenAt'
        >
      >,
    ): Promise<void> {
      if (Object.keys(identity).length === 0) return;
      await tx.update(contacts).set(identity).where(eq(contacts.id, id));
    },
    /** Makes an address that was only typed a claim. */
    async claimEmail(id: string): Promise<void> {
      await tx
        .update(contacts)
        .set({ claimedEmail: sql`${contacts.email}`, email: null })
        .where(eq(contacts.id, id));
    },
    async setDetails(
      id: string,
      details: Pick<ContactRow, AskedContactField | 'customValues' | 'claimedEmail'>,
    ): Promise<void> {
      const { customValues, claimedEmail } = details;
      const asked = Object.fromEntries(askedContactFields.map((field) => [field, details[field]]));
      await tx
        .update(contacts)
        .set({ ...asked, customValues, claimedEmail })
        .where(eq(contacts.id, id));
    },
    async release(id: string, gone: { conversations: number; messages: number }): Promise<void> {
      await tx
        .update(contacts)
        .set({
          conversationCount: sql`greatest(0, ${contacts.conversationCount} - ${gone.conversations})`,
          messageCount: sql`greatest(0, ${contacts.messageCount} - ${gone.messages})`,
        })
        .where(eq(contacts.id, id));
    },
    async delete(id: string): Promise<void> {
      await tx.delete(contacts).where(eq(contacts.id, id));
    },
    async bump(id: string, change: { conversations: number; messages: number; now: Date }): Promise<void> {
      await tx
        .update(contacts)
        .set({
          conversationCount: sql`${contacts.conversationCount} + ${change.conversations}`,
          messageCount: sql`${contacts.messageCount} + ${change.messages}`,
          lastSeenAt: change.now,
        })
        .where(eq(contacts.id, id));
    },
  };
}
