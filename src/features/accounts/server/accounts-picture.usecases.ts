import { randomBytes } from 'node:crypto';
import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { toStoredImage } from '#platform/images/stored-image.ts';
import type { RateLimiter, RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { User } from '../accounts.contract.ts';
import { accountsPictureErrors } from '../accounts-picture.contract.ts';
import { accountsPictureRepository } from './accounts-picture.repository.ts';
import { presentUser, type AccountsUsecases } from './accounts.usecases.ts';

const uploads: RateRule = { name: 'user-picture', limit: 30, windowSeconds: 3_600 };
type Person = { userId: string; accountId: string };

/** A person's own picture: shown beside the name in the dashboard, and to visitors whom he answers. */
export function createAccountsPicture({ database, clock, limiter, accounts }: { database: Database; clock: Clock; limiter: Pick<RateLimiter, 'take'>; accounts: Pick<AccountsUsecases, 'member'> }) {
  async function present({ userId, accountId }: Person): Promise<User> {
    const member = await accounts.member(userId, accountId);
    if (!member) throw new AppError(commonErrors.notSignedIn);
    return presentUser(member);
  }
  return {
    async set(person: Person, bytes: Buffer): Promise<User> {
      const seconds = await limiter.take(uploads, person.userId);
      if (seconds !== null) throw new AppError(commonErrors.tooManyRequests, { retryAfterSeconds: seconds });
      const image = await toStoredImage(bytes, 'avatar');
      if (!image) throw new AppError(accountsPictureErrors.imageUnusable);
      await database.system(async (tx) => {
        const { type, bytes: stored, hash } = image;
        const key = await accountsPictureRepository(tx).save({ userId: person.userId, key: randomBytes(16).toString('hex'), type, bytes: stored, createdAt: clock.now() });
        // Messages remember the address of who wrote them: it leads to the picture of now, and `v` only tells browsers that it is another one.
        await accountsPictureRepository(tx).setAddress(person.userId, `/people/${key}?v=${hash.slice(0, 8)}`);
      });
      return present(person);
    },

    async remove(person: Person): Promise<User> {
      await database.system(async (tx) => {
        await accountsPictureRepository(tx).remove(person.userId);
        await accountsPictureRepository(tx).setAddress(person.userId, null);
      });
      return present(person);
    },

    byKey: (key: string): Promise<{ bytes: Buffer; type: string } | null> => accountsPictureRepository(database.direct).byKey(key),
  };
}

export type AccountsPicture = ReturnType<typeof createAccountsPicture>;
