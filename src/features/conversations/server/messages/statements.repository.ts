import { sql } from 'drizzle-orm';
import type { MessagePart } from '#shared/chat/message-parts.ts';
import { storableJson, storableText } from '#platform/database/json-column.ts';
import { writtenOnce, type Statement } from '#platform/database/statement.ts';
import { takeUsage, usageNow, type UsageTerms } from '#features/agents/server/usage/usage.table.ts';
import { contacts } from '#features/contacts/server/contacts.table.ts';
import {
  reserveMessage,
  endReservation,
  type Holding,
  type PaywallTerms,
  type ReservationEnd,
} from '#features/paywall/server/paywall.table.ts';
import { assignments, insertPairParts } from '#platform/database/row-sql.ts';
import { attachmentParts } from '../attachments/attachments.repository.ts';
import type { StoredAttachment } from '../attachments/attachments.table.ts';
import { conversations, messages, visitors } from '../conversations.table.ts';
import { reopenDays, type Handler } from '../../conversations-handoff.contract.ts';
import { answerColumns, continuedColumns, fill, questionColumns } from './accepted-columns.models.ts';
import type { TransferredHistory } from '../switching/switching.models.ts';
import { transferredFrom } from '../switching/switching.repository.ts';
import type { AnswerEnd, HistoryRow, MessageRow, PeopleTerms } from '../conversations.repository.ts';

/**
 * What every message passes, as single statements: each round trip to the database is paid by the visitor who
 * waits for the first word. The rare cases (a new conversation, a repeated key, a refusal) go step by step
 * through `conversationsRepository`.
 */

/** What `acceptStatement` gives: no row when the step by step way must be taken. */
export type AcceptedRow = {
  seq: number;
  attachments: StoredAttachment[];
  contactId: string | null;
  handler: Handler;
  isOffered: boolean;
  usage: UsageNow | null;
  transferred: TransferredHistory | null;
  variables: Record<string, string>;
  history: HistoryRow[];
};
/** What the agent has used, this message included. */
export type UsageNow = {
  dayMessages: number;
  monthMicros: number;
  monthHeld: number;
};

/** What every accepted message comes with. */
export type MessageValues = {
  accountId: string;
  agentId: string;
  conversationId: string;
  visitorId: string;
  clientMessageId: string;
  questionId: string;
  answerId: string;
  text: string;
  isSpoken: boolean;
  preview: string;
  processId: string;
  resolveAt: string;
  now: string;
};
type AcceptValues = MessageValues & {
  attachments: readonly string[];
  attachmentCount: number;
  mostSeqs: number;
  reopensSince: string;
  historyCount: number;
};
type AcceptShape = {
  hasFiles: boolean;
  hasWords: boolean;
  answersWhileWaiting: boolean;
  isLimited: boolean;
  isHard: boolean;
  isPaid: boolean;
};

