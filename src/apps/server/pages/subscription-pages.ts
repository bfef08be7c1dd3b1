import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageRenderer } from '#shared/page-contract.ts';
import { paths } from '#shared/paths.ts';
import type { Managed } from '#features/payments/server/subscriptions/manage-links.usecases.ts';
import { isOfSite } from '../sites.ts';
import type { Services } from '../services.ts';
import { createPageLimit } from './page-limit.ts';
import { createSendPage, forHolder, policyOf } from './send-page.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type Address = { Params: { token: string } };

/** How many looks and steps one network address has. */
const addressRule = { name: 'manage-subscription-address', limit: 60, windowSeconds: 600 };
const policy = policyOf({ forms: "'self'" });

/**
 * The page behind the link of a receipt, on which a subscription is ended. It needs no script, no chat and no
 * agent.
 */
export function serveSubscriptionPages(
  app: FastifyInstance,
  services: Services,
  pages: PageRenderer,
  notFound: NotFound,
): void {
  const { links } = services.payments;
  const sendPage = createSendPage(services, pages);

  async function send(reply: FastifyReply, token: string, found: Managed): Promise<unknown> {
    const { state, agentName: name, agentNumber, language } = found;
    const until = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
      found.until,
    );
    const portalUrl = found.hasPortal ? `/subscription/${token}/card` : null;
    const props = {
      state,
      name,
      until,
      portalUrl,
      chatUrl: agentNumber === null ? null : paths.widgetPage(agentNumber),
    };
    // Its own form still has to say where it comes from.
    return sendPage(forHolder(reply, 'same-origin'), 'manage-subscription', props, {
      language,
      path: '/subscription',
      brand: await services.brands.of(found.accountId),
      policy,
    });
  }
  const isWithin = createPageLimit(services, pages);

  void app.register(async (page) => {
    page.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, body, done) => done(null, body),
    );

    page.get<Address>('/subscription/:token', async (request, reply) => {
      const { token } = request.params;
      if (!(await isWithin(request, reply, addressRule))) return reply;
      const found = await links.look(token);
      return found && (await isOfSite(services, request, found.accountId))
        ? send(reply, token, found)
        : notFound(request, reply);
    });
    page.post<Address>('/subscription/:token', async (request, reply) => {
      const { token } = request.params;
      if (!(await isWithin(request, reply, addressRule))) return reply;
      const found = await links.end(token);
      return found ? send(reply, token, found) : notFound(request, reply);
    });
    page.get<Address>('/subscription/:token/card', async (request, reply) => {
      if (!(await isWithin(request, reply, addressRule))) return reply;
      const url = await links.portal(request.params.token);
      return url === null
        ? notFound(request, reply)
        : reply
            .header('cache-control', 'no-store')
            .header('referrer-policy', 'no-referrer')
            .redirect(url, 302);
    });
  });
}
