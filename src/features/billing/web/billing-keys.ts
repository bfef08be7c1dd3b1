import { ApiError } from '#ui/api/client.ts';

/**
 * Whether a refusal settles what became of a call, so that the next try is another one and gets a key of its
 * own.
 * Where the server or the provider was silent it may have happened all the same: then the key stays.
 */
export function isAnswered(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
