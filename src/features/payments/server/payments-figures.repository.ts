import { and, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { paymentsRecordsRepository, type RecordFilter } from './payments-records.repository.ts';
import { payments, purchases } from './payments.table.ts';

export type MarginGroup = 'agent' | 'visitor' | 'conversation' | 'message';
export type Money = { currency: string; net: number };
export type CostRow = { id: string; label: string; messages: number; aiCostMicros: number; unpricedAnswers: number };

/** What of a payment was given back; a dispute that was lost takes all of it. */
const back = sql`CASE WHEN ${purchases.dispute} = 'lost' THEN ${payments.amount} ELSE ${payments.refunded} END`;
const mostRows = 500;

/** Sums of money and of what models cost. Amounts in the currency's smallest unit, costs in micro-dollars. */
export function paymentsFiguresRepository(tx: Transaction) {
  const { conditionsOf } = paymentsRecordsRepository(tx);
  /** Payments of these purchases, by the day on which they were paid. */
  const paid = (filter: RecordFilter): SQL => sql`FROM ${payments} JOIN ${purchases} ON ${purchases.id} = ${payments.purchaseId} WHERE ${and(...conditionsOf(filter, sql`${payments.paidAt}`), sql`${payments.amount} > 0`)}`;
  /**
   * What models did in conversations with visitors, as `w`: answers (`answers` is 1, also of the built-in engine, which costs nothing) and summaries.
   * A summary belongs to no message.
   */
  function work(filter: RecordFilter): SQL {
    const conditions = [sql`NOT c.is_preview`];
    if (filter.agentIds !== null) conditions.push(sql`c.agent_id = ANY(${sql.param([...filter.agentIds])}::text[])`);
    if (filter.agentId) conditions.push(sql`c.agent_id = ${filter.agentId}`);
    const within = (at: SQL): SQL[] => [
      ...(filter.from ? [sql`${at} >= (${filter.from}::date::timestamp AT TIME ZONE 'UTC')`] : []),
      ...(filter.to ? [sql`${at} < ((${filter.to}::date + 1)::timestamp AT TIME ZONE 'UTC')`] : []),
    ];
    const of = sql`c.agent_id, c.contact_id, c.visitor_id, c.id AS conversation_id`;
    return sql`FROM (
      SELECT ${of}, m.id AS message_id, m.cost_micros, (m.cost_micros IS NULL AND m.status = 'complete') AS is_unpriced, 1 AS answers FROM messages m JOIN conversations c ON c.id = m.conversation_id
      WHERE ${and(...conditions, sql`m.role = 'assistant'`, sql`m.engine IS NOT NULL`, ...within(sql`m.created_at`))}
      UNION ALL
      SELECT ${of}, NULL, s.cost_micros, false, 0 FROM conversation_summaries s JOIN conversations c ON c.id = s.conversation_id
      WHERE ${and(...conditions, sql`s.cost_micros > 0`, ...within(sql`s.created_at`))}) w`;
  }
  const costs = sql`coalesce(sum(w.answers), 0)::int AS messages, coalesce(sum(w.cost_micros), 0)::float8 AS "aiCostMicros", (count(*) FILTER (WHERE w.is_unpriced))::int AS "unpricedAnswers"`;

  return {
    async money(filter: RecordFilter): Promise<{ currency: string; payments: number; gross: number; refunded: number; tax: number; net: number }[]> {
      const { rows } = await tx.execute<{ currency: string; payments: number; gross: number; refunded: number; tax: number; net: number }>(sql`
        SELECT ${purchases.currency} AS currency, count(*)::int AS payments, sum(${payments.amount})::float8 AS gross, sum(${back})::float8 AS refunded, sum(${payments.amount} - ${back})::float8 AS net,
          sum(round((${payments.amount} - ${back})::numeric * ${purchases.tax} / greatest(1, ${purchases.total})))::float8 AS tax
        ${paid(filter)} GROUP BY 1 ORDER BY 1`);
      return rows;
    },
    async days(filter: RecordFilter): Promise<{ day: string; currency: string; net: number; payments: number }[]> {
      const { rows } = await tx.execute<{ day: string; currency: string; net: number; payments: number }>(sql`
        SELECT to_char(${payments.paidAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${purchases.currency} AS currency, sum(${payments.amount} - ${back})::float8 AS net, count(*)::int AS payments
        ${paid(filter)} GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 20000`);
      return rows;
    },
    /** Packs that were paid and not given back whole, their messages, and who paid. */
    async sold(filter: RecordFilter): Promise<{ packs: number; messagesSold: number; buyers: number; successfulPayments: number }> {
      const { rows: [row] } = await tx.execute<{ packs: number; messagesSold: number; buyers: number; successfulPayments: number }>(sql`
        WITH paid AS (SELECT ${purchases.id} AS id, ${purchases.kind} AS kind, ${purchases.email} AS email, ${purchases.terms} AS terms, sum(${payments.amount}) AS amount, sum(${back}) AS back, count(*) AS payments ${paid(filter)} GROUP BY ${purchases.id})
        SELECT (count(*) FILTER (WHERE kind = 'pack' AND back < amount))::int AS packs, count(DISTINCT email)::int AS buyers, coalesce(sum(payments), 0)::int AS "successfulPayments",
          coalesce(sum((terms->>'messages')::bigint - floor((terms->>'messages')::numeric * back / amount)) FILTER (WHERE kind = 'pack'), 0)::float8 AS "messagesSold" FROM paid`);
      return row ?? { packs: 0, messagesSold: 0, buyers: 0, successfulPayments: 0 };
    },
    async activeSubscriptions(filter: RecordFilter): Promise<number> {
      return tx.$count(purchases, and(...conditionsOf({ ...filter, from: undefined, to: undefined, state: 'subscribed' })));
    },
    async aiCost(filter: RecordFilter): Promise<{ aiCostMicros: number; unpricedAnswers: number }> {
      const { rows: [row] } = await tx.execute<{ aiCostMicros: number; unpricedAnswers: number }>(sql`SELECT ${costs} ${work(filter)}`);
      return row ?? { aiCostMicros: 0, unpricedAnswers: 0 };
    },
    /** What models cost, dearest first. A visitor is his contact, where he has one. */
    async costsBy(filter: RecordFilter, by: MarginGroup): Promise<CostRow[]> {
      const id = { agent: sql`w.agent_id`, visitor: sql`coalesce(w.contact_id, w.visitor_id)`, conversation: sql`w.conversation_id`, message: sql`w.message_id` }[by];
      const { rows } = await tx.execute<CostRow>(sql`SELECT ${id} AS id, '' AS label, ${costs} ${work(filter)} WHERE ${id} IS NOT NULL GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ${mostRows}`);
      return rows;
    },
    /** What came in, credited to where it was bought. */
    async moneyBy(filter: RecordFilter, by: Exclude<MarginGroup, 'message'>): Promise<(Money & { id: string })[]> {
      const id = { agent: purchases.agentId, visitor: sql`coalesce(${purchases.contactId}, ${purchases.visitorId})`, conversation: purchases.conversationId }[by];
      const { rows } = await tx.execute<Money & { id: string }>(sql`SELECT ${id} AS id, ${purchases.currency} AS currency, sum(${payments.amount} - ${back})::float8 AS net ${paid(filter)} AND ${id} IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT ${mostRows}`);
      return rows;
    },
    /** What the messages of answers earned: a pack's money is spread over its messages, other money over those that were said with it. */
    async moneyOfMessages(isTest: boolean, ids: readonly string[]): Promise<(Money & { id: string })[]> {
      if (ids.length === 0) return [];
      const { rows } = await tx.execute<Money & { id: string }>(sql`
        SELECT e.message_id AS id, ${purchases.currency} AS currency,
          round((SELECT coalesce(sum(${payments.amount} - ${back}), 0) FROM ${payments} WHERE ${payments.purchaseId} = ${purchases.id})::numeric
            / greatest(1, coalesce((${purchases.terms}->>'messages')::int, (SELECT count(*) FROM paywall_entries o WHERE o.lot_id = l.id AND o.kind = 'commit'))))::float8 AS net
        FROM paywall_entries e JOIN paywall_lots l ON l.id = e.lot_id JOIN ${purchases} ON ${purchases.id} = l.purchase_id
        WHERE e.message_id = ANY(${sql.param([...ids])}::text[]) AND e.kind = 'commit' AND ${purchases.isTest} = ${isTest}`);
      return rows;
    },
    /** What people call the rows: an agent's name, a contact's name or address, the beginning of what was said. */
    async labels(by: MarginGroup, ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const list = sql`ANY(${sql.param([...ids])}::text[])`;
      const query = {
        agent: sql`SELECT id, name AS label FROM agents WHERE id = ${list}`,
        visitor: sql`SELECT id, coalesce(nullif(name, ''), email, '') AS label FROM contacts WHERE id = ${list}`,
        conversation: sql`SELECT c.id, left(coalesce(nullif(k.name, ''), k.email, (SELECT m.body FROM messages m WHERE m.conversation_id = c.id ORDER BY m.seq LIMIT 1), ''), 80) AS label FROM conversations c LEFT JOIN contacts k ON k.id = c.contact_id WHERE c.id = ${list}`,
        message: sql`SELECT a.id, left(q.body, 80) AS label FROM messages a JOIN messages q ON q.id = a.answers_id WHERE a.id = ${list}`,
      }[by];
      const { rows } = await tx.execute<{ id: string; label: string }>(query);
      return new Map(rows.map(({ id, label }) => [id, label]));
    },
  };
}
