import type { FastifyReply, FastifyRequest } from 'fastify';
import { isView } from '#platform/http/is-view.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import { qrCodesEndpoints } from '../qr-codes.contract.ts';
import type { QrCodesUsecases } from './qr-codes.usecases.ts';

/** `notFound` shows the page for unknown addresses; `deviceOf` says what kind of machine asks. */
export function qrCodesRoutes(
  binder: Binder,
  usecases: QrCodesUsecases,
  services: {
    notFound(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
    deviceOf(request: FastifyRequest): string | null;
    /** Whether an account's codes are there under the address that was asked. */
    isOfHost(request: FastifyRequest, accountId: string): Promise<boolean>;
  },
): void {
  bindEndpoints(binder, qrCodesEndpoints, {
    list: async ({ scope, params }) => ({ qrCodes: await usecases.list(scope, params.id) }),
    create: ({ scope, params, body }) => usecases.create(scope, params.id, body),
    change: ({ scope, params, body }) => usecases.change(scope, params.id, params.code, body),
    async remove({ scope, params }) {
      await usecases.remove(scope, params.id, params.code);
      return {};
    },
    removeAll: async ({ scope, params }) => ({ removed: await usecases.removeAll(scope, params.id) }),
    async picture({ scope, params, query, reply }) {
      const { bytes, type, fileName } = await usecases.picture(scope, params.id, params.code, query.format);
      if (query.download === '1') void reply.header('content-disposition', savedAs(fileName));
      await send(reply, bytes, type);
      return {};
    },
    async drawing({ scope, params, query, reply }) {
      await send(reply, await usecases.drawing(scope, params.id, query), 'image/svg+xml');
      return {};
    },
    async scan({ params, request, reply, address }) {
      const target = await usecases.scan(params.code, services.deviceOf(request), address, {
        isHere: (accountId) => services.isOfHost(request, accountId),
        counts: isView(request.headers),
      });
      if (target === null) await services.notFound(request, reply);
      else
        await reply
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'no-referrer')
          .redirect(target, 302);
      return {};
    },
  });
}

/** Drawings hold colours that people chose: as a document of its own it may run and load nothing. */
async function send(reply: FastifyReply, bytes: Buffer, type: string): Promise<void> {
  await reply
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
    )
    .type(type)
    .send(bytes);
}
