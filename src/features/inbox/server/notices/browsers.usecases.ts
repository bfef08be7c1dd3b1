import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { hashToken, type SecretBox } from '#platform/crypto/secret-box.ts';
import { stateOf, type Database } from '#platform/database/database.ts';
import { ensureFact } from '#platform/database/instance-facts.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { arePushKeys } from '#platform/web-push/encrypt-push.ts';
import { makeVapidKeys, type VapidKeys } from '#platform/web-push/vapid.ts';
import {
  mostBrowsers,
  noticesErrors,
  type NoticePreferences,
  type Subscription,
  type ToldBrowser,
} from '../../inbox-notices.contract.ts';
import { pushRepository, type BrowserRow } from './push.repository.ts';

const keysName = 'push-keys';
const missingRow = '23503';

/**
 * The instance's pair for push services: made once by whichever process comes first, the private half
 * encrypted.
 */
export async function ensurePushKeys(database: Database, box: SecretBox): Promise<VapidKeys> {
  const made = makeVapidKeys();
  const { publicKey, sealed } = await ensureFact(database, keysName, {
    publicKey: made.publicKey,
    sealed: box.seal(made.privateKey, keysName),
  });
  return { publicKey, privateKey: box.open(sealed, keysName) };
}

/** What a browser named about itself. */
type Named = Pick<BrowserRow, 'device' | 'browser' | 'os'>;
export type BrowsersServices = {
  database: Database;
  clock: Clock;
  box: SecretBox;
  /** Throws for addresses that the server does not speak to. */
  assertAllowedUrl(url: string): void;
  publicKey: string;
};

/** The browsers that tell members of what waits for them, and what members want to be told of. */
export function createBrowsers({ database, clock, box, assertAllowedUrl, publicKey }: BrowsersServices) {
  async function put(
    scope: AccountScope,
    sessionId: string,
    { renews, ...subscription }: Subscription,
    named: Named,
  ): Promise<string> {
    const endpointHash = hashToken(subscription.endpoint);
    return database.system(async (tx) => {
      const repository = pushRepository(tx);
      await repository.lockBrowser(endpointHash, scope);
      if (renews && (await repository.isDismissed(endpointHash, sessionId)))
        throw new AppError(noticesErrors.browserNotFound);
      const known = await repository.byEndpoint(endpointHash);
      const isOwn = known?.accountId === scope.accountId && known.userId === scope.userId;
      const id = known && isOwn ? known.id : newId('brw');
      // A browser tells one person: who is signed in there now.
      await repository.removeOthers(id, endpointHash, sessionId);
      const now = {
        sessionId,
        sealed: box.seal(JSON.stringify(subscription), id),
        ...named,
        seenAt: clock.now(),
        removedAt: null,
      };
      if (known && isOwn && !known.removedAt) {
        await repository.setBrowser(id, now);
        return id;
      }
      if ((await repository.browsersOf(scope.accountId, scope.userId)).length >= mostBrowsers)
        throw new AppError(noticesErrors.tooManyBrowsers);
      if (known && isOwn) await repository.removeBrowser(id);
      await repository.insertBrowser({
        ...now,
        id,
        accountId: scope.accountId,
        userId: scope.userId,
        endpointHash,
        createdAt: now.seenAt,
      });
      return id;
    });
  }

  return {
    notices: (
      scope: AccountScope,
      sessionId: string,
    ): Promise<{ preferences: NoticePreferences; publicKey: string; browsers: ToldBrowser[] }> =>
      scope.run(async (tx) => {
        const repository = pushRepository(tx);
        const rows = await repository.browsersOf(scope.accountId, scope.userId);
        const browsers = rows.map(({ id, device, browser, os, createdAt, seenAt, sessionId: of }) => ({
          id,
          device,
          browser,
          os,
          isCurrent: of === sessionId,
          createdAt: createdAt.toISOString(),
          seenAt: seenAt.toISOString(),
        }));
        return {
          preferences: await repository.preferences(scope.accountId, scope.userId),
          publicKey,
          browsers,
        };
      }),

    setPreferences: (
      scope: AccountScope,
      change: Parameters<ReturnType<typeof pushRepository>['setPreferences']>[2],
    ): Promise<void> =>
      scope.run((tx) => pushRepository(tx).setPreferences(scope.accountId, scope.userId, change)),

    /**
     * Lets the browser of this session tell the member; throws `pushAddress`, `pushKeys`, `tooManyBrowsers`,
     * and `browserNotFound` where it comes back by itself after the member removed it.
     */
    async add(
      scope: AccountScope,
      sessionId: string,
      subscription: Subscription,
      named: Named,
    ): Promise<{ id: string }> {
      try {
        assertAllowedUrl(subscription.endpoint);
      } catch (cause) {
        throw new AppError(noticesErrors.pushAddress, { cause });
      }
      if (!arePushKeys(subscription.keys)) throw new AppError(noticesErrors.pushKeys);
      const id = await put(scope, sessionId, subscription, named).catch((error: unknown) => {
        // They signed out, or were removed, at this very moment.
        throw stateOf(error) === missingRow ? new AppError(commonErrors.notSignedIn) : error;
      });
      return { id };
    },

    async remove(scope: AccountScope, id: string): Promise<void> {
      if (!(await scope.run((tx) => pushRepository(tx).dismissBrowser(id, scope.userId, clock.now()))))
        throw new AppError(noticesErrors.browserNotFound);
    },

    /** Notes that the dashboard is looked at in the browser of this session. */
    seen: (scope: AccountScope, sessionId: string): Promise<void> =>
      scope.run((tx) => pushRepository(tx).see(sessionId, clock.now())),
  };
}

export type Browsers = ReturnType<typeof createBrowsers>;
