import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { accountReviewErrors, type ReviewItem } from '../account-review.contract.ts';
import { accountReviewRepository } from './account-review.repository.ts';

/** What one page shows of it. */
const mostShown = 1_000;

/**
 * Anybody can register with an address that is not theirs. When its true owner takes the account by a mailed
 * link, whatever was made before lets nobody in, until the owner has said what of it is theirs.
 */
export function createAccountReview({
  database,
  clock,
  realtime,
}: {
  database: Database;
  clock: Clock;
  realtime: Pick<Realtime, 'publish'>;
}) {
  return {
    /**
     * Begins the review of every account that a person owns, in the transaction in which their address is
     * proven for the first time.
     */
    async begin(tx: Transaction, user: { id: string; name: string }, address: string): Promise<void> {
      const repository = accountReviewRepository(tx);
      const now = clock.now();
      for (const accountId of await repository.ownedBy(user.id)) {
        await repository.endOffers(accountId, now);
        await writeAudit(
          tx,
          { accountId, userId: user.id, userName: user.name, address },
          'safety.address_proven',
        );
        if ((await repository.items(accountId, 1)).length === 0) continue;
        await repository.setSince(accountId, now);
        for (const userId of await repository.signOutMembers(accountId))
          await realtime.publish(tx, { topic: `user:${userId}`, data: {} });
      }
    },

    look: (scope: AccountScope): Promise<{ review: { since: string; items: ReviewItem[] } | null }> =>
      database.system(async (tx) => {
        const repository = accountReviewRepository(tx);
        const since = await repository.since(scope.accountId);
        return {
          review: since && {
            since: since.toISOString(),
            items: await repository.items(scope.accountId, mostShown),
          },
        };
      }),

    /** Ends everything that is not named, and opens the account to what is. */
    finish: (
      scope: AccountScope,
      keep: readonly Pick<ReviewItem, 'kind' | 'id'>[],
    ): Promise<{ ended: number }> =>
      database.system(async (tx) => {
        const repository = accountReviewRepository(tx);
        const { accountId } = scope;
        if ((await repository.since(accountId)) === null)
          throw new AppError(accountReviewErrors.nothingToReview);
        const kept = new Set(keep.map(({ kind, id }) => `${kind} ${id}`));
        // Also what is too much to be shown: whoever made a thousand keys would hide a member behind them.
        const ended = (await repository.items(accountId, null)).filter(
          ({ kind, id }) => !kept.has(`${kind} ${id}`),
        );
        for (const item of ended) await repository.end(accountId, item, clock.now());
        await repository.setSince(accountId, null);
        await writeAudit(tx, scope, 'safety.account_reviewed', {
          details: { kept: String(kept.size), ended: String(ended.length) },
        });
        // What processes remember of keys and connections is read anew, and so are open screens.
        for (const topic of ['integrations', 'payments', 'standings'])
          await realtime.publish(tx, { topic, data: { accountId } });
        await realtime.publish(tx, { topic: `account:${accountId}`, data: { type: 'everything' } });
        return { ended: ended.length };
      }),
  };
}

export type AccountReview = ReturnType<typeof createAccountReview>;
