import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { holdsWords, patternsOf, searchedWords } from '#platform/database/searched-words.ts';
import { comparesNumbers, readFieldConditions, type FieldCondition } from '#shared/custom-fields.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import type { ContactFilter, ContactSort } from '../contacts.contract.ts';
import { contactFieldValues, contacts } from './contacts.table.ts';

/** What a member sees at all. `agentIds` are those that he reaches; null is all. */
export type ContactView = { agentIds: readonly string[] | null; hidesPassive: boolean };
/** The last contact of a page: its place in the order, and its id. Times are microseconds, as exact as the database keeps them. */
export type ContactPosition = { key: number | string; id: string };
/** Words that are looked for within other conditions. Common ones have more hits than are worth looking at one by one. */
export type Searched = { within: SQL | undefined; words?: SQL; isCommon?: boolean };

const dayMs = 86_400_000;
/** So many hits are looked at one by one; a word that more contacts have is soon found by going through the list in its order. */
const mostHits = 1_000;
/** So many contacts are gone through in their order before all are looked at: those with the word may stand together at the end. */
const farthest = 10_000;

/** What the page that the contact wrote from last tells about its visitor. */
const variables = sql<Record<string, string>>`coalesce((SELECT v.variables FROM visitors v WHERE v.contact_id = ${contacts.id} ORDER BY v.last_seen_at DESC LIMIT 1), '{}')`;
const lastMessage = sql<string>`coalesce((SELECT c.last_message FROM conversations c WHERE c.contact_id = ${contacts.id} ORDER BY c.last_message_at DESC LIMIT 1), '')`;
export const contactSelection = { contact: contacts, agentName: agents.name, lastMessage, variables };

const moment = (micros: number | string): SQL => sql`(timestamptz 'epoch' + ${Number(micros)}::float8 * interval '1 microsecond')`;
const micros = (column: SQL): SQL<string> => sql<string>`(extract(epoch FROM ${column}) * 1000000)::bigint::text`;
const orders: Record<ContactSort, { by: SQL; key: SQL<string>; after(position: ContactPosition): SQL }> = {
  seen: { by: sql`${contacts.lastSeenAt} DESC, ${contacts.id} DESC`, key: micros(sql`${contacts.lastSeenAt}`), after: ({ key, id }) => sql`(${contacts.lastSeenAt}, ${contacts.id}) < (${moment(key)}, ${id})` },
  newest: { by: sql`${contacts.createdAt} DESC, ${contacts.id} DESC`, key: micros(sql`${contacts.createdAt}`), after: ({ key, id }) => sql`(${contacts.createdAt}, ${contacts.id}) < (${moment(key)}, ${id})` },
  name: { by: sql`${contacts.sortName}, ${contacts.id}`, key: sql<string>`${contacts.sortName}`, after: ({ key, id }) => sql`(${contacts.sortName}, ${contacts.id}) > (${String(key)}, ${id})` },
  score: { by: sql`${contacts.leadScore} DESC, ${contacts.id} DESC`, key: sql<string>`${contacts.leadScore}::text`, after: ({ key, id }) => sql`(${contacts.leadScore}, ${contacts.id}) < (${Number(key)}::int, ${id})` },
};

const hasWords = (words: readonly string[]): SQL => holdsWords(sql`${contacts.searchText}`, words);

/** The account's conditions for what a member sees and asks for. */
export function contactConditions(view: ContactView, filter: ContactFilter, now: Date): SQL | undefined {
  const conditions: SQL[] = [];
  if (view.agentIds) {
    const reached = sql`ANY(${sql.param([...view.agentIds])}::text[])`;
    conditions.push(sql`(${contacts.sourceAgentId} IS NULL OR ${contacts.sourceAgentId} = ${reached} OR EXISTS (SELECT FROM visitors v WHERE v.contact_id = ${contacts.id} AND v.agent_id = ${reached}))`);
  }
  // Somebody whom a site only told about has neither written nor filled a form.
  if (view.hidesPassive) conditions.push(sql`(${contacts.source} <> 'widget' OR ${contacts.messageCount} > 0 OR EXISTS (SELECT FROM visitors v WHERE v.contact_id = ${contacts.id} AND v.form_state = 'filled'))`);
  const words = searchedWords(filter.search);
  if (words.length > 0) conditions.push(hasWords(words));
  if (filter.lifecycle) conditions.push(eq(contacts.lifecycle, filter.lifecycle));
  if (filter.tag) conditions.push(sql`${filter.tag} = ANY(${contacts.tagIds})`);
  if (filter.source) conditions.push(eq(contacts.source, filter.source));
  if (filter.agent) conditions.push(eq(contacts.sourceAgentId, filter.agent));
  if (filter.country) conditions.push(eq(contacts.country, filter.country));
  if (filter.email) conditions.push(filter.email === 'yes' ? sql`${contacts.email} IS NOT NULL` : sql`${contacts.email} IS NULL`);
  if (filter.paid) conditions.push(sql`${filter.paid === 'no' ? sql`NOT` : sql``} EXISTS (SELECT FROM purchases p WHERE p.contact_id = ${contacts.id} AND p.status = 'paid' AND p.is_test = ${filter.paid === 'test'})`);
  if (filter.unsubscribed) conditions.push(sql`${filter.unsubscribed === 'no' ? sql`NOT` : sql``} EXISTS (SELECT FROM mail_wishes w WHERE w.account_id = ${contacts.accountId} AND w.address_hash = mail_address_hash(${contacts.accountId}, coalesce(${contacts.email}, ${contacts.claimedEmail})) AND w.resubscribed_at IS NULL)`);
  for (const condition of filter.fields ? (readFieldConditions(filter.fields) ?? []) : []) conditions.push(fieldCondition(condition));
  if (filter.seen) {
    const since = new Date(now.getTime() - Number(filter.seen === 'older' ? 90 : filter.seen) * dayMs).toISOString();
    conditions.push(filter.seen === 'older' ? sql`${contacts.lastSeenAt} < ${since}` : sql`${contacts.lastSeenAt} >= ${since}`);
  }
  return conditions.length > 0 ? and(...conditions) : undefined;
}

