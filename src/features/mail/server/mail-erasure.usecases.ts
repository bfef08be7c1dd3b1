import type { Database } from '#platform/database/database.ts';
import { mailErasureRepository } from './mail-erasure.repository.ts';

/**
 * Deletes what an account mailed to a person who is erased, and takes their address out of what it mailed to
 * others.
 */
export async function eraseMails(database: Database, accountId: string, email: string): Promise<void> {
  await mailErasureRepository(database.direct).forget(accountId, email.toLowerCase());
}
