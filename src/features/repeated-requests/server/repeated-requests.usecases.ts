import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { hashToken } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Once, Program } from '#platform/http/access.ts';
import { refusal } from '#platform/rate-limit/rate-limit.ts';
import { repeatableHours, repeatedRequestsErrors } from '../repeated-requests.contract.ts';
import { repeatedRequestsRepository, type RepeatedRequest } from './repeated-requests.repository.ts';

/** How long the second of two requests waits for the first. */
const timeoutMs = 20_000;
const looksMs = [20, 50, 100, 200, 400] as const;

/** Takes from an account's kept answers those in which somebody stands who is erased. */
export const eraseAnswers = (tx: Transaction, words: readonly string[]): Promise<void> =>
  repeatedRequestsRepository(tx).deleteNaming(words);

/** What programs may send twice is done once. */
export function createRepeatedRequests({ database, clock }: { database: Database; clock: Clock }) {
  const rowOf = (program: Program, key: string, fingerprint: string): RepeatedRequest => ({
    accountId: program.accountId,
    programId: program.id,
    keyHash: hashToken(key),
    fingerprint,
    answer: null,
    createdAt: clock.now(),
  });
  const oldest = (): Date => new Date(clock.now().getTime() - repeatableHours * 3_600_000);
  const claim = (row: RepeatedRequest): Promise<boolean> =>
    database.account(row.accountId, (tx) => repeatedRequestsRepository(tx).claim(row, oldest()));

  /** What is kept under the key of a row: null where its place is free again. */
  async function earlier(row: RepeatedRequest): Promise<RepeatedRequest | null> {
    const found = await database.account(row.accountId, (tx) => repeatedRequestsRepository(tx).find(row));
    if (found && found.fingerprint !== row.fingerprint) throw new AppError(repeatedRequestsErrors.keyReused);
    return found;
  }

  /** Does what is new; what failed did nothing, so that its key is free again. */
  async function perform(row: RepeatedRequest, work: () => Promise<unknown>): Promise<unknown> {
    try {
      const value = await work();
      await database.account(row.accountId, (tx) => repeatedRequestsRepository(tx).finish(row, value));
      return value;
    } catch (error) {
      await database
        .account(row.accountId, (tx) => repeatedRequestsRepository(tx).release(row))
        // The database is away: the key stays taken, which is safe.
        .catch(() => undefined);
      throw error;
    }
  }

  const once: Once = async ({ program, key, fingerprint }, work) => {
    const row = rowOf(program, key, fingerprint);
    const until = Date.now() + timeoutMs;
    for (let look = 0; ; look += 1) {
      if (await claim(row)) return { answer: await perform(row, work), isRepeated: false };
      const found = await earlier(row);
      if (found?.answer) return { answer: found.answer.value, isRepeated: true };
      if (Date.now() >= until) throw refusal(repeatedRequestsErrors.notFinished, 5);
      await pause(looksMs[Math.min(look, looksMs.length - 1)]);
    }
  };

  return {
    once,

    /**
     * Notes what a request asks for whose answer is streamed and found again by other means. Throws where the
     * key stands for another one.
     */
    async note(program: Program, key: string, fingerprint: string): Promise<void> {
      const row = rowOf(program, key, fingerprint);
      if (!(await claim(row))) await earlier(row);
    },

    sweep: (): Promise<void> =>
      database.system((tx) => repeatedRequestsRepository(tx).deleteBefore(oldest())),
  };
}

export type RepeatedRequests = ReturnType<typeof createRepeatedRequests>;
