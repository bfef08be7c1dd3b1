import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { messages } from '#features/conversations/server/conversations.table.ts';
import { analyticsInbox } from '../analytics.table.ts';
import type { VisitorFacts } from './dims.models.ts';

/** What waits to be counted. Times are of whole milliseconds. */
export type InboxRow = {
  seq: number;
  accountId: string;
  kind: number;
  id: string;
  at: Date;
  agentId: string | null;
  visitorId: string | null;
  conversationId: string | null;
  about: string | null;
  amount: number;
};

type Belonging = {
  id: string;
  agentId: string | null;
  visitorId: string | null;
  conversationId: string | null;
  isPreview: boolean;
  isTest: boolean;
};
type VisitorRow = VisitorFacts & {
  id: string;
  accountId: string;
  agentId: string;
  contactId: string | null;
  isPreview: boolean;
};
type Answer = Pick<
  typeof messages.$inferSelect,
  'id' | 'body' | 'engine' | 'parts' | 'citations' | 'attachments'
>;

const list = (values: Iterable<string>): SQL => sql`ANY(${sql.param([...new Set(values)])}::text[])`;

/** What waits to be counted, and what has to be known for it. Over the wall. */
export function inboxRepository(tx: Transaction) {
  return {
    /**
     * Whether nobody else counts; until the end of the transaction nobody does, and everything is looked up by its key:
     * for a batch of two thousand the database would rather read all that was ever counted.
     */
    async isMine(): Promise<boolean> {
      const { rows } = await tx.execute<{ mine: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(hashtextextended('analytics inbox', 0)) AS mine,
          set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1.1', true)`,
      );
      return rows[0]?.mine ?? false;
    },
    /** The oldest that wait. */
    async waiting(limit: number, after: number): Promise<InboxRow[]> {
      const { rows } = await tx.execute<Omit<InboxRow, 'seq' | 'at'> & { seq: string; at: number }>(sql`
        SELECT seq, account_id AS "accountId", kind, id, floor(extract(epoch FROM at) * 1000)::float8 AS at,
          agent_id AS "agentId", visitor_id AS "visitorId", conversation_id AS "conversationId", about, amount
        FROM analytics_inbox WHERE seq > ${after} ORDER BY seq LIMIT ${limit}`);
      return rows.map((row) => ({ ...row, seq: Number(row.seq), at: new Date(row.at) }));
    },
    /**
     * Those of the accounts that are there and of which nobody is being erased now; until the end of the
     * transaction nobody is. `gone` are those that are not there any more.
     */
    async holdAccounts(ids: readonly string[]): Promise<{ held: Set<string>; gone: Set<string> }> {
      const { rows } = await tx.execute<{ id: string; free: boolean }>(sql`
        SELECT id, pg_try_advisory_xact_lock(hashtextextended('analytics ' || id, 0)) AS free
        FROM (SELECT id FROM accounts WHERE id = ${list(ids)} OFFSET 0) AS found`);
      const free = rows.filter((row) => row.free).map(({ id }) => id);
      const { rows: kept } = await tx.execute<{ id: string }>(
        sql`SELECT id FROM accounts WHERE id = ${list(free)} FOR KEY SHARE SKIP LOCKED`,
      );
      const there = new Set(rows.map(({ id }) => id));
      return {
        held: new Set(kept.map(({ id }) => id)),
        gone: new Set(ids.filter((id) => !there.has(id))),
      };
    },
    async conversations(ids: Iterable<string>): Promise<Belonging[]> {
      const { rows } = await tx.execute<Belonging>(sql`
        SELECT id, agent_id AS "agentId", visitor_id AS "visitorId", id AS "conversationId",
          is_preview AS "isPreview", false AS "isTest" FROM conversations WHERE id = ${list(ids)}`);
      return rows;
    },
    /** Purchases, QR codes and whatever else an event is about. */
    async subjects(ids: Iterable<string>): Promise<Belonging[]> {
      const wanted = list(ids);
      const { rows } = await tx.execute<Belonging>(sql`
        SELECT p.id, coalesce(p.agent_id, s.agent_id) AS "agentId",
          coalesce(p.visitor_id, s.visitor_id) AS "visitorId",
          coalesce(p.conversation_id, s.conversation_id) AS "conversationId", false AS "isPreview",
          p.is_test AS "isTest"
        FROM purchases p LEFT JOIN form_submissions s ON s.id = p.submission_id WHERE p.id = ${wanted}
        UNION ALL SELECT id, agent_id, NULL, NULL, false, false FROM qr_codes WHERE id = ${wanted}`);
      return rows;
    },
    async agents(ids: Iterable<string>): Promise<Set<string>> {
      const { rows } = await tx.execute<{ id: string }>(sql`SELECT id FROM agents WHERE id = ${list(ids)}`);
      return new Set(rows.map(({ id }) => id));
    },
    async visitors(ids: Iterable<string>): Promise<VisitorRow[]> {
      const { rows } = await tx.execute<VisitorRow>(sql`
        SELECT v.id, v.account_id AS "accountId", v.agent_id AS "agentId", v.contact_id AS "contactId",
          v.is_preview AS "isPreview",
          v.device, v.browser, v.os, v.language, v.timezone, v.channel, v.utm, v.referrer, v.tag,
          (SELECT q.id FROM qr_codes q WHERE v.channel = 'qr' AND q.agent_id = v.agent_id
            AND v.tag = 'qr-' || q.code) AS "qrCodeId",
          v.landing_page_id AS "landingPageId", v.landing_page_version AS "landingPageVersion"
        FROM visitors v WHERE v.id = ${list(ids)}`);
      return rows;
    },
    async answers(ids: readonly string[]): Promise<Answer[]> {
      if (ids.length === 0) return [];
      return tx
        .select({
          id: messages.id,
          body: messages.body,
          engine: messages.engine,
          parts: messages.parts,
          citations: messages.citations,
          attachments: messages.attachments,
        })
        .from(messages)
        .where(inArray(messages.id, [...ids]));
    },
    /** The accounts whose owners want nothing kept of where visitors are. */
    async hidingPlaces(ids: readonly string[]): Promise<Set<string>> {
      const { rows } = await tx.execute<{ id: string }>(sql`
        SELECT DISTINCT m.account_id AS id FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.account_id = ${list(ids)} AND m.role = 'owner' AND u.hide_location_data`);
      return new Set(rows.map(({ id }) => id));
    },
    async add(rows: readonly (typeof analyticsInbox.$inferInsert)[]): Promise<void> {
      await tx.insert(analyticsInbox).values([...rows]);
    },
    async remove(seqs: readonly number[]): Promise<void> {
      if (seqs.length > 0)
        await tx.execute(sql`DELETE FROM analytics_inbox WHERE seq = ANY(${sql.param([...seqs])}::bigint[])`);
    },
    /** Whether so many wait, or more. */
    async hasAtLeast(count: number): Promise<boolean> {
      const { rows } = await tx.execute<{ found: boolean }>(sql`
        SELECT count(*) >= ${count} AS found FROM (SELECT FROM analytics_inbox ORDER BY seq LIMIT ${count}) AS first_ones`);
      return rows[0]?.found ?? false;
    },
    /** How many wait. */
    async length(): Promise<number> {
      const { rows } = await tx.execute<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM analytics_inbox`,
      );
      return rows[0]?.count ?? 0;
    },
  };
}
