import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { Proof } from '../../contacts.contract.ts';

/**
 * Who came as a contact, and what of it is theirs. Visitors are another feature's, which stands above this
 * one.
 */
export function contactsIdentityRepository(tx: Transaction) {
  const one = async (condition: SQL): Promise<boolean> => {
    const { rows } = await tx.execute(sql`SELECT 1 WHERE ${condition}`);
    return rows.length > 0;
  };
  /**
   * Tables in which a visitor left something under the name of a contact, out of the database itself, so that
   * no new one is forgotten.
   */
  async function tablesOfVisitors(): Promise<string[]> {
    const { rows } = await tx.execute<{ table: string }>(sql`
      SELECT DISTINCT c.conrelid::regclass::text AS table FROM pg_constraint c
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] AND a.attname = 'contact_id'
      JOIN pg_attribute v ON v.attrelid = c.conrelid AND v.attname = 'visitor_id' AND NOT v.attisdropped
      WHERE c.contype = 'f' AND c.confrelid = 'contacts'::regclass ORDER BY 1`);
    return rows.map(({ table }) => table);
  }
  return {
    /**
     * Whether another browser than this visitor's is, or wrote or bought, as the contact.
     * The same browser at another agent is none.
     */
    hasOthers(contactId: string, visitorId: string | null): Promise<boolean> {
      const family = sql`(SELECT r.id FROM visitors r, visitors own
        WHERE own.id = ${visitorId} AND coalesce(r.root_id, r.id) = coalesce(own.root_id, own.id))`;
      return one(sql`
        EXISTS (SELECT FROM visitors v WHERE v.contact_id = ${contactId} AND v.id NOT IN ${family})
        OR EXISTS (SELECT FROM conversations c
          WHERE c.contact_id = ${contactId} AND c.visitor_id NOT IN ${family})
        OR EXISTS (SELECT FROM purchases p
          WHERE p.contact_id = ${contactId} AND p.visitor_id NOT IN ${family})`);
    },
    /** Whether anybody is, or anything was written or bought, as the contact. */
    hasAnything(contactId: string): Promise<boolean> {
      return one(sql`
        EXISTS (SELECT FROM visitors v WHERE v.contact_id = ${contactId})
        OR EXISTS (SELECT FROM conversations c WHERE c.contact_id = ${contactId})
        OR EXISTS (SELECT FROM purchases p WHERE p.contact_id = ${contactId})
        OR EXISTS (SELECT FROM form_submissions s WHERE s.contact_id = ${contactId})`);
    },
    /**
     * Takes what one visitor left from one contact to another; gives how many conversations and messages that
     * were.
     */
    async handOver(
      visitorId: string,
      from: string,
      to: string,
    ): Promise<{ conversations: number; messages: number }> {
      const { rows } = await tx.execute<{ conversations: number; messages: number }>(sql`
        SELECT count(*)::int AS conversations, coalesce(sum(message_count), 0)::int AS messages
        FROM conversations WHERE visitor_id = ${visitorId} AND contact_id = ${from} AND NOT is_preview`);
      for (const table of await tablesOfVisitors()) {
        await tx.execute(
          sql`UPDATE ${sql.identifier(table)} SET contact_id = ${to}
            WHERE visitor_id = ${visitorId} AND contact_id = ${from}`,
        );
      }
      return rows[0] ?? { conversations: 0, messages: 0 };
    },
    async link(visitorId: string, contactId: string, proof: Proof, now: Date): Promise<void> {
      await tx.execute(
        sql`UPDATE visitors SET contact_id = ${contactId}, proof = ${proof}, proven_at = ${now.toISOString()}
          WHERE id = ${visitorId}`,
      );
    },
    /** How many of a contact's visitors proved to be it, and how many only came as it. */
    async visitorsOf(contactId: string): Promise<{ proven: number; claimed: number }> {
      const { rows } = await tx.execute<{ proven: number; claimed: number }>(sql`
        SELECT count(*) FILTER (WHERE proven_at IS NOT NULL)::int AS proven,
          count(*) FILTER (WHERE proven_at IS NULL)::int AS claimed
        FROM visitors WHERE contact_id = ${contactId} AND NOT is_preview`);
      return rows[0] ?? { proven: 0, claimed: 0 };
    },
    /**
     * Where a visitor gets the mails of a conversation: at the contact's address, the own one or the claimed,
     * if the visitor proved to be it or is alone in it; else only at the one that they typed themselves, for
     * the other may be somebody else's.
     */
    async mailAddress(contactId: string, visitorId: string): Promise<string | null> {
      const { rows } = await tx.execute<{ address: string | null }>(sql`
        SELECT CASE
          WHEN v.id IS NULL OR (v.contact_id = c.id AND v.proven_at IS NOT NULL)
            OR NOT EXISTS (SELECT FROM visitors other
              WHERE other.contact_id = c.id AND coalesce(other.root_id, other.id) <> coalesce(v.root_id,
              v.id))
          THEN coalesce(c.email, c.claimed_email)
          ELSE jsonb_path_query_first(v.form_values, '$[*] ? (@.type == "email").value') #>> '{}'
        END AS address
        FROM contacts c LEFT JOIN visitors v ON v.id = ${visitorId} WHERE c.id = ${contactId}`);
      return rows[0]?.address ?? null;
    },
    /**
     * The contact that gathers what was typed into pages with an address that nobody proved: nobody writes or
     * buys as it.
     */
    async idOfTyped(email: string): Promise<string | null> {
      const { rows } = await tx.execute<{ id: string }>(sql`
        SELECT c.id FROM contacts c
        WHERE (c.email = ${email} OR (c.email IS NULL AND c.claimed_email = ${email}))
          AND c.source = 'form' AND c.email_proof IS NULL AND c.external_id IS NULL
          AND NOT EXISTS (SELECT FROM visitors v WHERE v.contact_id = c.id)
            AND NOT EXISTS (SELECT FROM conversations k WHERE k.contact_id = c.id)
        ORDER BY c.created_at, c.id LIMIT 1 FOR UPDATE OF c`);
      return rows[0]?.id ?? null;
    },
  };
}
