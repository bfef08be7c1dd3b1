import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { toolRequests, toolUses } from './requests.table.ts';

export type ToolRequestRow = typeof toolRequests.$inferSelect;

export function toolRequestsRepository(tx: Transaction) {
  return {
    /** Counts one use, unless the tool was used `most` times in the conversation already. */
    async takeUse(
      place: { accountId: string; conversationId: string },
      tool: string,
      most: number,
    ): Promise<boolean> {
      const rows = await tx
        .insert(toolUses)
        .values({ ...place, tool, used: 1 })
        .onConflictDoUpdate({
          target: [toolUses.conversationId, toolUses.tool],
          set: { used: sql`${toolUses.used} + 1` },
          setWhere: lt(toolUses.used, most),
        })
        .returning({ used: toolUses.used });
      return rows.length > 0;
    },
    async insert(row: ToolRequestRow): Promise<void> {
      await tx.insert(toolRequests).values(row);
    },
    /** Whether the very same call is waited for; the database compares, whatever order the fields stand in. */
    async isWaiting(
      call: Pick<ToolRequestRow, 'conversationId' | 'tool' | 'arguments'>,
      now: Date,
    ): Promise<boolean> {
      const [row] = await tx
        .select({ id: toolRequests.id })
        .from(toolRequests)
        .where(
          and(
            eq(toolRequests.conversationId, call.conversationId),
            eq(toolRequests.tool, call.tool),
            eq(toolRequests.arguments, call.arguments),
            eq(toolRequests.state, 'waiting'),
            gt(toolRequests.expiresAt, now),
          ),
        )
        .limit(1);
      return row !== undefined;
    },
    /** Once, and only while it waits. */
    async decide(
      id: string,
      conversationId: string,
      decision: Pick<ToolRequestRow, 'approver' | 'decidedBy'> & { isYes: boolean; now: Date },
    ): Promise<ToolRequestRow | null> {
      const [row] = await tx
        .update(toolRequests)
        .set({
          state: decision.isYes ? 'approved' : 'declined',
          decidedBy: decision.decidedBy,
          decidedAt: decision.now,
        })
        .where(
          and(
            eq(toolRequests.id, id),
            eq(toolRequests.conversationId, conversationId),
            eq(toolRequests.approver, decision.approver),
            eq(toolRequests.state, 'waiting'),
            gt(toolRequests.expiresAt, decision.now),
          ),
        )
        .returning();
      return row ?? null;
    },
    /**
     * What was said yes to and not begun, each for whoever asks first; with it, as failed, what began before
     * `lostBefore` and never ended, and what colleagues said no to.
     */
    async claim(conversationId: string, now: Date, lostBefore: Date): Promise<ToolRequestRow[]> {
      const rows = await tx
        .update(toolRequests)
        .set({
          state: sql`CASE WHEN ${toolRequests.state} = 'approved' THEN 'running' ELSE 'failed' END`,
          errorCode: sql`CASE ${toolRequests.state} WHEN 'approved' THEN NULL WHEN 'declined' THEN 'declined'
            ELSE 'lost' END`,
          startedAt: sql`CASE ${toolRequests.state} WHEN 'approved' THEN ${now.toISOString()}::timestamptz
            ELSE ${toolRequests.startedAt} END`,
        })
        .where(
          and(
            eq(toolRequests.conversationId, conversationId),
            or(
              and(eq(toolRequests.state, 'approved'), gt(toolRequests.expiresAt, now)),
              and(eq(toolRequests.state, 'running'), lt(toolRequests.startedAt, lostBefore)),
              and(eq(toolRequests.state, 'declined'), eq(toolRequests.approver, 'team')),
            ),
          ),
        )
        .returning();
      return rows.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    },
    /** Whether it was running until now; what another answer called lost stays so. */
    async end(id: string, state: 'done' | 'failed', errorCode: string | null): Promise<boolean> {
      const rows = await tx
        .update(toolRequests)
        .set({ state, errorCode })
        .where(and(eq(toolRequests.id, id), eq(toolRequests.state, 'running')))
        .returning({ id: toolRequests.id });
      return rows.length > 0;
    },
  };
}
