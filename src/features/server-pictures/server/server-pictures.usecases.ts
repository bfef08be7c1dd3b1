import { randomBytes } from 'node:crypto';
import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { ImageDrawer } from '#platform/images/image-drawer.ts';
import type { ImageKind } from '#platform/images/picture-types.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import {
  serverPicturePath,
  serverPicturesErrors,
  type ServerPictureKind,
} from '../server-pictures.contract.ts';
import { serverPicturesRepository } from './server-pictures.repository.ts';

const uploads: RateRule = { name: 'server-picture', limit: 120, windowSeconds: 3_600 };
/** A form that stays open may still name a picture that nothing shows. */
const unusedDays = 7;
const drawnAs = { person: 'avatar', template: 'background' } as const satisfies Record<
  ServerPictureKind,
  ImageKind
>;

export type ServerPicturesServices = {
  database: Database;
  clock: Clock;
  limiter: Pick<RateLimiter, 'takeAll'>;
  drawer: Pick<ImageDrawer, 'stored'>;
};

/** Pictures that superadmins give to what the server itself shows. */
export function createServerPictures({ database, clock, limiter, drawer }: ServerPicturesServices) {
  return {
    /** Refuses before a byte is read. */
    checkUpload: (userId: string): Promise<void> =>
      admit(limiter, commonErrors.tooManyRequests, [{ rule: uploads, key: userId }]),

    /**
     * Stores a picture that `checkUpload` let through, and removes those that nothing came to show.
     * @throws `server-pictures.unusable`, `server-pictures.elaborate`
     */
    async add(
      accountId: string,
      kind: ServerPictureKind,
      bytes: Uint8Array,
    ): Promise<{ key: string; url: string }> {
      const drawn = await drawer.stored(bytes, drawnAs[kind], accountId);
      if (typeof drawn === 'string') throw new AppError(serverPicturesErrors[drawn]);
      const key = randomBytes(16).toString('hex');
      const now = clock.now();
      await database.system(async (tx) => {
        const repository = serverPicturesRepository(tx);
        await repository.removeUnused(new Date(now.getTime() - unusedDays * 86_400_000));
        await repository.insert({ key, type: drawn.type, bytes: drawn.bytes, createdAt: now });
      });
      return { key, url: serverPicturePath(key) };
    },

    picture: (key: string): Promise<{ bytes: Buffer; type: string } | null> =>
      serverPicturesRepository(database.direct).byKey(key),
  };
}

export type ServerPictures = ReturnType<typeof createServerPictures>;

/**
 * Sees to it that a picture is there when what names it is stored.
 * @throws `server-pictures.gone`
 */
export async function requirePicture(tx: Transaction, key: string | null): Promise<void> {
  if (key !== null && !(await serverPicturesRepository(tx).hold(key)))
    throw new AppError(serverPicturesErrors.gone, { fields: { picture: 'errors:server-pictures.gone' } });
}
