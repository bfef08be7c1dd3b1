import { sql, type SQL } from 'drizzle-orm';
import { wroteKind } from '#shared/contacts/wrote.ts';
import type { Transaction } from '#platform/database/database.ts';
import { quarterMs } from '../events/counting.models.ts';
import { cutDays, isWhole, piecesOf, stretchesOf, type Period, type Piece } from './period.models.ts';

/** Whose events are summed up: `['']` is all of the account, else the agents by their ids. */
export type Agents = readonly string[];

export type PartSum = {
  place: number;
  kind: number;
  amount: number;
};

const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;
const numbers = (values: readonly number[]): SQL => sql`${sql.param([...values])}::smallint[]`;
export const moments = (values: readonly Date[]): SQL =>
  sql`${sql.param(values.map((value) => value.toISOString()))}::timestamptz[]`;
const midnight = (day: SQL): SQL => sql`(${day}::timestamp AT TIME ZONE 'UTC')`;

const quarters = (count: SQL): SQL => sql`${count} * interval '15 minutes'`;
/** Which quarter of the day a packed number `n` is of. */
const quarterOfDay = sql`(n >> 5 & 127)`;
/** Pieces of days as rows `c`. */
const rowsOf = (pieces: readonly Piece[]): SQL => sql`unnest(
  ${texts(pieces.map(({ first }) => first))}::date[], ${texts(pieces.map(({ last }) => last))}::date[],
  ${numbers(pieces.map(({ from }) => from))}, ${numbers(pieces.map(({ to }) => to))},
  ${sql.param(pieces.map(({ place }) => place))}::int[]) AS c(first, last, from_quarter, to_quarter, place)`;
const ofPiece = sql`${quarterOfDay} >= c.from_quarter AND ${quarterOfDay} < c.to_quarter`;
/** Quarters that lie open within a piece. */
const openQuarters = (of: SQL): SQL => sql`(
  SELECT q.bucket, q.agent_id, q.kind, q.amount FROM analytics_quarters q
  WHERE ${of} AND q.bucket >= ${midnight(sql`c.first`)} + ${quarters(sql`c.from_quarter`)}
    AND q.bucket < ${midnight(sql`c.last`)} + ${quarters(sql`c.to_quarter`)} OFFSET 0)`;

const quartersOfDay = 96;
const quartersOfWeek = 7 * quartersOfDay;

