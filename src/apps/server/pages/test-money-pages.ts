import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#shared/languages.ts';
import type { PageProps, PageRenderer } from '#shared/page-contract.ts';
import type { TestMoneyProblem } from '#shared/money/test-money-page.ts';
import { addressKey } from '#platform/rate-limit/network.ts';
import type { Services } from '../services.ts';
import { createSendPage, forHolder, policyOf } from './send-page.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type Form = {
  step: string;
  card: string;
  number: string;
};

/** Somebody who tries cards one after the other is slowed down, as banks do. */
const clickRule = { name: 'test-money-click', limit: 30, windowSeconds: 60 };
/** Many customers may share an address, as they do behind a proxy. */
const addressRule = { name: 'test-money-address', limit: 300, windowSeconds: 60 };

/**
 * Nothing runs and nothing is loaded from elsewhere; a form may lead on to the page that the customer came
 * from.
 */
const bankPolicy = (next: string | null): string =>
  policyOf({ forms: next === null ? "'self'" : `'self' ${new URL(next).origin}` });

/** The simulated bank's two pages: forms without any script, in the language of the order. */
export function serveTestMoneyPages(
  app: FastifyInstance,
  services: Services,
  pages: PageRenderer,
  notFound: NotFound,
): void {
  const { checkout, portal } = services.testMoney.pages;

  const sendPage = createSendPage(services, pages);

  const send = <N extends 'test-money' | 'test-money-portal'>(
    request: FastifyRequest,
    reply: FastifyReply,
    name: N,
    props: PageProps[N],
    language: Language,
    next: string | null,
  ): unknown =>
    // Its own forms still have to say where they come from.
    sendPage(forHolder(reply, 'same-origin'), name, props, {
      language,
      path: request.url,
      brandName: services.translator.text(language, 'test-money:brand'),
      policy: bankPolicy(next),
    });
  const isSlowedDown = async (request: FastifyRequest<{ Params: { id: string } }>): Promise<number | null> =>
    services.limiter.takeAll([
      { rule: clickRule, key: request.params.id.slice(0, 60) },
      { rule: addressRule, key: addressKey(request.ip) },
    ]);

  const sendCheckout = (
    request: FastifyRequest,
    reply: FastifyReply,
    page: PageProps['test-money']['page'],
    problem: TestMoneyProblem | null,
  ): unknown => send(request, reply, 'test-money', { page, problem }, page.language, page.successUrl);
  const sendPortal = (
    request: FastifyRequest,
    reply: FastifyReply,
    given: PageProps['test-money-portal']['portal'],
    problem: TestMoneyProblem | null,
  ): unknown => send(request, reply, 'test-money-portal', { portal: given, problem }, given.language, null);

  void app.register(async (bank) => {
    bank.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, done) => {
        const fields = new URLSearchParams(body as string);
        const read = (name: string): string => (fields.get(name) ?? '').slice(0, 100);
        done(null, { step: read('step'), card: read('card'), number: read('number') } satisfies Form);
      },
    );

    bank.get<{ Params: { id: string } }>('/test-money/:id', async (request, reply) => {
      const page = await checkout.page(request.params.id);
      return page ? sendCheckout(request, reply, page, null) : notFound(request, reply);
    });
    bank.post<{ Params: { id: string } }>('/test-money/:id', async (request, reply) => {
      const seconds = await isSlowedDown(request);
      if (seconds !== null) {
        const page = await checkout.page(request.params.id);
        return page
          ? sendCheckout(request, reply.code(429).header('retry-after', String(seconds)), page, 'too_many')
          : notFound(request, reply);
      }
      const { step, card, number } = formOf(request);
      const answer = await checkout.act(
        request.params.id,
        step === 'confirm' || step === 'refuse' ? { step } : { step: 'pay', card, number },
      );
      if (!answer) return notFound(request, reply);
      if ('done' in answer) return reply.header('cache-control', 'no-store').redirect(answer.done, 303);
      return sendCheckout(request, reply.code(answer.problem ? 422 : 200), answer.page, answer.problem);
    });

    bank.get<{ Params: { id: string } }>('/test-money/portal/:id', async (request, reply) => {
      const found = await portal.page(request.params.id);
      return found ? sendPortal(request, reply, found, null) : notFound(request, reply);
    });
    bank.post<{ Params: { id: string } }>('/test-money/portal/:id', async (request, reply) => {
      const seconds = await isSlowedDown(request);
      if (seconds !== null) {
        const found = await portal.page(request.params.id);
        return found
          ? sendPortal(request, reply.code(429).header('retry-after', String(seconds)), found, 'too_many')
          : notFound(request, reply);
      }
      const { step, card, number } = formOf(request);
      const answer = await portal.act(
        request.params.id,
        step === 'end' || step === 'resume' ? { step } : { step: 'card', card, number },
      );
      if (!answer) return notFound(request, reply);
      return sendPortal(request, reply.code(answer.problem ? 422 : 200), answer.portal, answer.problem);
    });
  });
}

/** The fields of a form; a body of another kind has none. */
function formOf(request: FastifyRequest): Form {
  const { body } = request;
  const read = (name: keyof Form): string =>
    typeof body === 'object' && body !== null && name in body
      ? String((body as Record<string, unknown>)[name])
      : '';
  return { step: read('step'), card: read('card'), number: read('number') };
}
