import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { accountExportParts, accountExports, keptPlanPayments } from './account-data.table.ts';

export type ExportRow = typeof accountExports.$inferSelect;
/** A table behind the wall: the columns that leave the house, and those that hold files. */
export type OwnedTable = {
  name: string;
  columns: string[];
  files: string[];
};

/** What superadmins do about the whole server stands in the account that they work in, and is not its affair. */
const notOfSuperadmins = "AND action NOT LIKE 'operator.%' AND action NOT LIKE 'blog.%'";

const batch = 500;

export function accountDataRepository(tx: Transaction) {
  return {
    async insertExport(row: ExportRow): Promise<void> {
      await tx.insert(accountExports).values(row);
    },
    async exports(now: Date): Promise<ExportRow[]> {
      return tx
        .select()
        .from(accountExports)
        .where(gt(accountExports.expiresAt, now))
        .orderBy(desc(accountExports.createdAt))
        .limit(20);
    },
    async exportById(id: string): Promise<ExportRow | null> {
      const [row] = await tx.select().from(accountExports).where(eq(accountExports.id, id));
      return row ?? null;
    },
    async setExport(id: string, change: Partial<Pick<ExportRow, 'state' | 'byteCount'>>): Promise<void> {
      await tx.update(accountExports).set(change).where(eq(accountExports.id, id));
    },
    async clearParts(exportId: string): Promise<void> {
      await tx.delete(accountExportParts).where(eq(accountExportParts.exportId, exportId));
    },
    async insertPart(row: typeof accountExportParts.$inferInsert): Promise<void> {
      await tx.insert(accountExportParts).values(row);
    },
    async part(exportId: string, part: number): Promise<Buffer | null> {
      const [row] = await tx
        .select({ bytes: accountExportParts.bytes })
        .from(accountExportParts)
        .where(and(eq(accountExportParts.exportId, exportId), eq(accountExportParts.part, part)))
        .orderBy(asc(accountExportParts.part));
      return row?.bytes ?? null;
    },
    async deleteExpired(now: Date): Promise<void> {
      await tx.delete(accountExports).where(lt(accountExports.expiresAt, now));
      await tx.delete(keptPlanPayments).where(lt(keptPlanPayments.keptUntil, now));
    },

    /** Every table behind the wall with its columns; new ones come along by themselves. */
    async ownedTables(): Promise<OwnedTable[]> {
      const { rows } = await tx.execute<{ name: string; columns: string[]; files: string[] }>(sql`
        SELECT c.relname AS name,
          array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.atttypid <> 'bytea'::regtype) AS
            columns,
          coalesce(array_agg(a.attname::text) FILTER (WHERE a.atttypid = 'bytea'::regtype), '{}') AS files
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relnamespace = 'public'::regnamespace
          AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'account_wall')
        GROUP BY c.relname ORDER BY c.relname`);
      return rows;
    },

    /** Reads a table of the account in batches, so that its size doesn't matter. */
    async *rows(
      { name, columns, files }: OwnedTable,
      accountId: string,
    ): AsyncGenerator<Record<string, unknown>[]> {
      const parts = [
        ...columns.map((column) => sql.identifier(column)),
        ...files.map((column) => sql.identifier(column)),
      ];
      await tx.execute(
        sql`DECLARE export_rows NO SCROLL CURSOR FOR SELECT ${sql.join(parts, sql`, `)}
          FROM ${sql.identifier(name)} WHERE account_id = ${sql.raw(`'${accountId.replaceAll("'", '')}'`)}
          ${name === 'audit_entries' ? sql.raw(notOfSuperadmins) : sql.raw('')}`,
      );
      for (;;) {
        const { rows } = await tx.execute(sql.raw(`FETCH ${files.length > 0 ? 10 : batch} FROM export_rows`));
        if (rows.length === 0) break;
        yield rows;
      }
      await tx.execute(sql`CLOSE export_rows`);
    },

    /** Empties the account's tables but those that are kept. What another table needs goes after it. */
    async clear(accountId: string, kept: ReadonlySet<string>): Promise<void> {
      const names = (await this.ownedTables()).map(({ name }) => name).filter((name) => !kept.has(name));
      const { rows } = await tx.execute<{ child: string; parent: string }>(
        sql`SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
          WHERE contype = 'f' AND confdeltype IN ('a', 'r') AND conrelid <> confrelid`,
      );
      const done = new Set<string>();
      const visit = async (name: string): Promise<void> => {
        if (done.has(name) || !names.includes(name)) return;
        done.add(name);
        for (const { child } of rows.filter(({ parent }) => parent === name)) await visit(child);
        await tx.execute(sql`DELETE FROM ${sql.identifier(name)} WHERE account_id = ${accountId}`);
      };
      for (const name of names) await visit(name);
    },

    /** What the account paid the platform with real money, for the books. */
    async keepPlanPayments(accountId: string, keptUntil: Date): Promise<void> {
      await tx.execute(sql`
        INSERT INTO kept_plan_payments (id, email, plan, vendor, reference, currency, amount, refunded,
          paid_at, kept_until)
        SELECT p.subscription_id || '-' || p.reference, s.email, p.plan, s.vendor, p.reference, s.currency,
          p.amount, p.refunded, p.paid_at, ${keptUntil}
        FROM plan_payments p JOIN plan_subscriptions s ON s.id = p.subscription_id
        WHERE p.account_id = ${accountId} AND NOT s.is_test ON CONFLICT DO NOTHING`);
    },
    async memberIds(accountId: string): Promise<string[]> {
      const { rows } = await tx.execute<{ id: string }>(
        sql`SELECT user_id AS id FROM memberships WHERE account_id = ${accountId}`,
      );
      return rows.map(({ id }) => id);
    },
    /** Sessions in the account go on in the first one that their person joined. */
    async leadAway(accountId: string): Promise<void> {
      await tx.execute(sql`UPDATE sessions SET works_in = NULL WHERE works_in = ${accountId}`);
    },
    /** The account with everything that hangs on it, and the mails that were written in it. */
    async deleteAccount(accountId: string): Promise<void> {
      await tx.execute(sql`DELETE FROM agents WHERE account_id = ${accountId}`);
      await tx.execute(sql`DELETE FROM outbox_mails WHERE account_id = ${accountId}`);
      await tx.execute(sql`DELETE FROM accounts WHERE id = ${accountId}`);
    },
    /** A person who belongs nowhere any more goes too; whoever looks after the instance stays. */
    async deletePersonWithoutAccount(userId: string): Promise<void> {
      await tx.execute(
        sql`DELETE FROM users u WHERE u.id = ${userId} AND NOT u.is_superadmin
          AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id)`,
      );
    },
  };
}
