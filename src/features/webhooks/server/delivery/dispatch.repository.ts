import { eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { DueDelivery } from '../webhooks.repository.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../webhooks.table.ts';

/** What a process has under way for a webhook and its account. */
export type Busy = {
  webhookIds: readonly string[];
  accountIds: readonly string[];
};

export type DispatchLimits = {
  /** Under way at once: to a webhook that answers, to one that failed last time, for one account, and in all. */
  webhook: number;
  failing: number;
  account: number;
  all: number;
};

/** What hands deliveries over, across all accounts. */
export function dispatchRepository(tx: Transaction) {
  return {
    /**
     * Takes what is due, each delivery once, as many as there is room for. Until `lostAt` nobody else tries
     * them; a process that dies in between leaves them to be tried then.
     */
    async take(now: Date, lostAt: Date, busy: Busy, limits: DispatchLimits): Promise<DueDelivery[]> {
      const { rows } = await tx.execute<{ id: string }>(sql`
        WITH busy AS (
          SELECT webhook_id, account_id
          FROM unnest(${sql.param([...busy.webhookIds])}::text[], ${sql.param([...busy.accountIds])}::text[]) AS b(webhook_id, account_id)
        ),
        taken AS (
          SELECT due.id, due.account_id, due.due_at
          FROM webhooks w
          CROSS JOIN LATERAL (
            SELECT d.id, d.account_id, d.due_at FROM webhook_deliveries d
            WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.due_at <= ${now}
            ORDER BY d.due_at, d.id
            LIMIT greatest(
              0,
              CASE WHEN w.failing_since IS NULL THEN ${limits.webhook}::int ELSE ${limits.failing}::int END
                - (SELECT count(*) FROM busy WHERE busy.webhook_id = w.id)
            )
            FOR UPDATE SKIP LOCKED
          ) due
          WHERE w.is_enabled
        ),
        ranked AS (
          SELECT id, due_at, account_id, row_number() OVER (PARTITION BY account_id ORDER BY due_at, id) AS place
          FROM taken
        )
        UPDATE webhook_deliveries SET attempts = attempts + 1, due_at = ${lostAt}, tried_at = ${now}
        WHERE id IN (
          SELECT id FROM ranked
          WHERE place + (SELECT count(*) FROM busy WHERE busy.account_id = ranked.account_id) <= ${limits.account}
          ORDER BY place, due_at
          LIMIT greatest(0, ${limits.all}::int - ${busy.webhookIds.length}::int)
        )
        RETURNING id`);
      if (rows.length === 0) return [];
      const found = await tx
        .select({ delivery: webhookDeliveries, webhook: webhooks, body: webhookEvents.body })
        .from(webhookDeliveries)
        .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
        .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
        .where(
          inArray(
            webhookDeliveries.id,
            rows.map(({ id }) => id),
          ),
        );
      return found;
    },
    /** When the next delivery is due; null when none waits. */
    async nextDue(): Promise<Date | null> {
      const { rows } = await tx.execute<{ at: Date | null }>(sql`
        SELECT min(d.due_at) AS at FROM webhooks w
        CROSS JOIN LATERAL (
          SELECT due_at FROM webhook_deliveries
          WHERE webhook_id = w.id AND state = 'waiting' ORDER BY due_at LIMIT 1
        ) d
        WHERE w.is_enabled`);
      const at = rows[0]?.at;
      return at ? new Date(at) : null;
    },
    /** Marks that a webhook answered, or since when it does not; gives the row as it is then. */
    async markReached(id: string, isReached: boolean, now: Date): Promise<Date | null> {
      const { rows } = await tx.execute<{ failing_since: Date | null }>(sql`
        UPDATE webhooks SET failing_since = ${isReached ? sql`NULL` : sql`coalesce(failing_since, ${now})`}
        WHERE id = ${id} RETURNING failing_since`);
      const since = rows[0]?.failing_since;
      return since ? new Date(since) : null;
    },
  };
}
