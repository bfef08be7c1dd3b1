import type { Database } from '#platform/database/database.ts';
import { accountsRepository } from './accounts.repository.ts';

/** Keeps what a person does not want to see of visitors. */
export async function setPrivacy(
  database: Database,
  userId: string,
  flags: { hidePassiveVisitors: boolean; hideLocationData: boolean },
): Promise<void> {
  await accountsRepository(database.direct).updateUser(userId, flags);
}
