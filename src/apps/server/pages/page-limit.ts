import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageRenderer } from '#shared/page-contract.ts';
import { waitText } from '#platform/i18n/wait-text.ts';
import { addressKey } from '#platform/rate-limit/network.ts';
import type { RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { Services } from '../services.ts';
import { createSendPage, languageOf, pathOf } from './send-page.ts';

/** Whether a page is given; where it is not, the answer was sent. */
export type PageLimit = (
  request: FastifyRequest,
  reply: FastifyReply,
  rule: RateRule,
  /** What is counted; the network address unless given. */
  key?: string,
) => Promise<boolean>;

type PageServices = Pick<Services, 'limiter' | 'translator' | 'publicUrl' | 'openingOf'>;

/**
 * Counts who asks for a page. Where the rule has no room, they get a page that says
 * when to come again, with 429 and `Retry-After`.
 */
export function createPageLimit(services: PageServices, pages: PageRenderer): PageLimit {
  return async (request, reply, rule, key = addressKey(request.ip)) => {
    const seconds = await services.limiter.take(rule, key);
    if (seconds === null) return true;
    sendTooMany(services, pages, request, reply, seconds);
    return false;
  };
}

/** The page for whoever comes too often, and may come again after so many seconds. */
export function sendTooMany(
  services: Pick<PageServices, 'translator' | 'publicUrl' | 'openingOf'>,
  pages: PageRenderer,
  request: FastifyRequest,
  reply: FastifyReply,
  seconds: number,
): unknown {
  const language = languageOf(request);
  return createSendPage(services, pages)(
    reply.code(429).header('retry-after', String(seconds)).header('cache-control', 'no-store'),
    'too-many',
    { wait: waitText(language, seconds) },
    { language, path: pathOf(request) },
  );
}
