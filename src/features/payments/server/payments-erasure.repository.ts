import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { purchases } from './payments.table.ts';

type Person = { contactId: string; email: string | null };

/** What of a person's purchases says who he was. */
export function erasureRepository(tx: Transaction) {
  const own = ({ contactId, email }: Person) => sql`(contact_id = ${contactId} OR (${email}::text IS NOT NULL AND email = ${email}))`;
  return {
    async hasRunningSubscription(person: Person): Promise<boolean> {
      return (await tx.$count(purchases, sql`${own(person)} AND subscription_status IN ('trialing', 'active', 'past_due') AND NOT is_ending`)) > 0;
    },
    async anonymise(person: Person, alias: string): Promise<void> {
      const addresses = sql`SELECT email FROM ${purchases} WHERE ${own(person)} UNION SELECT ${person.email}`;
      await tx.execute(sql`DELETE FROM restore_codes WHERE email IN (${addresses})`);
      await tx.execute(sql`DELETE FROM payment_people WHERE email IN (${addresses})`);
      await tx.update(purchases).set({ email: alias, contactId: null, conversationId: null, tag: '' }).where(own(person));
    },
  };
}
