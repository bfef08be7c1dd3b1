import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdStream, type StreamHolder } from './stream-places.ts';

/** Server-sent events to one reader. */
export type EventStream = {
  send(event: string, data: unknown): void;
  /** As it is, without a name or number: for readers of another protocol. */
  sendData(data: string): void;
  /** Ends the stream in good order. */
  close(): void;
  onClose(listener: () => void): void;
  readonly isClosed: boolean;
};

const heartbeatMs = 15_000;
// A reader so slow that this much waits for it is dropped rather than kept in memory.
const mostBufferedBytes = 4 * 1_048_576;

const open = new Set<EventStream>();

/**
 * Takes over the answer as an event stream. Events of one turn of the event loop leave in one write. `holder`
 * says among whose streams it counts, where there can be many.
 */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  holder?: StreamHolder,
): EventStream {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  });
  request.socket.setNoDelay(true);

  const listeners: (() => void)[] = [];
  let closed = false;
  let number = 0;
  let waiting = '';
  let scheduled = false;

  const flush = (): void => {
    scheduled = false;
    if (closed || waiting === '') return;
    const text = waiting;
    waiting = '';
    raw.write(text);
    if (raw.writableLength > mostBufferedBytes) raw.destroy();
  };
  const finish = (): void => {
    if (closed) return;
    closed = true;
    clearInterval(heartbeat);
    open.delete(stream);
    for (const listener of listeners) listener();
  };
  const heartbeat = setInterval(() => {
    waiting += ': ping\n\n';
    flush();
  }, heartbeatMs);
  raw.on('close', finish);
  raw.on('error', finish);

  function write(text: string): void {
    waiting += text;
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }

  const stream: EventStream = {
    send(event, data) {
      if (closed) return;
      number += 1;
      write(`event: ${event}\nid: ${number}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    sendData(data) {
      if (!closed) write(`data: ${data}\n\n`);
    },
    close() {
      flush();
      raw.end();
      finish();
    },
    onClose(listener) {
      if (closed) listener();
      else listeners.push(listener);
    },
    get isClosed() {
      return closed;
    },
  };
  open.add(stream);
  // A reader who left before the stream began will not leave once more.
  if (raw.closed || raw.destroyed) finish();
  else if (holder) holdStream(stream, holder);
  return stream;
}

/** Streams that are open now; closed when the server stops. */
export function openStreams(): ReadonlySet<EventStream> {
  return open;
}
