import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { findUserById, openAccount } from '#features/accounts/server/accounts.usecases.ts';
import { sampleDataErrors, sampleDays, type SampleAccount } from '../sample-data.contract.ts';
import { sampleDataRepository, type SampleRow } from './sample-data.repository.ts';

export const fillSampleJob = defineJob({
  name: 'sample-data.fill',
  payload: z.object({ accountId: z.string(), userId: z.string() }),
  // What was half made is no use: the person makes another one.
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});

/**
 * Takes one away that was ended while it was filled, or whose person goes: what still reads its pages may
 * stand in the way for a moment.
 */
export const removeSampleJob = defineJob({
  name: 'sample-data.remove',
  payload: z.object({ accountId: z.string() }),
  retryLimit: 5,
  expireInSeconds: 120,
  concurrency: 1,
});

const making = { name: 'sample-accounts', limit: 5, windowSeconds: 86_400 };
/** When one that is still being made is taken for lost, in ms. */
const staleMs = 6 * 60_000;
const dayMs = 86_400_000;

/** Whether an account holds invented data: it writes no mails and counts in no figure of the server. */
export async function isSampleAccount(database: Database, accountId: string): Promise<boolean> {
  return (await sampleDataRepository(database.direct).ofAccount(accountId)) !== null;
}

/** Whether one that is still being made is taken for lost. */
const isLostAt = (row: SampleRow, now: Date): boolean =>
  row.state === 'making' && now.getTime() - row.createdAt.getTime() > staleMs;

/** Ends the sample data of somebody who deletes their account, in the caller's transaction; they go with it. */
export async function endWithPerson(
  tx: Transaction,
  { jobs, clock }: { jobs: Pick<Jobs, 'send'>; clock: Clock },
  userId: string,
): Promise<void> {
  const now = clock.now();
  const row = await sampleDataRepository(tx).holdOfUser(userId);
  if (!row) return;
  await sampleDataRepository(tx).endWithPerson(row.accountId, now);
  // Who fills it writes into it, and removes it when they see this.
  if (row.state !== 'making' || isLostAt(row, now))
    await jobs.send(tx, removeSampleJob, { accountId: row.accountId });
}

/** Whether the person goes with it; as decided by whoever works on it now. */
export async function takesPersonAlong(tx: Transaction, accountId: string): Promise<boolean> {
  return (await sampleDataRepository(tx).hold(accountId))?.personLeaves === true;
}

/** A second account of a person, with invented data to look around in. */
export function createSampleData(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  limiter: Pick<RateLimiter, 'takeAll'>;
  jobs: Pick<Jobs, 'send'>;
  /** What the account is called, in the person's language. */
  nameIn(language: string): string;
  /** Deletes an account with everything in it, and leads whoever works in it back to their own. */
  removeAccount(accountId: string): Promise<void>;
}) {
  const { database, clock, log } = services;

  const isLost = (row: SampleRow): boolean => isLostAt(row, clock.now());
  /** Whether its person ended it while it was being made. */
  const isEnded = (row: SampleRow): boolean => row.state === 'making' && row.endsAt <= clock.now();

  const removeSoon = (accountId: string): Promise<void> =>
    database.system((tx) => services.jobs.send(tx, removeSampleJob, { accountId }));

  const present = (row: SampleRow, worksIn: string): SampleAccount => ({
    accountId: row.accountId,
    state: isLost(row) ? 'failed' : row.state,
    endsAt: row.endsAt.toISOString(),
    isHere: row.accountId === worksIn,
  });

  return {
    async of(userId: string, worksIn: string): Promise<SampleAccount | null> {
      const row = await sampleDataRepository(database.direct).ofUser(userId);
      return row && !isEnded(row) ? present(row, worksIn) : null;
    },

    /** Begins to make one; whoever has one gets that one. */
    async make({ userId, accountId }: AccountScope): Promise<SampleAccount> {
      const known = await sampleDataRepository(database.direct).ofUser(userId);
      if (known && isEnded(known)) throw new AppError(sampleDataErrors.tooMany);
      if (known) return present(known, accountId);
      const user = await findUserById(database, userId);
      if (!user) throw new AppError(sampleDataErrors.notHere);
      await admit(services.limiter, sampleDataErrors.tooMany, [{ rule: making, key: userId }]);
      const now = clock.now();
      await database.system(async (tx) => {
        const { account } = await openAccount(tx, user, {
          accountName: services.nameIn(user.language),
          trialDays: sampleDays,
          now,
        });
        const row: SampleRow = {
          accountId: account.id,
          userId,
          state: 'making',
          createdAt: now,
          endsAt: new Date(now.getTime() + sampleDays * dayMs),
          personLeaves: false,
        };
        // Two presses at once make one: the other account is taken back with its transaction.
        if (!(await sampleDataRepository(tx).insert(row))) throw new AppError(sampleDataErrors.tooMany);
        await services.jobs.send(tx, fillSampleJob, { accountId: account.id, userId });
      });
      const made = await sampleDataRepository(database.direct).ofUser(userId);
      if (!made) throw new AppError(sampleDataErrors.notHere);
      return present(made, accountId);
    },

    /**
     * Fills one by `fill`, which stops when it is no longer wanted; what failed is told in the log and to the
     * person. What its person ended meanwhile goes.
     */
    async fill(
      { accountId }: { accountId: string; userId: string },
      fill: (now: Date, isWanted: () => Promise<boolean>) => Promise<void>,
    ): Promise<void> {
      const repository = sampleDataRepository(database.direct);
      const row = await repository.ofAccount(accountId);
      if (row?.state !== 'making') return;
      if (isEnded(row)) return removeSoon(accountId);
      const isWanted = async (): Promise<boolean> => {
        const current = await repository.ofAccount(accountId);
        return current !== null && !isEnded(current);
      };
      const state = await fill(clock.now(), isWanted).then(
        () => 'ready' as const,
        (error: unknown) => {
          log.error({ err: error, accountId }, 'sample data could not be made');
          return 'failed' as const;
        },
      );
      if (!(await repository.finish(accountId, state, clock.now()))) await removeSoon(accountId);
    },

    /** Takes one away whose time is over; one that is gone is none any more. */
    remove: (accountId: string): Promise<void> => services.removeAccount(accountId),

    async end(userId: string): Promise<void> {
      const repository = sampleDataRepository(database.direct);
      const row = await repository.ofUser(userId);
      // Who fills it writes into it: it is not taken from under their hands, they remove it when they see this.
      if (
        row?.state === 'making' &&
        !isLost(row) &&
        (await repository.endWhileMade(row.accountId, clock.now()))
      )
        return;
      if (row) await services.removeAccount(row.accountId);
    },

    /** Ends those whose time is over. */
    async sweep(signal?: AbortSignal): Promise<void> {
      const now = clock.now();
      const stale = new Date(now.getTime() - 10 * staleMs);
      for (const { accountId } of await sampleDataRepository(database.direct).over(now, stale)) {
        if (signal?.aborted) return;
        await services.removeAccount(accountId);
      }
    },
  };
}

export type SampleData = ReturnType<typeof createSampleData>;
