import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { isProof } from '#shared/chat/proof-of-work.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { hashToken, type SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import { addressKey, isLoopback, ofNetworks } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter, type RateRule, type RateUse } from '#platform/rate-limit/rate-limit.ts';
import { authErrors, hashedOf } from '../auth.contract.ts';
import { emailKeyOf, proofTiers } from './auth.models.ts';

/**
 * Sources of the numbers: Chatwoot's limits. Behind a local proxy every address is the loopback one, so it
 * gets wider bounds.
 */
const rules = {
  loginByAddress: { name: 'login-address', limit: 5, windowSeconds: 300 },
  loginByLoopback: { name: 'login-loopback', limit: 200, windowSeconds: 300 },
  loginByDevice: { name: 'login-device', limit: 10, windowSeconds: 900 },
  loginByDevices: { name: 'login-devices', limit: 30, windowSeconds: 900 },
  /**
   * Right ones and known browsers, too: each costs a hash, of which two are worked out at once for everybody.
   */
  signInsByAddress: { name: 'sign-ins-address', limit: 60, windowSeconds: 300 },
  loginByEmail: { name: 'login-email', limit: proofTiers.free, windowSeconds: 900 },
  proof: { name: 'login-proof', limit: 1, windowSeconds: 3_600 },
  registerByAddress: { name: 'register-address', limit: 5, windowSeconds: 1_800 },
  registerByLoopback: { name: 'register-loopback', limit: 300, windowSeconds: 1_800 },
  resetByAddress: { name: 'reset-address', limit: 20, windowSeconds: 3_600 },
  resetByLoopback: { name: 'reset-loopback', limit: 300, windowSeconds: 3_600 },
  resetByPair: { name: 'reset-pair', limit: 5, windowSeconds: 3_600 },
  resetByDevice: { name: 'reset-device', limit: 3, windowSeconds: 3_600 },
  resetByEmail: { name: 'reset-email', limit: 5, windowSeconds: 3_600 },
} as const satisfies Record<string, RateRule>;

const uncounted = 2_000_000_000;
const proofMs = 5 * 60_000;
const deviceDays = 180;

/**
 * A browser in which somebody signed in with an address. It opens nothing: it only says that this is not a
 * stranger's first try. It is bound to the password and the second factor of that moment (`p`): whoever had
 * got in before these were changed is a stranger again.
 */
type Device = {
  e: string;
  d: string;
  p: string;
};
const deviceToken: TokenKind<Device> = {
  purpose: 'known-device',
  parse: (value) => z.object({ e: z.string(), d: z.string(), p: z.string() }).safeParse(value).data ?? null,
};
/** A puzzle that lets one try through: for which address, how hard, and which one it is. */
type Puzzle = {
  e: string;
  b: number;
  n: string;
};
const puzzleToken: TokenKind<Puzzle> = {
  purpose: 'login-puzzle',
  parse: (value) => z.object({ e: z.string(), b: z.number(), n: z.string() }).safeParse(value).data ?? null,
};

const nameOf = (emailKey: string): string => hashToken(`device ${emailKey}`).slice(0, 22);
/** What one must know at this time to sign in: another text after each change of it. */
export type Proven = {
  passwordHash: string;
  twoFactorSince: Date | null;
};
const markOf = ({ passwordHash, twoFactorSince }: Proven): string =>
  hashToken(`proven ${passwordHash} ${twoFactorSince?.getTime() ?? ''}`).slice(0, 22);

/**
 * Who tries: the address that was typed, from where, what the browser kept of an earlier time, and what the
 * person has to know, where there is one.
 */
export type Trier = {
  email: string;
  address: string;
  device: string | undefined;
  proven: Proven | null;
};
/** A solved puzzle. */
export type Proof = {
  challenge: string;
  answer: string;
};
/** What was counted for a try, and the known browser that it came from. */
export type Attempt = {
  uses: readonly RateUse[];
  device: string | null;
};

/**
 * How often one may try to sign in, and ask for a new password. Each address has its own few tries. An
 * email address is never locked, or whoever knows it could keep its owner out: browsers in which its owner
 * signed in have tries of their own, and from all others a try costs the solution of a puzzle once too many
 * have failed, a harder one the more there were.
 */
