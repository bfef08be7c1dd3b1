import type { FastifyReply } from 'fastify';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { ofAddress } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import {
  attachmentsEndpoints,
  attachmentsErrors,
  mostUploadBytes,
} from '../../conversations-attachments.contract.ts';
import type { AttachmentsUsecases } from './attachments.usecases.ts';

const rules = {
  visitor: { name: 'uploads-minute', limit: 12, windowSeconds: 60 },
  visitorDay: { name: 'uploads-day', limit: 60, windowSeconds: 86_400 },
  address: { name: 'uploads-address', limit: 30, windowSeconds: 60 },
  addressDay: { name: 'uploads-address-day', limit: 300, windowSeconds: 86_400 },
} as const satisfies Record<string, RateRule>;

export function attachmentsRoutes(
  binder: Binder,
  usecases: AttachmentsUsecases,
  services: { limiter: RateLimiter; admitFile(visitor: VisitorIdentity): Promise<void> },
): void {
  const limit = (visitorId: string, address: string): Promise<void> =>
    admit(services.limiter, attachmentsErrors.tooMany, [
      { rule: rules.visitor, key: visitorId },
      { rule: rules.visitorDay, key: visitorId },
      ...ofAddress(address, rules.address, rules.addressDay),
    ]);

  bindEndpoints(binder, attachmentsEndpoints, {
    async upload({ visitor, request, address }) {
      const admit = async (): Promise<void> => {
        await services.admitFile(visitor);
        await limit(visitor.visitorId, address);
        await usecases.checkRoom(visitor);
      };
      const file = await uploadedFile(request, {
        admit,
        missing: attachmentsErrors.missing,
        maxBytes: mostUploadBytes,
      });
      return { attachment: await usecases.upload(visitor, file) };
    },
    attachment: async ({ visitor, params }) => ({
      attachment: await usecases.attachment(visitor, params.id),
    }),
    async removeUpload({ visitor, params }) {
      await usecases.removeUpload(visitor, params.id);
      return {};
    },
    async attachmentFile({ scope, params, reply }) {
      await sendAttachment(
        reply.header('cache-control', 'private, max-age=3600'),
        await usecases.file(scope, params.id),
      );
      return {};
    },
  });
}

/** Sends an attachment so that nothing in it can run: pictures are shown, documents are saved. */
export function sendAttachment(
  reply: FastifyReply,
  file: { name: string; mimeType: string; bytes: Buffer; kind: 'image' | 'document' },
): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-disposition', savedAs(file.name, file.kind === 'image' ? 'inline' : 'attachment'))
    .type(file.mimeType)
    .send(file.bytes);
}
