import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { savedAs } from './saved-as.ts';

/** Bytes of a file, by their places; both ends are part of it. */
export type Stretch = {
  from: number;
  to: number;
};

/**
 * The bytes that a request asks for by its `Range` (RFC 9110, 14.2); `all` where it asks for none, for several
 * stretches, or in other words.
 */
export function stretchOf(range: string | undefined, size: number): Stretch | 'all' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all';
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'all';
  return from > to ? null : { from, to };
}

/** A file that only some may have. */
export type PrivateFile = {
  /** What it is saved as. */
  name: string;
  type: string;
  /** In bytes. */
  size: number;
  /** The bytes of a stretch, piece by piece. */
  read(stretch: Stretch): AsyncIterable<Buffer>;
};

/** It is kept by no browser's store, and taken for nothing else. */
const asItIs = (reply: FastifyReply): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('cross-origin-resource-policy', 'same-origin');

/** Sends what only some may have, as what it is and whole. */
export const sendPrivate = (reply: FastifyReply, type: string, body: string | Buffer): FastifyReply =>
  asItIs(reply).type(type).send(body);

/** Sends a file that only some may have, or the stretch of it that was asked for; `isSaved`: to be kept as a file. */
export function sendPrivateFile(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { name, type, size, read }: PrivateFile,
  isSaved: boolean,
): FastifyReply {
  const stretch = stretchOf(headers.range, size);
  asItIs(reply).header('accept-ranges', 'bytes');
  if (!stretch) {
    void reply.header('content-range', `bytes */${size}`);
    return reply.code(416).type('text/plain; charset=utf-8').send('');
  }
  const { from, to } = stretch === 'all' ? { from: 0, to: size - 1 } : stretch;
  if (stretch !== 'all') void reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  return reply
    .header('content-length', to - from + 1)
    .header('content-disposition', savedAs(name, isSaved ? 'attachment' : 'inline'))
    .type(type)
    .send(Readable.from(read({ from, to })));
}

/** Sends a file that only some may have as it is made, piece by piece; it is saved. */
export const sendPrivatePieces = (
  reply: FastifyReply,
  { name, type, pieces }: { name: string; type: string; pieces: AsyncIterable<string | Uint8Array> },
): FastifyReply =>
  asItIs(reply).header('content-disposition', savedAs(name)).type(type).send(Readable.from(pieces));
