import { and, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { numberText } from '#features/invoices/invoices.contract.ts';
import type { MoneyMovement } from '../../payments-movements.contract.ts';
import type { marginGroups, MoneySums, Revenue } from '../../payments-figures.contract.ts';
import {
  conditionsOf,
  hasOpenAccess,
  withinDays,
  type RecordFilter,
} from '../purchases/reading.repository.ts';
import { purchases } from '../payments.table.ts';

export type MarginGroup = (typeof marginGroups)[number];
export type Money = {
  currency: string;
  net: number;
};
export type CostRow = {
  id: string;
  label: string;
  messages: number;
  aiCostMicros: number;
  unpricedAnswers: number;
};

const mostRows = 500;
const paidKinds = sql`('payment', 'renewal')`;

/** The vendor said only later what it kept of a payment, in a row of its own. */
const hasLaterFee = sql`EXISTS (SELECT FROM payment_movements f
  WHERE f.purchase_id = m.purchase_id AND f.kind = 'fee' AND f.payment_ref = m.reference)`;

/**
 * Sums of movements, in the order of `MoneySums`. What is known of fees only later stands in lines of its
 * own.
 */
const sums = sql`
  (count(*) FILTER (WHERE m.kind IN ${paidKinds}))::int AS payments,
  coalesce(sum(m.gross) FILTER (WHERE m.kind IN ${paidKinds}), 0)::float8 AS gross,
  coalesce(-sum(m.gross) FILTER (WHERE m.kind IN ('refund', 'correction')), 0)::float8 AS refunded,
  coalesce(-sum(m.gross) FILTER (WHERE m.kind LIKE 'dispute_%'), 0)::float8 AS disputed,
  sum(m.tax)::float8 AS tax, coalesce(sum(m.fee), 0)::float8 AS fees,
  (count(*) FILTER (WHERE m.kind IN ${paidKinds} AND m.fee IS NULL AND NOT ${hasLaterFee}))::int
    AS "feesUnknown",
  sum(m.net)::float8 AS net`;

/** Sums of money and of what models cost. Amounts in the currency's smallest unit, costs in micro-dollars. */
export function paymentsFiguresRepository(tx: Transaction) {
  /** Movements of these purchases within the days, as `m`. */
  function moved(filter: RecordFilter): SQL {
    const ofKind = filter.kind ? [sql`m.kind = ${filter.kind}`] : [];
    return sql`FROM payment_movements m JOIN ${purchases} ON ${purchases.id} = m.purchase_id
      WHERE ${and(...conditionsOf(filter), ...withinDays(filter, sql`m.at`), ...ofKind)}`;
  }
  /**
   * What models did in conversations with visitors, as `w`: answers (`answers` is 1, also of the built-in
   * engine, which costs nothing) and summaries.
   * A summary belongs to no message.
   */
  function work(filter: RecordFilter): SQL {
    const conditions = [sql`NOT c.is_preview`];
    if (filter.agentIds !== null)
      conditions.push(sql`c.agent_id = ANY(${sql.param([...filter.agentIds])}::text[])`);
    if (filter.agentId) conditions.push(sql`c.agent_id = ${filter.agentId}`);
    const within = (at: SQL): SQL[] => withinDays(filter, at);
    const of = sql`c.agent_id, c.contact_id, c.visitor_id, c.id AS conversation_id`;
    return sql`FROM (
      SELECT ${of}, m.id AS message_id, m.cost_micros,
        (m.cost_micros IS NULL AND m.status = 'complete') AS is_unpriced, 1 AS answers FROM messages m
      JOIN conversations c ON c.id = m.conversation_id
      WHERE
        ${and(...conditions, sql`m.role = 'assistant'`, sql`m.engine IS NOT NULL`, ...within(sql`m.created_at`))}
      UNION ALL
      SELECT ${of}, NULL, s.cost_micros, false, 0 FROM conversation_summaries s
      JOIN conversations c ON c.id = s.conversation_id
      WHERE ${and(...conditions, sql`s.cost_micros > 0`, ...within(sql`s.created_at`))}) w`;
  }
  const costs = sql`coalesce(sum(w.answers), 0)::int AS messages,
    coalesce(sum(w.cost_micros), 0)::float8 AS "aiCostMicros",
    (count(*) FILTER (WHERE w.is_unpriced))::int AS "unpricedAnswers"`;

  return {
    async money(filter: RecordFilter): Promise<MoneySums[]> {
      const { rows } = await tx.execute<MoneySums>(
        sql`SELECT m.currency, ${sums} ${moved(filter)} GROUP BY 1 ORDER BY 1`,
      );
      return rows;
    },
    /** By the days of the filter's time zone. */
    async days(
      filter: RecordFilter,
    ): Promise<{ day: string; currency: string; net: number; payments: number }[]> {
      const { rows } = await tx.execute<{ day: string; currency: string; net: number; payments: number }>(sql`
        SELECT to_char(m.at AT TIME ZONE ${filter.zone}::text, 'YYYY-MM-DD') AS day, m.currency,
          sum(m.net)::float8 AS net, (count(*) FILTER (WHERE m.kind IN ${paidKinds}))::int AS payments
        ${moved(filter)} GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 20000`);
      return rows;
    },
    /** Newest first; `before` is the id of the last that is known. */
    async movements(
      filter: RecordFilter,
      before: string | undefined,
      limit: number,
    ): Promise<MoneyMovement[]> {
      const after = before
        ? sql`AND (m.at, m.id) < (SELECT b.at, b.id FROM payment_movements b WHERE b.id = ${before})`
        : sql``;
      return (
        await tx.execute<Selected>(
          sql`SELECT ${movementColumns} ${moved(filter)} ${after} ORDER BY m.at DESC, m.id DESC
            LIMIT ${limit}`,
        )
      ).rows.map(present);
    },
    async countMovements(filter: RecordFilter): Promise<number> {
      const {
        rows: [row],
      } = await tx.execute<{ count: number }>(sql`SELECT count(*)::int AS count ${moved(filter)}`);
      return row?.count ?? 0;
    },
    /** Of one purchase, oldest first. */
    async movementsOf(purchaseId: string): Promise<MoneyMovement[]> {
      const found = sql`FROM payment_movements m JOIN ${purchases} ON ${purchases.id} = m.purchase_id
        WHERE m.purchase_id = ${purchaseId} ORDER BY m.at, m.id LIMIT 500`;
      return (await tx.execute<Selected>(sql`SELECT ${movementColumns} ${found}`)).rows.map(present);
    },
    /**
     * Packs that were paid within the days and not given back whole until their end, their messages, and who
     * paid.
     */
    async sold(
      filter: RecordFilter,
    ): Promise<{ packs: number; messagesSold: number; buyers: number; successfulPayments: number }> {
      const {
        rows: [row],
      } = await tx.execute<{
        packs: number;
        messagesSold: number;
        buyers: number;
        successfulPayments: number;
      }>(sql`
        WITH paid AS (
          SELECT ${purchases.id} AS id, ${purchases.kind} AS kind, ${purchases.email} AS email,
            (${purchases.terms}->>'messages')::numeric AS messages, count(*) AS payments,
            sum(m.gross) AS amount,
            (SELECT sum(a.gross) FROM payment_movements a
              WHERE
              ${and(sql`a.purchase_id = ${purchases.id}`, ...withinDays({ to: filter.to, zone: filter.zone }, sql`a.at`))}) AS kept
          ${moved(filter)} AND m.kind IN ${paidKinds} GROUP BY ${purchases.id})
        SELECT (count(*) FILTER (WHERE kind = 'pack' AND kept > 0))::int AS packs,
          count(DISTINCT email)::int AS buyers, coalesce(sum(payments), 0)::int AS "successfulPayments",
          coalesce(sum(messages - floor(messages * (amount - greatest(0,
            kept)) / amount)) FILTER (WHERE kind = 'pack'), 0)::float8 AS "messagesSold" FROM paid`);
      return row ?? { packs: 0, messagesSold: 0, buyers: 0, successfulPayments: 0 };
    },
    /**
     * Subscriptions that give access at this moment, one for each person and agent, and what those of them
     * bring in a month at the price of the next renewal, without its part of tax, that are paid and go on. A subscription that is tried, ends, rests, is
     * disputed or waits for its money brings nothing.
     */
    async subscriptions(filter: RecordFilter, now: Date): Promise<Revenue['subscriptions']> {
      const open = sql`SELECT ${purchases.agentId} AS agent_id, ${purchases.email} AS email,
        ${purchases.subscriptionStatus} AS status, ${purchases.isEnding} AS is_ending,
        ${purchases.isPaused} AS is_paused, ${purchases.dispute} AS dispute,
        ${purchases.currency} AS currency,
          coalesce(${purchases.renewalAmount}, ${purchases.total})
          * (1 - coalesce(${purchases.tax}::numeric / nullif(${purchases.total}, 0), 0)) /
          (CASE ${purchases.terms}->>'interval' WHEN 'year' THEN 12.0 ELSE 1.0 END) AS monthly
        FROM ${purchases} WHERE ${and(...conditionsOf(filter), hasOpenAccess(now))}`;
      const { rows } = await tx.execute<{
        currency: string;
        active: number;
        trialing: number;
        ending: number;
        pastDue: number;
        amount: number | null;
        earning: number;
      }>(sql`
        WITH open AS (${open}), person AS (
          SELECT agent_id, email, bool_or(status = 'active' AND NOT is_ending AND NOT is_paused) AS earns,
            bool_or(status = 'trialing') AS tries, bool_or(is_ending) AS ends,
            bool_or(status = 'past_due') AS waits,
            min(currency) AS currency FROM open GROUP BY 1, 2)
        SELECT p.currency, count(*)::int AS active,
          (count(*) FILTER (WHERE tries AND NOT earns))::int AS trialing,
          (count(*) FILTER (WHERE ends AND NOT earns AND NOT tries))::int AS ending,
          (count(*) FILTER (WHERE waits AND NOT earns AND NOT tries AND NOT ends))::int AS "pastDue",
          (SELECT round(sum(o.monthly))::float8 FROM open o
            WHERE o.currency = p.currency AND o.status = 'active' AND NOT o.is_ending AND NOT o.is_paused
            AND o.dispute <> 'open') AS amount
        FROM person p GROUP BY p.currency ORDER BY p.currency`);
      const all = (of: (row: (typeof rows)[number]) => number): number =>
        rows.reduce((sum, row) => sum + of(row), 0);
      return {
        active: all((row) => row.active),
        trialing: all((row) => row.trialing),
        ending: all((row) => row.ending),
        pastDue: all((row) => row.pastDue),
        monthly: rows.flatMap(({ currency, amount }) => (amount === null ? [] : [{ currency, amount }])),
      };
    },
    async aiCost(filter: RecordFilter): Promise<Omit<CostRow, 'id' | 'label'>> {
      const {
        rows: [row],
      } = await tx.execute<Omit<CostRow, 'id' | 'label'>>(sql`SELECT ${costs} ${work(filter)}`);
      return row ?? { messages: 0, aiCostMicros: 0, unpricedAnswers: 0 };
    },
    /**
     * What models cost, dearest first. A visitor is their contact, where they have one; an empty id is who came by no
     * code or campaign.
     */
    async costsBy(filter: RecordFilter, by: MarginGroup): Promise<CostRow[]> {
      const id = {
        agent: sql`w.agent_id`,
        visitor: sql`coalesce(w.contact_id, w.visitor_id)`,
        conversation: sql`w.conversation_id`,
        message: sql`w.message_id`,
        qr: sql`coalesce(${qrCodeOf(sql`w.visitor_id`)}, '')`,
        campaign: sql`coalesce(${campaignOf(sql`w.visitor_id`)}, '')`,
      }[by];
      const { rows } = await tx.execute<CostRow>(
        sql`SELECT ${id} AS id, '' AS label, ${costs} ${work(filter)} WHERE ${id} IS NOT NULL GROUP BY 1
          ORDER BY 3 DESC, 1 LIMIT ${mostRows}`,
      );
      return rows;
    },
    /** What came in, credited to where it was bought; an empty id is money that leads nowhere (any more). */
    async moneyBy(
      filter: RecordFilter,
      by: Exclude<MarginGroup, 'message'>,
    ): Promise<(Money & { id: string })[]> {
      const gone = sql`CASE WHEN ${purchases.kind} = 'form' THEN 'form:' || ${purchases.formId} ELSE 'gone:'
        || ${purchases.agentName} END`;
      const id = {
        agent: sql`coalesce(${purchases.agentId}, ${gone})`,
        visitor: sql`coalesce(${purchases.contactId}, ${purchases.visitorId}, '')`,
        conversation: sql`coalesce(${purchases.conversationId}, '')`,
        qr: sql`coalesce(${qrCodeOf(sql`${purchases.visitorId}`)}, '')`,
        campaign: sql`coalesce(${campaignOf(sql`${purchases.visitorId}`)}, '')`,
      }[by];
      const { rows } = await tx.execute<Money & { id: string }>(
        sql`SELECT ${id} AS id, m.currency, sum(m.net)::float8 AS net ${moved(filter)} GROUP BY 1, 2
          ORDER BY 3 DESC, 1 LIMIT ${mostRows}`,
      );
      return rows;
    },
    async netByVisitor(filter: RecordFilter): Promise<(Money & { visitorId: string })[]> {
      const { rows } = await tx.execute<Money & { visitorId: string }>(
        sql`SELECT coalesce(${purchases.visitorId}, '') AS "visitorId", m.currency, sum(m.net)::float8 AS net
          ${moved(filter)} GROUP BY 1, 2`,
      );
      return rows;
    },
    /**
     * What the messages of answers earned: a pack's money is spread over its messages, other money over those
     * that were said with it.
     * Shares differ by one smallest unit at the most, and all of them together are the money, not a unit more
     * or less.
     */
    async moneyOfMessages(isTest: boolean, ids: readonly string[]): Promise<(Money & { id: string })[]> {
      if (ids.length === 0) return [];
      const list = sql.param([...ids]);
      const { rows } = await tx.execute<Money & { id: string }>(sql`
        WITH lots AS (SELECT DISTINCT l.id, l.purchase_id, l.granted FROM paywall_entries e
          JOIN paywall_lots l ON l.id = e.lot_id
          WHERE e.message_id = ANY(${list}::text[]) AND e.kind = 'commit' AND l.purchase_id IS NOT NULL),
          said AS (SELECT e.message_id, e.lot_id,
            row_number() OVER (PARTITION BY e.lot_id ORDER BY e.id) AS place,
            count(*) OVER (PARTITION BY e.lot_id) AS said FROM paywall_entries e
            WHERE e.kind = 'commit' AND e.lot_id IN (SELECT id FROM lots)),
          kept AS (SELECT m.purchase_id, m.currency, sum(m.net) AS net FROM payment_movements m
            WHERE m.purchase_id IN (SELECT purchase_id FROM lots) GROUP BY 1, 2),
          shares AS (SELECT s.message_id, s.place, k.currency, k.net,
            greatest(l.granted, s.said, 1)::numeric AS parts FROM said s JOIN lots l ON l.id = s.lot_id
            JOIN ${purchases} ON ${purchases.id} = l.purchase_id JOIN kept k ON k.purchase_id = l.purchase_id
            WHERE ${purchases.isTest} = ${isTest})
        SELECT message_id AS id, currency,
          (floor(net * place / parts) - floor(net * (place - 1) / parts))::float8 AS net FROM shares
        WHERE message_id = ANY(${list}::text[])`);
      return rows;
    },
    /**
     * What people call the rows: an agent's name, a contact's name or address, the beginning of what was
     * said.
     */
    async labels(by: MarginGroup, ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const list = sql`ANY(${sql.param([...ids])}::text[])`;
      const query = {
        agent: sql`SELECT id, name AS label FROM agents WHERE id = ${list}
          UNION ALL SELECT DISTINCT 'form:' || ${purchases.formId}, max(${purchases.formName})
          FROM ${purchases} WHERE 'form:' || ${purchases.formId} = ${list} GROUP BY 1
          UNION ALL SELECT DISTINCT 'gone:' || ${purchases.agentName}, ${purchases.agentName}
          FROM ${purchases} WHERE 'gone:' || ${purchases.agentName} = ${list}`,
        // A visitor who is no contact yet is called by the address with which they paid.
        visitor: sql`SELECT id, coalesce(nullif(name, ''), email, '') AS label FROM contacts
          WHERE id = ${list}
          UNION ALL SELECT ${purchases.visitorId}, max(${purchases.email}) FROM ${purchases}
          WHERE ${purchases.visitorId} = ${list} GROUP BY 1`,
        conversation: sql`SELECT c.id, left(coalesce(nullif(k.name, ''), k.email,
          (SELECT m.body FROM messages m WHERE m.conversation_id = c.id ORDER BY m.seq LIMIT 1), ''),
          80) AS label FROM conversations c LEFT JOIN contacts k ON k.id = c.contact_id WHERE c.id = ${list}`,
        message: sql`SELECT a.id, left(q.body, 80) AS label FROM messages a
          JOIN messages q ON q.id = a.answers_id WHERE a.id = ${list}`,
        qr: sql`SELECT id, name AS label FROM qr_codes WHERE id = ${list}`,
        campaign: sql`SELECT id, id AS label FROM unnest(${sql.param([...ids])}::text[]) id WHERE id <> ''`,
      }[by];
      const { rows } = await tx.execute<{ id: string; label: string }>(query);
      return new Map(rows.map(({ id, label }) => [id, label]));
    },
  };
}

/** The QR code by which a visitor came; null of others. */
const qrCodeOf = (visitorId: SQL): SQL => sql`(SELECT q.id FROM visitors v
  JOIN qr_codes q ON q.agent_id = v.agent_id AND v.tag = 'qr-' || q.code
  WHERE v.id = ${visitorId} AND v.channel = 'qr')`;
/** The campaign that the address named by which a visitor came; null of others. */
const campaignOf = (visitorId: SQL): SQL =>
  sql`(SELECT nullif(v.utm->>'campaign', '') FROM visitors v WHERE v.id = ${visitorId})`;

/** What was bought, in the owner's words. */
const titleOf = sql`CASE WHEN ${purchases.kind} = 'form' THEN ${purchases.terms}->>'title' ELSE
  coalesce(${purchases.terms}->'offer'->>'title', '') END`;
const paperParts = sql`jsonb_agg(jsonb_build_object('kind', i.kind, 'number', i.number, 'isTest', i.is_test)
  ORDER BY i.number)`;

/**
 * The papers of a movement: a payment's invoice, and the credit notes of what a refund gave back. Credit
 * notes stand for refunds in the order in which they were given, each for the part of the money between what
 * was given back before it and after it.
 */
const papersOf = sql`CASE
  WHEN m.kind IN ${paidKinds} THEN (
    SELECT ${paperParts} FROM invoices i
    WHERE i.subject_id = m.purchase_id AND i.reference = m.payment_ref AND i.kind = 'invoice')
  WHEN m.kind = 'refund' THEN (
    SELECT ${paperParts}
    FROM (
      SELECT n.*, sum(n.total) OVER (ORDER BY n.number) AS up_to FROM invoices n
      WHERE n.subject_id = m.purchase_id AND n.reference = m.payment_ref AND n.kind = 'credit_note') i,
    LATERAL (
      SELECT -sum(r.gross) AS up_to FROM payment_movements r
      WHERE r.purchase_id = m.purchase_id AND r.payment_ref = m.payment_ref AND r.kind = 'refund'
        AND (r.at, r.id) <= (m.at, m.id)) b
    WHERE i.up_to - i.total < b.up_to AND i.up_to > b.up_to + m.gross)
  END`;

const movementColumns = sql`m.id, m.kind, to_json(m.at) #>> '{}' AS at, m.purchase_id AS "purchaseId",
  ${purchases.kind} AS type, ${purchases.terms}->>'interval' AS interval, ${titleOf} AS title,
  ${purchases.agentId} AS "agentId", ${purchases.agentName} AS "agentName",
    ${purchases.formName} AS "formName",
  ${purchases.contactId} AS "contactId", ${purchases.email} AS email, ${purchases.coupon} AS coupon,
    ${purchases.tag} AS tag,
  m.currency, m.gross::float8 AS gross, m.tax::float8 AS tax, m.fee::float8 AS fee, m.net::float8 AS net,
  ${purchases.vendor} AS vendor, m.reference, m.payment_ref AS payment, m.is_estimated AS "isEstimated",
  to_json(m.created_at) #>> '{}' AS "recordedAt", (m.kind IN ${paidKinds} AND m.fee IS NULL AND ${hasLaterFee}) AS "isFeeLater",
  ${purchases.isTest} AS "isTest", coalesce(${papersOf}, '[]') AS papers`;

type Selected = Omit<MoneyMovement, 'papers'> & { papers: Parameters<typeof numberText>[0][] };

const present = (row: Selected): MoneyMovement => ({
  ...row,
  at: new Date(row.at).toISOString(),
  recordedAt: new Date(row.recordedAt).toISOString(),
  papers: row.papers.map(numberText),
});
