import type { FastifyInstance } from 'fastify';
import type { PageProps, PageRenderer } from '#shared/page-contract.ts';
import { personas } from '#features/agents/agents-tests.contract.ts';
import { answerText } from '#features/simulator/server/judging/checks.models.ts';
import { addressKey } from '#platform/rate-limit/network.ts';
import type { Services } from '../services.ts';
import { createSendPage, languageOf } from './send-page.ts';

/** How often one network address lets demo agents be tried: each time holds a few conversations. */
const runRule = { name: 'agent-simulator', limit: 12, windowSeconds: 60 };
/** What all of them together may ask of the server. */
const allRule = { name: 'agent-simulator-all', limit: 120, windowSeconds: 60 };

type Conversations = PageProps['agent-simulator']['conversations'];
type Refusal = PageProps['agent-simulator']['refusal'];

/** The public simulator: demo agents only, without an account, and nothing of it is kept. */
export function serveSimulatorPages(app: FastifyInstance, services: Services, pages: PageRenderer): void {
  const { limiter, translator, templates, simulator } = services;
  const sendPage = createSendPage(services, pages);
  app.get<{ Querystring: { agent?: unknown; persona?: unknown } }>(
    '/agent-simulator',
    async (request, reply) => {
      const language = languageOf(request);
      const text = (key: string, variables?: Record<string, string | number>): string =>
        translator.text(language, key, variables);
      const agents = (await templates.demos(language)).map(({ slug, title }) => ({ slug, title }));
      const { agent, persona: asked } = request.query;
      const known = agents.find(({ slug }) => slug === agent) ?? null;
      const persona = personas.find((one) => one === asked) ?? 'curious';
      let conversations: Conversations = [];
      let refusal: Refusal = null;
      if (known) {
        const uses = [
          { rule: runRule, key: addressKey(request.ip) },
          { rule: allRule, key: 'all' },
        ];
        const isTooMany = (await limiter.takeAll(uses)) !== null;
        const demo = isTooMany ? null : await templates.testedDemo(known.slug);
        const held = demo ? await simulator.demos.run(demo, persona, language) : [];
        if (held.length === 0) refusal = isTooMany ? 'busy' : 'preparing';
        conversations = held.map(({ scenario, held: { status, turns, checks } }) => ({
          scenario,
          isPassed: status === 'passed',
          turns: turns.map((turn, at) => ({
            said: turn.said,
            // The page draws words alone.
            answer: answerText(turn).replaceAll('**', ''),
            checks: checks
              .filter((check) => check.turn === at)
              .map(({ check, outcome }) => ({
                isPassed: outcome === 'passed',
                words:
                  check.kind === 'contains'
                    ? text('simulator-page:contains', { text: check.text })
                    : text('simulator-page:keepsInstructions'),
              })),
          })),
        }));
      }
      return sendPage(
        reply.header('cache-control', 'no-store').header('vary', 'accept-language'),
        'agent-simulator',
        {
          agents,
          personas: personas.map((id) => ({ id, name: text(`simulator:persona.${id}`) })),
          chosen: { agent: known?.slug ?? agents[0]?.slug ?? '', persona },
          conversations,
          refusal,
        },
        {
          language,
          path: '/agent-simulator',
          // What was tried is nobody's to find.
          ...(!known && { meta: () => ({ description: text('simulator-page:lead') }) }),
        },
      );
    },
  );
}