/** Looks in the table of values, whose plain columns have indexes that work behind the wall. */
function fieldCondition(condition: FieldCondition): SQL {
  const { key, operator, value } = condition;
  const folded = sql`left(fold_text(${value}), 200)`;
  const compares: Record<FieldCondition['operator'], SQL> = {
    has: sql``,
    none: sql``,
    is: sql`AND ${contactFieldValues.textKey} = ${folded}`,
    gte: comparesNumbers(condition) ? sql`AND ${contactFieldValues.numberKey} >= ${Number(value)}::float8` : sql`AND ${contactFieldValues.textKey} >= ${folded}`,
    // A day holds all its moments.
    lte: comparesNumbers(condition) ? sql`AND ${contactFieldValues.numberKey} <= ${Number(value)}::float8` : sql`AND ${contactFieldValues.textKey} <= ${folded} || '~'`,
  };
  const holders = sql`(SELECT ${contactFieldValues.contactId} FROM ${contactFieldValues} WHERE ${contactFieldValues.key} = ${key} ${compares[operator]})`;
  return operator === 'none' ? sql`NOT EXISTS (SELECT FROM ${contactFieldValues} WHERE ${contactFieldValues.contactId} = ${contacts.id} AND ${contactFieldValues.key} = ${key})` : sql`${contacts.id} IN ${holders}`;
}

/** How contacts are listed. */
export function contactsListRepository(tx: Transaction) {
  return {
    /** How words are looked for best within other conditions: who has them is asked of their index first. */
    async searched(search: string | undefined, within: SQL | undefined): Promise<Searched> {
      const words = searchedWords(search);
      if (words.length === 0) return { within };
      const { rows: [row] } = await tx.execute<{ hits: string[] | null }>(sql`SELECT contact_hits(${patternsOf(words)}, ${mostHits}) AS hits`);
      const hits = row?.hits ?? null;
      return { within: hits ? and(sql`${contacts.id} = ANY(${sql.param(hits)}::text[])`, within) : within, words: hasWords(words), isCommon: hits === null };
    },
    /** A page in the order that is asked for, after `position`; whole rows are read for the contacts of the page only. Common words are looked for along the order first, which the database would not do by itself: it takes every word for a rare one. */
    async page({ within, words, isCommon }: Searched, query: { sort: ContactSort; after?: ContactPosition | undefined; limit: number }) {
      const order = orders[query.sort];
      const after = query.after ? order.after(query.after) : undefined;
      const along = isCommon ? await tx.execute<{ id: string }>(sql`SELECT id FROM (SELECT * FROM contacts WHERE ${and(within, after) ?? sql`true`} ORDER BY ${order.by} LIMIT ${farthest}) AS contacts WHERE ${words} LIMIT ${query.limit}`) : null;
      const page = along?.rows.length === query.limit ? sql.param(along.rows.map(({ id }) => id)) : sql`array(${tx.select({ id: contacts.id }).from(contacts).where(and(within, words, after)).orderBy(order.by).limit(query.limit)})`;
      return tx.select({ ...contactSelection, key: order.key }).from(contacts).leftJoin(agents, eq(agents.id, contacts.sourceAgentId)).where(sql`${contacts.id} = ANY(${page}::text[])`).orderBy(order.by);
    },
    async count({ within, words }: Searched): Promise<number> {
      return tx.$count(contacts, and(within, words));
    },
    /** What the account's owner, or the member who looks, hides. */
    async privacy(viewer: string): Promise<{ hidesPassive: boolean; hidesLocation: boolean }> {
      const { rows: [row] } = await tx.execute<{ hidesPassive: boolean; hidesLocation: boolean }>(sql`SELECT hides_passive AS "hidesPassive", hides_location AS "hidesLocation" FROM account_privacy(${viewer})`);
      return row ?? { hidesPassive: false, hidesLocation: false };
    },
    /** Whether a member who reaches single agents sees a contact. */
    async isSeen(id: string, view: ContactView, now: Date): Promise<boolean> {
      return (await tx.$count(contacts, and(eq(contacts.id, id), contactConditions({ ...view, hidesPassive: false }, {}, now)))) > 0;
    },
  };
}
