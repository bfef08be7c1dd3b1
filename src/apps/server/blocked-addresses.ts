import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { abuseErrors } from '#features/abuse/abuse.contract.ts';
import type { IpBlocks } from '#features/abuse/server/blocking/ip-blocks.usecases.ts';

/**
 * How people and programs come in: as visitors, by forms, by signing in, registering, or an invitation; with a
 * key through the API, the addresses that look like OpenAI's, MCP, and what hands out tokens for it.
 */
const ways = new RegExp(
  [
    '^/api/(visitor|form-pages|login|register|forgot-password|invitations|v1|oauth)(/|$)',
    '^/(v1|mcp|oauth)(/|$)',
    '^/widgets/:\\w+/report',
  ].join('|'),
);

/**
 * Keeps addresses out that a superadmin blocked, before anything is read or looked up. It looks at the route that
 * was found and not at what was asked for, so that other spellings of a path (`/%61pi/…`) are no way around.
 */
export function refuseBlockedAddresses(app: FastifyInstance, ipBlocks: Pick<IpBlocks, 'isBlocked'>): void {
  app.addHook('onRequest', async (request) => {
    if (ways.test(request.routeOptions.url ?? '') && ipBlocks.isBlocked(request.ip))
      throw new AppError(abuseErrors.addressBlocked);
  });
}
