import { describe, expect, it } from 'vitest';
import { hashedOf } from '#features/auth/auth.contract.ts';
import { isProof } from '#shared/chat/proof-of-work.ts';
import { ApiError } from '#ui/api/client.ts';
import { loginFailure, withLoginRetries, withProof } from './sign-in.ts';

const refused = (status: number, message = '') => new ApiError(message, status, null);

describe('signing in', () => {
  it('is sent twice more, 200 ms apart, when the server answers 404', async () => {
    const pauses: number[] = [];
    let sent = 0;
    const attempt = withLoginRetries(
      () => (sent++, Promise.reject(refused(404))),
      async (ms) => void pauses.push(ms),
    );
    await expect(attempt).rejects.toMatchObject({ status: 404 });
    expect([sent, pauses]).toEqual([3, [200, 200]]);
  });
  it('is sent once when the password is wrong', async () => {
    let sent = 0;
    await expect(withLoginRetries(() => (sent++, Promise.reject(refused(401))))).rejects.toMatchObject({
      status: 401,
    });
    expect(sent).toBe(1);
  });
  it('solves the puzzle that the server gives where too many failed, and is sent once more with it', async () => {
    const puzzle = { challenge: 'a challenge', bits: 8 };
    const refusal = new ApiError('Too many attempts', 429, { code: 'auth.proof_needed', details: puzzle });
    const sent: unknown[] = [];
    const outcome = await withProof(async (proof) => {
      sent.push(proof);
      if (!proof || !isProof(hashedOf(proof.challenge), proof.answer, puzzle.bits)) throw refusal;
      return 'in';
    });
    expect([outcome, sent.length]).toEqual(['in', 2]);
    await expect(withProof(() => Promise.reject(refusal))).rejects.toBe(refusal);
  });
  it('explains each refusal in the specified words', () => {
    expect([401, 403, 500, 404, 0].map((status) => loginFailure(refused(status, 'server text')))).toEqual([
      { key: 'invalid' },
      { key: 'accessDenied' },
      { key: 'unavailable' },
      { key: 'exhausted' },
      { key: 'other' },
    ]);
    expect(loginFailure(refused(429, 'Too many attempts'))).toEqual({ message: 'Too many attempts' });
    expect(loginFailure(refused(502))).toEqual({ key: 'other' });
  });
});
