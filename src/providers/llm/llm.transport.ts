import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { LlmError } from './llm.port.ts';
import type { Timer, Timers } from './llm.timers.ts';

/**
 * Decides whether an address entered by a person may be called, and how its name is resolved when the socket
 * connects.
 * Rejecting refuses it. The returned `lookup` is what defends against names that change between check and
 * connect, so return one; it isn't asked for addresses that are literal IPs, so those must be judged here.
 */
export type AssertAllowed = (url: URL) => Promise<{ lookup?: LookupFunction } | void>;

export type LlmTimeouts = {
  /** From the start of the request to the head of the answer, connecting included. */
  firstByteMs: number;
  /** Between two pieces of the answer. */
  stallMs: number;
  /** The most bytes of one streamed answer. */
  maxAnswerBytes: number;
};

/**
 * Connections are never shared between checked addresses and the vendors' own, so no check can be gone around
 * by a socket that is already open.
 */
export type LlmAgents = {
  trusted: AgentPair;
  checked: AgentPair;
};
type AgentPair = {
  http: http.Agent;
  https: https.Agent;
};

export type TransportRequest = {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** Whether the address came from a person and must pass `assertAllowed`. */
  isChecked: boolean;
  firstByteMs?: number;
};

export type BodyHandlers = {
  onChunk(chunk: Buffer): void;
  onEnd(): void;
  onError(error: unknown): void;
};

/**
 * A body being read. Exactly one of `onEnd` and `onError` is called, and nothing after `stop` or `release`.
 */
export type BodyReading = {
  pause(): void;
  resume(): void;
  /** Closes the socket at once. */
  stop(): void;
  /** Everything wanted has arrived: lets the rest pass so that the connection can be used again. */
  release(): void;
};

export type TransportResponse = {
  status: number;
  headers: http.IncomingHttpHeaders;
  read(handlers: BodyHandlers, maxBytes?: number): BodyReading;
};

export type Transport = {
  send(request: TransportRequest): Promise<TransportResponse>;
  close(): void;
};

/** Keep-alive agents for one process (or one test). */
export function createLlmAgents(maxSockets = 2_000): LlmAgents {
  const options = {
    keepAlive: true,
    maxSockets,
    maxFreeSockets: 64,
    scheduling: 'lifo' as const,
    timeout: 0,
  };
  const pair = (): AgentPair => ({ http: new http.Agent(options), https: new https.Agent(options) });
  return { trusted: pair(), checked: pair() };
}

/**
 * Requests to vendors over node:http: no redirects, no web streams, every wait bounded. Rejects with
 * `LlmError`, or the signal's reason.
 */
