import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Bytes to answer with, and what happens after them. */
export type RecordedAnswer = {
  status?: number;
  headers?: Record<string, string>;
  bytes: Buffer | string;
  /**
   * `end` ends the answer politely, `cut` destroys the socket, `stall` keeps it open without a word, `silent`
   * sends not even a head.
   */
  then?: 'end' | 'cut' | 'stall' | 'silent';
};

export type RecordedRequest = {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: unknown;
};

export type RecordedUpstream = {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  /** The next requests get these answers, one each; further ones a 404. */
  answerWith(...answers: RecordedAnswer[]): void;
  /** Resolves when the next request has come in (or had already, and was not awaited yet). */
  nextRequest(): Promise<RecordedRequest>;
  /** Resolves when no answer is open: all have ended or were left by the caller. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

/** A server on this machine that answers with recorded bytes, whatever it is asked. */
export async function startRecordedUpstream(): Promise<RecordedUpstream> {
  const requests: RecordedRequest[] = [];
  const answers: RecordedAnswer[] = [];
  const untaken: RecordedRequest[] = [];
  const takers: ((request: RecordedRequest) => void)[] = [];
  const sockets = new Set<Socket>();
  let idlers: (() => void)[] = [];
  let open = 0;

  const server = http.createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    open += 1;
    outgoing.on('close', () => {
      open -= 1;
      if (open > 0) return;
      for (const idler of idlers) idler();
      idlers = [];
    });
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: text === '' ? null : (JSON.parse(text) as unknown),
      };
      requests.push(request);
      const taker = takers.shift();
      if (taker) taker(request);
      else untaken.push(request);
      answer(outgoing, answers.shift() ?? { status: 404, bytes: '{}' });
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    answerWith: (...more) => void answers.push(...more),
    nextRequest() {
      const known = untaken.shift();
      return known ? Promise.resolve(known) : new Promise((resolve) => takers.push(resolve));
    },
    idle: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(outgoing: http.ServerResponse, recorded: RecordedAnswer): void {
  const { then = 'end' } = recorded;
  if (then === 'silent') return;
  outgoing.writeHead(recorded.status ?? 200, recorded.headers ?? { 'content-type': 'application/json' });
  if (then === 'end') return void outgoing.end(recorded.bytes);
  // The callback runs when the bytes have left the process.
  outgoing.write(recorded.bytes, () => {
    if (then === 'cut') setImmediate(() => outgoing.socket?.destroy());
  });
}
