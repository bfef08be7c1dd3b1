import { sql } from 'drizzle-orm';
import type { Language } from '#shared/languages.ts';
import { writtenOnce, type Statement } from '#platform/database/statement.ts';
import { insertPairParts, insertParts } from '#platform/database/row-sql.ts';
import { takeUsage, usageNow, type UsageTerms } from '#features/agents/server/usage/usage.table.ts';
import { contacts, insertWriters } from '#features/contacts/server/contacts.table.ts';
import { reserveMessage, type PaywallTerms } from '#features/paywall/server/paywall.table.ts';
import { answerColumns, begunColumns, fill, questionColumns } from './accepted-columns.models.ts';
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
    const contactId = shape.isPreview ? sql`NULL` : sql`coalesce(contact_id, ${input.contactId})`;
    const begun = insertParts(
      conversations,
      fill(begunColumns, input, {
        contactId,
        isPreview: shape.isPreview,
        language: sql`${input.languages}::jsonb ->>
          (CASE WHEN ${input.languages}::jsonb ? language THEN language ELSE ${input.fallback} END)`,
        tag: sql`tag`,
        channel: sql`channel`,
      }),
    );
    const written = insertPairParts(
      messages,
      fill(questionColumns, input, { seq: 1, files: [] }),
      fill(answerColumns, input, { answerSeq: 2 }),
    );
    return sql`
    WITH place AS MATERIALIZED (
      -- One statement at a time begins a visitor's conversation, so that the visitor becomes one contact.
      SELECT contact_id, timezone, language, device, browser, os, landing_url, referrer, tag, utm, channel,
        landing_page_id, variables FROM ${visitors}
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
      INSERT INTO ${conversations} (${begun.names}, custom_fields)
      SELECT ${begun.values}, custom_initials(${input.accountId}, 'conversation') FROM open
    ), written AS (
      INSERT INTO ${messages} (${written.names})
      SELECT accepted.* FROM open, (VALUES ${written.rows}) AS accepted
    )
    SELECT ${contactId} AS "contactId",
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
  isSpoken: boolean;
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
