import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { limitKinds, type LimitKind } from '../account-limits.contract.ts';
import { accountLimitDefaults, accountLimits, type LimitSetter } from './account-limits.table.ts';

type LimitRow = Pick<typeof accountLimits.$inferSelect, 'kind' | 'setBy' | 'most'>;

export function accountLimitsRepository(tx: Transaction) {
  return {
    all: (accountId: string): Promise<LimitRow[]> =>
      tx
        .select({ kind: accountLimits.kind, setBy: accountLimits.setBy, most: accountLimits.most })
        .from(accountLimits)
        .where(eq(accountLimits.accountId, accountId)),
    /** The lowest limit of a kind, held until the transaction ends; null where there is none. */
    async hold(accountId: string, kind: LimitKind): Promise<number | null> {
      const rows = await tx
        .select({ most: accountLimits.most })
        .from(accountLimits)
        .where(and(eq(accountLimits.accountId, accountId), eq(accountLimits.kind, kind)))
        .orderBy(accountLimits.setBy)
        .for('update');
      return rows.length === 0 ? null : Math.min(...rows.map(({ most }) => most));
    },
    /** @param month its first day, as `2026-05-01` */
    async uses(accountId: string, kind: LimitKind, month: string): Promise<number> {
      const { rows } = await tx.execute<{ used: string }>(
        sql`SELECT account_uses(${accountId}, ${kind}, ${month}::date) AS used`,
      );
      return Number(rows[0]?.used ?? 0);
    },
    async allUses(accountId: string, month: string): Promise<Record<LimitKind, number>> {
      const { rows } = await tx.execute<{ kind: LimitKind; used: string }>(
        sql`SELECT kind, account_uses(${accountId}, kind, ${month}::date) AS used
          FROM unnest(${sql.param([...limitKinds])}::text[]) AS kind`,
      );
      const used = new Map(rows.map((row) => [row.kind, Number(row.used)]));
      return Object.fromEntries(limitKinds.map((kind) => [kind, used.get(kind) ?? 0])) as Record<
        LimitKind,
        number
      >;
    },
    /** Messages that came before are counted, too: a limit in the middle of a month is one for all of it. */
    async set(row: {
      accountId: string;
      kind: LimitKind;
      setBy: LimitSetter;
      most: number;
      month: string;
      now: Date;
    }): Promise<void> {
      const { accountId, kind, setBy, most, month, now } = row;
      const isCounted = kind === 'messages';
      await tx
        .insert(accountLimits)
        .values({
          accountId,
          kind,
          setBy,
          most,
          updatedAt: now,
          usedMonth: isCounted ? month : null,
          used: isCounted ? sql`account_uses(${accountId}, ${kind}, ${month}::date)` : 0,
        })
        .onConflictDoUpdate({
          target: [accountLimits.accountId, accountLimits.kind, accountLimits.setBy],
          set: { most, updatedAt: now },
        });
    },
    /** Lets no client of an agency have more than the agency itself. */
    async capClients(row: {
      agencyId: string;
      kind: LimitKind;
      most: number;
      month: string;
      now: Date;
    }): Promise<void> {
      const { agencyId, kind, most, month, now } = row;
      await tx.execute(sql`
        INSERT INTO account_limits (account_id, kind, set_by, most, updated_at, used_month, used)
        SELECT c.account_id, ${kind}, 'agency', ${most}::bigint, ${now.toISOString()}::timestamptz,
          CASE WHEN ${kind} = 'messages' THEN ${month}::date END,
          CASE WHEN ${kind} = 'messages' THEN account_uses(c.account_id, ${kind}, ${month}::date) ELSE 0 END
        FROM agency_clients c WHERE c.agency_id = ${agencyId} ORDER BY c.account_id
        ON CONFLICT (account_id, kind, set_by) DO UPDATE
        SET most = excluded.most, updated_at = excluded.updated_at WHERE account_limits.most > excluded.most`);
    },
    /** Limits of all accounts, by kind; a kind that is not limited is not named. */
    defaults: (): Promise<{ kind: LimitKind; most: number }[]> =>
      tx
        .select({ kind: accountLimitDefaults.kind, most: accountLimitDefaults.most })
        .from(accountLimitDefaults),
    /** Waits until accounts that are being made have their limits, and lets none be made before this ends. */
    async holdDefaults(): Promise<void> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('account_limit_defaults'))`);
    },
    async setDefault(kind: LimitKind, most: number, now: Date): Promise<void> {
      await tx
        .insert(accountLimitDefaults)
        .values({ kind, most, updatedAt: now })
        .onConflictDoUpdate({ target: accountLimitDefaults.kind, set: { most, updatedAt: now } });
    },
    /** Takes a default from all accounts. */
    async removeDefault(kind: LimitKind): Promise<void> {
      await tx.delete(accountLimitDefaults).where(eq(accountLimitDefaults.kind, kind));
      await tx
        .delete(accountLimits)
        .where(and(eq(accountLimits.kind, kind), eq(accountLimits.setBy, 'server')));
    },
    /** Gives the default of a kind to an account, or to all (null), where no superadmin set another limit. */
    async giveDefault(accountId: string | null, kind: LimitKind, month: string): Promise<void> {
      await tx.execute(sql`SELECT give_default_limits(${accountId}, ${kind}, ${month}::date)`);
    },
    async remove(accountId: string, kind: LimitKind, setBy: LimitSetter): Promise<void> {
      await tx
        .delete(accountLimits)
        .where(
          and(
            eq(accountLimits.accountId, accountId),
            eq(accountLimits.kind, kind),
            eq(accountLimits.setBy, setBy),
          ),
        );
    },
  };
}
