import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageProps, PageRenderer } from '#shared/page-contract.ts';
import { addressKey } from '#platform/rate-limit/network.ts';
import type { MailPreference } from '#features/mail/server/mail-preferences.usecases.ts';
import type { Services } from '../services.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Mail programs of many people ask from few addresses. */
const askRule = { name: 'unsubscribe-address', limit: 600, windowSeconds: 60 };
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

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
  function send(
    reply: FastifyReply,
    { accountName, language }: MailPreference,
    state: PageProps['unsubscribe']['state'],
  ): unknown {
    const html = pages.render(
      'unsubscribe',
      { state, name: accountName },
      {
        language,
        text: (key, variables) => services.translator.text(language, key, variables),
        brandName: services.brandName,
        path: '/unsubscribe',
      },
    );
    return (
      reply
        .header('content-security-policy', policy)
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        // The address is the key to the page. Its own form still has to say where it comes from.
        .header('referrer-policy', 'same-origin')
        .type('text/html; charset=utf-8')
        .send(html)
    );
  }
  const isTooMuch = async (request: FastifyRequest): Promise<boolean> =>
    (await services.limiter.take(askRule, addressKey(request.ip))) !== null;

  void app.register(async (page) => {
    // What mail programs send when somebody presses their own button (RFC 8058), and what the page's form
    // sends.
    page.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, done) => done(null, body),
    );

    page.get<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      const preference = (await isTooMuch(request))
        ? null
        : await services.mailPreferences.look(request.params.token);
      return preference
        ? send(reply, preference, preference.isOut ? 'out' : 'asks')
        : notFound(request, reply);
    });
    page.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      const wantsMails =
        typeof request.body === 'string' && new URLSearchParams(request.body).get('wish') === 'in';
      const preference = (await isTooMuch(request))
        ? null
        : await services.mailPreferences.say(request.params.token, wantsMails);
      return preference ? send(reply, preference, preference.isOut ? 'out' : 'in') : notFound(request, reply);
    });
  });
}
