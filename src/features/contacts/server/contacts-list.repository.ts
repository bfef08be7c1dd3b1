import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import {
  holdsWords,
  patternsOf,
  searchedWords,
  searchInOrder,
  type FoundIds,
  type SearchLimits,
} from '#platform/database/searched-words.ts';
import { comparesNumbers, readFieldConditions, type FieldCondition } from '#shared/contacts/custom-fields.ts';
import { wroteKind } from '#shared/contacts/wrote.ts';
import { readSpan, type Span } from '#shared/time-spans/span.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import type { ContactFilter, ContactSort } from '../contacts.contract.ts';
import { contactFieldValues, contacts } from './contacts.table.ts';

/** What a member sees at all. `agentIds` are those that they reach; null is all. */
export type ContactView = {
  agentIds: readonly string[] | null;
  hidesPassive: boolean;
};
/**
 * The last contact of a page: its place in the order, and its id. Times are microseconds, as exact as the
 * database keeps them.
 */
export type ContactPosition = {
  key: number | string;
  id: string;
};
/** What a list is narrowed to: conditions, and words that are looked for within them. */
export type Searched = {
  within: SQL | undefined;
  search?: string | undefined;
};

const dayMs = 86_400_000;
export const searchLimits: SearchLimits = { nearest: 1_000, farthest: 10_000, mostHits: 20_000 };

/** What the page that the contact wrote from last tells about its visitor. */
const variables = sql<
  Record<string, string>
>`coalesce((SELECT v.variables FROM visitors v WHERE v.contact_id = ${contacts.id}
  ORDER BY v.last_seen_at DESC LIMIT 1), '{}')`;
const lastMessage = sql<{
  text: string;
  role: string | null;
} | null>`(SELECT jsonb_build_object('text', c.last_message, 'role', c.last_message_role) FROM conversations c
  WHERE c.contact_id = ${contacts.id} ORDER BY c.last_message_at DESC LIMIT 1)`;
export const contactSelection = { contact: contacts, agentName: agents.name, lastMessage, variables };

const moment = (micros: number | string): SQL =>
  sql`(timestamptz 'epoch' + ${Number(micros)}::float8 * interval '1 microsecond')`;
const micros = (column: SQL): SQL<string> =>
  sql<string>`(extract(epoch FROM ${column}) * 1000000)::bigint::text`;
const orders: Record<ContactSort, { by: SQL; key: SQL<string>; after(position: ContactPosition): SQL }> = {
  seen: {
    by: sql`${contacts.seenAt} DESC, ${contacts.id} DESC`,
    key: micros(sql`${contacts.seenAt}`),
    after: ({ key, id }) => sql`(${contacts.seenAt}, ${contacts.id}) < (${moment(key)}, ${id})`,
  },
  newest: {
    by: sql`${contacts.createdAt} DESC, ${contacts.id} DESC`,
    key: micros(sql`${contacts.createdAt}`),
    after: ({ key, id }) => sql`(${contacts.createdAt}, ${contacts.id}) < (${moment(key)}, ${id})`,
  },
  name: {
    by: sql`${contacts.sortName}, ${contacts.id}`,
    key: sql<string>`${contacts.sortName}`,
    after: ({ key, id }) => sql`(${contacts.sortName}, ${contacts.id}) > (${String(key)}, ${id})`,
  },
  score: {
    by: sql`${contacts.leadScore} DESC, ${contacts.id} DESC`,
    key: sql<string>`${contacts.leadScore}::text`,
    after: ({ key, id }) => sql`(${contacts.leadScore}, ${contacts.id}) < (${Number(key)}::int, ${id})`,
  },
};

const hasWords = (words: readonly string[]): SQL => holdsWords(sql`${contacts.searchText}`, words);

/** Who first wrote to one of the agents, or has been with one since: as the figure of all contacts counts them. */
function knownTo(agentIds: readonly string[]): SQL {
  const these = sql`ANY(${sql.param([...agentIds])}::text[])`;
  return sql`(${contacts.sourceAgentId} = ${these} OR EXISTS (
    SELECT FROM visitors v WHERE v.contact_id = ${contacts.id} AND v.agent_id = ${these}))`;
}

