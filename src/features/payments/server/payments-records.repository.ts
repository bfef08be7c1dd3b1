import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { visitors } from '#features/conversations/server/conversations.table.ts';
import type { PurchaseRow } from './payments-facts.models.ts';
import { purchases } from './payments.table.ts';

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
};

const states: Record<NonNullable<RecordFilter['state']>, SQL> = {
  paid: sql`${purchases.status} = 'paid'`,
  open: sql`${purchases.status} IN ('open', 'processing')`,
  refunded: sql`${purchases.refundedAmount} > 0`,
  disputed: sql`${purchases.dispute} IN ('open', 'lost')`,
  failed: sql`${purchases.status} IN ('failed', 'expired')`,
  subscribed: sql`${purchases.subscriptionStatus} IN ('trialing', 'active', 'past_due')`,
};

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
/** Midnight (UTC) of a day; a day that is none matches nothing. */
const dayStart = (day: string, plus = 0): SQL => sql`((${day}::date + ${plus}::int)::timestamp AT TIME ZONE 'UTC')`;

/** The account's conditions, for purchases under their own name. */
function conditionsOf(filter: RecordFilter, moment: SQL = sql`${purchases.createdAt}`): SQL[] {
  const conditions = [sql`${purchases.isTest} = ${filter.isTest}`];
  if (filter.agentIds !== null) conditions.push(sql`(${purchases.agentId} = ANY(${sql.param([...filter.agentIds])}::text[]) OR (${purchases.agentId} IS NULL AND ${purchases.kind} = 'form'))`);
  if (filter.agentId) conditions.push(eq(purchases.agentId, filter.agentId));
  if (filter.contactId) conditions.push(eq(purchases.contactId, filter.contactId));
  if (filter.type) conditions.push(eq(purchases.kind, filter.type));
  if (filter.state) conditions.push(states[filter.state]);
  if (filter.search) conditions.push(sql`(${purchases.email} ILIKE ${likePattern(filter.search)} OR ${purchases.agentName} ILIKE ${likePattern(filter.search)} OR ${purchases.formName} ILIKE ${likePattern(filter.search)} OR ${purchases.coupon} ILIKE ${likePattern(filter.search)} OR ${purchases.id} = ${filter.search})`);
  if (filter.from) conditions.push(sql`${moment} >= ${dayStart(filter.from)}`);
  if (filter.to) conditions.push(sql`${moment} < ${dayStart(filter.to, 1)}`);
  return conditions;
}

export type CustomerRow = { email: string; name: string; contactId: string | null; purchases: number; money: { currency: string; net: number }[]; isSubscribed: boolean; firstAt: string; lastAt: string; aiCostMicros: number; position: string };

