import type { SafeFetchAnswer, SafeFetchCall, SafeFetchRequest } from '#platform/safe-fetch/safe-fetch.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import { StoreError, type StoreFailure } from './stores.port.ts';

/** Milliseconds and bytes of one answer of a shop. */
const askMs = 12_000;
const mostBytes = 3_000_000;

const failures: Partial<Record<SafeFetchError['code'], StoreFailure>> = {
  'fetch.timeout': 'timedOut',
  'fetch.too_large': 'tooLarge',
  'fetch.unreachable': 'unreachable',
  'fetch.too_many_redirects': 'unreachable',
  'fetch.bad_type': 'badAnswer',
};

/** A failure of asking, as a store's; anything else stays what it is. */
export function storeErrorOf(error: unknown): unknown {
  return error instanceof SafeFetchError
    ? new StoreError(failures[error.code] ?? 'addressRefused', { cause: error })
    : error;
}

/** What a shop answered, as JSON, whatever its status. */
export type ShopAnswer = {
  status: number;
  headers: Headers;
  url: string;
  json: unknown;
};

function readJson({ body }: SafeFetchAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Asks a shop by the one safe way out. Refused keys, pages instead of data and shops that are away are failures. */
export function createAsking(safeFetch: SafeFetchCall) {
  return async function ask(
    url: string | URL,
    request: Pick<SafeFetchRequest, 'method' | 'headers' | 'maxRedirects'> & { json?: unknown },
    signal: AbortSignal,
  ): Promise<ShopAnswer> {
    const { json, ...rest } = request;
    const answer = await safeFetch(url, {
      ...rest,
      signal,
      timeoutMs: askMs,
      maxBytes: mostBytes,
      headers: {
        accept: 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...rest.headers,
      },
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    }).catch((error: unknown) => {
      throw storeErrorOf(error);
    });
    if (answer.status === 401 || answer.status === 403) throw new StoreError('keyRefused');
    if (answer.status >= 500 || answer.status === 429) throw new StoreError('unreachable');
    return { status: answer.status, headers: answer.headers, url: answer.url, json: readJson(answer) };
  };
}

export type Asking = ReturnType<typeof createAsking>;