const writeAccept = writtenOnce<AcceptValues & Partial<UsageTerms> & Partial<PaywallTerms>, AcceptShape>(
  (input, shape) => {
    const files = attachmentParts(shape.hasFiles, input);
    // Whether the AI may speak is asked of the row that is locked, so that a person who took over a moment
    // before is not talked over.
    const mayAnswer = shape.answersWhileWaiting ? sql`handler IN ('ai', 'waiting')` : sql`handler = 'ai'`;
    const isOpen = sql`id = ${input.conversationId} AND visitor_id = ${input.visitorId}
      AND account_id = ${input.accountId} AND next_seq - side_seq < ${input.mostSeqs} AND ended_at IS NULL
        AND ${mayAnswer} AND (resolved_at IS NULL OR resolved_at > ${input.reopensSince})
        AND NOT EXISTS (SELECT FROM ${contacts} AS person WHERE person.id = contact_id AND person.is_blocked)
        AND NOT EXISTS (SELECT FROM ${messages}
          WHERE visitor_id = ${input.visitorId}
          AND client_message_id = ${input.clientMessageId}) ${files.complete}`;
    // The conversation is locked first, so that nothing is taken for a message that is refused.
    const used = shape.isLimited
      ? sql`used AS
        (${takeUsage(input, shape.isHard, sql`FROM (SELECT FROM ${conversations} WHERE ${isOpen} FOR UPDATE) AS open`)}),`
      : sql``;
    const isWithin = shape.isLimited ? sql`AND EXISTS (SELECT FROM used)` : sql``;
    // As an expression over the locked row, because it must not run for a message that is refused.
    const paid = shape.isPaid
      ? sql`paid AS
        (SELECT
        ${reserveMessage({ accountId: input.accountId, agentId: input.agentId, visitorId: input.visitorId, answerId: input.answerId, terms: input, now: input.now })} AS lot FROM (SELECT FROM ${conversations} WHERE ${isOpen} ${isWithin} FOR UPDATE) AS open),`
      : sql``;
    const continued = fill(continuedColumns, input, {
      preview: shape.hasWords ? input.preview : files.named,
      seq: sql`next_seq`,
      status: sql`CASE WHEN status IN ('open', 'pending') THEN status
        WHEN handler = 'ai' THEN 'pending' ELSE 'open' END`,
      // Where the AI answers meanwhile, one that slept in the queue comes back into its lists.
      waitingSince: sql`CASE WHEN handler = 'waiting' THEN coalesce(waiting_since, ${input.now}) ELSE waiting_since END`,
    });
    const written = insertPairParts(
      messages,
      fill(questionColumns, input, { seq: sql`reserved.seq`, files: files.stored }),
      fill(answerColumns, input, { answerSeq: sql`reserved.seq + 1` }),
    );
    return sql`
    WITH ${files.locked} ${used} ${paid} reserved AS (
      UPDATE ${conversations} SET next_seq = next_seq + 2, message_count = message_count + 2,
        ${assignments(conversations, continued)}
      WHERE ${isOpen} ${isWithin}
        ${shape.isPaid ? sql`AND EXISTS (SELECT FROM paid WHERE lot IS NOT NULL)` : sql``}
      RETURNING next_seq - 2 AS seq, contact_id, handler, offered_at, came_from, carries
    ), written AS (
      INSERT INTO ${messages} (${written.names})
      SELECT accepted.* FROM reserved, LATERAL (VALUES ${written.rows}) AS accepted
    ), counted AS (
      UPDATE ${contacts} SET message_count = message_count + 2, last_seen_at = ${input.now} FROM reserved
      WHERE ${contacts.id} = reserved.contact_id
    )${files.assigned}
    SELECT seq, ${files.stored} AS attachments, contact_id AS "contactId", handler,
      offered_at IS NOT NULL AS "isOffered", ${usageNow(shape.isLimited)} AS usage,
      ${transferredFrom(sql`reserved.came_from`, sql`reserved.carries`, input.historyCount)} AS transferred,
      coalesce((SELECT variables FROM ${visitors} WHERE ${visitors.id} = ${input.visitorId}),
        '{}') AS variables, coalesce((
      SELECT jsonb_agg(jsonb_build_object('role', earlier.role, 'body', earlier.body, 'status',
        earlier.status, 'parts', earlier.parts) ORDER BY earlier.seq)
      FROM (SELECT role, body, status, parts, seq FROM ${messages}
        WHERE conversation_id = ${input.conversationId} AND seq < reserved.seq AND role <> 'event'
        ORDER BY seq DESC LIMIT ${input.historyCount}) AS earlier
    ), '[]') AS history FROM reserved`;
  },
  { plannedOnce: true },
);

/**
 * Writes a visitor's next message and the place of its answer into a conversation of theirs that has room,
 * unless the key is known.
 * A key that another request writes at this moment ends in a unique violation, and a message that nothing is
 * left for as `paywall_reserve` says.
 */
export function acceptStatement(input: {
  accountId: string;
  agentId: string;
  conversationId: string;
  visitorId: string;
  clientMessageId: string;
  questionId: string;
  answerId: string;
  text: string;
  isSpoken: boolean;
  preview: string;
  attachments: readonly string[];
  processId: string;
  mostMessages: number;
  people: PeopleTerms;
  usage: UsageTerms | null;
  paid: PaywallTerms | null;
  historyCount: number;
  now: Date;
}): Statement {
  const { people, usage, paid, mostMessages, ...values } = input;
  const shape = {
    hasFiles: input.attachments.length > 0,
    hasWords: input.preview !== '',
    answersWhileWaiting: people.answersWhileWaiting,
    isLimited: usage !== null,
    isHard: usage?.isHard ?? false,
    isPaid: paid !== null,
  };
  return writeAccept(
    {
      ...usage,
      ...paid,
      ...values,
      attachmentCount: input.attachments.length,
      mostSeqs: mostMessages * 2,
      resolveAt: people.resolveAt.toISOString(),
      reopensSince: new Date(input.now.getTime() - reopenDays * 86_400_000).toISOString(),
      now: input.now.toISOString(),
    },
    shape,
  );
}

