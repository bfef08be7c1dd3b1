import { pipeline, Transform, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';

const most = 1_048_576;
const kept = new WeakMap<FastifyRequest, { chunks: Buffer[]; length: number }>();

/**
 * Keeps the bytes of a body beside the parser's reading of it; what goes beyond the bound of bodies is
 * refused there.
 */
export function captureRawBody(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: RequestPayload,
  done: (error: Error | null, payload: RequestPayload) => void,
): void {
  const body = { chunks: [] as Buffer[], length: 0 };
  kept.set(request, body);
  const copy = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      body.length += chunk.length;
      if (body.length <= most) body.chunks.push(chunk);
      next(null, chunk);
    },
  });
  // An error of the request reaches the parser through the copy.
  done(null, pipeline(payload as Readable, copy, () => undefined) as RequestPayload);
}

/** The body as it came, for an endpoint whose transport is `raw`. */
export function rawBody(request: FastifyRequest): Buffer {
  return Buffer.concat(kept.get(request)?.chunks ?? []);
}
