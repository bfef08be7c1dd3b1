import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { activeBits } from '../events/kinds.models.ts';
import type { Period } from '../figures/period.models.ts';

/** An event as it is kept, with what was known of its visitor. */
export type EventRow = {
  /** ISO 8601 with microseconds, UTC. */
  at: string;
  kind: number;
  id: string;
  agentId: string;
  visitorId: string | null;
  conversationId: string | null;
  amount: number;
  device: string | null;
  browser: string | null;
  os: string | null;
  language: string | null;
  country: string | null;
  channel: string | null;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  content: string | null;
  term: string | null;
  referrer: string | null;
  tag: string | null;
  qrCodeId: string | null;
  landingPageId: string | null;
};
/** The last event of a page: after it the next one begins. */
export type EventPosition = Pick<EventRow, 'at' | 'kind' | 'id'>;

/** Events one by one, as they are given out. */
export function eventsRepository(tx: Transaction) {
  return {
    /**
     * A page of events in the order of time.
     * @param agentIds null: of all agents, and those of none
     * @param isActive only of people who wrote or sent a form, and what belongs to nobody
     */
    async page(
      { begins, ends }: Pick<Period, 'begins' | 'ends'>,
      options: {
        agentIds: readonly string[] | null;
        kinds: readonly number[];
        isActive: boolean;
        after: EventPosition | null;
        limit: number;
      },
    ): Promise<EventRow[]> {
      const { agentIds, kinds, isActive, after, limit } = options;
      const { rows } = await tx.execute<EventRow>(sql`
        SELECT to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, e.kind, e.id,
          e.agent_id AS "agentId", e.visitor_id AS "visitorId", e.conversation_id AS "conversationId", e.amount,
          d.device, d.browser, d.os, d.language, d.country, d.channel, d.source, d.medium, d.campaign, d.content,
          d.term, d.referrer, d.tag, d.qr_code_id AS "qrCodeId", d.landing_page_id AS "landingPageId"
        FROM analytics_events e LEFT JOIN analytics_dims d ON d.id = e.dims_id
        WHERE e.at >= ${begins.toISOString()}::timestamptz AND e.at < ${ends.toISOString()}::timestamptz
          AND e.kind = ANY(${sql.param([...kinds])}::smallint[])
          ${agentIds ? sql`AND e.agent_id = ANY(${sql.param([...agentIds])}::text[])` : sql``}
          ${after ? sql`AND (e.at, e.kind, e.id) > (${after.at}::timestamptz, ${after.kind}::smallint, ${after.id})` : sql``}
          ${
            isActive
              ? sql`AND (e.visitor_id IS NULL OR EXISTS (SELECT FROM analytics_people p
                  WHERE p.visitor_id = e.visitor_id AND p.agent_id = e.agent_id AND (p.kinds & ${activeBits}) <> 0))`
              : sql``
          }
        ORDER BY e.at, e.kind, e.id LIMIT ${limit}`);
      return rows;
    },
  };
}
