import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageProps, PageRenderer } from '#shared/page-contract.ts';
import { longestReport, reportKinds } from '#features/abuse/abuse.contract.ts';
import type { Services } from '../services.ts';
import { createPageLimit } from './page-limit.ts';
import { createSendPage, forHolder, languageOf, policyOf } from './send-page.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type Asked = { Params: { number: string } };

const askRule = { name: 'report-page', limit: 60, windowSeconds: 60 };
/** Reports of one network, whatever agents they are about. */
const sendRule = { name: 'agent-report', limit: 5, windowSeconds: 3_600 };
const policy = policyOf({ forms: "'self'" });

/** The page on which a visitor reports an agent to whoever runs the server. */
export function serveReportPages(
  app: FastifyInstance,
  services: Services,
  pages: PageRenderer,
  notFound: NotFound,
): void {
  const sendPage = createSendPage(services, pages);
  const isWithin = createPageLimit(services, pages);
  const agentOf = ({ params }: FastifyRequest<Asked>) =>
    /^\d{1,9}$/.test(params.number) ? services.agents.runningByNumber(Number(params.number)) : null;
  const send = async (
    request: FastifyRequest<Asked>,
    reply: FastifyReply,
    props: PageProps['report'],
  ): Promise<unknown> =>
    sendPage(forHolder(reply, 'same-origin'), 'report', props, {
      language: languageOf(request),
      path: `/widgets/${request.params.number}/report`,
      policy,
    });

  void app.register(async (page) => {
    page.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, body, done) => done(null, body),
    );
    page.get<Asked>('/widgets/:number/report', async (request, reply) => {
      if (!(await isWithin(request, reply, askRule))) return reply;
      const agent = await agentOf(request);
      if (!agent) return notFound(request, reply);
      return send(request, reply, { state: 'asks', name: agent.configuration.basic.name });
    });
    page.post<Asked>('/widgets/:number/report', async (request, reply) => {
      const agent = await agentOf(request);
      if (!agent) return notFound(request, reply);
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      const body = (form.get('body') ?? '')
        .replaceAll('\0', '')
        .toWellFormed()
        .trim()
        .slice(0, longestReport);
      const { name } = agent.configuration.basic;
      if (body === '') return send(request, reply, { state: 'empty', name });
      if (!(await isWithin(request, reply, sendRule))) return reply;
      const kind = reportKinds.find((known) => known === form.get('kind')) ?? 'other';
      await services.flaggedAgents.report(agent, { kind, body });
      return send(request, reply, { state: 'sent', name });
    });
  });
}
