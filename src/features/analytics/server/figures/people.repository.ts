import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { Breakdown } from '../../analytics-figures.contract.ts';
import { activeBits, bitOf, bitsOf, kinds, paidBits, presentBits } from '../events/kinds.models.ts';
import type { Period } from './period.models.ts';
import { moments } from './sums.repository.ts';

/**
 * Of whom figures of people are made. `agentIds` null is all agents; with `isActive` only who wrote or sent a form
 * in what is looked at.
 */
export type PeopleFilter = {
  period: Pick<Period, 'begins' | 'ends'>;
  agentIds: readonly string[] | null;
  isActive: boolean;
};

const mostRows = 200;

const dimensions: Record<Breakdown, SQL> = {
  country: sql`d.country`,
  device: sql`d.device`,
  browser: sql`d.browser`,
  os: sql`d.os`,
  language: sql`d.language`,
  source: sql`d.source`,
  medium: sql`d.medium`,
  campaign: sql`d.campaign`,
  referrer: sql`d.referrer`,
  tag: sql`d.tag`,
  qr: sql`d.qr_code_id`,
  page: sql`d.landing_page_id`,
};

export type PeopleRow = {
  key: string;
  visitors: number;
  conversations: number;
  messages: number;
};

/**
 * Figures that count people and not what happened. Who was there within the period alone is counted by their one row
 * in `analytics_people`; only of those who were there before or after it as well is looked up what they did in it.
 */