/** What `endStatement` gives: no row when the answer had ended before, or another process took it over. */
export type EndedRow = {
  contactId: string | null;
  feedback: MessageRow['feedback'];
  feedbackReason: string | null;
  /** What the visitor holds now, where the message was paid for. */
  holdings: Holding[] | null;
};

type EndValues = { [K in keyof AnswerEnd]: unknown } & Partial<ReservationEnd> & {
    answerId: string;
    conversationId: string;
    processId: string;
    preview: string;
    now: string;
  };

const writeEnd = writtenOnce<EndValues, { isPaid: boolean }>(
  (input, { isPaid }) => sql`
    WITH place AS MATERIALIZED (
      -- The conversation first, as everything that gives it to somebody else does: two that wait for each other never meet.
      SELECT id FROM ${conversations}
      WHERE id = ${input.conversationId} AND handler NOT IN ('human', 'paused') FOR UPDATE
    ), ended AS (
      UPDATE ${messages} SET body = ${input.body}, status = ${input.status}, parts = ${input.parts},
        suggestions = ${input.suggestions}, citations = ${input.citations},
        attachments = ${input.attachments}, trace = ${input.trace}, engine = ${input.engine},
        provider = ${input.provider}, model = ${input.model}, input_tokens = ${input.inputTokens},
          output_tokens = ${input.outputTokens}, cost_micros = ${input.costMicros},
          error_code = ${input.errorCode}, completed_at = ${input.now}, process_id = NULL FROM place
      WHERE ${messages.id} = ${input.answerId} AND conversation_id = place.id AND status = 'streaming'
        AND process_id = ${input.processId} RETURNING conversation_id, feedback, feedback_reason
    ), noted AS (
      UPDATE ${conversations} SET last_message = ${input.preview}, last_message_role = 'assistant',
        last_message_at = ${input.now} FROM ended WHERE ${conversations.id} = ended.conversation_id
      RETURNING contact_id
    )${isPaid ? sql`, reservation AS (SELECT ${endReservation(input.answerId, input, input.now)} AS holdings FROM noted)` : sql``}
    SELECT noted.contact_id AS "contactId", ended.feedback, ended.feedback_reason AS "feedbackReason",
      ${isPaid ? sql`(SELECT holdings FROM reservation)` : sql`NULL::jsonb`} AS holdings FROM ended, noted`,
  { plannedOnce: true },
);

/**
 * Ends an answer that this process writes, unless a person has taken the conversation meanwhile, with what
 * was reserved for it, and shows its beginning as the conversation's last message.
 */
export function endStatement(input: {
  answerId: string;
  conversationId: string;
  processId: string;
  end: AnswerEnd;
  reservationEnd: ReservationEnd | null;
  preview: string;
  now: Date;
}): Statement {
  const { end, reservationEnd, ...values } = input;
  const columns = Object.fromEntries(
    (['parts', 'suggestions', 'citations', 'attachments', 'trace'] as const).map((name) => [
      name,
      end[name] === null ? null : messages[name].mapToDriverValue(end[name]),
    ]),
  );
  return writeEnd(
    { ...end, ...columns, ...reservationEnd, ...values, now: input.now.toISOString() },
    { isPaid: reservationEnd !== null },
  );
}

const writeProgress = writtenOnce<{ ids: string[]; bodies: string[]; parts: string[]; processId: string }>(
  ({ ids, bodies, parts, processId }) => sql`
    UPDATE ${messages} SET body = progress.body, parts = progress.parts
    FROM unnest(${ids}::text[], ${bodies}::text[], ${parts}::jsonb[]) AS progress (id, body, parts)
    WHERE ${messages.id} = progress.id AND status = 'streaming' AND process_id = ${processId}`,
  // It holds the rows of all running answers: those that end now would wait for the disk with it.
  { mayBeLost: true },
);

/**
 * Saves how far the running answers of a process are, all of them at once. Each is mended by itself: one that the
 * database refuses would stop them all.
 */
export function progressStatement(
  processId: string,
  texts: readonly { id: string; text: string; parts: readonly MessagePart[] }[],
): Statement {
  return writeProgress(
    {
      processId,
      ids: texts.map(({ id }) => id),
      bodies: texts.map(({ text }) => storableText(text)),
      parts: texts.map(({ parts }) => storableJson(parts)),
    },
    {},
  );
}
