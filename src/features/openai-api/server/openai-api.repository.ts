import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { openaiThreads } from './openai-api.table.ts';

export type OpenAiThread = typeof openaiThreads.$inferSelect;

export function openaiApiRepository(tx: Transaction) {
  return {
    async byHashes(agentId: string, hashes: readonly string[]): Promise<OpenAiThread[]> {
      return tx
        .select()
        .from(openaiThreads)
        .where(and(eq(openaiThreads.agentId, agentId), inArray(openaiThreads.hash, [...hashes])));
    },
    /**
     * Keeps where a transcript goes on. A transcript that already belongs to another conversation, or to one
     * that has gone on, stays without one for good: nobody can tell any more who says it. A user's own newest
     * conversation takes the place of their earlier one (`isOfUser`).
     */
    async putThread(row: OpenAiThread, isOfUser: boolean): Promise<void> {
      const isSame = isOfUser
        ? sql`${openaiThreads.visitorId} = excluded.visitor_id`
        : sql`${openaiThreads.conversationId} = excluded.conversation_id`;
      await tx
        .insert(openaiThreads)
        .values(row)
        .onConflictDoUpdate({
          target: [openaiThreads.agentId, openaiThreads.hash],
          set: {
            conversationId: sql`CASE WHEN ${isSame} THEN excluded.conversation_id END`,
            usedAt: row.usedAt,
          },
        });
    },
    /** The conversation has gone on: its transcript until now leads to it no more. */
    async spend(agentId: string, hash: string): Promise<void> {
      await tx
        .update(openaiThreads)
        .set({ conversationId: null })
        .where(and(eq(openaiThreads.agentId, agentId), eq(openaiThreads.hash, hash)));
    },
    /** Keeps who a user is; the visitor that was first, where two requests say it at once. */
    async putUser(row: OpenAiThread): Promise<string> {
      const [kept] = await tx
        .insert(openaiThreads)
        .values(row)
        .onConflictDoUpdate({
          target: [openaiThreads.agentId, openaiThreads.hash],
          set: { usedAt: row.usedAt },
        })
        .returning({ visitorId: openaiThreads.visitorId });
      return kept?.visitorId ?? row.visitorId;
    },
    async deleteBefore(agentId: string, moment: Date): Promise<void> {
      await tx
        .delete(openaiThreads)
        .where(and(eq(openaiThreads.agentId, agentId), lt(openaiThreads.usedAt, moment)));
    },
  };
}
