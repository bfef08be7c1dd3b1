import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { embedModes, embedTag } from '#shared/embed/snippets.ts';
import { hostThemes, labChecks, showcaseBrands, type LabCheck, type LabDemo } from '#shared/labs.ts';
import type { Language } from '#shared/languages.ts';
import type { PageProps } from '#shared/page-contract.ts';
import { paths } from '#shared/paths.ts';
import { voiceCheckPaths, voiceChecks, type VoiceCheck } from '#shared/voice-checks.ts';
import type { PublicDemoName } from '#features/templates/server/templates.models.ts';
import type { Services } from '../../services.ts';
import type { BuiltPages } from '../pages.ts';
import { createPageLimit } from '../page-limit.ts';
import { createSendPage, forReaders, languageOf, policyOf } from '../send-page.ts';
import { sharePicture } from '../share-pages.ts';
import { agentNumber } from '../widget-places.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type SendLab = <N extends keyof PageProps>(
  request: FastifyRequest,
  reply: FastifyReply,
  name: N,
  props: PageProps[N],
  options: { path: string; query?: Record<string, string>; isFound?: boolean; isKept?: boolean },
) => unknown;

/** How often one network address is given pages whose demo agents are made when first asked for. */
export const demoRule = { name: 'lab-demos', limit: 600, windowSeconds: 60 };
/** Forms of these pages lead to the sign-in and to the pages themselves. */
const policy = policyOf({ scripts: true, forms: "'self'" });
/** Agents that the phone shows, by the name of their demo in the list. */
const phoneAgents = {
  document: 'document-agent',
  richMedia: 'rich-media-agent',
  paywall: 'paywall-demo',
  shop: 'paywall-agent',
} as const satisfies Partial<Record<LabDemo, PublicDemoName>>;
type PhoneAgent = keyof typeof phoneAgents;

/** Where each diagnostic is; those with a number show the product's own guide. */
export const checkPaths: Record<LabCheck, string> = {
  realtime: '/websocket-test',
  imports: '/test-imports',
  paths: '/test-widget-path',
  styles: '/test-widget-css',
  widget: '/test-widget',
  combined: '/test-widget-combined',
  navigation: '/navigation-test',
  kept: '/temp-messages',
};
export const isCheckWithNumber = (check: LabCheck): boolean => check === 'widget' || check === 'combined';

/**
 * Sends a page of demos and diagnostics. Search engines are told of it where `isFound` says so; what is one
 * reader's alone is not `isKept`.
 */
export function createSendLab(services: Services, pages: BuiltPages): SendLab {
  const sendPage = createSendPage(services, pages);
  return (request, reply, name, props, { path, query, isFound = false, isKept = true }) =>
    sendPage(isKept ? forReaders(reply) : reply.header('cache-control', 'no-store'), name, props, {
      language: languageOf(request),
      path,
      policy,
      ...(query && { query }),
      ...(isFound && {
        meta: (text) => ({
          description: text('labs:lead'),
          image: sharePicture('labs', languageOf(request)),
        }),
      }),
    });
}

