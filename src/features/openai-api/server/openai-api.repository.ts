import { and, eq, inArray, lt } from 'drizzle-orm';
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
    async put(row: OpenAiThread): Promise<void> {
      await tx
        .insert(openaiThreads)
        .values(row)
        .onConflictDoUpdate({
          target: [openaiThreads.agentId, openaiThreads.hash],
          set: { visitorId: row.visitorId, conversationId: row.conversationId, usedAt: row.usedAt },
        });
    },
    async deleteBefore(agentId: string, moment: Date): Promise<void> {
      await tx
        .delete(openaiThreads)
        .where(and(eq(openaiThreads.agentId, agentId), lt(openaiThreads.usedAt, moment)));
    },
  };
}
