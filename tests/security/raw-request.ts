import http from 'node:http';
import net from 'node:net';

export type RawAnswer = {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
};

/** For walks of thousands of requests, of which each is whole: opening a connection takes a third of one. */
export const keptConnections = new http.Agent({ keepAlive: true, maxSockets: 8 });

/**
 * One request as it is given: no path is tidied, no header added but `Host`. Status 0 when the server closes
 * the connection instead.
 */
export function rawRequest(
  origin: string,
  options: {
    method: string;
    path: string;
    headers?: Record<string, string | string[]>;
    body?: string | Uint8Array;
    /** Without one, the request has a connection of its own. */
    agent?: http.Agent;
  },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const request = http.request(
      {
        hostname,
        port,
        method: options.method,
        path: options.path,
        headers: {
          ...(options.body === undefined
            ? {}
            : { 'content-length': String(Buffer.byteLength(options.body)) }),
          ...options.headers,
        },
        agent: options.agent ?? false,
      },
      (response) => {
        const parts: Buffer[] = [];
        const finish = (): void =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
          });
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', finish);
        response.on('error', finish);
      },
    );
    request.on('error', () => resolve({ status: 0, headers: {}, text: '' }));
    request.end(options.body);
  });
}

/** Bytes on a bare connection; what comes back until it is closed, or for a second at most. */
export function rawBytes(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('data', (part) => (text += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}
