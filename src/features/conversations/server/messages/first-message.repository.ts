import { sql } from 'drizzle-orm';
import type { Language } from '#shared/languages.ts';
import { writtenOnce, type Statement } from '#platform/database/statement.ts';
import { takeUsage, usageNow, type UsageTerms } from '#features/agents/server/usage/usage.table.ts';
import { contacts, insertWriters } from '#features/contacts/server/contacts.table.ts';
import { reserveMessage, type PaywallTerms } from '#features/paywall/server/paywall.table.ts';
import type { MessageValues, UsageNow } from './statements.repository.ts';
import { conversations, messages, visitors } from '../conversations.table.ts';

/** What `beginStatement` gives: no row when the step by step way must be taken. */
export type BegunRow = {
  contactId: string | null;
  usage: UsageNow | null;
  variables: Record<string, string>;
};

type BeginValues = MessageValues & {
  contactId: string;
  pageUrl: string | null;
  languages: string;
  fallback: Language;
};
type BeginShape = {
  isPreview: boolean;
  isLimited: boolean;
  isHard: boolean;
  isPaid: boolean;
};

const writeBeginning = writtenOnce<BeginValues & Partial<UsageTerms> & Partial<PaywallTerms>, BeginShape>(
  (input, shape) => {
    const isWithin = shape.isLimited ? sql`EXISTS (SELECT FROM used)` : sql`true`;
    return sql`
    WITH place AS MATERIALIZED (
      -- One statement at a time begins a visitor's conversation, so that the visitor becomes one contact.
      SELECT contact_id, timezone, language, device, browser, os, landing_url, referrer, tag, channel,
        variables FROM ${visitors}
      WHERE id = ${input.visitorId} AND account_id = ${input.accountId} AND came_from IS NULL
        AND root_id IS NULL
        -- Whoever waited here for another one's new contact does not see it yet, and goes step by step.
        AND coalesce((SELECT NOT person.is_blocked FROM ${contacts} AS person WHERE person.id = contact_id),
          contact_id IS NULL)
        AND NOT EXISTS (SELECT FROM ${messages}
          WHERE visitor_id = ${input.visitorId} AND client_message_id = ${input.clientMessageId})
      FOR NO KEY UPDATE
    ), ${shape.isLimited ? sql`used AS (${takeUsage(input, shape.isHard, sql`FROM place`)}),` : sql``}
    ${shape.isPaid ? sql`paid AS (SELECT ${reserveMessage({ accountId: input.accountId, agentId: input.agentId, visitorId: input.visitorId, answerId: input.answerId, terms: input, now: input.now })} AS lot FROM place WHERE ${isWithin}),` : sql``}
    open AS MATERIALIZED (
      SELECT * FROM place WHERE ${isWithin}
        ${shape.isPaid ? sql`AND EXISTS (SELECT FROM paid WHERE lot IS NOT NULL)` : sql``}
    ), ${
      shape.isPreview
        ? sql``
        : sql`person AS (${insertWriters(input, sql`open WHERE contact_id IS NULL`)}), linked AS (
      UPDATE ${visitors} SET contact_id = ${input.contactId} FROM open WHERE ${visitors.id} = ${input.visitorId} AND open.contact_id IS NULL
    ), counted AS (
      UPDATE ${contacts} SET conversation_count = conversation_count + 1, message_count = message_count + 2, last_seen_at = ${input.now} FROM open WHERE ${contacts.id} = open.contact_id
    ),`
    } begun AS (
      INSERT INTO ${conversations} (id, account_id, agent_id, visitor_id, contact_id, is_preview, language,
        page_url, tag, channel, next_seq, message_count, last_message, last_message_role, last_message_at,
        last_visitor_seq, resolve_at, custom_fields, created_at)
      SELECT ${input.conversationId}, ${input.accountId}, ${input.agentId}, ${input.visitorId},
        ${shape.isPreview ? sql`NULL, true` : sql`coalesce(contact_id, ${input.contactId}), false`},
        ${input.languages}::jsonb ->> (CASE WHEN ${input.languages}::jsonb ? language THEN language ELSE
        ${input.fallback} END), ${input.pageUrl}, tag, channel,
        3, 2, ${input.preview}, 'visitor', ${input.now}::timestamptz, 1, ${input.resolveAt}::timestamptz,
          custom_initials(${input.accountId}, 'conversation'), ${input.now}::timestamptz FROM open
    ), written AS (
      INSERT INTO ${messages} (id, account_id, conversation_id, visitor_id, seq, role, body, status,
        client_message_id, answers_id, process_id, created_at)
      SELECT row.id, ${input.accountId}, ${input.conversationId}, ${input.visitorId}, row.seq, row.role,
        row.body, row.status, row.client_message_id, row.answers_id, row.process_id, ${input.now}::timestamptz
      FROM open, (VALUES
        (1, ${input.questionId}, 'visitor', ${input.text}, 'complete', ${input.clientMessageId}, NULL, NULL),
        (2, ${input.answerId}, 'assistant', '', 'streaming', NULL, ${input.questionId}, ${input.processId})
      ) AS row (seq, id, role, body, status, client_message_id, answers_id, process_id)
    )
    SELECT ${shape.isPreview ? sql`NULL` : sql`coalesce(contact_id, ${input.contactId})`} AS "contactId",
      ${usageNow(shape.isLimited)} AS usage, variables FROM open`;
  },
  { plannedOnce: true },
);

/**
 * Begins a visitor's conversation with a message and the place of its answer, unless the key is known, the
 * visitor came from another agent or their contact is blocked.
 * `languages` is what the text is in for each language that their page may have, `fallback` the page's when
 * none is known. Ends in a unique violation and as `paywall_reserve` says, as `acceptStatement` does.
 */
export function beginStatement(input: {
  accountId: string;
  agentId: string;
  conversationId: string;
  contactId: string;
  visitorId: string;
  isPreview: boolean;
  clientMessageId: string;
  questionId: string;
  answerId: string;
  text: string;
  preview: string;
  pageUrl: string | null;
  languages: Readonly<Record<Language, Language>>;
  fallback: Language;
  processId: string;
  resolveAt: Date;
  usage: UsageTerms | null;
  paid: PaywallTerms | null;
  now: Date;
}): Statement {
  const { usage, paid, isPreview, ...values } = input;
  const shape = {
    isPreview,
    isLimited: usage !== null,
    isHard: usage?.isHard ?? false,
    isPaid: paid !== null,
  };
  return writeBeginning(
    {
      ...usage,
      ...paid,
      ...values,
      languages: JSON.stringify(input.languages),
      resolveAt: input.resolveAt.toISOString(),
      now: input.now.toISOString(),
    },
    shape,
  );
}
