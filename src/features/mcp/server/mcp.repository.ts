import { asc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { mcpConnections } from './mcp.table.ts';

export type McpConnectionRow = typeof mcpConnections.$inferSelect;

export function mcpRepository(tx: Transaction) {
  return {
    async list(): Promise<McpConnectionRow[]> {
      return tx.select().from(mcpConnections).orderBy(asc(mcpConnections.createdAt)).limit(100);
    },
    async many(ids: readonly string[]): Promise<McpConnectionRow[]> {
      return tx
        .select()
        .from(mcpConnections)
        .where(inArray(mcpConnections.id, [...ids]));
    },
    async byId(id: string): Promise<McpConnectionRow | null> {
      const [row] = await tx.select().from(mcpConnections).where(eq(mcpConnections.id, id));
      return row ?? null;
    },
    async bySignIn(hash: string): Promise<McpConnectionRow | null> {
      const [row] = await tx.select().from(mcpConnections).where(eq(mcpConnections.signInHash, hash));
      return row ?? null;
    },
    async count(): Promise<number> {
      return tx.$count(mcpConnections);
    },
    async insert(row: McpConnectionRow): Promise<void> {
      await tx.insert(mcpConnections).values(row);
    },
    async update(id: string, change: Partial<Omit<McpConnectionRow, 'id' | 'accountId'>>): Promise<void> {
      await tx.update(mcpConnections).set(change).where(eq(mcpConnections.id, id));
    },
    async remove(id: string): Promise<string | null> {
      const [row] = await tx
        .delete(mcpConnections)
        .where(eq(mcpConnections.id, id))
        .returning({ name: mcpConnections.name });
      return row?.name ?? null;
    },
  };
}
