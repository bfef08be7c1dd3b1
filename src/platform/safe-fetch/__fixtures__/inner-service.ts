import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createSafeFetch, type SafeFetch, type SafeFetchOptions } from '../safe-fetch.ts';
import { SafeFetchError, type SafeFetchCode } from '../safe-fetch-error.ts';

const tellSecret: RequestListener = (_request, response) => response.end('inner secret');

/**
 * A service on this machine that nothing from outside may reach, at both loopback addresses, for the tests of one file. What it
 * answers is set by `handler`; each test begins with the secret, and with no `hits`.
 */
export function innerServiceOfFile() {
  const sockets = new Set<Socket>();
  const fetchers: SafeFetch[] = [];
  const servers: Server[] = [];
  const service = {
    port: 0,
    /** Paths that were asked for. */
    hits: [] as string[],
    handler: tellSecret,
    /** One more server of the same answers; port 0 is any that is free. */
    listen(host: string, wantedPort: number): Promise<Server> {
      return new Promise((resolve, reject) => {
        const server = createServer((request, response) => {
          service.hits.push(request.url ?? '');
          service.handler(request, response);
        });
        server.on('connection', (socket) => {
          sockets.add(socket);
          socket.on('close', () => sockets.delete(socket));
        });
        server.on('error', reject);
        server.listen(wantedPort, host, () => resolve(server));
      });
    },
    /** Is closed after the test. */
    fetcher(options: SafeFetchOptions = {}): SafeFetch {
      const created = createSafeFetch(options);
      fetchers.push(created);
      return created;
    },
  };

  beforeAll(async () => {
    const server = await service.listen('127.0.0.1', 0);
    servers.push(server);
    service.port = (server.address() as AddressInfo).port;
    // Not every machine has the newer protocol.
    const newer = await service.listen('::1', service.port).catch(() => null);
    if (newer) servers.push(newer);
  });
  beforeEach(() => {
    service.hits = [];
    service.handler = tellSecret;
  });
  afterEach(async () => {
    await Promise.all(fetchers.splice(0).map((created) => created.close()));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });
  return service;
}

/** With which code a request is refused; `answered` where it isn't. */
export async function codeOf(promise: Promise<unknown>): Promise<SafeFetchCode | 'answered'> {
  try {
    await promise;
    return 'answered';
  } catch (error) {
    if (error instanceof SafeFetchError) return error.code;
    throw error;
  }
}
