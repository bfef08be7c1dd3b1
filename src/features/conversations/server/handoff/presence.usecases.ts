import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { presenceRepository } from './presence.repository.ts';

/** Whoever was seen within this counts as being there. */
const presentMs = 150_000;

/** Says that a member is there, or away; without a word on it they stay what they were. */
export async function setPresence(
  tx: Transaction,
  scope: Pick<AccountScope, 'accountId' | 'userId'>,
  isAway: boolean | undefined,
  now: Date,
): Promise<{ isAway: boolean }> {
  const repository = presenceRepository(tx);
  const away = isAway ?? (await repository.isAway(scope.accountId, scope.userId));
  await repository.setPresence({
    accountId: scope.accountId,
    userId: scope.userId,
    seenAt: now,
    isAway: away,
  });
  return { isAway: away };
}

/** Who of the team is there now, and who said that they are away. */
export async function readTeamPresence(
  tx: Transaction,
  accountId: string,
  now: Date,
): Promise<{
  present: Awaited<ReturnType<ReturnType<typeof presenceRepository>['seen']>>;
  ids: Set<string>;
  awayIds: Set<string>;
}> {
  const seen = await presenceRepository(tx).seen(accountId);
  const present = seen.filter(
    ({ isAway, seenAt }) => !isAway && seenAt.getTime() > now.getTime() - presentMs,
  );
  return {
    present,
    ids: new Set(present.map(({ userId }) => userId)),
    awayIds: new Set(seen.filter(({ isAway }) => isAway).map(({ userId }) => userId)),
  };
}

/** When each member's dashboard was last in sight somewhere, away or not. */
export async function lastSeen(tx: Transaction, accountId: string): Promise<Map<string, Date>> {
  return new Map(
    (await presenceRepository(tx).seen(accountId)).map(({ userId, seenAt }) => [userId, seenAt]),
  );
}
