import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { QrCodeInput } from '../qr-codes.contract.ts';
import { qrCodes } from './qr-codes.table.ts';

export type QrCodeRow = typeof qrCodes.$inferSelect;

/** Where a code leads, and whose it is. */
export type QrTarget = {
  id: string;
  accountId: string;
  agentId: string;
  name: string;
  targetUrl: string;
  /** Of the agent. */
  number: number;
};

export function qrCodesRepository(tx: Transaction) {
  return {
    async list(agentId: string): Promise<QrCodeRow[]> {
      return tx
        .select()
        .from(qrCodes)
        .where(eq(qrCodes.agentId, agentId))
        .orderBy(desc(qrCodes.createdAt), desc(qrCodes.id))
        .limit(200);
    },
    async find(agentId: string, code: string): Promise<QrCodeRow | null> {
      const [row] = await tx
        .select()
        .from(qrCodes)
        .where(and(eq(qrCodes.agentId, agentId), eq(qrCodes.code, code)));
      return row ?? null;
    },
    async countOf(agentId: string): Promise<number> {
      const [row] = await tx.select({ count: count() }).from(qrCodes).where(eq(qrCodes.agentId, agentId));
      return row?.count ?? 0;
    },
    async insert(row: typeof qrCodes.$inferInsert): Promise<void> {
      await tx.insert(qrCodes).values(row);
    },
    async change(agentId: string, code: string, input: QrCodeInput, now: Date): Promise<QrCodeRow | null> {
      const [row] = await tx
        .update(qrCodes)
        .set({ ...input, updatedAt: now })
        .where(and(eq(qrCodes.agentId, agentId), eq(qrCodes.code, code)))
        .returning();
      return row ?? null;
    },
    async remove(agentId: string, code: string | null): Promise<number> {
      const rows = await tx
        .delete(qrCodes)
        .where(and(eq(qrCodes.agentId, agentId), code === null ? undefined : eq(qrCodes.code, code)))
        .returning({ id: qrCodes.id });
      return rows.length;
    },
    /** Where a code leads; null when there is none. */
    async target(code: string): Promise<QrTarget | null> {
      const { rows } = await tx.execute<QrTarget>(sql`
        SELECT c.id, c.account_id AS "accountId", c.agent_id AS "agentId", c.name,
          c.target_url AS "targetUrl", a.number FROM qr_codes c JOIN agents a ON a.id = c.agent_id
        WHERE c.code = ${code}`);
      return rows[0] ?? null;
    },
    /** Counts a scan, in one statement. */
    async count(code: string, device: string | null, now: Date): Promise<void> {
      await tx.execute(sql`
        WITH scanned AS (
          UPDATE qr_codes SET scan_count = scan_count + 1, last_scan_at = ${now.toISOString()}
          WHERE code = ${code} RETURNING id, account_id
        )
        INSERT INTO qr_scans (account_id, qr_code_id, device, scanned_at) SELECT account_id, id, ${device},
          ${now.toISOString()} FROM scanned`);
    },
  };
}
