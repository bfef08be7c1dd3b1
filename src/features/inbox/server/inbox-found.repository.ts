import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { beginsOrHolds, idArray, searchedWords } from '#platform/database/searched-words.ts';
import type { FoundIn } from '../inbox.contract.ts';

/** A text in which searched words stand, as it was written. */
export type FoundRow = {
  conversationId: string;
  /** The message or note to open at; null for the contact form, which stands among them. */
  id: string | null;
  in: FoundIn;
  text: string;
};

/** In which texts of a conversation the words of a search stand. */
export function inboxFoundRepository(tx: Transaction) {
  return {
    /**
     * Of each conversation the text with the most of the words, the newest of several; none where only names
     * and addresses hold them. A form is opened at the line that says that it was sent.
     */
    async texts(conversationIds: readonly string[], search: string | undefined): Promise<FoundRow[]> {
      const words = searchedWords(search);
      if (conversationIds.length === 0 || words.length === 0) return [];
      const ids = sql`${idArray(conversationIds)}::text[]`;
      const holds = (word: string) => sql`(${beginsOrHolds(sql`s.body`, [word])})`;
      const holdsAny = sql.join(words.map(holds), sql` OR `);
      const held = sql.join(
        words.map((word) => sql`${holds(word)}::int`),
        sql` + `,
      );
      const { rows } = await tx.execute<FoundRow>(sql`
        WITH best AS MATERIALIZED (
          SELECT DISTINCT ON (s.conversation_id) s.conversation_id, s.source_id FROM inbox_said s
          WHERE s.account_id = current_setting('app.account_id') AND s.conversation_id = ANY(${ids})
            AND (${holdsAny})
          ORDER BY s.conversation_id, ${held} DESC, split_part(s.source_id, '_', 2) DESC)
        SELECT best.conversation_id AS "conversationId", m.id, m.role AS "in",
          m.body || ' ' || file_names_of(m.attachments) AS text
        FROM best JOIN messages m ON m.id = best.source_id
        UNION ALL SELECT best.conversation_id, n.id, 'note', n.body || ' ' || file_names_of(n.attachments)
        FROM best JOIN inbox_notes n ON n.id = best.source_id
        UNION ALL SELECT best.conversation_id, (SELECT m.id FROM messages m
            WHERE m.conversation_id = best.conversation_id AND m.event = 'form_filled'
            ORDER BY abs(extract(epoch FROM m.created_at - coalesce(f.submitted_at, f.started_at))) LIMIT 1),
          'form', answers_in_words(f.answers)
        FROM best JOIN form_submissions f ON f.id = best.source_id
        UNION ALL SELECT c.id, NULL, 'form', (SELECT string_agg(given ->> 'value', ' ')
            FROM jsonb_array_elements(v.form_values) AS given)
        FROM conversations c JOIN visitors v ON v.id = c.visitor_id
        WHERE c.id = ANY(${ids}) AND jsonb_array_length(v.form_values) > 0
          AND NOT EXISTS (SELECT FROM best WHERE best.conversation_id = c.id)`);
      return rows;
    },
  };
}
