import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';

export type DayRow = {
  day: string;
  version: number;
  views: number;
  visitors: number;
};
export type OutcomeRow = {
  version: number;
  conversations: number;
  submissions: number;
};
export type RevenueRow = {
  version: number;
  currency: string;
  purchases: number;
  amount: number;
};
export type VisitRow = {
  at: string;
  version: number;
  name: string | null;
  contactId: string | null;
  referrer: string | null;
  utm: Record<string, string>;
  conversationId: string | null;
  formId: string | null;
  submissionId: string | null;
  purchases: { id: string; amount: number; currency: string; isTest: boolean; at: string }[] | null;
};

/** Purchases of those who came by the page, in a chat or in a form; each with the version that they saw. */
const bought = (pageId: string, since: Date): SQL => sql`
  SELECT p.*, v.landing_page_version AS version, v.id AS came_as FROM purchases p
  JOIN visitors v ON v.id = p.visitor_id
  WHERE v.landing_page_id = ${pageId} AND v.created_at >= ${since.toISOString()} AND NOT v.is_preview
    AND p.paid_at IS NOT NULL AND p.submission_id IS NULL
  UNION ALL
  SELECT p.*, s.landing_page_version AS version, coalesce(s.visitor_id, s.id) AS came_as FROM purchases p
  JOIN form_submissions s ON s.id = p.submission_id
  WHERE s.landing_page_id = ${pageId} AND s.started_at >= ${since.toISOString()} AND p.paid_at IS NOT NULL`;

export function resultsRepository(tx: Transaction) {
  return {
    async days(pageId: string, since: string): Promise<DayRow[]> {
      const { rows } = await tx.execute<DayRow>(sql`
        SELECT to_char(day, 'YYYY-MM-DD') AS day, version, views, visitors FROM landing_page_days
        WHERE page_id = ${pageId} AND day >= ${since}::date ORDER BY day`);
      return rows;
    },
    async outcomes(pageId: string, since: Date): Promise<OutcomeRow[]> {
      const { rows } = await tx.execute<OutcomeRow>(sql`
        SELECT version, sum(conversations)::int AS conversations, sum(submissions)::int AS submissions FROM (
          SELECT v.landing_page_version AS version, count(c.id) AS conversations, 0 AS submissions
          FROM visitors v JOIN conversations c ON c.visitor_id = v.id AND c.message_count > 0
          WHERE v.landing_page_id = ${pageId} AND v.created_at >= ${since.toISOString()} AND NOT v.is_preview
          GROUP BY 1
          UNION ALL
          SELECT landing_page_version, 0, count(*) FROM form_submissions
          WHERE landing_page_id = ${pageId} AND started_at >= ${since.toISOString()}
            AND state = 'complete' AND status <> 'spam' GROUP BY 1
        ) counted GROUP BY 1`);
      return rows;
    },
    /** What was paid less what was given back; test money apart. */
    async revenue(pageId: string, since: Date): Promise<RevenueRow[]> {
      const { rows } = await tx.execute<RevenueRow>(sql`
        SELECT version, currency, count(*)::int AS purchases,
          sum(paid_amount - refunded_amount)::float8 AS amount
        FROM (${bought(pageId, since)}) paid WHERE NOT is_test GROUP BY 1, 2`);
      return rows;
    },
    async visits(pageId: string, since: Date, most: number, withMoney: boolean): Promise<VisitRow[]> {
      const purchasesOf = (id: SQL): SQL =>
        withMoney
          ? sql`(SELECT json_agg(json_build_object('id', b.id, 'amount', b.paid_amount - b.refunded_amount,
              'currency', b.currency, 'isTest', b.is_test,
              'at', to_char(b.paid_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) ORDER BY b.paid_at)
              FROM bought b WHERE b.came_as = ${id})`
          : sql`NULL::json`;
      const at = (column: SQL): SQL =>
        sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
      const { rows } = await tx.execute<VisitRow>(sql`
        WITH bought AS (${bought(pageId, since)})
        SELECT * FROM (
          SELECT ${at(sql`v.created_at`)} AS at, v.landing_page_version AS version, 
            coalesce(nullif(c.name, ''), nullif(c.email, ''), (SELECT max(nullif(b.email, '')) FROM bought b WHERE b.came_as = v.id)) AS name,
            v.contact_id AS "contactId", v.referrer, v.utm,
            (SELECT k.id FROM conversations k WHERE k.visitor_id = v.id AND k.message_count > 0
              ORDER BY k.created_at DESC LIMIT 1) AS "conversationId",
            sent.form_id AS "formId", sent.id AS "submissionId", ${purchasesOf(sql`v.id`)} AS purchases
          FROM visitors v LEFT JOIN contacts c ON c.id = v.contact_id
          -- What was sent in the chat is of the same visit.
          LEFT JOIN LATERAL (SELECT id, form_id FROM form_submissions s WHERE s.visitor_id = v.id
            AND s.state = 'complete' AND s.status <> 'spam' ORDER BY s.submitted_at DESC LIMIT 1) sent ON true
          WHERE v.landing_page_id = ${pageId} AND v.created_at >= ${since.toISOString()} AND NOT v.is_preview
            AND (EXISTS (SELECT FROM conversations k WHERE k.visitor_id = v.id AND k.message_count > 0)
              OR sent.id IS NOT NULL OR EXISTS (SELECT FROM bought b WHERE b.came_as = v.id))
          UNION ALL
          SELECT ${at(sql`s.started_at`)}, s.landing_page_version,
            coalesce(nullif(c.name, ''), nullif(c.email, ''), (SELECT max(nullif(b.email, '')) FROM bought b WHERE b.came_as = s.id)),
            s.contact_id, s.referrer,
            (SELECT coalesce(jsonb_object_agg(substr(name, 5), value), '{}') FROM jsonb_each(s.utm) AS said(name, value)), NULL, s.form_id, s.id, ${purchasesOf(sql`s.id`)}
          FROM form_submissions s LEFT JOIN contacts c ON c.id = s.contact_id
          WHERE s.landing_page_id = ${pageId} AND s.started_at >= ${since.toISOString()}
            AND s.state = 'complete' AND s.status <> 'spam' AND s.visitor_id IS NULL
        ) came ORDER BY at DESC LIMIT ${most}`);
      return rows;
    },
  };
}