export function createAttempts(services: { limiter: RateLimiter; clock: Clock; box: SecretBox }) {
  const { limiter, clock, box } = services;

  function known({ email, device, proven }: Trier): string | null {
    const read = device && proven ? readToken(box, deviceToken, device, clock.now().getTime()) : null;
    if (!read || !proven || read.p !== markOf(proven)) return null;
    return read.e === nameOf(emailKeyOf(email)) ? read.d : null;
  }

  async function isSolved(emailKey: string, proof: Proof): Promise<boolean> {
    const puzzle = readToken(box, puzzleToken, proof.challenge, clock.now().getTime());
    if (!puzzle || puzzle.e !== nameOf(emailKey)) return false;
    if (!isProof(hashedOf(proof.challenge), proof.answer, puzzle.b)) return false;
    return (await limiter.take(rules.proof, puzzle.n)) === null;
  }

  /** How hard the puzzle is now: the more tries there were for an address, the harder. */
  async function bitsFor(emailKey: string): Promise<number> {
    for (const { upTo, bits } of proofTiers.steps) {
      const use = { rule: { ...rules.loginByEmail, limit: upTo }, key: emailKey };
      if ((await limiter.look([use])) === null) return bits;
    }
    return proofTiers.hardest;
  }

  const byAddress = (address: string, rule: RateRule, loopback: RateRule): RateUse[] =>
    isLoopback(addressKey(address))
      ? [{ rule: loopback, key: addressKey(address) }]
      : ofNetworks(address, rule);

  return {
    /**
     * Lets a try to sign in through, or throws `tooManyAttempts` or, with a puzzle in its details,
     * `proofNeeded`.
     */
    async login(trier: Trier, proof: Proof | undefined): Promise<Attempt> {
      const emailKey = emailKeyOf(trier.email);
      const hashes = ofNetworks(trier.address, rules.signInsByAddress);
      const device = known(trier);
      if (device) {
        const own = [{ rule: rules.loginByDevice, key: device }];
        await admit(limiter, authErrors.tooManyAttempts, [...own, ...hashes]);
        const all = [{ rule: rules.loginByDevices, key: emailKey }];
        if ((await limiter.takeAll(all)) === null) return { uses: [...own, ...all], device };
        // So many known browsers that guess are none of one person's.
        await limiter.giveBack([...own, ...hashes]);
      }
      const ofPlace = byAddress(trier.address, rules.loginByAddress, rules.loginByLoopback);
      await admit(limiter, authErrors.tooManyAttempts, [...ofPlace, ...hashes]);
      const byEmail = { rule: rules.loginByEmail, key: emailKey };
      const seconds = await limiter.takeAll([byEmail]);
      if (seconds !== null) {
        if (!proof || !(await isSolved(emailKey, proof))) {
          // No password was tried, so nothing was.
          await limiter.giveBack([...ofPlace, ...hashes]);
          const n = randomBytes(12).toString('base64url');
          const puzzle = { e: nameOf(emailKey), b: await bitsFor(emailKey), n };
          const challenge = mintToken(box, puzzleToken, puzzle, clock.now().getTime() + proofMs);
          const details = { challenge, bits: puzzle.b };
          throw new AppError(authErrors.proofNeeded, { retryAfterSeconds: seconds, details });
        }
        await limiter.take({ ...rules.loginByEmail, limit: uncounted }, emailKey);
      }
      return { uses: [...ofPlace, byEmail], device: null };
    },

    /** Only failures count. */
    forget: ({ uses }: Attempt): Promise<void> => limiter.giveBack(uses),

    /** What a browser keeps in which somebody signed in. */
    deviceToken(email: string, proven: Proven): { token: string; expiresAt: Date } {
      const expiresAt = new Date(clock.now().getTime() + deviceDays * 86_400_000);
      const device = {
        e: nameOf(emailKeyOf(email)),
        d: randomBytes(12).toString('base64url'),
        p: markOf(proven),
      };
      return { token: mintToken(box, deviceToken, device, expiresAt.getTime()), expiresAt };
    },

    /** Throws `tooManyAttempts`. */
    register: (address: string): Promise<void> =>
      admit(
        limiter,
        authErrors.tooManyAttempts,
        byAddress(address, rules.registerByAddress, rules.registerByLoopback),
      ),

    /**
     * Whether a link for a new password is mailed now. Beyond five an hour for an address none is, whoever
     * asks, and the links of that hour go on working: strangers neither fill a mailbox nor keep its owner
     * from a link. Throws `tooManyAttempts`.
     */
    async askReset(trier: Trier): Promise<boolean> {
      const emailKey = emailKeyOf(trier.email);
      const device = known(trier);
      if (device && (await limiter.take(rules.resetByDevice, device)) === null) return true;
      const place = addressKey(trier.address);
      const pair = isLoopback(place) ? [] : [{ rule: rules.resetByPair, key: `${emailKey} ${place}` }];
      const ofPlace = byAddress(trier.address, rules.resetByAddress, rules.resetByLoopback);
      await admit(limiter, authErrors.tooManyAttempts, [...pair, ...ofPlace]);
      return (await limiter.take(rules.resetByEmail, emailKey)) === null;
    },

    /** Using a mailed link. Throws `tooManyAttempts`. */
    reset: (address: string): Promise<void> =>
      admit(
        limiter,
        authErrors.tooManyAttempts,
        byAddress(address, rules.resetByAddress, rules.resetByLoopback),
      ),

    /** After a new password. */
    clear: (emailKey: string): Promise<void> => limiter.clear(rules.loginByEmail, emailKey),
  };
}
