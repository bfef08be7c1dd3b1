import type { FastifyReply } from 'fastify';
import { AppError } from '#shared/errors.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { addressKey, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { attachmentsEndpoints, attachmentsErrors, mostUploadBytes } from '../conversations-attachments.contract.ts';
import type { AttachmentsUsecases } from './conversations-attachments.usecases.ts';

const rules = {
  visitor: { name: 'uploads-minute', limit: 12, windowSeconds: 60 },
  visitorDay: { name: 'uploads-day', limit: 60, windowSeconds: 86_400 },
  address: { name: 'uploads-address', limit: 30, windowSeconds: 60 },
  addressDay: { name: 'uploads-address-day', limit: 300, windowSeconds: 86_400 },
} as const satisfies Record<string, RateRule>;

export function attachmentsRoutes(binder: Binder, usecases: AttachmentsUsecases, services: { limiter: RateLimiter; admitFile(visitor: VisitorIdentity): Promise<void> }): void {
  async function limit(visitorId: string, address: string): Promise<void> {
    const key = addressKey(address);
    // Behind a local proxy every address is the loopback one, which then says nothing about who is calling.
    const isLocal = key.startsWith('127.') || key === '0:0:0:0::/64';
    const seconds = await services.limiter.takeAll([{ rule: rules.visitor, key: visitorId }, { rule: rules.visitorDay, key: visitorId }, ...(isLocal ? [] : [{ rule: rules.address, key }, { rule: rules.addressDay, key }])]);
    if (seconds !== null) throw new AppError(attachmentsErrors.tooMany, { retryAfterSeconds: seconds });
  }

  bindEndpoints(binder, attachmentsEndpoints, {
    async upload({ visitor, request, address }) {
      await services.admitFile(visitor);
      await limit(visitor.visitorId, address);
      return { attachment: await usecases.upload(visitor, await uploadedFile(request, attachmentsErrors.missing, mostUploadBytes)) };
    },
    attachment: async ({ visitor, params }) => ({ attachment: await usecases.attachment(visitor, params.id) }),
    async removeUpload({ visitor, params }) {
      await usecases.removeUpload(visitor, params.id);
      return {};
    },
    async attachmentFile({ scope, params, reply }) {
      await sendAttachment(reply.header('cache-control', 'private, max-age=3600'), await usecases.file(scope, params.id));
      return {};
    },
  });
}

/** Sends an attachment so that nothing in it can run: pictures are shown, documents are saved. */
export function sendAttachment(reply: FastifyReply, file: { name: string; mimeType: string; bytes: Buffer; kind: 'image' | 'document' }): FastifyReply {
  const plain = file.name.normalize('NFKD').replace(/[^\x20-\x7e]/g, '').replace(/["\\%]/g, '_');
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-disposition', `${file.kind === 'image' ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`)
    .type(file.mimeType)
    .send(file.bytes);
}
