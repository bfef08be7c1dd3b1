import { findProof } from '#shared/chat/proof-of-work.ts';
import { ApiError } from '#ui/api/client.ts';

/**
 * How often a sign-in that answered 404 is sent again, and how long before, in ms. Source: the specification,
 * "Calls".
 */
export const loginRetries = 2;
export const loginRetryWait = 200;

/** Text keys by which a failed sign-in is explained; a plain `message` is the server's own. */
export type LoginFailure =
  | { key: 'invalid' | 'accessDenied' | 'unavailable' | 'exhausted' | 'other' }
  | { message: string };

/** Sends a sign-in; after a 404 up to two more times, 200 ms apart. */
export async function withLoginRetries<T>(
  send: () => Promise<T>,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  for (let retried = 0; ; retried++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404 || retried === loginRetries) throw error;
      await pause(loginRetryWait);
    }
  }
}

/**
 * Sends a sign-in; where too many have failed for its address, solves the puzzle that the server gives, which
 * takes a moment, and sends it once more.
 */
export async function withProof<T>(
  send: (proof?: { challenge: string; answer: string }) => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'auth.proof_needed') throw error;
    const { hashedOf, puzzleSchema } = await import('#features/auth/auth.contract.ts');
    const puzzle = puzzleSchema.safeParse(detailsOf(error)).data;
    if (!puzzle) throw error;
    const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    return send({
      challenge: puzzle.challenge,
      answer: await findProof(hashedOf(puzzle.challenge), puzzle.bits, turn),
    });
  }
}

function detailsOf({ body }: ApiError): unknown {
  return typeof body === 'object' && body !== null && 'details' in body ? body.details : null;
}

/** What to say about a failed sign-in. Source: the specification, "Error catalogue". */
export function loginFailure(error: unknown): LoginFailure {
  if (!(error instanceof ApiError) || error.status === 0) return { key: 'other' };
  if (error.status === 401) return { key: 'invalid' };
  if (error.status === 403) return { key: 'accessDenied' };
  if (error.status === 404) return { key: 'exhausted' };
  if (error.status === 500) return { key: 'unavailable' };
  return error.message ? { message: error.message } : { key: 'other' };
}