/** The list of live demos, and the demos that are pages of their own. */
export function serveLabPages(
  app: FastifyInstance,
  services: Services,
  pages: BuiltPages,
  notFound: NotFound,
): void {
  const { templates } = services;
  const send = createSendLab(services, pages);
  const script = pages.landingScript;

  const isWithin = createPageLimit(services, pages);
  const running = async (text: unknown) => {
    const number = agentNumber(text);
    return number === null ? null : services.agents.runningByNumber(number);
  };

  async function listOf(language: Language): Promise<Omit<PageProps['labs'], 'script'>> {
    const guide = await templates.publicDemo('product-guide', language);
    const addresses: Record<LabDemo, string> = {
      standard: '/demos/standard-widget',
      paywall: '/demos/paywall-demo',
      contact: '/demos/contact-widget',
      richMedia: `/widgets/${await templates.publicDemo('rich-media-agent', language)}/rich-media-agent`,
      document: `/widgets/${await templates.publicDemo('document-agent', language)}/document-agent`,
      shop: '/widget-demo',
      phone: '/chatgpt-ios-demo',
      brands: '/brand-showcase',
      colors: '/color-analyzer',
      simulator: '/agent-simulator',
      voiceClone: '/voice-clone',
    };
    const checks = Object.keys(labChecks) as LabCheck[];
    return {
      demos: (Object.keys(addresses) as LabDemo[]).map((id) => ({ id, href: addresses[id] })),
      checks:
        services.config.diagnostics === 'off'
          ? []
          : [
              { id: 'pdf', href: '/pdf-test' },
              ...checks.map((id) => ({
                id,
                href: isCheckWithNumber(id) ? `${checkPaths[id]}/${guide}` : checkPaths[id],
              })),
              { id: 'width', href: paths.measureWidth },
              { id: 'paywall', href: paths.paywallTest },
            ],
      voice:
        services.config.diagnostics === 'off'
          ? []
          : [
              ...(Object.keys(voiceChecks) as VoiceCheck[]).map((id) => ({ id, href: voiceCheckPaths[id] })),
              { id: 'account', href: paths.openAiVoiceTest },
            ],
    };
  }

  for (const path of ['/labs', '/demo'])
    app.get(path, async (request, reply) => {
      if (!(await isWithin(request, reply, demoRule))) return reply;
      const props = { ...(await listOf(languageOf(request))), script };
      return send(request, reply, 'labs', props, { path: '/labs', isFound: true });
    });

  for (const kind of ['standard', 'contact'] as const) {
    const path = `/demos/${kind}-widget`;
    app.get(path, async (request, reply) => {
      if (!(await isWithin(request, reply, demoRule))) return reply;
      const number = await templates.publicDemo(`${kind}-widget`, languageOf(request), { isWhole: true });
      const snippet = embedTag({ origin: services.publicUrl(), number });
      return send(request, reply, 'demo-widget', { kind, number, snippet, script }, { path, isFound: true });
    });
  }

  app.get<{ Querystring: { agent?: unknown } }>('/chatgpt-ios-demo', async (request, reply) => {
    if (!(await isWithin(request, reply, demoRule))) return reply;
    const asked = request.query.agent;
    const ids = Object.keys(phoneAgents) as PhoneAgent[];
    const chosen = ids.find((id) => id === asked) ?? 'document';
    const language = languageOf(request);
    const number = await templates.publicDemo(phoneAgents[chosen], language, { isWhole: true });
    const choices = ids.map((id) => ({
      id,
      href: `/chatgpt-ios-demo?${new URLSearchParams({ agent: id, lang: language }).toString()}`,
      isChosen: id === chosen,
    }));
    return send(
      request,
      reply,
      'phone-demo',
      { number, name: '', isWhole: false, choices, script },
      { path: '/chatgpt-ios-demo', query: { agent: chosen }, isFound: true },
    );
  });
  app.get('/chatgpt-ios-fullscreen', async (request, reply) => {
    if (!(await isWithin(request, reply, demoRule))) return reply;
    const number = await templates.publicDemo('document-agent', languageOf(request), { isWhole: true });
    const props = { number, name: '', isWhole: true, choices: [], script };
    return send(request, reply, 'phone-demo', props, { path: '/chatgpt-ios-fullscreen' });
  });
  app.get<{ Params: { id: string } }>('/chatgpt-ios-widget/:id', async (request, reply) => {
    const agent = await running(request.params.id);
    if (!agent) return notFound(request, reply);
    const { number, configuration } = agent;
    const props = { number, name: configuration.basic.name, isWhole: false, choices: [], script };
    return send(request, reply, 'phone-demo', props, { path: `/chatgpt-ios-widget/${number}` });
  });

  app.get<{ Querystring: { brand?: unknown } }>('/brand-showcase', async (request, reply) => {
    if (!(await isWithin(request, reply, demoRule))) return reply;
    const { id } = showcaseBrands.find((brand) => brand.id === request.query.brand) ?? showcaseBrands[0];
    const number = await templates.publicDemo(`brand-${id}`, languageOf(request), { isWhole: true });
    return send(
      request,
      reply,
      'brand-showcase',
      { chosen: id, number, script },
      { path: '/brand-showcase', query: { brand: id }, isFound: true },
    );
  });

  app.get('/voice-clone', async (request, reply) => {
    const props = { script, labScript: pages.labScript };
    return send(request, reply, 'voice-clone', props, { path: '/voice-clone', isFound: true });
  });

  // A made-up shop that carries an agent's tag, to try it without a website of one's own.
  const sendPage = createSendPage(services, pages);
  app.get<{ Params: { number?: string }; Querystring: { mode?: unknown; theme?: unknown } }>(
    '/widget-demo/:number?',
    async (request, reply) => {
      const asked = request.params.number;
      if (asked === undefined && !(await isWithin(request, reply, demoRule))) return reply;
      const language = languageOf(request);
      const agent = await running(asked ?? String(await templates.publicDemo('paywall-agent', language)));
      const path = asked === undefined ? '/widget-demo' : `/widget-demo/${agentNumber(asked) ?? 0}`;
      const { mode, theme } = request.query;
      return sendPage(
        forReaders(reply.code(agent ? 200 : 404)),
        'demo',
        {
          number: agent?.number ?? 0,
          mode: embedModes.find((each) => each === mode) ?? 'bubble',
          theme: hostThemes.find((each) => each === theme) ?? 'light',
          path,
          name: agent?.configuration.basic.name ?? null,
          color: agent?.configuration.appearance.color ?? '#36d6b5',
        },
        {
          language,
          path,
          ...(asked === undefined && {
            meta: (text) => ({ description: text('labs:demos.shop.proves') }),
          }),
        },
      );
    },
  );
}
