import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { templateDemos, templateUses } from './templates.table.ts';

export type DemoRow = typeof templateDemos.$inferSelect;

export function templatesRepository(tx: Transaction) {
  return {
    /** Lets one transaction at a time, of all processes, make what has this name. */
    async lock(name: string): Promise<void> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`template ${name}`}))`);
    },
    async demo(slug: string): Promise<DemoRow | null> {
      const [row] = await tx.select().from(templateDemos).where(eq(templateDemos.slug, slug));
      return row ?? null;
    },
    async insertDemo(row: DemoRow): Promise<void> {
      await tx.insert(templateDemos).values(row);
    },
    /** The agent that a request with this key made before, or null. */
    async used(accountId: string, key: string): Promise<string | null> {
      const [row] = await tx
        .select({ agentId: templateUses.agentId })
        .from(templateUses)
        .where(and(eq(templateUses.accountId, accountId), eq(templateUses.key, key)));
      return row?.agentId ?? null;
    },
    async insertUse(row: typeof templateUses.$inferInsert): Promise<void> {
      await tx.insert(templateUses).values(row);
    },
    /** Throws away the chats with demo agents that began before; their messages go with them. */
    async removePreviews(before: Date): Promise<void> {
      await tx.execute(
        sql`DELETE FROM visitors WHERE is_preview AND created_at < ${before.toISOString()}
          AND agent_id IN (SELECT agent_id FROM template_demos)`,
      );
    },
    /**
     * The same for the demos that anybody may open: whoever spoke there became a contact of the demos' own
     * account.
     */
    async removeDemoVisitors(before: Date): Promise<void> {
      for (const table of [sql`contacts`, sql`visitors`])
        await tx.execute(
          sql`DELETE FROM ${table} WHERE created_at < ${before.toISOString()}
            AND account_id IN (SELECT account_id FROM template_demos)`,
        );
    },
  };
}
