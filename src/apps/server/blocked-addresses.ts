import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { abuseErrors } from '#features/abuse/abuse.contract.ts';
import type { IpBlocks } from '#features/abuse/server/blocking/ip-blocks.usecases.ts';

/** How people come in: as visitors, by forms, by signing in, registering, or an invitation. */
const ways =
  /^\/api\/(visitor|form-pages|login|register|forgot-password|invitations)(\/|\?|$)|^\/widgets\/\d+\/report/;

/** Keeps addresses out that a superadmin blocked, before anything is read or looked up. */
export function refuseBlockedAddresses(app: FastifyInstance, ipBlocks: Pick<IpBlocks, 'isBlocked'>): void {
  app.addHook('onRequest', async (request) => {
    if (ways.test(request.url) && ipBlocks.isBlocked(request.ip))
      throw new AppError(abuseErrors.addressBlocked);
  });
}