/** Sums of what happened, out of the roll-ups: those that lie open, and those of days that are packed. */
export function sumsRepository(tx: Transaction) {
  /**
   * Rows of `place` (of the part of the period, from 1 on), `agent_id`, `kind` and `amount`: whole days of UTC, and
   * quarters of an hour on those that a part begins or ends in the middle of.
   */
  function summed(
    { begins, ends }: Period,
    parts: readonly Date[],
    agents: Agents,
    kinds: readonly number[],
  ): SQL {
    const cut = cutDays([...parts, ends]);
    const of = (table: SQL): SQL =>
      sql`${table}.agent_id = ANY(${texts(agents)}) AND ${table}.kind = ANY(${numbers(kinds)})`;
    const daysWithin = (table: SQL): SQL => sql`${table}.day >= ${begins.toISOString().slice(0, 10)}::date
        AND ${table}.day <= ${ends.toISOString().slice(0, 10)}::date
        AND ${midnight(sql`${table}.day`)} < ${ends.toISOString()}::timestamptz
        AND ${table}.day <> ALL(${texts(cut)}::date[])`;
    const cutPieces = rowsOf(piecesOf(parts, ends).filter((piece) => !isWhole(piece)));
    const wanted = sql`(${kinds.reduce((bits, kind) => bits | (1 << kind), 0)}::bigint >> (n & 31)::int & 1) = 1`;
    // Each cut day is a short range of the index: looked up one by one, and not all quarters for each of them.
    return sql`
      SELECT width_bucket(${midnight(sql`d.day`)}, ${moments(parts)}) AS place, d.agent_id, d.kind, d.amount::bigint
      FROM analytics_days d WHERE ${of(sql`d`)} AND ${daysWithin(sql`d`)}
      UNION ALL
      SELECT k.place, k.agent_id, (n & 31)::smallint, n >> 12 FROM (
        SELECT width_bucket(${midnight(sql`k.day`)}, ${moments(parts)}) AS place, k.agent_id, k.totals
        FROM analytics_packed k WHERE k.agent_id = ANY(${texts(agents)}) AND ${daysWithin(sql`k`)} OFFSET 0) k,
      unnest(k.totals) n WHERE ${wanted}
      UNION ALL
      SELECT c.place, q.agent_id, q.kind, q.amount FROM ${cutPieces}, LATERAL ${openQuarters(of(sql`q`))} q
      UNION ALL
      SELECT c.place, k.agent_id, s.kind, s.amount
      FROM ${cutPieces}, LATERAL (
        SELECT k.agent_id, k.quarters FROM analytics_packed k
        WHERE k.agent_id = ANY(${texts(agents)}) AND k.day = c.first OFFSET 0) k,
      LATERAL (
        SELECT (n & 31)::smallint AS kind, sum(n >> 12)::bigint AS amount FROM unnest(k.quarters) n
        WHERE ${ofPiece} AND ${wanted} GROUP BY 1) s`;
  }

  return {
    /**
     * Until the end of the transaction: sorts and groups in memory what would go through files, takes reading by an
     * index for as cheap as it is where indexes lie in memory, and compiles nothing that is done sooner.
     */
    async takeRoom(): Promise<void> {
      await tx.execute(sql`SELECT set_config('work_mem', '32MB', true), set_config('random_page_cost', '1.1', true),
        set_config('jit', 'off', true)`);
    },
    /** How many of each kind in each part of a period, of these agents together. */
    async byPart(
      period: Period,
      parts: readonly Date[],
      agents: Agents,
      kinds: readonly number[],
    ): Promise<PartSum[]> {
      const { rows } = await tx.execute<PartSum>(sql`
        SELECT place, kind, sum(amount)::float8 AS amount
        FROM (${summed(period, parts, agents, kinds)}) s GROUP BY 1, 2`);
      return rows;
    },
    /** How many of each kind in a whole period, agent by agent. */
    async byAgent(
      period: Period,
      agents: Agents,
      kinds: readonly number[],
    ): Promise<{ agentId: string; kind: number; amount: number }[]> {
      const { rows } = await tx.execute<{ agentId: string; kind: number; amount: number }>(sql`
        SELECT agent_id AS "agentId", kind, sum(amount)::float8 AS amount
        FROM (${summed(period, [period.begins], agents, kinds)}) s GROUP BY 1, 2`);
      return rows;
    },
    /** What visitors wrote by weekday (1 is Monday) and hour of the period's time zone. */
    async messagesByHour(
      period: Period,
      agents: Agents,
    ): Promise<{ weekday: number; hour: number; amount: number }[]> {
      const stretches = stretchesOf(period);
      const pieces = rowsOf(
        piecesOf(
          stretches.map(({ begins }) => begins),
          period.ends,
        ),
      );
      const { rows } = await tx.execute<{
        place: number;
        weekday: number;
        quarter: number;
        amount: number;
      }>(sql`
        SELECT place, weekday, quarter, sum(amount)::float8 AS amount FROM (
          SELECT c.place, extract(isodow FROM q.bucket AT TIME ZONE 'UTC')::int AS weekday,
            (extract(epoch FROM q.bucket)::bigint / 900 % ${quartersOfDay})::int AS quarter, q.amount::bigint
          FROM ${pieces}, LATERAL ${openQuarters(sql`q.agent_id = ANY(${texts(agents)}) AND q.kind = ${wroteKind}`)} q
          UNION ALL
          SELECT c.place, k.weekday, ${quarterOfDay}::int, n >> 12
          FROM ${pieces}, LATERAL (
            SELECT extract(isodow FROM k.day)::int AS weekday, k.messages FROM analytics_packed k
            WHERE k.agent_id = ANY(${texts(agents)}) AND k.day BETWEEN c.first AND c.last OFFSET 0) k,
          unnest(k.messages) n WHERE ${ofPiece}) s
        GROUP BY 1, 2, 3`);
      // Within a stretch the clock is equally far ahead, so a quarter of the week there is one here.
      const hours = new Map<number, number>();
      for (const { place, weekday, quarter, amount } of rows) {
        const ahead = Math.floor((stretches[place - 1]?.aheadMs ?? 0) / quarterMs);
        const here = (weekday - 1) * quartersOfDay + quarter + ahead;
        const hour = Math.floor(((here + quartersOfWeek) % quartersOfWeek) / 4);
        hours.set(hour, (hours.get(hour) ?? 0) + amount);
      }
      return [...hours].map(([hour, amount]) => ({
        weekday: 1 + Math.floor(hour / 24),
        hour: hour % 24,
        amount,
      }));
    },
    /** The first day (UTC) on which anything happened; null where nothing did. */
    async firstDay(agents: Agents): Promise<string | null> {
      const { rows } = await tx.execute<{ day: string | null }>(sql`
        SELECT to_char(least(
          (SELECT min(day) FROM analytics_days WHERE agent_id = ANY(${texts(agents)}) AND amount > 0),
          (SELECT min(day) FROM analytics_packed WHERE agent_id = ANY(${texts(agents)}))), 'YYYY-MM-DD') AS day`);
      return rows[0]?.day ?? null;
    },
  };
}
