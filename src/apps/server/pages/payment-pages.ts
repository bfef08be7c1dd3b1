import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { PageProps, PageRenderer } from '#shared/page-contract.ts';
import { paths } from '#shared/paths.ts';
import { isOfSite } from '../sites.ts';
import { createPageLimit } from './page-limit.ts';
import { createSendPage, languageOf, pathOf, type PageTold } from './send-page.ts';
import type { Brand } from '#features/white-label/server/white-label-brands.usecases.ts';
import type { Services } from '../services.ts';
import { agentNumber } from './widget-places.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** How often the provider is asked for one purchase's page; beyond that the page says what is known. */
const lookRule = { name: 'payment-return', limit: 30, windowSeconds: 60 };
/** How many looks one network address has, so that nobody goes through ids. */
const addressRule = { name: 'payment-return-address', limit: 120, windowSeconds: 60 };
/** Every visit of a mail's link asks the provider for a page. */
const cardRule = { name: 'card-link', limit: 20, windowSeconds: 600 };
/** How often one network address fetches invoices: each is drawn when it is asked for. */
const invoiceRule = { name: 'invoice-address', limit: 60, windowSeconds: 60 };
/** Demo agents are made when first asked for. */
const demoRule = { name: 'paywall-demo', limit: 60, windowSeconds: 60 };
const lookAgainSeconds = 3;

/**
 * Ends a tab that the chat had opened; a browser that does not allow it leaves it, and the page says what to
 * do.
 */
const closeScript = 'setTimeout(() => window.close(), 6000);\n';

/**
 * Public pages about paying: where providers lead people back to, ways to a wall from outside, and a paywall
 * to try.
 */
export function servePaymentPages(
  app: FastifyInstance,
  services: Services,
  pages: PageRenderer,
  notFound: NotFound,
): void {
  const { limiter } = services;
  const isWithin = createPageLimit(services, pages);

  const sendPage = createSendPage(services, pages);

  const send = <N extends 'payment-return' | 'paywall-demo' | 'no-purchase'>(
    request: FastifyRequest,
    reply: FastifyReply,
    name: N,
    props: PageProps[N],
    language: Language,
    more: { brand?: Brand; meta?: PageTold } = {},
  ): unknown =>
    sendPage(reply.header('vary', 'accept-language'), name, props, {
      language,
      path: pathOf(request),
      ...more,
    });

  /** Why there is nothing at an address, and where to go; `asked` is what it was to be about. */
  const nothing = (
    request: FastifyRequest,
    reply: FastifyReply,
    about: PageProps['no-purchase']['about'],
    asked: unknown,
  ): unknown =>
    send(
      request,
      reply.code(asked === undefined ? 200 : 404).header('cache-control', 'no-store'),
      'no-purchase',
      { about },
      languageOf(request),
    );

  app.get<{ Querystring: { purchase?: unknown; canceled?: unknown; managed?: unknown; embedded?: unknown } }>(
    '/subscription-success',
    async (request, reply) => {
      const { purchase, canceled, managed, embedded } = request.query;
      void reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex');
      if (typeof purchase !== 'string' || !isId('pur', purchase))
        return nothing(request, reply, 'payment', purchase);
      if (!(await isWithin(request, reply, addressRule))) return reply;
      const asks = (await limiter.take(lookRule, purchase)) === null;
      const found = await services.payments.returns.state(purchase, asks);
      if (!found || !(await isOfSite(services, request, found.accountId)))
        return nothing(request, reply, 'payment', purchase);
      const { isTest, agentName: name, agentNumber, language } = found;
      const isPaid = ['paid', 'trial', 'twice', 'tried'].includes(found.state);
      const state =
        managed !== undefined && isPaid
          ? 'managed'
          : found.state === 'expired' || (found.state === 'open' && canceled !== undefined)
            ? 'canceled'
            : found.state;
      // Who came from another site has their chat there: on this one they would be somebody new.
      const chatUrl = agentNumber === null || embedded !== undefined ? null : paths.widgetPage(agentNumber);
      // The page has no script: the browser itself looks again.
      if (state === 'open') void reply.header('refresh', String(lookAgainSeconds));
      const brand = await services.brands.of(found.accountId);
      return send(request, reply, 'payment-return', { state, isTest, name, chatUrl }, language, { brand });
    },
  );
  app.get('/subscription-success/close.js', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/javascript; charset=utf-8')
      .send(closeScript),
  );

  // The link of a receipt is the key to its invoice.
  app.get<{ Params: { token: string } }>('/invoices/:token', async (request, reply) => {
    if (!(await isWithin(request, reply, invoiceRule))) return reply;
    const found = await services.invoices.fileOfLink(request.params.token);
    if (!found) return notFound(request, reply);
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .header('content-disposition', `inline; filename="${found.fileName}"`)
      .type('application/pdf')
      .send(found.bytes);
  });

  // Where whoever is charged mends the card: it works whatever became of the agent.
  app.get<{ Params: { token: string } }>('/pay/:token', async (request, reply) => {
    void reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex');
    const known = services.payments.cardLinks.purchaseOf(request.params.token);
    const found = known && (await isOfSite(services, request, known.accountId)) ? known : null;
    if (found && !(await isWithin(request, reply, cardRule, found.id))) return reply;
    const url = found === null ? null : await services.payments.cardLinks.destination(found);
    return url === null ? notFound(request, reply) : reply.redirect(url, 303);
  });

  // Buying outside of a conversation: the agent's own page with the offer open.
  app.get<{ Querystring: { agent?: unknown } }>('/checkout', async (request, reply) => {
    const { agent } = request.query;
    const number = agentNumber(agent);
    const running = number === null ? null : await services.agents.runningByNumber(number);
    if (!running) return nothing(request, reply, 'checkout', agent);
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${paths.widgetPage(running.number)}#checkout`, 302);
  });

  // Owners who want a plan sign up first; billing is where they are led after it.
  app.get('/subscribe', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`${paths.auth}?tab=register&next=${encodeURIComponent(paths.billing)}`, 302),
  );

  app.get('/demos/paywall-demo', async (request, reply) => {
    if (!(await isWithin(request, reply, demoRule))) return reply;
    const language = languageOf(request);
    void reply.header('cache-control', 'no-cache');
    return send(
      request,
      reply,
      'paywall-demo',
      { number: await services.templates.publicDemo('paywall-demo', language, { isWhole: true }) },
      language,
      { meta: (text) => ({ description: text('paywall-demo:lead') }) },
    );
  });
}
