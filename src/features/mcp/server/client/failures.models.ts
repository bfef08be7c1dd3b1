import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import type { McpFailure } from '../../mcp.contract.ts';

/** The error of ours that stands behind what the library threw. */
function safeFetchError(error: unknown): SafeFetchError | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1)
    if (cause instanceof SafeFetchError) return cause;
  return null;
}

/** The status of HTTP by which a server refused, where the library tells it. */
const statusOf = (error: unknown): number | null =>
  error instanceof StreamableHTTPError || error instanceof SseError ? (error.code ?? null) : null;

/**
 * What may be logged of it. Never the error itself: the library puts the server's whole answer into its
 * message, which may hold the key that was sent.
 */
export const loggedOf = (error: unknown, isOauth: boolean) => ({
  failure: failureOf(error, isOauth),
  error: error instanceof Error ? error.name : typeof error,
  status: statusOf(error),
});

/** Why a server could not be used, for its owner. `isOauth`: it is signed in at, not opened by a key. */
export function failureOf(error: unknown, isOauth: boolean): McpFailure {
  const fetching = safeFetchError(error);
  if (fetching?.code === 'fetch.address_not_allowed' || fetching?.code === 'fetch.bad_url')
    return 'addressRefused';
  if (fetching?.code === 'fetch.timeout') return 'timedOut';
  if (fetching?.code === 'fetch.too_large') return 'tooLarge';
  if (fetching) return 'unreachable';
  const status = statusOf(error);
  if (error instanceof UnauthorizedError || status === 401 || status === 403)
    return isOauth ? 'signInNeeded' : 'keyRefused';
  if (error instanceof McpError && error.code === Number(ErrorCode.RequestTimeout)) return 'timedOut';
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return 'timedOut';
  return 'notMcp';
}
