import { sql, type SQL } from 'drizzle-orm';
import { contacts } from '#features/contacts/server/contacts.table.ts';
import { conversations, messages } from './conversations.table.ts';
import type { AnswerEnd, MessageRow } from './conversations.repository.ts';

/**
 * What every message passes, as single statements: each round trip to the database is paid by the visitor who waits for the
 * first word. The rare cases (a new conversation, a repeated key, a refusal) go step by step through `conversationsRepository`.
 */

/** What `acceptStatement` gives: no row when the step by step way must be taken. */
export type AcceptedRow = { seq: number; contactId: string | null; history: Pick<MessageRow, 'role' | 'body' | 'status'>[] };

/**
 * Writes a visitor's next message and the place of its answer into a conversation of his that has room, unless the key is known.
 * A key that another request writes at this moment ends in a unique violation.
 */
export function acceptStatement(input: { accountId: string; conversationId: string; visitorId: string; clientMessageId: string; questionId: string; answerId: string; text: string; preview: string; processId: string; mostMessages: number; historyCount: number; now: Date }): SQL {
  const now = input.now.toISOString();
  return sql`
    WITH reserved AS (
      UPDATE ${conversations} SET next_seq = next_seq + 2, message_count = message_count + 2, last_message = ${input.preview}, last_message_role = 'visitor', last_message_at = ${now}
      WHERE id = ${input.conversationId} AND visitor_id = ${input.visitorId} AND account_id = ${input.accountId} AND next_seq < ${input.mostMessages * 2}
        AND NOT EXISTS (SELECT FROM ${messages} WHERE visitor_id = ${input.visitorId} AND client_message_id = ${input.clientMessageId})
      RETURNING next_seq - 2 AS seq, contact_id
    ), written AS (
      INSERT INTO ${messages} (id, account_id, conversation_id, visitor_id, seq, role, body, status, client_message_id, answers_id, process_id, created_at)
      SELECT row.id, ${input.accountId}, ${input.conversationId}, ${input.visitorId}, reserved.seq + row.place, row.role, row.body, row.status, row.client_message_id, row.answers_id, row.process_id, ${now}::timestamptz
      FROM reserved, (VALUES
        (0, ${input.questionId}, 'visitor', ${input.text}, 'complete', ${input.clientMessageId}, NULL, NULL),
        (1, ${input.answerId}, 'assistant', '', 'streaming', NULL, ${input.questionId}, ${input.processId})
      ) AS row (place, id, role, body, status, client_message_id, answers_id, process_id)
    ), counted AS (
      UPDATE ${contacts} SET message_count = message_count + 2, last_seen_at = ${now} FROM reserved WHERE ${contacts.id} = reserved.contact_id
    )
    SELECT seq, contact_id AS "contactId", coalesce((
      SELECT jsonb_agg(jsonb_build_object('role', earlier.role, 'body', earlier.body, 'status', earlier.status) ORDER BY earlier.seq)
      FROM (SELECT role, body, status, seq FROM ${messages} WHERE conversation_id = ${input.conversationId} AND seq < reserved.seq ORDER BY seq DESC LIMIT ${input.historyCount}) AS earlier
    ), '[]') AS history FROM reserved`;
}

/** What `endStatement` gives: no row when the answer had ended before, or another process took it over. */
export type EndedRow = { contactId: string | null; feedback: MessageRow['feedback']; feedbackReason: string | null };

/** Ends an answer that this process writes, and shows its beginning as the conversation's last message. */
export function endStatement(input: { answerId: string; processId: string; end: AnswerEnd; preview: string; now: Date }): SQL {
  const { end } = input;
  const now = input.now.toISOString();
  return sql`
    WITH ended AS (
      UPDATE ${messages} SET body = ${end.body}, status = ${end.status}, citations = ${sql.param(end.citations, messages.citations)}, trace = ${sql.param(end.trace, messages.trace)}, engine = ${end.engine},
        provider = ${end.provider}, model = ${end.model}, input_tokens = ${end.inputTokens}, output_tokens = ${end.outputTokens}, cost_micros = ${end.costMicros}, error_code = ${end.errorCode}, completed_at = ${now}, process_id = NULL
      WHERE id = ${input.answerId} AND status = 'streaming' AND process_id = ${input.processId} RETURNING conversation_id, feedback, feedback_reason
    ), noted AS (
      UPDATE ${conversations} SET last_message = ${input.preview}, last_message_role = 'assistant', last_message_at = ${now} FROM ended WHERE ${conversations.id} = ended.conversation_id RETURNING contact_id
    )
    SELECT noted.contact_id AS "contactId", ended.feedback, ended.feedback_reason AS "feedbackReason" FROM ended, noted`;
}

/** Saves how far the running answers of a process are, all of them at once. */
export function progressStatement(processId: string, texts: readonly { id: string; text: string }[]): SQL {
  return sql`
    UPDATE ${messages} SET body = progress.body
    FROM unnest(${sql.param(texts.map(({ id }) => id))}::text[], ${sql.param(texts.map(({ text }) => text))}::text[]) AS progress (id, body)
    WHERE ${messages.id} = progress.id AND status = 'streaming' AND process_id = ${processId}`;
}
