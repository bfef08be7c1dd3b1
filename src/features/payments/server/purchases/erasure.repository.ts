import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { purchases } from '../payments.table.ts';

type Person = {
  contactId: string;
  email: string | null;
};

/** What of a person's purchases says who they were. */
export function erasureRepository(tx: Transaction) {
  const own = ({ contactId, email }: Person) =>
    sql`(contact_id = ${contactId} OR (${email}::text IS NOT NULL AND email = ${email}))`;
  return {
    async hasRunningSubscription(person: Person): Promise<boolean> {
      return (
        (await tx.$count(
          purchases,
          sql`${own(person)} AND subscription_status IN ('trialing', 'active', 'past_due') AND NOT is_ending`,
        )) > 0
      );
    },
    async purchaseIds(person: Person): Promise<string[]> {
      return (await tx.select({ id: purchases.id }).from(purchases).where(own(person))).map(({ id }) => id);
    },
    async anonymise(person: Person, alias: string): Promise<void> {
      const { rows } = await tx.execute<{ email: string }>(
        sql`SELECT email FROM ${purchases} WHERE ${own(person)} UNION SELECT ${person.email}::text
          WHERE ${person.email}::text IS NOT NULL`,
      );
      await tx
        .update(purchases)
        .set({ email: alias, mailbox: '', cardMark: '', contactId: null, conversationId: null, tag: '' })
        .where(own(person));
      // An address with which somebody else bought as well stays theirs: who is erased may only have typed
      // it.
      const addresses = sql.param(rows.map(({ email }) => email));
      for (const table of ['restore_codes', 'payment_people']) {
        await tx.execute(
          sql`DELETE FROM ${sql.identifier(table)} t
            WHERE t.email = ANY(${addresses}::text[])
            AND NOT EXISTS (SELECT FROM purchases p WHERE p.email = t.email)`,
        );
      }
    },
  };
}
