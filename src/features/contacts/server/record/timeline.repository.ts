import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { TimelineEntry } from '../../contacts-timeline.contract.ts';
import { contactNotes } from '../contacts.table.ts';

export type TimelineRow = {
  id: string;
  kind: TimelineEntry['kind'];
  at: string;
  micros: string;
  facts: Record<string, unknown>;
};
export type TimelinePosition = {
  micros: number;
  id: string;
};

/** What happened with a contact, out of the tables that know it; and the notes. */
export function contactsTimelineRepository(tx: Transaction) {
  return {
    /**
     * A page, newest first. Each kind is read in its own order and no further than the page. `reached`:
     * agents whose doings the member sees; null is all.
     */
    async page(
      contactId: string,
      options: {
        reached: readonly string[] | null;
        withMoney: boolean;
        withForms: boolean;
        viewer: string;
        after: TimelinePosition | undefined;
        limit: number;
      },
    ): Promise<TimelineRow[]> {
      const { after, limit, reached, viewer } = options;
      const ofAgent = (column: SQL): SQL =>
        reached ? sql`AND ${column} = ANY(${sql.param([...reached])}::text[])` : sql``;
      // Where the contact form was one of the account's own, its submission tells the same and more.
      const onlyOnce = options.withForms
        ? sql`AND NOT EXISTS (SELECT FROM form_submissions s
          WHERE s.visitor_id = v.id AND s.message_id IS NULL AND s.contact_id = v.contact_id
          AND s.state = 'complete' AND s.status <> 'spam')`
        : sql``;
      const part = (kind: TimelineEntry['kind'], id: SQL, at: SQL, facts: SQL, from: SQL): SQL =>
        sql`(SELECT ${kind} AS kind, ${id} AS id, ${at} AS at,
          ${facts} AS facts ${from}
          ${after ? sql`AND (${at}, ${id}) < (timestamptz 'epoch' + ${after.micros}::float8 * interval '1 microsecond', ${after.id})` : sql``} ORDER BY 3 DESC, 2 DESC LIMIT ${limit})`;
      const parts = [
        part(
          'created',
          sql`'created_' || c.id`,
          sql`c.created_at`,
          sql`jsonb_build_object('source', c.source)`,
          sql`FROM contacts c WHERE c.id = ${contactId}`,
        ),
        part(
          'visit',
          sql`v.id`,
          sql`v.created_at`,
          sql`jsonb_build_object('agentName', a.name, 'pageUrl', v.landing_url, 'device', v.device, 'tag',
            v.tag)`,
          sql`FROM visitors v JOIN agents a ON a.id = v.agent_id
            WHERE v.contact_id = ${contactId} ${ofAgent(sql`v.agent_id`)}`,
        ),
        part(
          'scan',
          sql`'scan_' || v.id`,
          sql`v.created_at`,
          sql`jsonb_build_object('agentId', a.id, 'agentName', a.name, 'codeName', q.name)`,
          sql`FROM visitors v JOIN agents a ON a.id = v.agent_id
            JOIN qr_codes q ON q.agent_id = v.agent_id AND 'qr-' || lower(q.code) = lower(v.tag)
            WHERE v.contact_id = ${contactId} ${ofAgent(sql`v.agent_id`)}`,
        ),
        part(
          'form',
          sql`'form_' || v.id`,
          sql`v.form_at`,
          sql`jsonb_build_object('agentName', a.name, 'answers', v.form_values)`,
          sql`FROM visitors v JOIN agents a ON a.id = v.agent_id
            WHERE v.contact_id = ${contactId} AND v.form_state = 'filled'
            AND v.form_at IS NOT NULL ${onlyOnce} ${ofAgent(sql`v.agent_id`)}`,
        ),
        part(
          'conversation',
          sql`c.id`,
          sql`c.created_at`,
          sql`jsonb_build_object('conversationId', c.id, 'agentName', a.name, 'text', c.last_message,
            'messages', c.message_count)`,
          sql`FROM conversations c JOIN agents a ON a.id = c.agent_id
            WHERE c.contact_id = ${contactId} AND NOT c.is_preview ${ofAgent(sql`c.agent_id`)}`,
        ),
        part(
          'note',
          sql`n.id`,
          sql`n.created_at`,
          sql`jsonb_build_object('text', n.body, 'author', n.author_name, 'isOwn', n.author_id = ${viewer},
            'isEdited', n.updated_at > n.created_at)`,
          sql`FROM contact_notes n WHERE n.contact_id = ${contactId}`,
        ),
        part(
          'deletion',
          sql`d.id`,
          sql`d.deleted_at`,
          sql`jsonb_build_object('agentName', a.name)`,
          sql`FROM visitor_deletions d JOIN agents a ON a.id = d.agent_id
            WHERE d.contact_id = ${contactId} ${ofAgent(sql`d.agent_id`)}`,
        ),
        ...(['unsubscribed', 'resubscribed'] as const).map((kind) => {
          const moment = sql`w.${sql.identifier(`${kind}_at`)}`;
          return part(
            kind,
            sql`${kind} || '_' || c.id`,
            moment,
            sql`'{}'::jsonb`,
            sql`FROM contacts c JOIN mail_preferences w ON w.account_id = c.account_id
              AND w.address_hash = mail_address_hash(c.account_id, coalesce(c.email, c.claimed_email))
              WHERE c.id = ${contactId} AND ${moment} IS NOT NULL`,
          );
        }),
      ];
      // A mail leads to no agent, so whoever reaches some of them only is told of none.
      if (!reached)
        parts.push(
          part(
            'mail',
            sql`'mail_' || m.id`,
            sql`m.created_at`,
            sql`jsonb_build_object('subject', m.subject, 'isLost', m.state IN ('failed', 'held'))`,
            sql`FROM contact_mails(${contactId}) m WHERE true`,
          ),
        );
      if (options.withForms) {
        const reachedOnly = reached
          ? sql`AND (s.agent_id IS NULL OR s.agent_id = ANY(${sql.param([...reached])}::text[]))`
          : sql``;
        parts.push(
          part(
            'submission',
            sql`'submission_' || s.id`,
            sql`s.submitted_at`,
            sql`jsonb_build_object('submissionId', s.id, 'formId', f.id, 'formName', f.name)`,
            sql`FROM form_submissions s JOIN forms f ON f.id = s.form_id
              WHERE s.contact_id = ${contactId} AND s.state = 'complete' AND s.status <> 'spam'
              AND s.submitted_at IS NOT NULL ${reachedOnly}`,
          ),
        );
      }
      if (options.withMoney) {
        const ofSeller = reached
          ? sql`AND (p.agent_id = ANY(${sql.param([...reached])}::text[])
            OR (p.agent_id IS NULL AND p.kind = 'form'))`
          : sql``;
        const purchase = sql`'purchaseId', p.id, 'agentName',
          CASE WHEN p.kind = 'form' THEN p.form_name ELSE p.agent_name END, 'currency', p.currency, 'isTest',
          p.is_test`;
        parts.push(
          part(
            'payment',
            sql`m.id`,
            sql`m.at`,
            sql`jsonb_build_object(${purchase}, 'type', p.kind, 'amount', m.gross)`,
            sql`FROM payment_movements m JOIN purchases p ON p.id = m.purchase_id
              WHERE p.contact_id = ${contactId} AND m.kind IN ('payment', 'renewal') ${ofSeller}`,
          ),
          part(
            'refund',
            sql`m.id`,
            sql`m.at`,
            sql`jsonb_build_object(${purchase}, 'amount', -m.gross)`,
            sql`FROM payment_movements m JOIN purchases p ON p.id = m.purchase_id
              WHERE p.contact_id = ${contactId} AND m.kind = 'refund' ${ofSeller}`,
          ),
        );
      }
      const { rows } = await tx.execute<TimelineRow>(sql`
        SELECT kind, id, to_json(at) #>> '{}' AS at,
          (extract(epoch FROM at) * 1000000)::bigint::text AS micros, facts
        FROM (${sql.join(parts, sql` UNION ALL `)}) AS entries ORDER BY entries.at DESC, entries.id DESC
        LIMIT ${limit}`);
      return rows;
    },
    async insertNote(row: typeof contactNotes.$inferInsert): Promise<void> {
      await tx.insert(contactNotes).values(row);
    },
    /** Changes a note of this author; false when there is none. */
    async updateNote(
      of: { contactId: string; noteId: string; authorId: string },
      body: string,
      now: Date,
    ): Promise<boolean> {
      return (
        (
          await tx
            .update(contactNotes)
            .set({ body, updatedAt: now })
            .where(ownNote(of))
            .returning({ id: contactNotes.id })
        ).length === 1
      );
    },
    async deleteNote(of: { contactId: string; noteId: string; authorId: string }): Promise<boolean> {
      return (
        (await tx.delete(contactNotes).where(ownNote(of)).returning({ id: contactNotes.id })).length === 1
      );
    },
  };
}

const ownNote = ({ contactId, noteId, authorId }: { contactId: string; noteId: string; authorId: string }) =>
  and(
    eq(contactNotes.id, noteId),
    eq(contactNotes.contactId, contactId),
    eq(contactNotes.authorId, authorId),
  );
