import { and, desc, eq, gte, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Span } from '#shared/time-spans/span.ts';
import type { Transaction } from '#platform/database/database.ts';
import {
  beginningsOrPatternsOf,
  beginsOrHolds,
  idArray,
  searchedWords,
  searchInOrder,
  type FoundIds,
  type SearchLimits,
} from '#platform/database/searched-words.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { contacts } from '#features/contacts/server/contacts.table.ts';
import type { Channel, Priority } from '#features/conversations/conversations-handoff.contract.ts';
import { conversations } from '#features/conversations/server/conversations.table.ts';
import type { InboxSort, InboxView } from '../inbox.contract.ts';
import { inboxSelection, readBy, type InboxRow } from './inbox.repository.ts';

/** Microseconds since the epoch, as exact as the database keeps them. */
export type InboxPosition = {
  micros: number;
  id: string;
};
export type InboxFilter = {
  view: InboxView;
  sort: InboxSort;
  userId: string;
  /** The agents that the member reaches; null: all. */
  agentIds: readonly string[] | null;
  agentId?: string | undefined;
  labelId?: string | undefined;
  channel?: Channel | undefined;
  country?: string | undefined;
  tag?: string | undefined;
  /** A member's id, or `none`. */
  assignee?: string | undefined;
  priority?: Priority | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  began?: Span | undefined;
  /** Only those who wait for a person, or only the others. */
  part?: 'waiting' | 'others' | undefined;
  search?: string | undefined;
};

export const searchLimits: SearchLimits = {
  first: 150,
  nearest: 1_000,
  farthest: 5_000,
  mostHits: 20_000,
};
/**
 * So many conversations that were read are gone through before it is remembered where there is nothing
 * unread.
 */
const mostWalked = 2_000;
/**
 * A stretch that is shorter is as soon gone through as skipped. With it and `mostWalked`, 50 unread ones are
 * found among 50 × 20 that were read.
 */
const shortestStretch = 20;

const isRunning = sql`${conversations.status} IN ('open', 'pending')`;
const isSeen = sql`NOT ${conversations.isPreview}`;

function viewOf(view: InboxView, userId: string): SQL {
  const views: Record<InboxView, SQL> = {
    mine: sql`${conversations.assigneeId} = ${userId} AND ${isRunning}`,
    unassigned: sql`${conversations.handler} = 'waiting' AND ${isRunning}`,
    ai: sql`${conversations.status} = 'pending'`,
    all: isRunning,
    everything: sql`true`,
    mentions: sql`${conversations.id} IN (SELECT m.conversation_id FROM inbox_mentions m
      WHERE m.user_id = ${userId})`,
    unread: sql`${isRunning} AND ${conversations.lastVisitorSeq} > ${readBy(userId)}`,
    lead: sql`${isRunning} AND EXISTS (SELECT FROM contacts k
      WHERE k.id = ${conversations.contactId} AND k.email IS NOT NULL)`,
    paid: sql`${isRunning} AND EXISTS (SELECT FROM paywall_holders h
      JOIN paywall_lots l ON l.wallet_id = h.wallet_id
      WHERE h.visitor_id = ${conversations.visitorId} AND l.kind IN ('pack', 'once', 'subscription'))`,
    snoozed: sql`${conversations.status} = 'snoozed'`,
    resolved: sql`${conversations.status} = 'resolved'`,
  };
  return views[view];
}

/** What a member reached when it was remembered what they have read: another reach knows nothing of it. */
const reachKey = ({ agentIds }: InboxFilter): string => agentIds?.toSorted().join() ?? '';

/**
 * The times between the stretches in which a member has read everything, the newest first; both ends belong
 * to them.
 */
const gapsOf = (filter: InboxFilter): SQL => sql`(
  WITH stretches AS (SELECT newest, oldest FROM inbox_read_stretches
    WHERE user_id = ${filter.userId} AND reach = ${reachKey(filter)})
  SELECT coalesce(lag(oldest) OVER (ORDER BY newest DESC), 'infinity') AS newest, newest AS oldest
  FROM stretches
  UNION ALL SELECT coalesce(min(oldest), 'infinity'), '-infinity' FROM stretches
  ORDER BY newest DESC)`;

/** Whether nothing that few conversations have leads to what is unread. */
const isPlainUnread = ({
  view,
  sort,
  labelId,
  country,
  tag,
  channel,
  search,
  ...more
}: InboxFilter): boolean =>
  view === 'unread' &&
  sort === 'newest' &&
  !more.assignee &&
  !more.priority &&
  !more.since &&
  !more.until &&
  !more.began &&
  !labelId &&
  !country &&
  !tag &&
  !search &&
  (!channel || channel === 'site');

