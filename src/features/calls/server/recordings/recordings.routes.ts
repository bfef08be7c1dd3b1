import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { ofAddress } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { recordingsEndpoints, recordingsErrors } from '../../calls-recordings.contract.ts';
import { mostPieceBytes, stretchOf } from './recordings.models.ts';
import { endingOf, type RecordedSound, type Recordings } from './recordings.usecases.ts';

/** A browser sends some seconds at once, and faster where it was without network. Offices have one address. */
const rules = {
  begun: { name: 'recording-begun', limit: 12, windowSeconds: 60 },
  begunDay: { name: 'recording-begun-day', limit: 100, windowSeconds: 86_400 },
  begunAddressDay: { name: 'recording-begun-address-day', limit: 600, windowSeconds: 86_400 },
  piece: { name: 'recording-piece', limit: 60, windowSeconds: 60 },
  pieceAddress: { name: 'recording-piece-address', limit: 600, windowSeconds: 60 },
} as const satisfies Record<string, RateRule>;

export function recordingsRoutes(binder: Binder, recordings: Recordings, limiter: RateLimiter): void {
  bindEndpoints(binder, recordingsEndpoints, {
    async begin({ visitor, body, address }) {
      await admit(limiter, recordingsErrors.tooMany, [
        { rule: rules.begun, key: visitor.visitorId },
        { rule: rules.begunDay, key: visitor.visitorId },
        ...ofAddress(address, rules.begunAddressDay),
      ]);
      await recordings.begin(visitor, body);
      return {};
    },
    async addPiece({ visitor, params: { key, number }, request, address }) {
      const { bytes, fields } = await uploadedFile(request, {
        async admit() {
          await admit(limiter, recordingsErrors.tooMany, [
            { rule: rules.piece, key: visitor.visitorId },
            ...ofAddress(address, rules.pieceAddress),
          ]);
          await recordings.check(visitor, key, number);
        },
        missing: recordingsErrors.missing,
        maxBytes: mostPieceBytes,
      });
      const lengthMs = Number(/^\d{1,9}$/.exec(fields['ms'] ?? '')?.[0] ?? 0);
      if (bytes.length === 0) throw new AppError(recordingsErrors.missing);
      await recordings.addPiece(visitor, key, { number, bytes, lengthMs });
      return {};
    },
    async withdraw({ visitor, params }) {
      await admit(limiter, recordingsErrors.tooMany, [{ rule: rules.piece, key: visitor.visitorId }]);
      await recordings.withdraw(visitor, params.key);
      return {};
    },
    async sound({ scope, params, query, request, reply }) {
      const sound = await recordings.sound(scope, params.id);
      await sendRecording(request, reply, sound, query.download !== undefined);
      return {};
    },
    async captions({ scope, params, language, reply }) {
      const text = await recordings.captions(scope, params.id, language);
      await sendCaptions(reply, text);
      return {};
    },
    async remove({ scope, params }) {
      await recordings.remove(scope, params.id);
      return {};
    },
  });
}

/** What somebody said is kept by no browser's store, and taken for nothing else. */
const asItIs = (reply: FastifyReply): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('cross-origin-resource-policy', 'same-origin');

/** Sends what was said, as WebVTT. */
export const sendCaptions = (reply: FastifyReply, text: string): FastifyReply =>
  asItIs(reply).type('text/vtt; charset=utf-8').send(text);

/** Sends a recording, or the stretch of it that was asked for. */
export function sendRecording(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, beganAt, size, read }: RecordedSound,
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
  const name = `call-${beganAt.toISOString().slice(0, 16).replace('T', '-').replace(':', '')}.${endingOf(type)}`;
  return reply
    .header('content-length', to - from + 1)
    .header('content-disposition', savedAs(name, isSaved ? 'attachment' : 'inline'))
    .type(type)
    .send(Readable.from(read({ from, to })));
}
