import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageProps, PageRenderer } from '#shared/page-contract.ts';
import type { MailPreference } from '#features/mail/server/mail-preferences.usecases.ts';
import type { Services } from '../services.ts';
import { createPageLimit } from './page-limit.ts';
import { createSendPage, forHolder, policyOf } from './send-page.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Mail programs of many people ask from few addresses. */
const askRule = { name: 'unsubscribe-address', limit: 600, windowSeconds: 60 };
const policy = policyOf({ forms: "'self'" });

/**
 * The page behind the link of a mail: to get no more mails of an account, and to get them again. It needs no
 * script.
 */
export function serveMailPages(
  app: FastifyInstance,
  services: Services,
  pages: PageRenderer,
  notFound: NotFound,
): void {
  const sendPage = createSendPage(services, pages);

  const send = async (
    reply: FastifyReply,
    { accountId, accountName, language, isAboutReports }: MailPreference,
    state: PageProps['unsubscribe']['state'],
  ): Promise<unknown> => {
    // The product writes in its own name, whatever its account is called.
    const isProduct = accountId === services.platformAccountId;
    return sendPage(
      // Its own form still has to say where it comes from.
      forHolder(reply, 'same-origin'),
      'unsubscribe',
      {
        state,
        name: isProduct ? services.brandName : accountName,
        about: isAboutReports ? 'reports' : isProduct ? 'tips' : 'contact',
      },
      { language, path: '/unsubscribe', brand: await services.brands.of(accountId), policy },
    );
  };
  const isWithin = createPageLimit(services, pages);

  void app.register(async (page) => {
    // What mail programs send when somebody presses their own button (RFC 8058), and what the page's form
    // sends.
    page.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, done) => done(null, body),
    );

    page.get<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      if (!(await isWithin(request, reply, askRule))) return reply;
      const preference = await services.mailPreferences.look(request.params.token);
      return preference
        ? send(reply, preference, preference.isOut ? 'out' : 'asks')
        : notFound(request, reply);
    });
    page.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      const wantsMails =
        typeof request.body === 'string' && new URLSearchParams(request.body).get('wish') === 'in';
      if (!(await isWithin(request, reply, askRule))) return reply;
      const preference = await services.mailPreferences.say(request.params.token, wantsMails);
      return preference ? send(reply, preference, preference.isOut ? 'out' : 'in') : notFound(request, reply);
    });
  });
}