/** How the inbox is listed: a page costs what the page holds, however many conversations there are. */
export function inboxListRepository(tx: Transaction, limits: SearchLimits = searchLimits) {
  function conditionsOf(filter: InboxFilter): SQL[] {
    const conditions: SQL[] = [isSeen, viewOf(filter.view, filter.userId)];
    // Who is in the queue has a moment. To ask for it makes the database think that they are few, so that it goes through all of
    // them instead of the few that have a country or a tag.
    if (filter.sort === 'waiting' && filter.part !== 'waiting' && filter.view !== 'unassigned')
      conditions.push(sql`${conversations.waitingSince} IS NOT NULL`);
    if (filter.agentIds) conditions.push(inArray(conversations.agentId, [...filter.agentIds, '']));
    if (filter.agentId) conditions.push(eq(conversations.agentId, filter.agentId));
    if (filter.channel) conditions.push(eq(conversations.channel, filter.channel));
    if (filter.part)
      conditions.push(
        filter.part === 'waiting'
          ? sql`${conversations.handler} = 'waiting'`
          : sql`${conversations.handler} <> 'waiting'`,
      );
    if (filter.assignee)
      conditions.push(
        filter.assignee === 'none'
          ? isNull(conversations.assigneeId)
          : eq(conversations.assigneeId, filter.assignee),
      );
    if (filter.priority) conditions.push(eq(conversations.priority, filter.priority));
    if (filter.since) conditions.push(gte(conversations.lastMessageAt, filter.since));
    if (filter.until) conditions.push(lt(conversations.lastMessageAt, filter.until));
    if (filter.began?.from) conditions.push(gte(conversations.createdAt, filter.began.from));
    if (filter.began?.to) conditions.push(lt(conversations.createdAt, filter.began.to));
    if (filter.tag) conditions.push(eq(conversations.tag, filter.tag));
    if (filter.country)
      conditions.push(
        sql`EXISTS (SELECT FROM contacts k
          WHERE k.id = ${conversations.contactId} AND k.country = ${filter.country})`,
      );
    if (filter.labelId)
      conditions.push(
        sql`EXISTS (SELECT FROM inbox_labelled l
          WHERE l.conversation_id = ${conversations.id} AND l.label_id = ${filter.labelId})`,
      );
    return conditions;
  }

  return {
    /**
     * A page of a view after `position`. The rows are found by their index first; names, labels and marks are
     * looked up for those alone.
     */
    async page(filter: InboxFilter, position: InboxPosition | undefined, limit: number): Promise<InboxRow[]> {
      const isWaiting = filter.sort === 'waiting';
      const sorted = isWaiting ? conversations.waitingSince : conversations.lastMessageAt;
      const order = isWaiting
        ? sql`${sorted}, ${conversations.id}`
        : sql`${sorted} DESC, ${conversations.id} DESC`;
      const conditions = conditionsOf(filter);
      if (position) {
        const moment = sql`timestamptz 'epoch' + ${position.micros}::float8 * interval '1 microsecond'`;
        conditions.push(
          isWaiting
            ? sql`(${sorted}, ${conversations.id}) > (${moment}, ${position.id})`
            : sql`(${sorted}, ${conversations.id}) < (${moment}, ${position.id})`,
        );
      }
      const inOrder = (more: SQL[], most: number): SQL =>
        sql`SELECT id FROM conversations WHERE ${and(...conditions, ...more)} ORDER BY ${order}
          LIMIT ${most}`;
      const shown = (ids: SQL): Promise<InboxRow[]> =>
        tx
          .select({
            ...inboxSelection(filter.userId),
            micros: sql<string>`(extract(epoch FROM ${sorted}) * 1000000)::bigint`,
          })
          .from(conversations)
          .innerJoin(agents, eq(agents.id, conversations.agentId))
          .leftJoin(contacts, eq(contacts.id, conversations.contactId))
          .where(sql`${conversations.id} = ANY(${ids}::text[])`)
          .orderBy(...(isWaiting ? [sorted, conversations.id] : [desc(sorted), desc(conversations.id)]));

      if (isPlainUnread(filter)) {
        // The gaps come in their order, and so does what is found in them; only as many are looked at as it
        // takes.
        const between = sql`${conversations.lastMessageAt} BETWEEN gap.oldest AND gap.newest`;
        return shown(
          sql`array(SELECT found.id FROM ${gapsOf(filter)} AS gap CROSS
            JOIN LATERAL (${inOrder([between], limit)}) AS found LIMIT ${limit})`,
        );
      }
      const words = searchedWords(filter.search);
      if (words.length === 0) return shown(sql`array(${inOrder([], limit)})`);

      /** Each conversation's words are read by themselves: the database would read all words. */
      const walk = async (most: number | null): Promise<FoundIds> => {
        const {
          rows: [row],
        } = await tx.execute<FoundIds>(sql`
          WITH walked AS MATERIALIZED (SELECT id, account_id FROM conversations WHERE ${and(...conditions)}
            ORDER BY ${order} LIMIT ${most}),
            found AS MATERIALIZED (SELECT array(SELECT walked.id FROM walked CROSS
              JOIN LATERAL (SELECT w.body || coalesce((SELECT ' ' || string_agg(s.body, ' ') FROM inbox_said s
                WHERE s.account_id = walked.account_id AND s.conversation_id = walked.id), '') AS body
              FROM inbox_words w WHERE w.account_id = walked.account_id AND w.conversation_id = walked.id OFFSET 0) AS said
              WHERE ${beginsOrHolds(sql`said.body`, words)} LIMIT ${limit}) AS ids)
          SELECT ids, CASE WHEN cardinality(ids) < ${limit} THEN coalesce((SELECT count(*)
            FROM walked) < ${most}::int, true) ELSE false END AS "isAll" FROM found`);
        return row ?? { ids: [], isAll: true };
      };
      const byIndex = async (): Promise<FoundIds> => {
        const {
          rows: [row],
        } = await tx.execute<FoundIds>(sql`
          WITH hits AS MATERIALIZED (SELECT inbox_hits(${beginningsOrPatternsOf(words)}, ${limits.mostHits}) AS ids)
          SELECT array(${inOrder([sql`id = ANY((SELECT ids FROM hits)::text[])`], limit)}) AS ids,
            (SELECT ids IS NOT NULL FROM hits) AS "isAll"`);
        return row ?? { ids: [], isAll: false };
      };
      return shown(
        await searchInOrder(limit, limits, {
          walk,
          byIndex,
          throughAll: async () => idArray((await walk(null)).ids),
        }),
      );
    },

    /**
     * Remembers where a member has nothing unread, when the first page of what is unread went a long way to
     * find it. `before` is some time ago: what is being written at this moment must lie above everything that
     * is remembered.
     */
    async rememberRead(
      filter: InboxFilter,
      page: readonly InboxRow[],
      limit: number,
      before: Date,
    ): Promise<void> {
      if (!isPlainUnread(filter) || filter.agentId || filter.channel) return;
      const bottom =
        page.length === limit ? (page.at(-1)?.lastMessageAt.toISOString() ?? '-infinity') : '-infinity';
      const mine = and(
        isSeen,
        isRunning,
        filter.agentIds ? inArray(conversations.agentId, [...filter.agentIds, '']) : undefined,
      );
      const { rows } = await tx.execute(
        sql`SELECT FROM ${gapsOf(filter)} AS gap CROSS
          JOIN LATERAL (SELECT FROM conversations
          WHERE ${mine} AND ${conversations.lastMessageAt} BETWEEN greatest(gap.oldest,
          ${bottom}::timestamptz) AND gap.newest LIMIT ${mostWalked + 1}) AS walked OFFSET ${mostWalked}
          LIMIT 1`,
      );
      if (rows.length === 0) return;
      const top = sql`least(now(), ${before.toISOString()}::timestamptz)`;
      // What makes a conversation unread that has no new message waits for this, and this for it.
      await tx.execute(
        sql`SELECT pg_advisory_xact_lock(hashtextextended('inbox_read_stretches ' ||
          current_setting('app.account_id'), 0))`,
      );
      await tx.execute(sql`DELETE FROM inbox_read_stretches WHERE user_id = ${filter.userId}`);
      await tx.execute(sql`
        WITH walked AS (
          SELECT ${conversations.lastMessageAt} AS moment,
            ${conversations.lastVisitorSeq} > coalesce(r.seq, 0) AS is_unread,
            row_number() OVER (ORDER BY ${conversations.lastMessageAt} DESC) AS place
          FROM conversations LEFT JOIN inbox_reads r ON r.conversation_id = ${conversations.id}
            AND r.user_id = ${filter.userId}
          WHERE ${mine} AND ${conversations.lastMessageAt} < ${top}
        ), marks AS (
          SELECT moment, place FROM walked WHERE is_unread UNION ALL SELECT ${top}, 0
          UNION ALL SELECT '-infinity', (SELECT count(*) + 1 FROM walked)
        ), pairs AS (
          SELECT moment AS newest, lead(moment) OVER (ORDER BY place) AS oldest,
            lead(place) OVER (ORDER BY place) - place - 1 AS size FROM marks
        )
        INSERT INTO inbox_read_stretches (account_id, user_id, reach, newest, oldest)
        SELECT current_setting('app.account_id'), ${filter.userId}, ${reachKey(filter)}, newest, oldest
        FROM pairs WHERE size >= ${shortestStretch} AND newest > oldest`);
    },
    async sortWordsIn(): Promise<void> {
      for (const index of ['inbox_words_grams', 'inbox_said_grams'])
        await tx.execute(sql`SELECT gin_clean_pending_list(to_regclass(${index}))`);
    },
  };
}
