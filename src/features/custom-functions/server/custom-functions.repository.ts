import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { FunctionDefinition } from '../custom-functions-definition.contract.ts';
import { functions, functionVersions } from './custom-functions.table.ts';

export type FunctionRow = typeof functions.$inferSelect;
export type FunctionVersionRow = typeof functionVersions.$inferSelect;

export function functionsRepository(tx: Transaction) {
  return {
    async list(): Promise<FunctionRow[]> {
      return tx
        .select()
        .from(functions)
        .where(isNull(functions.deletedAt))
        .orderBy(asc(sql`lower(${functions.label})`), asc(functions.id))
        .limit(200);
    },
    async byIds(ids: readonly string[]): Promise<FunctionRow[]> {
      return tx
        .select()
        .from(functions)
        .where(and(inArray(functions.id, [...ids]), isNull(functions.deletedAt)));
    },
    /** Also those that were deleted. */
    async withDeleted(ids: readonly string[]): Promise<FunctionRow[]> {
      return tx
        .select()
        .from(functions)
        .where(inArray(functions.id, [...ids]));
    },
    /** Kept from other writers until the transaction ends; also one that was deleted. */
    async locked(id: string): Promise<FunctionRow | null> {
      const [row] = await tx.select().from(functions).where(eq(functions.id, id)).for('update');
      return row ?? null;
    },
    async count(): Promise<number> {
      return tx.$count(functions, isNull(functions.deletedAt));
    },
    async insert(row: FunctionRow): Promise<void> {
      await tx.insert(functions).values(row);
    },
    async change(id: string, change: Partial<Omit<FunctionRow, 'id' | 'accountId'>>): Promise<void> {
      await tx.update(functions).set(change).where(eq(functions.id, id));
    },
    /** Notes a version, and forgets those before the last `keep`. */
    async addVersion(row: FunctionVersionRow, keep: number): Promise<void> {
      await tx.insert(functionVersions).values(row);
      await tx
        .delete(functionVersions)
        .where(
          and(
            eq(functionVersions.functionId, row.functionId),
            lt(functionVersions.number, row.number - keep + 1),
          ),
        );
    },
    async versions(functionId: string, limit: number): Promise<FunctionVersionRow[]> {
      return tx
        .select()
        .from(functionVersions)
        .where(eq(functionVersions.functionId, functionId))
        .orderBy(desc(functionVersions.number))
        .limit(limit);
    },
    /** What a version of a function said; null where it is not kept any more. */
    async definition(functionId: string, number: number): Promise<FunctionDefinition | null> {
      const [row] = await tx
        .select({ definition: functionVersions.definition })
        .from(functionVersions)
        .where(and(eq(functionVersions.functionId, functionId), eq(functionVersions.number, number)));
      return row?.definition ?? null;
    },
    async forget(deletedBefore: Date): Promise<void> {
      await tx
        .delete(functions)
        .where(and(isNotNull(functions.deletedAt), lt(functions.deletedAt, deletedBefore)));
    },
  };
}
