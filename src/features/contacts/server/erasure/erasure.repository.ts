import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { DuplicateReason } from '../../contacts-many.contract.ts';
import { contactMerges, contacts } from '../contacts.table.ts';

/**
 * Tables whose rows of a person outlive them, without saying who they were; and the one that only points from old
 * ids.
 */
const keptApart = ['purchases', 'contact_merges'];

/** Merging, erasing and handing out what is stored about one person. */
export function contactsPrivacyRepository(tx: Transaction) {
  /** Every column that points at contacts, out of the database itself, so that no new table is forgotten. */
  async function pointers(): Promise<{ table: string; column: string }[]> {
    const { rows } = await tx.execute<{ table: string; column: string }>(sql`
      SELECT c.conrelid::regclass::text AS table, a.attname AS column FROM pg_constraint c
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.contype = 'f' AND c.confrelid = 'contacts'::regclass ORDER BY 1, 2`);
    return rows;
  }
  return {
    /** Hands over everything that hangs on a contact to another one. */
    async rePoint(from: string, to: string): Promise<void> {
      for (const { table, column } of await pointers())
        await tx.execute(
          sql`UPDATE ${sql.identifier(table)} SET ${sql.identifier(column)} = ${to}
            WHERE ${sql.identifier(column)} = ${from}`,
        );
    },
    /**
     * Deletes everything that hangs on a contact, and the contact. Records of money are another feature's,
     * and stay.
     */
    async deleteAll(id: string): Promise<void> {
      for (const { table, column } of await pointers())
        if (!keptApart.includes(table))
          await tx.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} = ${id}`);
      await tx.delete(contacts).where(eq(contacts.id, id));
    },
    /** Rows of imported files that name one of these addresses and wait to be handed back. */
    async deleteRefusedRows(emails: readonly string[]): Promise<void> {
      await tx.execute(sql`DELETE FROM contact_import_refusals WHERE EXISTS (
        SELECT FROM jsonb_array_elements_text(cells) AS each (cell)
        WHERE lower(btrim(cell)) = ANY(${sql.param([...emails])}::text[]))`);
    },
    async insertMerge(row: typeof contactMerges.$inferInsert): Promise<void> {
      await tx.insert(contactMerges).values(row);
    },
    async mergedInto(id: string): Promise<string | null> {
      const [row] = await tx
        .select({ into: contactMerges.mergedInto })
        .from(contactMerges)
        .where(eq(contactMerges.id, id));
      return row?.into ?? null;
    },
    /** Groups of contacts that have something in common, the newest first. */
    async duplicates(limit: number): Promise<{ reason: DuplicateReason; key: string; ids: string[] }[]> {
      const { rows } = await tx.execute<{ reason: DuplicateReason; key: string; ids: string[] }>(sql`
        (SELECT 'claimed' AS reason, k.email AS key, array_agg(DISTINCT x) AS ids,
          max(c.last_seen_at) AS newest FROM contacts c
          JOIN contacts k ON k.email = c.claimed_email, unnest(ARRAY[c.id, k.id]) AS x
          WHERE c.claimed_email IS NOT NULL GROUP BY k.email ORDER BY newest DESC LIMIT ${limit})
        UNION ALL
        (SELECT 'phone', right(regexp_replace(phone, '\\D', '', 'g'), 9) AS key,
          (array_agg(id ORDER BY last_seen_at DESC))[1:10], max(last_seen_at) AS newest FROM contacts
          WHERE phone IS NOT NULL AND length(regexp_replace(phone, '\\D', '', 'g')) >= 7 GROUP BY key
          HAVING count(*) > 1 ORDER BY newest DESC LIMIT ${limit})
        UNION ALL
        (SELECT 'name', min(name) AS key, (array_agg(id ORDER BY last_seen_at DESC))[1:10],
          max(last_seen_at) AS newest FROM contacts WHERE btrim(name) LIKE '% %'
          GROUP BY sort_name, coalesce(fold_text(company), '') HAVING count(*) > 1 ORDER BY newest DESC
          LIMIT ${limit})`);
      return rows;
    },
    /** Everything that is stored about one person, as the tables hold it. */
    async record(id: string): Promise<Record<string, unknown> | null> {
      const rowsOf = (table: string, condition: ReturnType<typeof sql>, hidden: string[] = []) =>
        sql`(SELECT coalesce(jsonb_agg(to_jsonb(t) - ${sql.param(['account_id', ...hidden])}::text[]
          ORDER BY t.created_at), '[]') FROM ${sql.identifier(table)} t WHERE ${condition})`;
      const {
        rows: [row],
      } = await tx.execute<{ record: Record<string, unknown> }>(sql`
        SELECT jsonb_build_object(
          'contact', to_jsonb(c) - ARRAY['account_id', 'search_text', 'sort_name', 'tag_ids'],
          'tags', (SELECT coalesce(jsonb_agg(g.name), '[]') FROM contact_tags g WHERE g.id = ANY(c.tag_ids)),
          'notes', ${rowsOf('contact_notes', sql`t.contact_id = c.id`, ['contact_id'])},
          'visits', ${rowsOf('visitors', sql`t.contact_id = c.id`, ['contact_id'])},
          'conversations',
            ${rowsOf('conversations', sql`t.contact_id = c.id AND NOT t.is_preview`, ['contact_id', 'next_seq'])},
          'messages', (SELECT coalesce(jsonb_agg(jsonb_build_object('conversation', m.conversation_id, 'by',
            m.role, 'text', m.body, 'files',
            (SELECT coalesce(jsonb_agg(f.file ->> 'name'), '[]')
            FROM jsonb_array_elements(m.attachments) AS f (file)), 'at', m.created_at)
            ORDER BY m.created_at, m.seq), '[]') FROM messages m
            JOIN conversations v ON v.id = m.conversation_id WHERE v.contact_id = c.id),
          'calls', (SELECT coalesce(jsonb_agg(to_jsonb(t) - ARRAY['account_id', 'key', 'is_preview', 'speech_micros', 'answer_micros']
            || jsonb_build_object('recording', (SELECT to_jsonb(r) - ARRAY['account_id', 'key', 'visitor_id']
              FROM call_recordings r WHERE r.call_id = t.id))
            ORDER BY t.began_at), '[]') FROM calls t JOIN visitors v ON v.id = t.visitor_id
            WHERE v.contact_id = c.id AND NOT t.is_preview),
          'purchases',
            ${rowsOf('purchases', sql`t.contact_id = c.id`, ['contact_id', 'client_key', 'asked_count', 'applied_count', 'sync_failures', 'sync_due_at', 'synced_at', 'checkout_url'])}
        ) AS record FROM contacts c WHERE c.id = ${id}`);
      return row?.record ?? null;
    },
  };
}
