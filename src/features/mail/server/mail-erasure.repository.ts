import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { outboxMails } from './mail.table.ts';

/** Mails that went to a person, over all accounts: the outbox has no wall. */
export function mailErasureRepository(tx: Transaction) {
  return {
    async forget(accountId: string, email: string): Promise<void> {
      await tx.delete(outboxMails).where(sql`${outboxMails.accountId} = ${accountId} AND lower(${outboxMails.recipient}) = ${email}`);
    },
  };
}
