import { sql, type Column } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { outboxMails } from './mail.table.ts';

/** Signs of an address that mean something else in a pattern of PostgreSQL. */
const asPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Mails that went to a person or name them, over all accounts: the outbox has no wall. */
export function mailErasureRepository(tx: Transaction) {
  return {
    async forget(accountId: string, email: string): Promise<void> {
      await tx
        .delete(outboxMails)
        .where(sql`${outboxMails.accountId} = ${accountId} AND lower(${outboxMails.recipient}) = ${email}`);
      // What people asked may stand in a report that was not sent yet, and a file can't be read through.
      await tx.execute(
        sql`DELETE FROM outbox_attachments WHERE mail_id IN
          (SELECT id FROM outbox_mails WHERE account_id = ${accountId})`,
      );
      // What the team was told about them (a sale, a refund) stays, without the address.
      const without = (column: Column) => sql`regexp_replace(${column}, ${asPattern(email)}, '…', 'gi')`;
      await tx
        .update(outboxMails)
        .set({
          subject: without(outboxMails.subject),
          textBody: without(outboxMails.textBody),
          htmlBody: without(outboxMails.htmlBody),
        })
        .where(
          sql`${outboxMails.accountId} = ${accountId}
            AND strpos(lower(${outboxMails.textBody} || ${outboxMails.subject}), ${email}) > 0`,
        );
    },
  };
}
