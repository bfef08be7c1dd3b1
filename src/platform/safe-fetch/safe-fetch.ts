import { LRUCache } from 'lru-cache';
import { Agent, buildConnector, fetch as undiciFetch, Headers as UndiciHeaders } from 'undici';
import type { Response as UndiciResponse } from 'undici';
import { createOutboundGuard, portOf } from './outbound-guard.ts';
import type { OutboundGuard, OutboundGuardOptions } from './outbound-guard.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

export type SafeFetchRequest = {
  /** Default GET. */
  method?: string;
  /** Custom headers. All but a few harmless ones are dropped when a redirect leaves the origin. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The whole exchange, redirects and body included. Default 15 s. */
  timeoutMs?: number;
  /** Bytes of the body after unpacking. Default 5 MB. */
  maxBytes?: number;
  /**
   * Default 5 for GET and HEAD, otherwise 0: a write is not sent to another address on the word of the first.
   */
  maxRedirects?: number;
  signal?: AbortSignal;
  /**
   * Media types of which the answer must be one, e.g. `['text/html', 'image/*']`; only checked on 2xx
   * answers.
   */
  acceptTypes?: readonly string[];
};

type Answer<Body> = {
  status: number;
  headers: Headers;
  /** The address that answered, after redirects. */
  url: string;
  body: Body;
};
export type SafeFetchAnswer = Answer<Buffer>;
export type SafeFetchStream = Answer<ReadableStream<Uint8Array>>;

/** The part that most callers need: one request, the body in memory. */
export type SafeFetchCall = (url: string | URL, request?: SafeFetchRequest) => Promise<SafeFetchAnswer>;

export type SafeFetch = SafeFetchCall &
  OutboundGuard & {
    /**
     * As the plain call, with the body as a stream under the same byte and time limits. Read it to the end or
     * cancel it.
     */
    stream(url: string | URL, request?: SafeFetchRequest): Promise<SafeFetchStream>;
    /**
     * A function in the shape of `fetch` for libraries that take one (bodies must be text or bytes). `limits`
     * hold for each request.
     */
    asFetch(
      limits?: Pick<SafeFetchRequest, 'timeoutMs' | 'maxBytes' | 'maxRedirects'>,
    ): typeof globalThis.fetch;
    /** Closes kept connections. */
    close(): Promise<void>;
  };

export type SafeFetchOptions = OutboundGuardOptions & {
  userAgent?: string;
  /** Default 64 KB, all header lines of an answer together. */
  maxHeaderBytes?: number;
  connectTimeoutMs?: number;
};

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const emptyStatuses = new Set([101, 103, 204, 205, 304]);
/** Never taken from a caller: they steer the connection and not the request. */
const connectionHeaders = [
  'host',
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'expect',
];
const headersForOtherOrigins = new Set(['accept', 'accept-language', 'user-agent', 'content-type']);

function isTypeAccepted(contentType: string | null, accepted: readonly string[]): boolean {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return accepted.some(
    (entry) => entry === type || (entry.endsWith('/*') && type.startsWith(entry.slice(0, -1))),
  );
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/**
 * Turns whatever undici threw into our error; looks through `cause` because fetch wraps what the connector
 * said.
 */
function toSafeFetchError(error: unknown): SafeFetchError {
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 6;
    cause = cause.cause, depth += 1
  ) {
    if (cause instanceof SafeFetchError) return cause;
    if (cause instanceof AggregateError) {
      const inner = cause.errors.find((entry) => entry instanceof SafeFetchError);
      if (inner instanceof SafeFetchError) return inner;
    }
    const code = codeOf(cause);
    if (
      code === 'UND_ERR_HEADERS_OVERFLOW' ||
      code === 'HPE_HEADER_OVERFLOW' ||
      code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
    )
      return new SafeFetchError('fetch.too_large', error);
    if (
      code === 'UND_ERR_CONNECT_TIMEOUT' ||
      code === 'UND_ERR_HEADERS_TIMEOUT' ||
      code === 'UND_ERR_BODY_TIMEOUT' ||
      cause.name === 'TimeoutError'
    )
      return new SafeFetchError('fetch.timeout', error);
  }
  return new SafeFetchError('fetch.unreachable', error);
}

