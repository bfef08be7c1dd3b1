import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { visitors } from '#features/conversations/server/conversations.table.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import type { MovementKind } from '../../payments-movements.contract.ts';
import { payments, purchases } from '../payments.table.ts';

/** Which purchases are looked at. `agentIds` are those that a member reaches; null is all. */
export type RecordFilter = {
  isTest: boolean;
  agentIds: readonly string[] | null;
  agentId?: string | undefined;
  contactId?: string | undefined;
  type?: PurchaseRow['kind'] | undefined;
  state?: 'paid' | 'open' | 'refunded' | 'disputed' | 'failed' | 'subscribed' | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  kind?: MovementKind | undefined;
  /** The time zone in which days begin. */
  zone: string;
};

const states: Record<NonNullable<RecordFilter['state']>, SQL> = {
  paid: sql`${purchases.status} = 'paid'`,
  open: sql`${purchases.status} IN ('open', 'processing')`,
  refunded: sql`${purchases.refundedAmount} > 0`,
  disputed: sql`EXISTS (SELECT FROM ${payments}
    WHERE ${payments.purchaseId} = ${purchases.id} AND ${payments.dispute} IN ('open', 'lost'))`,
  failed: sql`${purchases.status} IN ('failed', 'expired')`,
  subscribed: sql`${purchases.subscriptionStatus} IN ('trialing', 'active', 'past_due')`,
};

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
/** Midnight of a day in a time zone. */
const dayStart = (day: string, zone: string, plus = 0): SQL =>
  sql`((${day}::date + ${plus}::int)::timestamp AT TIME ZONE ${zone}::text)`;
/** Whether a moment lies within the days that are asked for. */
export function withinDays(
  { from, to, zone }: Pick<RecordFilter, 'from' | 'to' | 'zone'>,
  moment: SQL,
): SQL[] {
  return [
    ...(from ? [sql`${moment} >= ${dayStart(from, zone)}`] : []),
    ...(to ? [sql`${moment} < ${dayStart(to, zone, 1)}`] : []),
  ];
}

/** Conditions of a filter but its days, for purchases under their own name. */
export function conditionsOf(filter: RecordFilter): SQL[] {
  const conditions = [sql`${purchases.isTest} = ${filter.isTest}`];
  if (filter.agentIds !== null)
    conditions.push(
      sql`(${purchases.agentId} = ANY(${sql.param([...filter.agentIds])}::text[])
        OR (${purchases.agentId} IS NULL AND ${purchases.kind} = 'form'))`,
    );
  if (filter.agentId) conditions.push(eq(purchases.agentId, filter.agentId));
  if (filter.contactId) conditions.push(eq(purchases.contactId, filter.contactId));
  if (filter.type) conditions.push(eq(purchases.kind, filter.type));
  if (filter.state) conditions.push(states[filter.state]);
  if (filter.search)
    conditions.push(
      sql`(${purchases.email} ILIKE ${likePattern(filter.search)}
        OR ${purchases.agentName} ILIKE ${likePattern(filter.search)}
        OR ${purchases.formName} ILIKE ${likePattern(filter.search)}
        OR ${purchases.coupon} ILIKE ${likePattern(filter.search)} OR ${purchases.id} = ${filter.search})`,
    );
  return conditions;
}

/** Purchases that were begun within the days, or whose money moved then. */
function withinPeriod(filter: RecordFilter): SQL[] {
  if (!filter.from && !filter.to) return conditionsOf(filter);
  const moved = sql`EXISTS (SELECT FROM payment_movements m
    WHERE m.purchase_id = ${purchases.id} AND ${and(...withinDays(filter, sql`m.at`))})`;
  return [
    ...conditionsOf(filter),
    sql`((${and(...withinDays(filter, sql`${purchases.createdAt}`))}) OR ${moved})`,
  ];
}

/** Access that is open for as long as it is paid, tried or waited for. */
export const hasOpenAccess = (
  now: Date,
): SQL => sql`(${purchases.status} = 'paid' AND ${purchases.agentId} IS NOT NULL
  AND ${purchases.subscriptionStatus} IN ('trialing', 'active', 'past_due') AND NOT ${purchases.isSurplus}
  AND NOT EXISTS (
  SELECT FROM paywall_lots l WHERE l.purchase_id = ${purchases.id}
    AND (l.revoked_at IS NOT NULL OR l.expires_at <= ${now.toISOString()}::timestamptz)))`;

export type CustomerRow = {
  email: string;
  name: string;
  contactId: string | null;
  purchases: number;
  money: { currency: string; net: number }[];
  isSubscribed: boolean;
  firstAt: string;
  lastAt: string | null;
  aiCostMicros: number;
  unpricedAnswers: number;
  position: string;
};