/** What an account's people read of purchases. */
export function paymentsRecordsRepository(tx: Transaction) {
  return {
    /** The agents that there are, so that those out of a member's reach can be left out. */
    async agentIds(): Promise<string[]> {
      return (await tx.select({ id: agents.id }).from(agents).orderBy(agents.id)).map(({ id }) => id);
    },
    async page(filter: RecordFilter, before: string | undefined, limit: number): Promise<PurchaseRow[]> {
      const after = before ? sql`(${purchases.createdAt}, ${purchases.id}) < (SELECT p.created_at, p.id FROM purchases p WHERE p.id = ${before})` : undefined;
      return tx.select().from(purchases).where(and(...conditionsOf(filter), after)).orderBy(sql`${purchases.createdAt} DESC`, sql`${purchases.id} DESC`).limit(limit);
    },
    async count(filter: RecordFilter): Promise<number> {
      return tx.$count(purchases, and(...conditionsOf(filter)));
    },
    /** Those of the submissions that are still there. */
    async submissionsKept(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const { rows } = await tx.execute<{ id: string }>(sql`SELECT id FROM form_submissions WHERE id = ANY(${sql.param([...ids])}::text[])`);
      return new Set(rows.map(({ id }) => id));
    },
    /** Everybody who paid, by address, newest first; `before` is the position of the last that is known. */
    async customers(filter: RecordFilter, before: string | undefined, limit: number): Promise<{ rows: CustomerRow[]; total: number }> {
      const bought = sql`SELECT ${purchases}.* FROM ${purchases} WHERE ${and(...conditionsOf({ ...filter, search: undefined }), sql`${purchases.status} = 'paid'`, ...(filter.search ? [sql`${purchases.email} ILIKE ${likePattern(filter.search)}`] : []))}`;
      const people = sql`
        SELECT b.email, count(*)::int AS purchases, bool_or(b.subscription_status IN ('trialing', 'active', 'past_due')) AS subscribed, min(b.created_at) AS first_at, max(b.created_at) AS last_at,
          (array_agg(b.contact_id ORDER BY b.created_at DESC) FILTER (WHERE b.contact_id IS NOT NULL))[1] AS contact_id, array_agg(DISTINCT b.visitor_id) AS visitors
        FROM bought b GROUP BY b.email`;
      const { rows } = await tx.execute<CustomerRow & { total: number }>(sql`
        WITH bought AS (${bought}), people AS (${people}),
          shown AS (SELECT * FROM people ${before ? sql`WHERE (last_at, email) < (to_timestamp(split_part(${before}, '|', 1)::float8 / 1000000), substr(${before}, strpos(${before}, '|') + 1))` : sql``} ORDER BY last_at DESC, email DESC LIMIT ${limit})
        SELECT s.email, coalesce(c.name, '') AS name, s.contact_id AS "contactId", s.purchases, coalesce(s.subscribed, false) AS "isSubscribed", to_json(s.first_at) #>> '{}' AS "firstAt", to_json(s.last_at) #>> '{}' AS "lastAt",
          (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', m.currency, 'net', m.net) ORDER BY m.currency), '[]') FROM (SELECT b.currency, sum(b.paid_amount - CASE WHEN b.dispute = 'lost' THEN b.paid_amount ELSE b.refunded_amount END)::float8 AS net FROM bought b WHERE b.email = s.email GROUP BY b.currency) m) AS money,
          (SELECT coalesce(sum(w.cost_micros), 0)::float8 FROM (SELECT x.cost_micros FROM messages x WHERE x.visitor_id = ANY(s.visitors)
            UNION ALL SELECT y.cost_micros FROM conversations k JOIN conversation_summaries y ON y.conversation_id = k.id WHERE k.visitor_id = ANY(s.visitors)) w) AS "aiCostMicros",
          (extract(epoch FROM s.last_at) * 1000000)::bigint::text || '|' || s.email AS position, (SELECT count(*)::int FROM people) AS total
        FROM shown s LEFT JOIN contacts c ON c.id = s.contact_id ORDER BY s.last_at DESC, s.email DESC`);
      if (rows.length > 0) return { rows, total: rows[0]?.total ?? 0 };
      const { rows: [counted] } = await tx.execute<{ total: number }>(sql`WITH bought AS (${bought}) SELECT count(DISTINCT email)::int AS total FROM bought`);
      return { rows: [], total: counted?.total ?? 0 };
    },
    /** The visitors of a contact, with their agents. Null when there is no such contact. */
    async visitorsOfContact(contactId: string): Promise<{ visitorId: string; agentId: string; agentName: string }[] | null> {
      const { rows: [known] } = await tx.execute(sql`SELECT 1 AS known FROM contacts WHERE id = ${contactId}`);
      if (!known) return null;
      return tx.select({ visitorId: visitors.id, agentId: agents.id, agentName: agents.name }).from(visitors).innerJoin(agents, eq(agents.id, visitors.agentId)).where(eq(visitors.contactId, contactId)).orderBy(visitors.createdAt, visitors.id).limit(50);
    },
    conditionsOf,
  };
}
