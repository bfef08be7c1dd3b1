import { and, asc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { accounts } from '#features/accounts/server/accounts.table.ts';
import { servedStates, type DomainState } from '../../white-label-domains.contract.ts';
import { blockedDomains, customDomains } from '../white-label.table.ts';

export type DomainRow = typeof customDomains.$inferSelect;

export function domainsRepository(tx: Transaction) {
  return {
    async of(accountId: string): Promise<DomainRow | null> {
      const [row] = await tx.select().from(customDomains).where(eq(customDomains.accountId, accountId));
      return row ?? null;
    },
    /** The row as it is until the transaction ends. */
    async lock(accountId: string): Promise<DomainRow | null> {
      const [row] = await tx
        .select()
        .from(customDomains)
        .where(eq(customDomains.accountId, accountId))
        .for('update');
      return row ?? null;
    },
    async write(row: DomainRow): Promise<void> {
      await tx.insert(customDomains).values(row).onConflictDoUpdate({
        target: customDomains.accountId,
        set: row,
      });
    },
    async update(accountId: string, changes: Partial<DomainRow>): Promise<void> {
      await tx.update(customDomains).set(changes).where(eq(customDomains.accountId, accountId));
    },
    /** Moves the state on from one of these; nothing happens where it is another. */
    async moveOn(
      accountId: string,
      from: readonly DomainState[],
      changes: Partial<DomainRow>,
    ): Promise<void> {
      await tx
        .update(customDomains)
        .set(changes)
        .where(and(eq(customDomains.accountId, accountId), inArray(customDomains.state, [...from])));
    },
    async remove(accountId: string): Promise<void> {
      await tx.delete(customDomains).where(eq(customDomains.accountId, accountId));
    },
    /** Over the wall: everybody who named a host, whoever shows it first. */
    async byHost(host: string): Promise<DomainRow[]> {
      return tx.select().from(customDomains).where(eq(customDomains.host, host));
    },
    /** Whether a superadmin switched a host off. Of the whole server, so everybody may ask. */
    isBlocked: async (host: string): Promise<boolean> =>
      (await tx.$count(blockedDomains, eq(blockedDomains.host, host))) > 0,
    async block(row: typeof blockedDomains.$inferInsert): Promise<void> {
      const { host, ...set } = row;
      await tx.insert(blockedDomains).values(row).onConflictDoUpdate({ target: blockedDomains.host, set });
      // Who named it meanwhile waits for this, or was seen.
      await tx.select().from(customDomains).where(eq(customDomains.host, host)).for('update');
    },
    async unblock(host: string): Promise<boolean> {
      const rows = await tx.delete(blockedDomains).where(eq(blockedDomains.host, host)).returning();
      return rows.length === 1;
    },
    /** Over the wall: hosts that are named or switched off and contain `search`, by their names. */
    async listed(search: string, most: number) {
      const rows = await tx
        .select({
          host: sql<string>`coalesce(${customDomains.host}, ${blockedDomains.host})`,
          row: customDomains,
          accountName: accounts.name,
          block: blockedDomains,
        })
        .from(customDomains)
        .fullJoin(blockedDomains, eq(blockedDomains.host, customDomains.host))
        .leftJoin(accounts, eq(accounts.id, customDomains.accountId))
        .where(
          sql`strpos(coalesce(${customDomains.host}, ${blockedDomains.host}), ${search.toLowerCase()}) > 0`,
        )
        .orderBy(sql`1`)
        .limit(most);
      return rows;
    },
    /** Over the wall: another account that shows the host, held until the transaction ends. */
    async lockHolder(host: string, besides: string): Promise<DomainRow | null> {
      const [row] = await tx
        .select()
        .from(customDomains)
        .where(
          and(
            eq(customDomains.host, host),
            ne(customDomains.accountId, besides),
            inArray(customDomains.state, [...servedStates]),
          ),
        )
        .for('update');
      return row ?? null;
    },
    /** Over the wall: whose look is due, the longest waiting first. */
    async due(now: Date, most: number): Promise<string[]> {
      const rows = await tx
        .select({ accountId: customDomains.accountId })
        .from(customDomains)
        .where(lte(customDomains.nextCheckAt, now))
        .orderBy(asc(customDomains.nextCheckAt))
        .limit(most);
      return rows.map(({ accountId }) => accountId);
    },
  };
}