/** What an account's people read of purchases. */
export function paymentsRecordsRepository(tx: Transaction) {
  return {
    /** The agents that there are, so that those out of a member's reach can be left out. */
    async agentIds(): Promise<string[]> {
      return (await tx.select({ id: agents.id }).from(agents).orderBy(agents.id)).map(({ id }) => id);
    },
    async page(filter: RecordFilter, before: string | undefined, limit: number): Promise<PurchaseRow[]> {
      const after = before
        ? sql`(${purchases.createdAt}, ${purchases.id}) < (SELECT p.created_at, p.id FROM purchases p
          WHERE p.id = ${before})`
        : undefined;
      return tx
        .select()
        .from(purchases)
        .where(and(...withinPeriod(filter), after))
        .orderBy(sql`${purchases.createdAt} DESC`, sql`${purchases.id} DESC`)
        .limit(limit);
    },
    async count(filter: RecordFilter): Promise<number> {
      return tx.$count(purchases, and(...withinPeriod(filter)));
    },
    /** Those of the submissions that are still there. */
    async submissionsKept(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const { rows } = await tx.execute<{ id: string }>(
        sql`SELECT id FROM form_submissions WHERE id = ANY(${sql.param([...ids])}::text[])`,
      );
      return new Set(rows.map(({ id }) => id));
    },
    /**
     * Everybody who paid or tries, by address, newest first, with the money that moved and what models cost
     * within the days; `before` is the position of the last that is known.
     */
    async customers(
      filter: RecordFilter,
      now: Date,
      before: string | undefined,
      limit: number,
    ): Promise<{ rows: CustomerRow[]; total: number }> {
      const lastPaid = sql`(
        SELECT max(m.at) FROM payment_movements m
        WHERE m.purchase_id = ${purchases.id} AND m.kind IN ('payment', 'renewal'))`;
      const isNamed = (search: string) => sql`(${purchases.email} ILIKE ${likePattern(search)}
        OR ${purchases.contactId} IN (SELECT n.id FROM contacts n WHERE n.name ILIKE ${likePattern(search)}))`;
      const bought = sql`SELECT ${purchases}.*, ${hasOpenAccess(now)} AS has_access,
        ${lastPaid} AS latest_payment_at, coalesce(${lastPaid}, ${purchases.createdAt}) AS last_paid_at
        FROM ${purchases}
        WHERE
        ${and(...withinPeriod({ ...filter, search: undefined }), sql`${purchases.status} = 'paid'`, ...(filter.search ? [isNamed(filter.search)] : []))}`;
      const people = sql`
        SELECT b.email, count(*)::int AS purchases, bool_or(b.has_access) AS subscribed,
          min(b.created_at) AS first_at, max(b.last_paid_at) AS last_at,
          max(b.latest_payment_at) AS latest_payment_at,
          -- Whoever proved the address; else whoever first bought with it, for everybody after them may only have typed it.
          coalesce((SELECT k.id FROM contacts k WHERE k.email = b.email AND k.email_proof IS NOT NULL),
            (array_agg(b.contact_id ORDER BY b.created_at) FILTER (WHERE b.contact_id IS NOT NULL))[1]) AS
            contact_id,
          array_agg(DISTINCT b.visitor_id) AS visitors
        FROM bought b GROUP BY b.email`;
      const { rows } = await tx.execute<CustomerRow & { total: number }>(sql`
        WITH bought AS (${bought}), people AS (${people}),
          shown AS (SELECT *
            FROM people
            ${before ? sql`WHERE (last_at, email) < (to_timestamp(split_part(${before}, '|', 1)::float8 / 1000000), substr(${before}, strpos(${before}, '|') + 1))` : sql``} ORDER BY last_at DESC, email DESC LIMIT ${limit})
        SELECT s.email, coalesce(c.name, '') AS name, s.contact_id AS "contactId", s.purchases,
          coalesce(s.subscribed, false) AS "isSubscribed", to_json(s.first_at) #>> '{}' AS "firstAt",
          to_json(s.latest_payment_at) #>> '{}' AS "lastAt",
          (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', x.currency, 'net', x.net)
            ORDER BY x.currency), '[]')
            FROM (SELECT m.currency, sum(m.net)::float8 AS net FROM bought b
              JOIN payment_movements m ON m.purchase_id = b.id
              WHERE b.email = s.email AND ${and(sql`true`, ...withinDays(filter, sql`m.at`))}
              GROUP BY m.currency) x) AS money,
          coalesce(w.micros, 0)::float8 AS "aiCostMicros", coalesce(w.unpriced, 0)::int AS "unpricedAnswers",
          (extract(epoch FROM s.last_at) * 1000000)::bigint::text || '|' || s.email AS position,
            (SELECT count(*)::int FROM people) AS total
        FROM shown s LEFT JOIN contacts c ON c.id = s.contact_id
        LEFT JOIN LATERAL (SELECT sum(a.cost_micros) AS micros, sum(a.unpriced) AS unpriced FROM (
          SELECT x.cost_micros, (x.engine IS NOT NULL AND x.role = 'assistant' AND x.cost_micros IS NULL
            AND x.status = 'complete')::int AS unpriced FROM messages x
          WHERE ${and(sql`x.visitor_id = ANY(s.visitors)`, ...withinDays(filter, sql`x.created_at`))}
          UNION ALL SELECT y.cost_micros, 0 FROM conversations k
          JOIN conversation_summaries y ON y.conversation_id = k.id
          WHERE ${and(sql`k.visitor_id = ANY(s.visitors)`, ...withinDays(filter, sql`y.created_at`))}) a) w
          ON true
        ORDER BY s.last_at DESC, s.email DESC`);
      if (rows.length > 0) return { rows, total: rows[0]?.total ?? 0 };
      const {
        rows: [counted],
      } = await tx.execute<{ total: number }>(
        sql`WITH bought AS (${bought}) SELECT count(DISTINCT email)::int AS total FROM bought`,
      );
      return { rows: [], total: counted?.total ?? 0 };
    },
    /** The visitors of a contact, with their agents. Null when there is no such contact. */
    async visitorsOfContact(
      contactId: string,
    ): Promise<{ visitorId: string; agentId: string; agentName: string }[] | null> {
      const {
        rows: [known],
      } = await tx.execute(sql`SELECT 1 AS known FROM contacts WHERE id = ${contactId}`);
      if (!known) return null;
      return tx
        .select({ visitorId: visitors.id, agentId: agents.id, agentName: agents.name })
        .from(visitors)
        .innerJoin(agents, eq(agents.id, visitors.agentId))
        .where(eq(visitors.contactId, contactId))
        .orderBy(visitors.createdAt, visitors.id)
        .limit(50);
    },
  };
}
