import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agencyClients } from './accounts.table.ts';

export type ClientRow = typeof agencyClients.$inferSelect;

/** What an agency set for a client. Behind the wall an account finds its own line alone. */
export function accountsClientsRepository(tx: Transaction) {
  return {
    async insert(row: ClientRow): Promise<void> {
      await tx.insert(agencyClients).values(row);
    },
    async change(accountId: string, changes: Partial<ClientRow>): Promise<void> {
      await tx.update(agencyClients).set(changes).where(eq(agencyClients.accountId, accountId));
    },
    async remove(accountId: string): Promise<void> {
      await tx.delete(agencyClients).where(eq(agencyClients.accountId, accountId));
    },
  };
}