/** The account's conditions for what a member sees and asks for. */
export function contactConditions(view: ContactView, filter: ContactFilter, now: Date): SQL | undefined {
  const conditions: SQL[] = [];
  if (view.agentIds) {
    conditions.push(sql`(${contacts.sourceAgentId} IS NULL OR ${knownTo(view.agentIds)})`);
  }
  // Somebody whom a site only told about has neither written nor filled a form.
  if (view.hidesPassive)
    conditions.push(
      sql`(${contacts.source} <> 'widget' OR ${contacts.messageCount} > 0
        OR EXISTS (SELECT FROM visitors v WHERE v.contact_id = ${contacts.id} AND v.form_state = 'filled'))`,
    );
  const words = searchedWords(filter.search);
  if (words.length > 0) conditions.push(hasWords(words));
  if (filter.lifecycle) conditions.push(eq(contacts.lifecycle, filter.lifecycle));
  if (filter.tag) conditions.push(sql`${filter.tag} = ANY(${contacts.tagIds})`);
  if (filter.source) conditions.push(eq(contacts.source, filter.source));
  const wrote = filter.wrote === undefined ? null : readSpan(filter.wrote);
  if (wrote) conditions.push(wroteWithin(wrote, filter.agent ? [filter.agent] : view.agentIds));
  else if (filter.agent) conditions.push(knownTo([filter.agent]));
  const made = filter.made === undefined ? null : readSpan(filter.made);
  if (made?.from) conditions.push(gte(contacts.createdAt, made.from));
  if (made?.to) conditions.push(lt(contacts.createdAt, made.to));
  if (filter.country) conditions.push(eq(contacts.country, filter.country));
  if (filter.email)
    conditions.push(
      filter.email === 'yes' ? sql`${contacts.email} IS NOT NULL` : sql`${contacts.email} IS NULL`,
    );
  if (filter.paid)
    conditions.push(
      sql`${filter.paid === 'no' ? sql`NOT` : sql``} EXISTS (SELECT FROM purchases p
        WHERE p.contact_id = ${contacts.id} AND p.status = 'paid' AND p.is_test = ${filter.paid === 'test'})`,
    );
  if (filter.unsubscribed)
    conditions.push(
      sql`${filter.unsubscribed === 'no' ? sql`NOT` : sql``} EXISTS (SELECT FROM mail_preferences w
        WHERE w.account_id = ${contacts.accountId}
        AND w.address_hash = mail_address_hash(${contacts.accountId},
        coalesce(${contacts.email}, ${contacts.claimedEmail})) AND w.resubscribed_at IS NULL)`,
    );
  for (const condition of filter.fields ? (readFieldConditions(filter.fields) ?? []) : [])
    conditions.push(fieldCondition(condition));
  if (filter.seen) {
    const since = new Date(
      now.getTime() - Number(filter.seen === 'older' ? 90 : filter.seen) * dayMs,
    ).toISOString();
    conditions.push(
      filter.seen === 'older'
        ? sql`${contacts.seenAt} < ${since} AND ${contacts.seenAt} > 'epoch'`
        : sql`${contacts.seenAt} >= ${since}`,
    );
  }
  return conditions.length > 0 ? and(...conditions) : undefined;
}

const wroteBit = 1 << wroteKind;

/**
 * As the figure of active contacts counts them: the quarters of an hour are asked only of those who were there before
 * or after as well.
 */
function wroteWithin({ from, to }: Span, agentIds: readonly string[] | null): SQL {
  const within = (first: SQL, last: SQL): SQL =>
    sql.join(
      [
        from && sql`AND ${last} >= ${from.toISOString()}::timestamptz`,
        to && sql`AND ${first} < ${to.toISOString()}::timestamptz`,
      ].filter((one) => one !== null),
      sql` `,
    );
  const isInside = sql`true ${from ? sql`AND p.first_at >= ${from.toISOString()}::timestamptz` : sql``}
    ${to ? sql`AND p.last_at < ${to.toISOString()}::timestamptz` : sql``}`;
  return sql`${contacts.id} IN (SELECT p.contact_id FROM analytics_people p
    WHERE p.contact_id IS NOT NULL AND (p.kinds & ${wroteBit}) <> 0 ${within(sql`p.first_at`, sql`p.last_at`)}
    ${agentIds ? sql`AND p.agent_id = ANY(${sql.param([...agentIds])}::text[])` : sql``}
    AND ((${isInside}) OR (
      SELECT true FROM analytics_activity a WHERE a.person = p.number AND (a.kinds & ${wroteBit}) <> 0
      ${within(sql`a.bucket`, sql`a.bucket`)} LIMIT 1)))`;
}

/** Looks in the table of values, whose plain columns have indexes that work behind the wall. */
function fieldCondition(condition: FieldCondition): SQL {
  const { key, operator, value } = condition;
  const folded = sql`left(fold_text(${value}), 200)`;
  const compares: Record<FieldCondition['operator'], SQL> = {
    has: sql``,
    none: sql``,
    is: sql`AND ${contactFieldValues.textKey} = ${folded}`,
    gte: comparesNumbers(condition)
      ? sql`AND ${contactFieldValues.numberKey} >= ${Number(value)}::float8`
      : sql`AND ${contactFieldValues.textKey} >= ${folded}`,
    // A day holds all its moments.
    lte: comparesNumbers(condition)
      ? sql`AND ${contactFieldValues.numberKey} <= ${Number(value)}::float8`
      : sql`AND ${contactFieldValues.textKey} <= ${folded} || '~'`,
  };
  const holders = sql`(SELECT ${contactFieldValues.contactId} FROM ${contactFieldValues}
    WHERE ${contactFieldValues.key} = ${key} ${compares[operator]})`;
  return operator === 'none'
    ? sql`NOT EXISTS (SELECT FROM ${contactFieldValues}
      WHERE ${contactFieldValues.contactId} = ${contacts.id} AND ${contactFieldValues.key} = ${key})`
    : sql`${contacts.id} IN ${holders}`;
}