export function createTransport(dependencies: {
  agents: LlmAgents;
  timeouts: LlmTimeouts;
  timers: Timers;
  assertAllowed?: AssertAllowed;
}): Transport {
  const { agents, timeouts, timers, assertAllowed } = dependencies;

  async function send(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted();
    if (!request.isChecked || !assertAllowed) return open(request, undefined, true);
    let lookup: LookupFunction | undefined;
    try {
      lookup = (await assertAllowed(request.url))?.lookup;
    } catch (cause) {
      throw new LlmError(
        'llm.unreachable',
        `The address ${request.url.host} is not allowed or has no public address.`,
        { cause, isRetryable: false },
      );
    }
    request.signal?.throwIfAborted();
    return open(request, lookup, true);
  }

  function open(
    request: TransportRequest,
    lookup: LookupFunction | undefined,
    mayReconnect: boolean,
  ): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      const isTls = request.url.protocol === 'https:';
      const pair = request.isChecked ? agents.checked : agents.trusted;
      const headers =
        request.body === undefined
          ? request.headers
          : { ...request.headers, 'content-length': String(Buffer.byteLength(request.body)) };
      const options: https.RequestOptions = {
        method: request.method,
        headers,
        agent: isTls ? pair.https : pair.http,
      };
      if (lookup) options.lookup = lookup;
      const outgoing = (isTls ? https : http).request(request.url, options);
      let isConnected = false;
      let isFinished = false;

      const finish = (): boolean => {
        if (isFinished) return false;
        isFinished = true;
        timer.stop();
        request.signal?.removeEventListener('abort', onAbort);
        return true;
      };
      const fail = (error: unknown): void => {
        if (!finish()) return;
        outgoing.destroy();
        reject(error);
      };
      const onAbort = (): void => fail(request.signal?.reason);
      const firstByteMs = request.firstByteMs ?? timeouts.firstByteMs;
      const timer = timers.start(firstByteMs, () => {
        if (isConnected)
          fail(
            new LlmError(
              'llm.stalled',
              `${request.url.host} accepted the request and sent nothing for ${firstByteMs} ms.`,
            ),
          );
        else
          fail(
            new LlmError(
              'llm.unreachable',
              `${request.url.host} could not be connected to within ${firstByteMs} ms.`,
            ),
          );
      });
      request.signal?.addEventListener('abort', onAbort, { once: true });

      outgoing.once('socket', (socket) => {
        if (!socket.connecting) isConnected = true;
        else socket.once(isTls ? 'secureConnect' : 'connect', () => (isConnected = true));
      });
      // Stays for the request's whole life: a late error must not end the process.
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        const isStale =
          outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE') && mayReconnect;
        if (isStale && finish()) resolve(open(request, lookup, false));
        else fail(networkError(error, request.url));
      });
      outgoing.once('response', (incoming) => {
        if (!finish()) return void incoming.destroy();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          read: (handlers, maxBytes = timeouts.maxAnswerBytes) =>
            readBody(incoming, request, handlers, maxBytes),
        });
      });
      outgoing.end(request.body);
    });
  }

  function readBody(
    incoming: http.IncomingMessage,
    request: TransportRequest,
    handlers: BodyHandlers,
    maxBytes: number,
  ): BodyReading {
    const { host } = request.url;
    let bytes = 0;
    let isPaused = false;
    let state: 'reading' | 'releasing' | 'done' = 'reading';
    let timer: Timer = timers.start(timeouts.stallMs, onStall);

    function finish(): boolean {
      if (state === 'done') return false;
      const wasReading = state === 'reading';
      state = 'done';
      timer.stop();
      request.signal?.removeEventListener('abort', onAbort);
      return wasReading;
    }
    function fail(error: unknown): void {
      const wasReading = finish();
      incoming.destroy();
      if (wasReading) handlers.onError(error);
    }
    function onStall(): void {
      fail(
        new LlmError(
          'llm.stalled',
          `${host} stopped sending for ${timeouts.stallMs} ms in the middle of the answer.`,
        ),
      );
    }
    function onAbort(): void {
      fail(request.signal?.reason);
    }

    incoming.on('data', (chunk: Buffer) => {
      if (state === 'done') return;
      bytes += chunk.length;
      if (bytes > maxBytes)
        return fail(
          new LlmError('llm.too_long', `The answer of ${host} is longer than ${maxBytes} bytes.`, {
            isRetryable: false,
          }),
        );
      if (state === 'releasing') return;
      timer.refresh();
      handlers.onChunk(chunk);
    });
    incoming.once('end', () => {
      if (finish()) handlers.onEnd();
    });
    incoming.on('error', (cause) =>
      fail(
        new LlmError('llm.cut_off', `The connection to ${host} broke in the middle of the answer.`, {
          cause,
        }),
      ),
    );
    incoming.once('close', () => {
      if (state !== 'done')
        fail(
          new LlmError('llm.cut_off', `The connection to ${host} was closed in the middle of the answer.`),
        );
    });
    request.signal?.addEventListener('abort', onAbort, { once: true });
    if (request.signal?.aborted) queueMicrotask(onAbort);

    return {
      pause() {
        if (state !== 'reading' || isPaused) return;
        isPaused = true;
        // A slow reader is not the upstream's fault: no time runs while it is held back.
        timer.stop();
        incoming.pause();
      },
      resume() {
        if (state !== 'reading' || !isPaused) return;
        isPaused = false;
        timer = timers.start(timeouts.stallMs, onStall);
        incoming.resume();
      },
      stop() {
        finish();
        incoming.destroy();
      },
      release() {
        if (state !== 'reading') return;
        state = 'releasing';
        timer.stop();
        timer = timers.start(1_000, () => fail(undefined));
        incoming.resume();
      },
    };
  }

  return {
    send,
    close() {
      for (const pair of [agents.trusted, agents.checked]) {
        pair.http.destroy();
        pair.https.destroy();
      }
    },
  };
}

/** Reads a whole body as text; rejects when it is longer than `maxBytes`. */
export function readText(response: TransportResponse, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.read(
      {
        onChunk: (chunk) => void chunks.push(chunk),
        onEnd: () => resolve(Buffer.concat(chunks).toString('utf8')),
        onError: reject,
      },
      maxBytes,
    );
  });
}

/** Reads at most the first bytes of an error's body; whatever goes wrong, what came so far is enough. */
export function readHead(response: TransportResponse, maxBytes = 65_536): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const done = (): void => resolve(Buffer.concat(chunks).toString('utf8'));
    response.read({ onChunk: (chunk) => void chunks.push(chunk), onEnd: done, onError: done }, maxBytes);
  });
}

const networkCodes = /^E(?!RR_)[A-Z_]+$/;

function networkError(error: NodeJS.ErrnoException, url: URL): LlmError {
  const code = typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('HPE_'))
    return new LlmError('llm.garbled', `${url.host} does not answer in HTTP (${code}).`, { cause: error });
  // Without a code of the operating system the address check refused the name, or the certificate is wrong:
  // trying again is no use.
  return new LlmError('llm.unreachable', `${url.host} cannot be reached${code ? ` (${code})` : ''}.`, {
    cause: error,
    isRetryable: networkCodes.test(code),
  });
}
