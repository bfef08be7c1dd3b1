import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/access.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { findUserById } from '#features/accounts/server/accounts.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { authErrors } from '../auth.contract.ts';
import { authRepository } from './auth.repository.ts';
import type { SessionsUsecases } from './auth-sessions.usecases.ts';
import { enrolment, newRecoveryCodes, newSecret, recoveryIdOf, stepOf } from './auth-two-factor.models.ts';
import { twoFactorRepository, type TwoFactorRow } from './auth-two-factor.repository.ts';

export type TwoFactorServices = {
  database: Database;
  clock: Clock;
  box: SecretBox;
  realtime: Realtime;
  limiter: RateLimiter;
  mail: Pick<MailUsecases, 'send'>;
  sessions: Pick<SessionsUsecases, 'confirmPassword'>;
  brandName: string;
  publicUrl(): string;
};

/** A code has a million values, and three of them count at a time. */
const guesses: RateRule = { name: 'two-factor', limit: 10, windowSeconds: 900 };

const ownerOf = (userId: string): string => `two-factor:${userId}`;

/** The second factor of signing in: six digits of an authenticator (RFC 6238), or a recovery code. */
export function createTwoFactor(services: TwoFactorServices) {
  const { database, clock, box, limiter } = services;

  async function useCode(tx: Transaction, row: TwoFactorRow, code: string): Promise<boolean> {
    const step = stepOf(
      box.open(row.sealedSecret, ownerOf(row.userId)),
      code.replaceAll(/\s/g, ''),
      clock.now(),
    );
    if (step !== null) return twoFactorRepository(tx).useStep(row.userId, step);
    return (
      row.confirmedAt !== null &&
      twoFactorRepository(tx).useCode(row.userId, recoveryIdOf(row.userId, code), clock.now())
    );
  }

  /**
   * Uses a code up, or refuses it. A browser that is known has guesses of its own, so that whoever got hold
   * of the password can't keep its owner out by wrong codes.
   */
  async function check(row: TwoFactorRow, code: string, device: string | null = null): Promise<void> {
    const key = device === null ? row.userId : `${row.userId} ${device}`;
    await admit(limiter, authErrors.tooManyAttempts, [{ rule: guesses, key }]);
    if (!(await database.system((tx) => useCode(tx, row, code))))
      throw new AppError(authErrors.twoFactorWrong);
    await limiter.clear(guesses, key);
  }

  async function switchedOn(userId: string): Promise<TwoFactorRow> {
    const row = await twoFactorRepository(database.direct).find(userId);
    if (!row?.confirmedAt) throw new AppError(authErrors.twoFactorOff);
    return row;
  }

  /** Writes down what somebody did, and tells them by mail. */
  async function tell(
    tx: Transaction,
    user: SignedIn,
    address: string,
    action: 'safety.two_factor_on' | 'safety.two_factor_off',
  ): Promise<void> {
    const person = await findUserById(database, user.userId);
    if (!person) return;
    await writeAudit(
      tx,
      { accountId: user.accountId, userId: user.userId, userName: person.name, address },
      action,
    );
    await services.mail.send(
      {
        kind: action === 'safety.two_factor_on' ? 'two-factor-on' : 'two-factor-off',
        to: person.email,
        language: person.language,
        brandOf: user.accountId,
        variables: { url: `${services.publicUrl()}${paths.settings}` },
      },
      tx,
    );
  }

  return {
    /**
     * What signing in asks for: nothing, or a code, which is used up. `device` is a browser that is known, or
     * null. Whether one was.
     * Throws `twoFactorNeeded` and `twoFactorWrong`.
     */
    async pass(userId: string, code: string | undefined, device: string | null): Promise<boolean> {
      const row = await twoFactorRepository(database.direct).find(userId);
      if (!row?.confirmedAt) return false;
      if (!code) throw new AppError(authErrors.twoFactorNeeded);
      await check(row, code, device);
      return true;
    },

    /** Since when a code is asked for; null while none is. */
    since: async (userId: string): Promise<Date | null> =>
      (await twoFactorRepository(database.direct).find(userId))?.confirmedAt ?? null,

    async state(user: {
      userId: string;
    }): Promise<{ isOn: boolean; since: string | null; codesLeft: number }> {
      const row = await twoFactorRepository(database.direct).find(user.userId);
      const isOn = Boolean(row?.confirmedAt);
      return {
        isOn,
        since: row?.confirmedAt?.toISOString() ?? null,
        codesLeft: isOn ? await twoFactorRepository(database.direct).codesLeft(user.userId) : 0,
      };
    },

    /** Makes a secret for the authenticator. Nothing asks for it before its first code was typed. */
    async begin(user: { userId: string }, password: string) {
      await services.sessions.confirmPassword(user.userId, password);
      const person = await findUserById(database, user.userId);
      const secret = newSecret();
      await database.system(async (tx) => {
        const repository = twoFactorRepository(tx);
        if ((await repository.find(user.userId))?.confirmedAt) throw new AppError(authErrors.twoFactorOn);
        await repository.begin({
          userId: user.userId,
          sealedSecret: box.seal(secret, ownerOf(user.userId)),
          createdAt: clock.now(),
        });
      });
      return { secret, ...enrolment(secret, { label: person?.email ?? '', issuer: services.brandName }) };
    },

    /**
     * Switches it on with the first code; the recovery codes are shown now and never again. All other sessions
     * of the person end: none of them passed a code.
     */
    async confirm(user: SignedIn, code: string, address: string): Promise<string[]> {
      const row = await twoFactorRepository(database.direct).find(user.userId);
      if (!row) throw new AppError(authErrors.twoFactorOff);
      if (row.confirmedAt) throw new AppError(authErrors.twoFactorOn);
      await check(row, code);
      const codes = newRecoveryCodes();
      await database.system(async (tx) => {
        if (!(await twoFactorRepository(tx).confirm(user.userId, clock.now())))
          throw new AppError(authErrors.twoFactorOn);
        await twoFactorRepository(tx).replaceCodes(
          user.userId,
          codes.map((one) => recoveryIdOf(user.userId, one)),
        );
        await authRepository(tx).passSecondFactor(user.sessionId, clock.now());
        for (const id of await authRepository(tx).deleteSessionsOf(user.userId, user.sessionId))
          await services.realtime.publish(tx, { topic: `session:${id}`, data: {} });
        await tell(tx, user, address, 'safety.two_factor_on');
      });
      return codes;
    },

    /** Ten new recovery codes; those of before are worthless. */
    async renewCodes(
      user: SignedIn,
      given: { password: string; code: string },
      address: string,
    ): Promise<string[]> {
      await services.sessions.confirmPassword(user.userId, given.password);
      await check(await switchedOn(user.userId), given.code);
      const codes = newRecoveryCodes();
      const person = await findUserById(database, user.userId);
      await database.system(async (tx) => {
        await twoFactorRepository(tx).replaceCodes(
          user.userId,
          codes.map((one) => recoveryIdOf(user.userId, one)),
        );
        await writeAudit(
          tx,
          { accountId: user.accountId, userId: user.userId, userName: person?.name ?? '', address },
          'safety.recovery_codes_renewed',
        );
      });
      return codes;
    },

    /**
     * The second factor, asked for again before something that can't be undone. Nothing where it is off; throws
     * `twoFactorNeeded` and `twoFactorWrong`.
     */
    async confirmCode(userId: string, code: string): Promise<void> {
      const row = await twoFactorRepository(database.direct).find(userId);
      if (!row?.confirmedAt) return;
      if (code.trim() === '') throw new AppError(authErrors.twoFactorNeeded);
      await check(row, code);
    },

    /** Takes it off for somebody who lost it, in the caller's transaction; false where it was off. */
    takeOff: (tx: Transaction, userId: string): Promise<boolean> => twoFactorRepository(tx).remove(userId),

    async switchOff(
      user: SignedIn,
      given: { password: string; code: string },
      address: string,
    ): Promise<void> {
      await services.sessions.confirmPassword(user.userId, given.password);
      await check(await switchedOn(user.userId), given.code);
      await database.system(async (tx) => {
        if (await twoFactorRepository(tx).remove(user.userId))
          await tell(tx, user, address, 'safety.two_factor_off');
      });
    },
  };
}

export type TwoFactorUsecases = ReturnType<typeof createTwoFactor>;
