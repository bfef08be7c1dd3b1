import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { presentBits } from './kinds.models.ts';
import {
  personKey,
  type ActivityRow,
  type CountedEvent,
  type DayRow,
  type PersonKey,
  type PersonRow,
  type QuarterRow,
} from './counting.models.ts';
import type { Dims } from './dims.models.ts';

/** By which number somebody is known, and whether all that they did is of one quarter of an hour. */
export type Numbered = {
  number: string;
  isOnce: boolean;
};

/** Columns of rows as arrays, so that thousands of rows are one statement of few parameters. */
function columns<Row>(
  rows: readonly Row[],
  described: readonly (readonly [type: string, read: (row: Row) => unknown])[],
): SQL {
  return sql`unnest(${sql.join(
    described.map(([type, read]) => sql`${sql.param(rows.map(read))}::${sql.raw(type)}[]`),
    sql`, `,
  )})`;
}

/** Events and what is summed up of them. Over the wall. */
export function countedRepository(tx: Transaction) {
  return {
    async makeMonths(moments: readonly Date[]): Promise<void> {
      for (const moment of moments) await tx.execute(sql`SELECT analytics_month(${moment.toISOString()})`);
    },
    /** The numbers of what people came by and use, in the order in which it was given. */
    async dims(rows: readonly (Dims & { accountId: string; mark: string })[]): Promise<number[]> {
      if (rows.length === 0) return [];
      const { rows: known } = await tx.execute<{ accountId: string; mark: string; id: string }>(sql`
        WITH given AS (
          SELECT * FROM ${columns(rows, [
            ['text', (row) => row.accountId],
            ['text', (row) => row.mark],
            ['text', (row) => row.device],
            ['text', (row) => row.browser],
            ['text', (row) => row.os],
            ['text', (row) => row.language],
            ['text', (row) => row.country],
            ['text', (row) => row.region],
            ['text', (row) => row.channel],
            ['text', (row) => row.source],
            ['text', (row) => row.medium],
            ['text', (row) => row.campaign],
            ['text', (row) => row.content],
            ['text', (row) => row.term],
            ['text', (row) => row.referrer],
            ['text', (row) => row.tag],
            ['text', (row) => row.qrCodeId],
            ['text', (row) => row.landingPageId],
            ['int', (row) => row.landingPageVersion],
          ])} AS g(account_id, mark, device, browser, os, language, country, region, channel, source, medium,
            campaign, content, term, referrer, tag, qr_code_id, landing_page_id, landing_page_version)),
        added AS (
          INSERT INTO analytics_dims (account_id, mark, device, browser, os, language, country, region, channel,
            source, medium, campaign, content, term, referrer, tag, qr_code_id, landing_page_id,
            landing_page_version)
          SELECT g.* FROM given g
          WHERE NOT EXISTS (SELECT FROM analytics_dims d WHERE d.account_id = g.account_id AND d.mark = g.mark)
          ON CONFLICT DO NOTHING RETURNING account_id, mark, id)
        SELECT account_id AS "accountId", mark, id FROM added
        UNION SELECT d.account_id, d.mark, d.id FROM analytics_dims d
          JOIN given g ON g.account_id = d.account_id AND g.mark = d.mark`);
      const ids = new Map(known.map(({ accountId, mark, id }) => [`${accountId} ${mark}`, Number(id)]));
      return rows.map(({ accountId, mark }) => ids.get(`${accountId} ${mark}`) ?? 0);
    },
    /** Keeps events; gives those that were not kept before. */
    async insert(events: readonly CountedEvent[]): Promise<CountedEvent[]> {
      if (events.length === 0) return [];
      const keyOf = (event: { accountId: string; at: Date; kind: number; id: string }): string =>
        `${event.accountId} ${event.at.getTime()} ${event.kind} ${event.id}`;
      const { rows } = await tx.execute<{ accountId: string; at: number; kind: number; id: string }>(sql`
        INSERT INTO analytics_events (account_id, at, kind, id, agent_id, visitor_id, conversation_id, dims_id,
          amount)
        SELECT * FROM ${columns(events, [
          ['text', (event) => event.accountId],
          ['timestamptz', (event) => event.at.toISOString()],
          ['smallint', (event) => event.kind],
          ['text', (event) => event.id],
          ['text', (event) => event.agentId],
          ['text', (event) => event.visitorId],
          ['text', (event) => event.conversationId],
          ['bigint', (event) => event.dimsId],
          ['int', (event) => event.amount],
        ])} AS g
        ON CONFLICT DO NOTHING
        RETURNING account_id AS "accountId", (extract(epoch FROM at) * 1000)::float8 AS at, kind, id`);
      const added = new Set(rows.map((row) => keyOf({ ...row, at: new Date(row.at) })));
      // The same event twice in one batch was added once.
      return events.filter((event) => added.delete(keyOf(event)));
    },
    async addQuarters(rows: readonly QuarterRow[]): Promise<void> {
      if (rows.length === 0) return;
      await tx.execute(sql`
        INSERT INTO analytics_quarters (account_id, agent_id, bucket, kind, amount)
        SELECT * FROM ${columns(rows, [
          ['text', (row) => row.accountId],
          ['text', (row) => row.agentId],
          ['timestamptz', (row) => row.bucket.toISOString()],
          ['smallint', (row) => row.kind],
          ['int', (row) => row.amount],
        ])} AS g
        ON CONFLICT (account_id, agent_id, kind, bucket)
        DO UPDATE SET amount = analytics_quarters.amount + excluded.amount`);
    },
    async addDays(rows: readonly DayRow[]): Promise<void> {
      if (rows.length === 0) return;
      await tx.execute(sql`
        INSERT INTO analytics_days (account_id, agent_id, day, kind, amount)
        SELECT * FROM ${columns(rows, [
          ['text', (row) => row.accountId],
          ['text', (row) => row.agentId],
          ['date', (row) => row.day],
          ['smallint', (row) => row.kind],
          ['int', (row) => row.amount],
        ])} AS g
        ON CONFLICT (account_id, agent_id, kind, day)
        DO UPDATE SET amount = analytics_days.amount + excluded.amount`);
    },
    /** What people did, under the numbers that they have by `addPeople`. */
    async addActivity(rows: readonly ActivityRow[], people: ReadonlyMap<string, Numbered>): Promise<void> {
      if (rows.length === 0) return;
      await tx.execute(sql`
        INSERT INTO analytics_activity (person, bucket, kinds, messages, conversations, account_id, agent_id)
        SELECT * FROM ${columns(rows, [
          ['bigint', (row) => people.get(personKey(row))?.number],
          ['timestamptz', (row) => row.bucket.toISOString()],
          ['int', (row) => row.kinds],
          ['int', (row) => row.messages],
          ['int', (row) => row.conversations],
          ['text', (row) => row.accountId],
          ['text', (row) => row.agentId],
        ])} AS g
        ON CONFLICT (person, bucket) DO UPDATE SET
          kinds = analytics_activity.kinds | excluded.kinds,
          messages = analytics_activity.messages + excluded.messages,
          conversations = analytics_activity.conversations + excluded.conversations`);
    },
    /** When people came first as far as is known; who is not named is not known yet. */
    async cameAt(rows: readonly PersonKey[]): Promise<Map<string, Date | null>> {
      if (rows.length === 0) return new Map();
      const { rows: known } = await tx.execute<PersonKey & { cameAt: string | null }>(sql`
        SELECT p.account_id AS "accountId", p.agent_id AS "agentId", p.visitor_id AS "visitorId",
          p.came_at AS "cameAt"
        FROM ${columns(rows, [
          ['text', (row) => row.accountId],
          ['text', (row) => row.agentId],
          ['text', (row) => row.visitorId],
        ])} AS g(account_id, agent_id, visitor_id)
        JOIN analytics_people p USING (account_id, visitor_id, agent_id)`);
      return new Map(known.map((row) => [personKey(row), row.cameAt === null ? null : new Date(row.cameAt)]));
    },
    /** Adds to what is known of people; gives each of them, by `personKey`. */
    async addPeople(rows: readonly PersonRow[]): Promise<Map<string, Numbered>> {
      if (rows.length === 0) return new Map();
      const { rows: added } = await tx.execute<PersonKey & { number: string; isOnce: boolean }>(sql`
        INSERT INTO analytics_people (account_id, agent_id, visitor_id, first_at, last_at, came_at, kinds,
          messages, conversations, dims_id, contact_id)
        SELECT * FROM ${columns(rows, [
          ['text', (row) => row.accountId],
          ['text', (row) => row.agentId],
          ['text', (row) => row.visitorId],
          ['timestamptz', (row) => row.firstAt.toISOString()],
          ['timestamptz', (row) => row.lastAt.toISOString()],
          ['timestamptz', (row) => row.cameAt?.toISOString() ?? null],
          ['int', (row) => row.kinds],
          ['int', (row) => row.messages],
          ['int', (row) => row.conversations],
          ['bigint', (row) => row.dimsId],
          ['text', (row) => row.contactId],
        ])} AS g
        ON CONFLICT (visitor_id, agent_id) DO UPDATE SET
          first_at = least(analytics_people.first_at, excluded.first_at),
          last_at = greatest(analytics_people.last_at, excluded.last_at),
          came_at = least(analytics_people.came_at, excluded.came_at),
          kinds = analytics_people.kinds | excluded.kinds,
          messages = analytics_people.messages + excluded.messages,
          conversations = analytics_people.conversations + excluded.conversations,
          dims_id = coalesce(analytics_people.dims_id, excluded.dims_id),
          contact_id = excluded.contact_id
        RETURNING account_id AS "accountId", agent_id AS "agentId", visitor_id AS "visitorId", number,
          first_at = last_at AS "isOnce"`);
      return new Map(added.map((row) => [personKey(row), { number: row.number, isOnce: row.isOnce }]));
    },
    /** Says of each quarter of an hour of these people when they were there before it. */
    async linkActivity(people: Iterable<Numbered>): Promise<void> {
      const numbers = [...people].filter(({ isOnce }) => !isOnce).map(({ number }) => number);
      if (numbers.length === 0) return;
      await tx.execute(sql`
        UPDATE analytics_activity a SET since = n.since FROM (
          SELECT person, bucket, kept, CASE WHEN is_present THEN lag(bucket) OVER (
            PARTITION BY person, is_present ORDER BY bucket) END AS since
          FROM (
            SELECT x.person, x.bucket, x.since AS kept, (x.kinds & ${presentBits}) <> 0 AS is_present
            FROM unnest(${sql.param(numbers)}::bigint[]) AS g(person)
            JOIN analytics_activity x USING (person)) x) n
        WHERE n.since IS DISTINCT FROM n.kept AND a.person = n.person AND a.bucket = n.bucket`);
    },
    /** As whom visitors are known by now. */
    async nameContacts(
      rows: readonly { id: string; accountId: string; contactId: string | null }[],
    ): Promise<void> {
      if (rows.length === 0) return;
      await tx.execute(sql`
        UPDATE analytics_people p SET contact_id = g.contact_id FROM ${columns(rows, [
          ['text', (row) => row.accountId],
          ['text', (row) => row.id],
          ['text', (row) => row.contactId],
        ])} AS g(account_id, visitor_id, contact_id)
        WHERE p.account_id = g.account_id AND p.visitor_id = g.visitor_id
          AND p.contact_id IS DISTINCT FROM g.contact_id`);
    },
  };
}
