import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

type Variants = {
  etag: string;
  /** Compressed, once somebody accepts it: most callers of a server accept the same one. */
  br?: Buffer;
  gzip?: Buffer;
};

/**
 * Pages and scripts that the server writes differ little from request to request, so their compressed forms
 * are kept, by the text itself: a text that is held somewhere is found without reading it.
 */
const known = new LRUCache<string, Variants>({
  max: 500,
  maxSize: 48_000_000,
  // The text, and at most half of it in each of the two forms.
  sizeCalculation: (_value, text) => 3 * text.length + 100,
});

function variantsOf(text: string): Variants {
  const found = known.get(text);
  if (found) return found;
  const made = { etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 24)}"` };
  known.set(text, made);
  return made;
}

const brotliOf = (text: string): Buffer =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });

/**
 * Sends a text that anyone may see: with an ETag, compressed as the caller accepts, or 304 when they have it.
 * Not for secrets.
 */
export function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const variants = variantsOf(text);
  const vary = reply.getHeader('vary');
  void reply
    .header('etag', variants.etag)
    .header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding');
  if (request.headers['if-none-match'] === variants.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted))
    return reply.header('content-encoding', 'br').send((variants.br ??= brotliOf(text)));
  if (/\bgzip\b/.test(accepted))
    return reply.header('content-encoding', 'gzip').send((variants.gzip ??= gzipSync(text, { level: 7 })));
  return reply.send(text);
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Sends JSON that is for this caller alone, compressed as they accept and kept by nobody. */
export async function sendLargeJson(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
): Promise<FastifyReply> {
  const text = JSON.stringify(value);
  const accepted = request.headers['accept-encoding'] ?? '';
  void reply.header('vary', 'accept-encoding').type('application/json; charset=utf-8');
  if (/\bbr\b/.test(accepted))
    return reply
      .header('content-encoding', 'br')
      .send(await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await zip(text));
  return reply.send(text);
}
