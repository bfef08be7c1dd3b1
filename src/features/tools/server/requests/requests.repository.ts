import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { storableJson } from '#platform/database/json-column.ts';
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
            sql`${toolRequests.arguments}::jsonb = ${storableJson(call.arguments)}::jsonb`,
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
     * The oldest call that was said yes to and not begun, for whoever asks first; or, as failed, one that began
     * before `lostBefore` and never ended, one that was broken off, or one that colleagues said no to. What
     * costs messages is begun only where they can be taken (`canTake`). Null when there is none.
     */
    async claim(
      conversationId: string,
      { now, lostBefore, canTake }: { now: Date; lostBefore: Date; canTake: boolean },
    ): Promise<ToolRequestRow | null> {
      const next = tx
        .select({ id: toolRequests.id })
        .from(toolRequests)
        .where(
          and(
            eq(toolRequests.conversationId, conversationId),
            or(
              and(
                eq(toolRequests.state, 'approved'),
                gt(toolRequests.expiresAt, now),
                canTake ? undefined : eq(toolRequests.messageCost, 0),
              ),
              and(
                eq(toolRequests.state, 'running'),
                or(lt(toolRequests.startedAt, lostBefore), isNotNull(toolRequests.errorCode)),
              ),
              // Told once: it is failed then.
              and(eq(toolRequests.state, 'declined'), eq(toolRequests.approver, 'team')),
            ),
          ),
        )
        .orderBy(asc(toolRequests.createdAt), asc(toolRequests.id))
        .limit(1)
        .for('update', { skipLocked: true });
      const [row] = await tx
        .update(toolRequests)
        .set({
          state: sql`CASE WHEN ${toolRequests.state} = 'approved' THEN 'running' ELSE 'failed' END`,
          errorCode: sql`CASE ${toolRequests.state} WHEN 'approved' THEN NULL WHEN 'declined' THEN 'declined'
            ELSE coalesce(${toolRequests.errorCode}, 'lost') END`,
          startedAt: sql`CASE ${toolRequests.state} WHEN 'approved' THEN ${now.toISOString()}::timestamptz
            ELSE ${toolRequests.startedAt} END`,
        })
        .where(eq(toolRequests.id, next))
        .returning();
      return row ?? null;
    },
    /**
     * Notes that a running call was broken off, for the next answer to tell: `lost` once it had gone out,
     * `not_begun` before. Whether it was running until now.
     */
    async breakOff(id: string, errorCode: 'lost' | 'not_begun'): Promise<boolean> {
      const rows = await tx
        .update(toolRequests)
        .set({ errorCode })
        .where(
          and(eq(toolRequests.id, id), eq(toolRequests.state, 'running'), isNull(toolRequests.errorCode)),
        )
        .returning({ id: toolRequests.id });
      return rows.length > 0;
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
