import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { webhookDeliveries, webhookEvents, webhooks } from './webhooks.table.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
type EventRow = typeof webhookEvents.$inferSelect;

/** Deliveries that wait for a webhook, and that were given up. */
export type DeliveryCounts = {
  waiting: number;
  failed: number;
};

/** A delivery that is to be tried now, with what it needs. */
export type DueDelivery = {
  delivery: DeliveryRow;
  webhook: WebhookRow;
  body: string;
};

/** A webhook with deliveries that were given up, and what the newest of them met. */
type FailingRow = {
  id: string;
  url: string;
  isEnabled: boolean;
  disabledReason: WebhookRow['disabledReason'];
  accountId: string;
  accountName: string;
  count: number;
  status: number | null;
  problem: DeliveryRow['problem'];
  triedAt: string | null;
};

export function webhooksRepository(tx: Transaction) {
  return {
    /** Over all accounts, the newest failure first; without tests. */
    async failing(limit: number): Promise<FailingRow[]> {
      const { rows } = await tx.execute<FailingRow>(sql`
        SELECT w.id, w.url, w.is_enabled AS "isEnabled", w.disabled_reason AS "disabledReason", a.id AS "accountId", a.name AS "accountName",
          count(*)::int AS count, (array_agg(d.status ORDER BY d.tried_at DESC NULLS LAST))[1] AS status,
          (array_agg(d.problem ORDER BY d.tried_at DESC NULLS LAST))[1] AS problem, max(d.tried_at) AS "triedAt"
        FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id JOIN accounts a ON a.id = w.account_id
        WHERE d.state = 'failed' AND NOT d.is_test
        GROUP BY w.id, a.id ORDER BY max(d.tried_at) DESC NULLS LAST LIMIT ${limit}`);
      return rows;
    },
    list(): Promise<WebhookRow[]> {
      return tx.select().from(webhooks).orderBy(desc(webhooks.createdAt), desc(webhooks.id));
    },
    async byId(id: string): Promise<WebhookRow | null> {
      return (await tx.select().from(webhooks).where(eq(webhooks.id, id)))[0] ?? null;
    },
    /** Members who add webhooks at the same moment come one after the other, so that a bound holds. */
    async lockAccount(accountId: string): Promise<void> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks ${accountId}`}, 0))`);
    },
    count(): Promise<number> {
      return tx.$count(webhooks);
    },
    async insert(row: WebhookRow): Promise<void> {
      await tx.insert(webhooks).values(row);
    },
    async change(id: string, change: Partial<WebhookRow>): Promise<WebhookRow | null> {
      return (await tx.update(webhooks).set(change).where(eq(webhooks.id, id)).returning())[0] ?? null;
    },
    async remove(id: string): Promise<WebhookRow | null> {
      return (await tx.delete(webhooks).where(eq(webhooks.id, id)).returning())[0] ?? null;
    },
    async counts(): Promise<Map<string, DeliveryCounts>> {
      const rows = await tx
        .select({
          webhookId: webhookDeliveries.webhookId,
          waiting: sql<number>`count(*) FILTER (WHERE ${webhookDeliveries.state} = 'waiting')::int`,
          failed: sql<number>`count(*) FILTER (WHERE ${webhookDeliveries.state} = 'failed')::int`,
        })
        .from(webhookDeliveries)
        .where(sql`${webhookDeliveries.state} <> 'delivered'`)
        .groupBy(webhookDeliveries.webhookId);
      return new Map(rows.map(({ webhookId, ...counts }) => [webhookId, counts]));
    },
    /** The webhooks that want to hear of a type of event. */
    async wanting(accountId: string, type: string): Promise<string[]> {
      const rows = await tx
        .select({ id: webhooks.id })
        .from(webhooks)
        .where(
          and(
            eq(webhooks.accountId, accountId),
            eq(webhooks.isEnabled, true),
            sql`(${webhooks.events} = '{}' OR ${type} = ANY(${webhooks.events}))`,
          ),
        )
        // One that is being removed is not waited for.
        .for('key share', { skipLocked: true });
      return rows.map(({ id }) => id);
    },
    async insertEvent(event: EventRow, deliveries: readonly DeliveryRow[]): Promise<void> {
      await tx.insert(webhookEvents).values(event);
      if (deliveries.length > 0) await tx.insert(webhookDeliveries).values([...deliveries]);
    },
    page(
      webhookId: string,
      query: { state?: DeliveryRow['state'] | undefined; cursor?: string | undefined; limit: number },
    ): Promise<DeliveryRow[]> {
      return tx
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhookId),
            query.state && eq(webhookDeliveries.state, query.state),
            query.cursor ? lt(webhookDeliveries.id, query.cursor) : undefined,
          ),
        )
        .orderBy(desc(webhookDeliveries.id))
        .limit(query.limit);
    },
    async delivery(webhookId: string, id: string): Promise<(DeliveryRow & { body: string }) | null> {
      const [row] = await tx
        .select({ delivery: webhookDeliveries, body: webhookEvents.body })
        .from(webhookDeliveries)
        .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
        .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)));
      return row ? { ...row.delivery, body: row.body } : null;
    },
    /**
     * Lets deliveries begin anew; says how many. `given-up` are those that failed after all tries, without tests
     * that failed.
     */
    async restart(
      webhookId: string,
      which: { id: string } | 'failed' | 'given-up',
      now: Date,
    ): Promise<number> {
      const rows = await tx
        .update(webhookDeliveries)
        .set({ state: 'waiting', attempts: 0, dueAt: now })
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhookId),
            typeof which === 'object'
              ? eq(webhookDeliveries.id, which.id)
              : eq(webhookDeliveries.state, 'failed'),
            which === 'given-up' ? eq(webhookDeliveries.isTest, false) : undefined,
          ),
        )
        .returning({ id: webhookDeliveries.id });
      return rows.length;
    },
    async changeDelivery(id: string, change: Partial<DeliveryRow>): Promise<void> {
      await tx.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, id));
    },
    /** Removes events that name one of these, as the text of a body or a part of it. */
    async deleteNaming(words: readonly string[]): Promise<void> {
      const written = words.map((word) => JSON.stringify(word).slice(1, -1).toLowerCase());
      if (written.length === 0) return;
      await tx.delete(webhookEvents).where(
        sql`EXISTS (
          SELECT FROM unnest(${sql.param(written)}::text[]) AS word
          WHERE position(word IN lower(${webhookEvents.body})) > 0
        )`,
      );
    },
    /** Removes what is older, deliveries with it. */
    async deleteBefore(moment: Date): Promise<void> {
      await tx.delete(webhookEvents).where(lt(webhookEvents.createdAt, moment));
    },
  };
}
