import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agentReports, ipBlocks } from './abuse.table.ts';

export type BlockRow = typeof ipBlocks.$inferSelect;

/** From how many on an agent stands out. */
export const thresholds = { conversations: 100, failedPayments: 10, blockedPeople: 20 } as const;

export type FlaggedRow = {
  id: string;
  number: number;
  name: string;
  account_id: string;
  account_name: string;
  held_at: string | null;
  held_reason: string;
  reports: number;
  conversations: number;
  failed_payments: number;
  blocked_people: number;
};

/** Over the wall: what superadmins read and write about the whole server. */
export function abuseRepository(tx: Transaction) {
  return {
    blocks: (now: Date): Promise<BlockRow[]> =>
      tx
        .select()
        .from(ipBlocks)
        .where(or(isNull(ipBlocks.expiresAt), gt(ipBlocks.expiresAt, now)))
        .orderBy(desc(ipBlocks.createdAt)),
    /** One that ran out gives way to a new one of the same network. */
    async addBlock(row: BlockRow, now: Date): Promise<void> {
      await tx.delete(ipBlocks).where(sql`${ipBlocks.expiresAt} <= ${now.toISOString()}`);
      await tx.insert(ipBlocks).values(row);
    },
    async removeBlock(id: string): Promise<string | null> {
      const [row] = await tx.delete(ipBlocks).where(eq(ipBlocks.id, id)).returning();
      return row?.network ?? null;
    },
    async addReport(row: typeof agentReports.$inferInsert): Promise<void> {
      await tx.insert(agentReports).values(row);
    },
    openReports: (agentIds: readonly string[]) =>
      tx
        .select()
        .from(agentReports)
        .where(and(inArray(agentReports.agentId, [...agentIds]), isNull(agentReports.resolvedAt)))
        .orderBy(desc(agentReports.createdAt))
        .limit(2_000),
    async resolve(agentId: string, now: Date): Promise<void> {
      await tx
        .update(agentReports)
        .set({ resolvedAt: now })
        .where(and(eq(agentReports.agentId, agentId), isNull(agentReports.resolvedAt)));
    },
    /** Agents that were reported, are held, or stand out; the most reported first, 100 at most. */
    async flagged(hourAgo: Date, dayAgo: Date): Promise<FlaggedRow[]> {
      const { rows } = await tx.execute<FlaggedRow>(sql`
        WITH reported AS (
          SELECT agent_id, count(*)::int AS n FROM agent_reports WHERE resolved_at IS NULL GROUP BY agent_id
        ), begun AS (
          SELECT agent_id, count(*)::int AS n FROM conversations
          WHERE created_at > ${hourAgo.toISOString()} AND NOT is_preview GROUP BY agent_id
        ), failed AS (
          SELECT agent_id, count(*)::int AS n FROM purchases
          WHERE created_at > ${dayAgo.toISOString()} AND status = 'failed' GROUP BY agent_id
        ), blocked AS (
          SELECT source_agent_id AS agent_id, count(*)::int AS n FROM contacts
          WHERE is_blocked AND source_agent_id IS NOT NULL GROUP BY source_agent_id
        )
        SELECT a.id, a.number, a.name, a.account_id, o.name AS account_name, a.held_at, a.held_reason,
          coalesce(reported.n, 0) AS reports, coalesce(begun.n, 0) AS conversations,
          coalesce(failed.n, 0) AS failed_payments, coalesce(blocked.n, 0) AS blocked_people
        FROM agents a JOIN accounts o ON o.id = a.account_id
        LEFT JOIN reported ON reported.agent_id = a.id LEFT JOIN begun ON begun.agent_id = a.id
        LEFT JOIN failed ON failed.agent_id = a.id LEFT JOIN blocked ON blocked.agent_id = a.id
        WHERE a.binned_at IS NULL AND (a.held_at IS NOT NULL OR reported.n > 0
          OR begun.n >= ${thresholds.conversations} OR failed.n >= ${thresholds.failedPayments}
          OR blocked.n >= ${thresholds.blockedPeople})
        ORDER BY reports DESC, conversations DESC, a.id LIMIT 100`);
      return rows;
    },
  };
}