export function peopleRepository(tx: Transaction) {
  const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;
  const within = ({ period }: PeopleFilter, bucket: SQL): SQL =>
    sql`${bucket} >= ${at(period.begins)} AND ${bucket} < ${at(period.ends)}`;
  /** Rows `p` of people who may have been there in the period. */
  const around = ({ period, agentIds }: PeopleFilter): SQL => {
    const agents = agentIds ? sql`AND p.agent_id = ANY(${sql.param([...agentIds])}::text[])` : sql``;
    return sql`p.last_at >= ${at(period.begins)} AND p.first_at < ${at(period.ends)} ${agents}`;
  };
  const isInside = ({ period }: PeopleFilter): SQL =>
    sql`(p.first_at >= ${at(period.begins)} AND p.last_at < ${at(period.ends)})`;
  /** Quarters of an hour `a` in which `p` was there within the period. */
  const quartersOf = (filter: PeopleFilter): SQL =>
    sql`analytics_activity a WHERE a.person = p.number AND ${within(filter, sql`a.bucket`)}`;
  const kept = (isActive: boolean, bits: SQL): SQL =>
    sql`(${bits} & ${isActive ? activeBits : presentBits}) <> 0`;
  /** Rows `p` of people who may have been there in the period, and were there before or after it as well. */
  const crossing = ({ period, agentIds }: PeopleFilter): SQL => {
    const agents = agentIds ? sql`AND agent_id = ANY(${sql.param([...agentIds])}::text[])` : sql``;
    const columns = sql`number, kinds, dims_id`;
    return sql`(
      SELECT ${columns} FROM analytics_people
      WHERE first_at < ${at(period.begins)} AND last_at >= ${at(period.begins)} ${agents}
      UNION ALL
      SELECT ${columns} FROM analytics_people
      WHERE first_at >= ${at(period.begins)} AND first_at < ${at(period.ends)} AND last_at >= ${at(period.ends)}
        ${agents}) p`;
  };
  /** What each visitor did in the period: `kinds`, `messages`, `conversations`, and the `dims_id` of how they came. */
  const whoWasThere = (filter: PeopleFilter): SQL => sql`
    SELECT p.kinds, p.messages, p.conversations, p.dims_id FROM analytics_people p
    WHERE ${around(filter)} AND ${isInside(filter)}
    UNION ALL
    SELECT d.* , p.dims_id FROM ${crossing(filter)}, LATERAL (
      SELECT bit_or(a.kinds) AS kinds, sum(a.messages) AS messages, sum(a.conversations) AS conversations
      FROM ${quartersOf(filter)}) d
    WHERE d.kinds IS NOT NULL`;

  /** The same of those alone who wrote or sent a form: what they did is looked up part by part. */
  async function activeVisitors(
    filter: PeopleFilter,
    parts: readonly Date[],
  ): Promise<{ all: number; byPart: Map<number, number> }> {
    const { rows } = await tx.execute<{ place: number | null; visitors: number }>(sql`
      SELECT place, count(*)::int AS visitors FROM (
        SELECT d.place, bit_or(d.kinds) AS kinds FROM analytics_people p, LATERAL (
          SELECT width_bucket(a.bucket, ${moments(parts)}) AS place, a.kinds FROM ${quartersOf(filter)}) d
        WHERE ${around(filter)} AND ${kept(true, sql`p.kinds`)}
        GROUP BY GROUPING SETS ((p.number, d.place), (p.number))) w
      WHERE ${kept(true, sql`w.kinds`)} GROUP BY 1`);
    return {
      all: rows.find(({ place }) => place === null)?.visitors ?? 0,
      byPart: new Map(rows.flatMap(({ place, visitors }) => (place === null ? [] : [[place, visitors]]))),
    };
  }

  return {
    /**
     * Visitors of a period, and of each of its parts (from 1 on), nobody twice in any of these. `first` says how many
     * came for the first time in each part, as the sums have it.
     */
    async visitors(
      filter: PeopleFilter,
      parts: readonly Date[],
      first: ReadonlyMap<number, number>,
    ): Promise<{ all: number; byPart: Map<number, number> }> {
      const { period, agentIds } = filter;
      if (filter.isActive) return activeVisitors(filter, parts);
      const agents = agentIds ? sql`AND p.agent_id = ANY(${sql.param([...agentIds])}::text[])` : sql``;
      // Everybody counts when they came first, and again in each part in which they had not been before.
      const { rows } = await tx.execute<{ place: number; new: number; here: number }>(sql`
        SELECT place, (count(*) FILTER (WHERE since < ${at(period.begins)}))::int AS new, count(*)::int AS here
        FROM (
          SELECT width_bucket(p.bucket, ${moments(parts)}) AS place, p.since FROM analytics_activity p
          WHERE p.since IS NOT NULL AND ${within(filter, sql`p.bucket`)} ${agents}) a
        WHERE since < (${moments(parts)})[place] GROUP BY 1`);
      const again = new Map(rows.map(({ place, here }) => [place, here]));
      const sum = (numbers: Iterable<number>): number =>
        [...numbers].reduce((all, number) => all + number, 0);
      return {
        all: sum(first.values()) + sum(rows.map((row) => row.new)),
        byPart: new Map(
          parts.map((_, index) => [index + 1, (first.get(index + 1) ?? 0) + (again.get(index + 1) ?? 0)]),
        ),
      };
    },
    /** Contacts of whom a visitor wrote in the period. */
    async activeContacts(filter: PeopleFilter): Promise<number> {
      const wrote = bitOf(kinds.message);
      // Only of who crosses an edge of the period is looked up whether they wrote within it, one by one.
      const { rows } = await tx.execute<{ contacts: number }>(sql`
        SELECT count(DISTINCT p.contact_id)::int AS contacts FROM (
          SELECT p.contact_id, p.number, ${isInside(filter)} AS is_inside FROM analytics_people p
          WHERE p.contact_id IS NOT NULL AND (p.kinds & ${wrote}) <> 0 AND ${around(filter)} OFFSET 0) p
        WHERE p.is_inside OR (SELECT true FROM ${quartersOf(filter)} AND (a.kinds & ${wrote}) <> 0 LIMIT 1)`);
      return rows[0]?.contacts ?? 0;
    },
    /** Contacts that there are and that were made until the period's end. */
    async totalContacts(
      { period, agentIds, isActive }: PeopleFilter,
      agentId: string | null,
    ): Promise<number> {
      const reached = agentIds
        ? sql`AND (${agentId === null ? sql`c.source_agent_id IS NULL OR` : sql``}
            c.source_agent_id = ANY(${sql.param([...agentIds])}::text[])
            OR EXISTS (SELECT FROM visitors v WHERE v.contact_id = c.id
              AND v.agent_id = ANY(${sql.param([...agentIds])}::text[])))`
        : sql``;
      const active = isActive
        ? sql`AND (c.source <> 'widget' OR c.message_count > 0
            OR EXISTS (SELECT FROM visitors v WHERE v.contact_id = c.id AND v.form_state = 'filled'))`
        : sql``;
      const { rows } = await tx.execute<{ contacts: number }>(sql`
        SELECT count(*)::int AS contacts FROM contacts c
        WHERE c.created_at < ${period.ends.toISOString()}::timestamptz ${reached} ${active}`);
      return rows[0]?.contacts ?? 0;
    },
    /** How many visitors of the period did one of the kinds, for each list of kinds. */
    async withAnyOf(filter: PeopleFilter, wanted: readonly (readonly number[])[]): Promise<number[]> {
      // People did one of a few hundred sets of things: looking for each list in these is done here.
      const { rows } = await tx.execute<{ kinds: number; visitors: number }>(sql`
        SELECT kinds, count(*)::int AS visitors FROM (${whoWasThere(filter)}) w
        WHERE ${kept(filter.isActive, sql`kinds`)} GROUP BY 1`);
      return wanted.map((some) =>
        rows
          .filter((row) => (row.kinds & bitsOf(...some)) !== 0)
          .reduce((sum, { visitors }) => sum + visitors, 0),
      );
    },
    /** Visitors who paid in the period and were there again after the half hour in which they did. */
    async returned(filter: PeopleFilter, paid: number): Promise<number> {
      const { rows } = await tx.execute<{ visitors: number }>(sql`
        SELECT (count(*) FILTER (WHERE EXISTS (
          SELECT FROM analytics_activity b WHERE b.person = p.number AND b.bucket > p.paid_at + interval '30 minutes'
            AND b.kinds & ${bitOf(kinds.opened) | bitOf(kinds.message)} <> 0)))::int AS visitors
        FROM (
          SELECT p.number, p.last_at, (
            SELECT min(a.bucket) FROM ${quartersOf(filter)} AND (a.kinds & ${bitOf(paid)}) <> 0) AS paid_at
          FROM analytics_people p WHERE ${around(filter)} AND (p.kinds & ${paidBits}) <> 0
            AND (p.kinds & ${bitOf(paid)}) <> 0 OFFSET 0) p
        WHERE p.last_at > p.paid_at + interval '30 minutes'`);
      return rows[0]?.visitors ?? 0;
    },
    /** Visitors of a period by what tells them apart, most first; an empty key is unknown. */
    async by(filter: PeopleFilter, by: Breakdown): Promise<PeopleRow[]> {
      const { rows } = await tx.execute<PeopleRow>(sql`
        SELECT coalesce(${dimensions[by]}, '') AS key, sum(g.visitors)::int AS visitors,
          sum(g.conversations)::float8 AS conversations, sum(g.messages)::float8 AS messages
        FROM (
          SELECT dims_id, count(*) AS visitors, sum(conversations) AS conversations, sum(messages) AS messages
          FROM (${whoWasThere(filter)}) w WHERE ${kept(filter.isActive, sql`kinds`)} GROUP BY 1) g
        LEFT JOIN analytics_dims d ON d.id = g.dims_id
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${mostRows}`);
      return rows;
    },
    /** To which key of a breakdown visitors belong; who is not named belongs to none. */
    async keysOf(visitorIds: readonly string[], by: Breakdown): Promise<Map<string, string>> {
      if (visitorIds.length === 0) return new Map();
      const { rows } = await tx.execute<{ id: string; key: string }>(sql`
        SELECT p.visitor_id AS id, max(${dimensions[by]}) AS key FROM analytics_people p
        JOIN analytics_dims d ON d.id = p.dims_id
        WHERE p.visitor_id = ANY(${sql.param([...visitorIds])}::text[]) GROUP BY 1`);
      return new Map(rows.map(({ id, key }) => [id, key]));
    },
    /** What people call QR codes and landing pages. */
    async names(by: 'qr' | 'page', ids: readonly string[]): Promise<Map<string, string>> {
      const wanted = sql`ANY(${sql.param([...ids])}::text[])`;
      const { rows } = await tx.execute<{ id: string; name: string }>(
        by === 'qr'
          ? sql`SELECT id, name FROM qr_codes WHERE id = ${wanted}`
          : sql`SELECT id, title AS name FROM landing_pages WHERE id = ${wanted}`,
      );
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    /** Visitors who did something since a moment, by agent. */
    async since(
      moment: Date,
      agentIds: readonly string[] | null,
    ): Promise<{ agentId: string; visitors: number }[]> {
      const agents = agentIds ? sql`AND agent_id = ANY(${sql.param([...agentIds])}::text[])` : sql``;
      const { rows } = await tx.execute<{ agentId: string; visitors: number }>(sql`
        SELECT agent_id AS "agentId", count(DISTINCT visitor_id)::int AS visitors FROM analytics_events
        WHERE at >= ${moment.toISOString()}::timestamptz AND visitor_id IS NOT NULL
          AND kind = ANY(${sql.param([kinds.opened, kinds.message, kinds.answer, kinds.wall, kinds.checkout, kinds.formStarted, kinds.formSent])}::smallint[])
          ${agents} GROUP BY 1 ORDER BY 2 DESC, 1`);
      return rows;
    },
  };
}
