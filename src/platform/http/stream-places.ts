import type { FastifyReply } from 'fastify';
import { commonErrors } from '#shared/errors.ts';
import { addressKey, isLoopback } from '#platform/rate-limit/network.ts';
import { refusal } from '#platform/rate-limit/rate-limit.ts';
import type { EventStream } from './event-stream.ts';

/**
 * Streams that one network address may have open in one process. People of a whole house share an address.
 */
export const streamsPerAddress = 200;
/** When to come again who was refused: streams end when tabs are closed and answers are written. */
const retryAfterSeconds = 30;

/** Whose streams are counted together, and how many of them stay open. */
export type StreamHolder = {
  key: string;
  most: number;
};

const ofAddress = new Map<string, number>();
const ofHolder = new Map<string, EventStream[]>();

/**
 * Takes a place among the streams of an address until the answer to this request is over, also when it ends
 * otherwise than in a stream. To be called before anything is done for the request. Throws
 * `tooManyRequests` where all places are taken: each open stream costs memory and a connection. The
 * loopback address says nothing about who calls and is not counted.
 */
export function takeStreamPlace(reply: FastifyReply, address: string): void {
  const key = addressKey(address);
  if (isLoopback(key) || reply.raw.closed || reply.raw.destroyed) return;
  const taken = ofAddress.get(key) ?? 0;
  if (taken >= streamsPerAddress) throw refusal(commonErrors.tooManyRequests, retryAfterSeconds);
  ofAddress.set(key, taken + 1);
  reply.raw.once('close', () => {
    const left = (ofAddress.get(key) ?? 1) - 1;
    if (left > 0) ofAddress.set(key, left);
    else ofAddress.delete(key);
  });
}

/**
 * Counts a stream among those of its holder. Where there are too many, the oldest is told `displaced` and
 * closed, rather than the newest refused: whoever opens one more tab looks at that one. A reader that is
 * displaced must not come back at once.
 */
export function holdStream(stream: EventStream, { key, most }: StreamHolder): void {
  const held = ofHolder.get(key) ?? [];
  ofHolder.set(key, held);
  held.push(stream);
  stream.onClose(() => {
    held.splice(held.indexOf(stream), 1);
    if (held.length === 0 && ofHolder.get(key) === held) ofHolder.delete(key);
  });
  while (held.length > most) {
    const [oldest] = held;
    oldest?.send('displaced', {});
    oldest?.close();
  }
}
