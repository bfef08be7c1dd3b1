import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { mailPreferences } from './mail.table.ts';

export type MailPreferenceRow = typeof mailPreferences.$inferSelect;

const hashOf = (accountId: string, address: string): SQL<string> =>
  sql<string>`mail_address_hash(${accountId}, ${address})`;

/** Who wants no more mails of which account, over all accounts: whoever says so is signed in nowhere. */
export function mailPreferencesRepository(tx: Transaction) {
  const ofAddress = (accountId: string, addressHash: string) =>
    and(eq(mailPreferences.accountId, accountId), eq(mailPreferences.addressHash, addressHash));
  return {
    async hash(accountId: string, address: string): Promise<string> {
      const { rows } = await tx.execute<{ hash: string }>(sql`SELECT ${hashOf(accountId, address)} AS hash`);
      return rows[0]?.hash ?? '';
    },
    async find(accountId: string, addressHash: string): Promise<MailPreferenceRow | null> {
      const [row] = await tx.select().from(mailPreferences).where(ofAddress(accountId, addressHash));
      return row ?? null;
    },
    async findByAddress(accountId: string, address: string): Promise<MailPreferenceRow | null> {
      const [row] = await tx
        .select()
        .from(mailPreferences)
        .where(
          and(
            eq(mailPreferences.accountId, accountId),
            eq(mailPreferences.addressHash, hashOf(accountId, address)),
          ),
        );
      return row ?? null;
    },
    /** Says no; who has said so keeps the moment when they did. */
    async refuse(accountId: string, addressHash: string, now: Date): Promise<void> {
      await tx
        .insert(mailPreferences)
        .values({ accountId, addressHash, unsubscribedAt: now })
        .onConflictDoUpdate({
          target: [mailPreferences.accountId, mailPreferences.addressHash],
          set: { unsubscribedAt: now, resubscribedAt: null },
          setWhere: isNotNull(mailPreferences.resubscribedAt),
        });
    },
    /** Takes the no back. */
    async accept(accountId: string, addressHash: string, now: Date): Promise<void> {
      await tx
        .update(mailPreferences)
        .set({ resubscribedAt: now })
        .where(and(ofAddress(accountId, addressHash), isNull(mailPreferences.resubscribedAt)));
    },
  };
}
