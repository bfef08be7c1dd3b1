import { randomBytes } from 'node:crypto';
import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { ImageDrawer } from '#platform/images/image-drawer.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { User } from '../accounts.contract.ts';
import { accountsPictureErrors } from '../accounts-picture.contract.ts';
import { accountsPictureRepository } from './accounts-picture.repository.ts';
import { presentUser, type AccountsUsecases } from './accounts.usecases.ts';

const uploads: RateRule = { name: 'user-picture', limit: 30, windowSeconds: 3_600 };
type Person = {
  userId: string;
  accountId: string;
};

export type AccountsPictureServices = {
  database: Database;
  clock: Clock;
  limiter: Pick<RateLimiter, 'takeAll'>;
  accounts: Pick<AccountsUsecases, 'member'>;
  drawer: Pick<ImageDrawer, 'stored'>;
};

/** A person's own picture: shown beside the name in the dashboard, and to visitors whom they answer. */
export function createAccountsPicture({
  database,
  clock,
  limiter,
  accounts,
  drawer,
}: AccountsPictureServices) {
  async function present({ userId, accountId }: Person): Promise<User> {
    const member = await accounts.member(userId, accountId);
    if (!member) throw new AppError(commonErrors.notSignedIn);
    return presentUser(member);
  }
  return {
    /** Throws where somebody sent too many pictures; asked before one is read. */
    checkUpload: (person: Person): Promise<void> =>
      admit(limiter, commonErrors.tooManyRequests, [{ rule: uploads, key: person.userId }]),

    async set(person: Person, bytes: Buffer): Promise<User> {
      const image = await drawer.stored(bytes, 'avatar', person.accountId);
      if (image === 'elaborate') throw new AppError(accountsPictureErrors.imageElaborate);
      if (image === 'unusable') throw new AppError(accountsPictureErrors.imageUnusable);
      await database.system(async (tx) => {
        const { type, bytes: stored, hash } = image;
        const key = await accountsPictureRepository(tx).save({
          userId: person.userId,
          key: randomBytes(16).toString('hex'),
          type,
          bytes: stored,
          createdAt: clock.now(),
        });
        // Messages remember the address of who wrote them: it leads to the picture of now, and `v` only tells
        // browsers that it is another one.
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

    byKey: (key: string): Promise<{ bytes: Buffer; type: string } | null> =>
      accountsPictureRepository(database.direct).byKey(key),
  };
}

export type AccountsPicture = ReturnType<typeof createAccountsPicture>;