/** How contacts are listed. */
export function contactsListRepository(tx: Transaction, limits: SearchLimits = searchLimits) {
  return {
    /**
     * A page in the order that is asked for, after `position`; whole rows are read for the contacts of the
     * page only.
     */
    async page(
      { within, search }: Searched,
      query: { sort: ContactSort; after?: ContactPosition | undefined; limit: number },
    ) {
      const order = orders[query.sort];
      const after = query.after ? order.after(query.after) : undefined;
      const inOrder = (more?: SQL): SQL =>
        sql`SELECT id FROM contacts WHERE ${and(within, after, more) ?? sql`true`} ORDER BY ${order.by}
          LIMIT ${query.limit}`;
      const shown = (page: SQL) =>
        tx
          .select({ ...contactSelection, key: order.key })
          .from(contacts)
          .leftJoin(agents, eq(agents.id, contacts.sourceAgentId))
          .where(sql`${contacts.id} = ANY(${page}::text[])`)
          .orderBy(order.by);
      const words = searchedWords(search);
      if (words.length === 0) return shown(sql`array(${inOrder()})`);

      const walk = async (most: number): Promise<FoundIds> => {
        const {
          rows: [row],
        } = await tx.execute<FoundIds>(sql`
          WITH walked AS MATERIALIZED (SELECT id, search_text FROM contacts
            WHERE ${and(within, after) ?? sql`true`} ORDER BY ${order.by} LIMIT ${most}),
            found AS MATERIALIZED (SELECT array(SELECT contacts.id FROM walked AS contacts
              WHERE ${hasWords(words)} LIMIT ${query.limit}) AS ids)
          SELECT ids, CASE WHEN cardinality(ids) < ${query.limit} THEN (SELECT count(*)
            FROM walked) < ${most} ELSE false END AS "isAll" FROM found`);
        return row ?? { ids: [], isAll: true };
      };
      const byIndex = async (): Promise<FoundIds> => {
        const {
          rows: [row],
        } = await tx.execute<FoundIds>(sql`
          WITH hits AS MATERIALIZED (SELECT contact_hits(${patternsOf(words)}, ${limits.mostHits}) AS ids)
          SELECT array(${inOrder(sql`id = ANY((SELECT ids FROM hits)::text[])`)}) AS ids,
            (SELECT ids IS NOT NULL FROM hits) AS "isAll"`);
        return row ?? { ids: [], isAll: false };
      };
      return shown(
        await searchInOrder(query.limit, limits, {
          walk,
          byIndex,
          throughAll: () => sql`array(${inOrder(hasWords(words))})`,
        }),
      );
    },
    async count({ within, search }: Searched): Promise<number> {
      const words = searchedWords(search);
      if (words.length === 0) return tx.$count(contacts, within);
      const {
        rows: [row],
      } = await tx.execute<{ total: number | null }>(sql`
        WITH hits AS MATERIALIZED (SELECT contact_hits(${patternsOf(words)}, ${limits.mostHits}) AS ids)
        SELECT CASE WHEN (SELECT ids IS NOT NULL FROM hits) THEN (SELECT count(*)::int FROM contacts
          WHERE ${and(within, sql`id = ANY((SELECT ids FROM hits)::text[])`)}) END AS total`);
      return row?.total ?? tx.$count(contacts, and(within, hasWords(words)));
    },
    /** What the account's owner, or the member who looks, hides. */
    async privacy(viewer: string): Promise<{ hidesPassive: boolean; hidesLocation: boolean }> {
      const {
        rows: [row],
      } = await tx.execute<{ hidesPassive: boolean; hidesLocation: boolean }>(
        sql`SELECT hides_passive AS "hidesPassive", hides_location AS "hidesLocation"
          FROM account_privacy(${viewer})`,
      );
      return row ?? { hidesPassive: false, hidesLocation: false };
    },
    /** Whether a member who reaches single agents sees a contact. */
    async isSeen(id: string, view: ContactView, now: Date): Promise<boolean> {
      return (
        (await tx.$count(
          contacts,
          and(eq(contacts.id, id), contactConditions({ ...view, hidesPassive: false }, {}, now)),
        )) > 0
      );
    },
  };
}