/**
 * Builds the one way in which this product requests addresses that people entered.
 *
 * Checks scheme, userinfo, port and literal IP before connecting, every resolved address at connect time (so
 * a name cannot change its address between check and use), and all of it again on each redirect. Bounds time,
 * redirects, header size and unpacked body size.
 * Each call rejects with `SafeFetchError`, or with the reason of the caller's own `signal` when that was
 * aborted.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const guard = createOutboundGuard(options);
  const userAgent = options.userAgent ?? 'Mozilla/5.0 (compatible; Chatelier/1.0)';
  const maxHeaderSize = options.maxHeaderBytes ?? 65_536;
  const connectTimeout = options.connectTimeoutMs ?? 10_000;
  const connectors = new LRUCache<number, ReturnType<typeof buildConnector>>({ max: 100 });

  function connectorFor(port: number): ReturnType<typeof buildConnector> {
    let connector = connectors.get(port);
    if (!connector) {
      connector = buildConnector({ timeout: connectTimeout, allowH2: false, lookup: guard.lookupFor(port) });
      connectors.set(port, connector);
    }
    return connector;
  }

  const agent = new Agent({
    allowH2: false,
    maxHeaderSize,
    connections: 16,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
    connect(target, callback) {
      try {
        // Last look at what is really connected to; Node resolves no literal addresses, so the lookup alone
        // would not see them.
        const url = guard.assertAllowedUrl(
          `${target.protocol}//${target.hostname.includes(':') && !target.hostname.startsWith('[') ? `[${target.hostname}]` : target.hostname}${target.port ? `:${target.port}` : ''}/`,
        );
        connectorFor(portOf(url))(target, callback);
      } catch (error) {
        callback(
          error instanceof Error ? error : new SafeFetchError('fetch.address_not_allowed', error),
          null,
        );
      }
    },
  });

  async function followRedirects(
    input: string | URL,
    request: SafeFetchRequest,
    signal: AbortSignal,
  ): Promise<{ response: UndiciResponse; url: URL }> {
    let url = guard.assertAllowedUrl(input);
    let method = (request.method ?? 'GET').toUpperCase();
    let body = request.body;
    let headers: UndiciHeaders;
    try {
      headers = new UndiciHeaders(request.headers ?? {});
    } catch (error) {
      throw new SafeFetchError('fetch.bad_url', error);
    }
    for (const name of connectionHeaders) headers.delete(name);
    if (!headers.has('user-agent')) headers.set('user-agent', userAgent);
    const maxRedirects = request.maxRedirects ?? (method === 'GET' || method === 'HEAD' ? 5 : 0);

    for (let hops = 0; ; hops += 1) {
      const response = await undiciFetch(url.href, {
        method,
        headers,
        body: body as Uint8Array<ArrayBuffer> | string | undefined,
        redirect: 'manual',
        signal,
        dispatcher: agent,
      });
      const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null;
      if (location === null) return { response, url };
      await response.body?.cancel().catch(() => undefined);
      if (hops >= maxRedirects) throw new SafeFetchError('fetch.too_many_redirects');
      if (location.length > 8_192 || !URL.canParse(location, url.href))
        throw new SafeFetchError('fetch.bad_url');
      const next = guard.assertAllowedUrl(new URL(location, url));
      if (next.origin !== url.origin) {
        const names = Array.from(headers.keys());
        for (const name of names) if (!headersForOtherOrigins.has(name)) headers.delete(name);
      }
      if (
        response.status === 303 ||
        ((response.status === 301 || response.status === 302) && method === 'POST')
      ) {
        if (method !== 'HEAD') method = 'GET';
        body = undefined;
        headers.delete('content-type');
      }
      url = next;
    }
  }

  async function stream(input: string | URL, request: SafeFetchRequest = {}): Promise<SafeFetchStream> {
    request.signal?.throwIfAborted();
    const limit = request.maxBytes ?? 5_000_000;
    const aborter = new AbortController();
    const timer = setTimeout(
      () => aborter.abort(new SafeFetchError('fetch.timeout')),
      request.timeoutMs ?? 15_000,
    );
    const onAbort = () => aborter.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', onAbort, { once: true });
    const cleanUp = () => {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onAbort);
    };
    const explain = (error: unknown): unknown => {
      if (request.signal?.aborted) return request.signal.reason;
      if (aborter.signal.reason instanceof SafeFetchError) return aborter.signal.reason;
      return toSafeFetchError(error);
    };

    try {
      const { response, url } = await followRedirects(input, request, aborter.signal);
      const refuse = (code: 'fetch.bad_type' | 'fetch.too_large') => {
        response.body?.cancel().catch(() => undefined);
        return new SafeFetchError(code);
      };
      if (
        request.acceptTypes &&
        response.ok &&
        !isTypeAccepted(response.headers.get('content-type'), request.acceptTypes)
      )
        throw refuse('fetch.bad_type');
      const announced = Number(response.headers.get('content-length') ?? 0);
      if (announced > limit && (request.method ?? 'GET').toUpperCase() !== 'HEAD')
        throw refuse('fetch.too_large');

      let seen = 0;
      const reader = response.body?.getReader();
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          try {
            const part = reader ? await reader.read() : { done: true as const, value: undefined };
            if (part.done) {
              cleanUp();
              controller.close();
              return;
            }
            seen += part.value.byteLength;
            if (seen > limit) {
              const tooLarge = new SafeFetchError('fetch.too_large');
              aborter.abort(tooLarge);
              throw tooLarge;
            }
            controller.enqueue(part.value);
          } catch (error) {
            cleanUp();
            controller.error(explain(error));
          }
        },
        cancel(reason) {
          cleanUp();
          aborter.abort(reason);
        },
      });
      return { status: response.status, headers: new Headers([...response.headers]), url: url.href, body };
    } catch (error) {
      cleanUp();
      const explained = explain(error);
      aborter.abort(explained);
      throw explained;
    }
  }

  async function call(input: string | URL, request: SafeFetchRequest = {}): Promise<SafeFetchAnswer> {
    const answer = await stream(input, request);
    const parts: Uint8Array[] = [];
    for await (const part of answer.body) parts.push(part);
    return { ...answer, body: Buffer.concat(parts) };
  }

  const asFetch: SafeFetch['asFetch'] =
    (limits = {}) =>
    async (input, init) => {
      const source = input instanceof Request ? input : null;
      const body = init?.body ?? (source?.body ? new Uint8Array(await source.arrayBuffer()) : undefined);
      if (
        body !== undefined &&
        typeof body !== 'string' &&
        !(body instanceof Uint8Array) &&
        !(body instanceof URLSearchParams)
      ) {
        throw new TypeError('Only text and bytes can be sent as a body here');
      }
      const headers = new Headers(init?.headers ?? source?.headers);
      if (body instanceof URLSearchParams && !headers.has('content-type'))
        headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
      const answer = await stream(source ? source.url : (input as string | URL), {
        ...limits,
        method: init?.method ?? source?.method,
        headers: Object.fromEntries(headers),
        body: body instanceof URLSearchParams ? body.toString() : body,
        signal: init?.signal ?? source?.signal ?? undefined,
      });
      const response = new Response(emptyStatuses.has(answer.status) ? null : answer.body, {
        status: answer.status,
        headers: answer.headers,
      });
      Object.defineProperty(response, 'url', { value: answer.url });
      return response;
    };

  return Object.assign(call, guard, { stream, asFetch, close: () => agent.destroy() });
}
