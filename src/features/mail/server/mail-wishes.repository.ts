import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { mailWishes } from './mail.table.ts';

export type MailWishRow = typeof mailWishes.$inferSelect;

const hashOf = (accountId: string, address: string): SQL<string> =>
  sql<string>`mail_address_hash(${accountId}, ${address})`;

/** Who wants no more mails of which account, over all accounts: whoever says so is signed in nowhere. */
export function mailWishesRepository(tx: Transaction) {
  const ofAddress = (accountId: string, addressHash: string) =>
    and(eq(mailWishes.accountId, accountId), eq(mailWishes.addressHash, addressHash));
  return {
    async hash(accountId: string, address: string): Promise<string> {
      const { rows } = await tx.execute<{ hash: string }>(sql`SELECT ${hashOf(accountId, address)} AS hash`);
      return rows[0]?.hash ?? '';
    },
    async find(accountId: string, addressHash: string): Promise<MailWishRow | null> {
      const [row] = await tx.select().from(mailWishes).where(ofAddress(accountId, addressHash));
      return row ?? null;
    },
    async findByAddress(accountId: string, address: string): Promise<MailWishRow | null> {
      const [row] = await tx
        .select()
        .from(mailWishes)
        .where(
          and(eq(mailWishes.accountId, accountId), eq(mailWishes.addressHash, hashOf(accountId, address))),
        );
      return row ?? null;
    },
    /** Says no; who has said so keeps the moment when he did. */
    async refuse(accountId: string, addressHash: string, now: Date): Promise<void> {
      await tx
        .insert(mailWishes)
        .values({ accountId, addressHash, unsubscribedAt: now })
        .onConflictDoUpdate({
          target: [mailWishes.accountId, mailWishes.addressHash],
          set: { unsubscribedAt: now, resubscribedAt: null },
          setWhere: isNotNull(mailWishes.resubscribedAt),
        });
    },
    /** Takes the no back. */
    async accept(accountId: string, addressHash: string, now: Date): Promise<void> {
      await tx
        .update(mailWishes)
        .set({ resubscribedAt: now })
        .where(and(ofAddress(accountId, addressHash), isNull(mailWishes.resubscribedAt)));
    },
  };
}
