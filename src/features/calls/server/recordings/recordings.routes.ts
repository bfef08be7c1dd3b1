import { AppError } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { sendPrivate, sendPrivateFile } from '#platform/http/send-private.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { ofAddress } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { recordingsEndpoints, recordingsErrors } from '../../calls-recordings.contract.ts';
import { mostPieceBytes } from './recordings.models.ts';
import type { Recordings } from './recordings.usecases.ts';

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
    async addPiece({ visitor, params: { key, piece: number }, request, address }) {
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
      await sendPrivateFile(request, reply, sound, query.download !== undefined);
      return {};
    },
    async captions({ scope, params, language, reply }) {
      const text = await recordings.captions(scope, params.id, language);
      await sendPrivate(reply, 'text/vtt; charset=utf-8', text);
      return {};
    },
    async remove({ scope, params }) {
      await recordings.remove(scope, params.id);
      return {};
    },
  });
}
