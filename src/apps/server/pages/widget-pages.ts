import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandColors } from '#shared/brand-colors.ts';
import { chatDocument } from '#shared/chat/document.ts';
import { html, type Html } from '#shared/text/escape-html.ts';
import { insertLauncherConfig } from '#shared/embed/protocol.ts';
import { fallbackLanguage, fromAcceptLanguage, toLanguage, type Language } from '#shared/languages.ts';
import { overriddenTexts } from '#shared/text/overridden-texts.ts';
import { paths } from '#shared/paths.ts';
import { sendText } from '#platform/http/send-text.ts';
import type { Brand } from '#features/white-label/server/white-label-brands.usecases.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { resumePath } from '#features/conversations/conversations-handoff.contract.ts';
import {
  guardedLoader,
  isAllowedOrigin,
  silentLoader,
} from '#features/conversations/server/sessions/places.policy.ts';
import type { ShowDraft } from './dev-pages.ts';
import type { ShowLinkOver } from './pages.ts';
import type { Services } from '../services.ts';
import { isOfSite, siteOf } from '../sites.ts';
import type { BuiltFiles } from '../static-files.ts';
import { callOriginOf } from './call-origin.ts';
import { createLooks } from './looks.ts';
import { agentNumber, placeOfPage, refererOrigin } from './widget-places.ts';

type Mode = 'page' | 'embed' | 'preview';

/** Where the players of videos are that answers may show. */
const players =
  'https://www.youtube-nocookie.com https://player.vimeo.com https://www.loom.com https://fast.wistia.net';

/**
 * An agent that shows pictures and videos may load them from anywhere by https; any other loads nothing from
 * elsewhere. The owner's own forms stand in frames. `calls`: where browsers connect to a vendor that speaks.
 */
const chatPolicy = (ancestors: string, showsMedia = false, calls = ''): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:${showsMedia ? " https:; media-src 'self' https:" : ''}; frame-src 'self'${showsMedia ? ` ${players}` : ''}; font-src 'self'; connect-src 'self'${calls && ` ${calls}`}; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`;

/** A brand's name and picture for tabs and for those who share the page; the product's are in its files. */
function brandTags({ isWhiteLabel, name, iconUrl }: Brand): Html[] {
  if (!isWhiteLabel) return [];
  return [
    html`<meta property="og:site_name" content="${name}">\n`,
    ...(iconUrl ? [html`<link rel="icon" type="image/png" href="${iconUrl}">\n`] : []),
  ];
}

/** What an agent's own look needs is fetched at once, not after the chat has been drawn without it. */
function designPreloads(
  design: { background: { url: string } | null } | undefined,
  file: string | undefined,
): Html[] {
  if (!design) return [];
  const picture =
    design.background && html`<link rel="preload" as="image" href="${design.background.url}">\n`;
  return [
    ...(file ? [html`<link rel="modulepreload" href="/chat/${file}">\n`] : []),
    ...(picture ? [picture] : []),
  ];
}

/**
 * The script tag's loader and the hosted pages of agents: `/widgets/:id`, `/agents/:id`, each with
 * `/ultrafast`, `/licensed`, `/:tag`, `/dev`, `/embed`, and `/preview` for the editor. An unpublished agent
 * is as unknown as a number that never was.
 */
export function serveWidgetPages(
  app: FastifyInstance,
  services: Services,
  built: BuiltFiles,
  notFound: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  showLinkOver: ShowLinkOver,
  { showDraft, observerScript }: { showDraft: ShowDraft; observerScript: string },
): void {
  const { agents, conversations, translator } = services;
  const isLook = createLooks(services);

  function languageOf(request: FastifyRequest, agent: RunningAgent): Language {
    const set = agent.configuration.basic.language;
    return set === 'auto'
      ? (fromAcceptLanguage(request.headers['accept-language']) ?? fallbackLanguage)
      : (toLanguage(set) ?? fallbackLanguage);
  }

  /** An account's own address is one; without a public address it is the one that was just asked. */
  const originFor = (request: FastifyRequest): string =>
    (siteOf(request).accountId === null ? services.config.publicUrl : null) ??
    `${request.protocol}://${request.host}`;

  /** An agent by its number; under an account's address there are only those of that account. */
  async function agentAt(request: FastifyRequest, number: number | null): Promise<RunningAgent | null> {
    const agent = number === null ? null : await agents.runningByNumber(number);
    return agent && (await isOfSite(services, request, agent.accountId)) ? agent : null;
  }

  async function serveLoader(request: FastifyRequest, reply: FastifyReply, number: number): Promise<unknown> {
    const agent = await agentAt(request, number);
    if (!agent) return notFound(request, reply);
    const language = languageOf(request, agent);
    const texts = overriddenTexts(
      translator.namespace(language, 'chat'),
      agent.configuration.texts[language],
    );
    const { access, appearance, layout, basic } = agent.configuration;
    const origin = originFor(request);
    const script = insertLauncherConfig(built.loader, {
      origin,
      number,
      name: basic.name,
      color: appearance.color,
      layout,
      history: access.history,
      launcherIcon: appearance.launcherIcon,
      avatarUrl: agent.avatarUrl && origin + agent.avatarUrl,
      initialTheme: appearance.initialTheme,
      language,
      texts: {
        open: texts['launcher.open'] ?? '',
        close: texts['launcher.close'] ?? '',
        title: texts['launcher.title'] ?? '',
        dismiss: texts['launcher.dismiss'] ?? '',
      },
    });
    const from = refererOrigin(request);
    const isShut = from !== null && !isAllowedOrigin(access, from);
    if (!isShut && (await isLook(request, agent.accountId))) services.agentViews.count(agent);
    void reply
      .header(
        'cache-control',
        access.restrictDomains ? 'private, max-age=60' : 'public, max-age=60, stale-while-revalidate=600',
      )
      .header('vary', access.restrictDomains ? 'accept-language, referer' : 'accept-language');
    return sendScript(request, reply, isShut ? silentLoader(number) : guardedLoader(access, number, script));
  }

  /**
   * A script for pages of other origins, also for those that import it as a module or have an embedder
   * policy.
   */
  function sendScript(request: FastifyRequest, reply: FastifyReply, script: string): unknown {
    void reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('text/javascript; charset=utf-8');
    return sendText(request, reply, script);
  }

  async function sendChat(
    request: FastifyRequest,
    reply: FastifyReply,
    agent: RunningAgent,
    mode: Mode,
    extra: {
      tag?: string | null;
      ticket?: string | null;
      resume?: { token: string; home: string };
      isWatched?: boolean;
    },
  ): Promise<unknown> {
    const { basic, prompt, appearance } = agent.configuration;
    const place =
      mode === 'preview' || extra.resume
        ? { ancestors: "'self'", ticket: null }
        : placeOfPage(conversations, request, agent, mode, originFor(request));
    if (!place)
      return mode === 'page'
        ? notFound(request, reply)
        : reply
            .code(403)
            .header('content-security-policy', chatPolicy("'none'"))
            .type('text/plain; charset=utf-8')
            .send(translator.text(languageOf(request, agent), 'errors:access.page_not_allowed'));
    if (mode === 'page' && !extra.resume && (await isLook(request, agent.accountId)))
      services.agentViews.count(agent);
    const brand = await services.brands.of(agent.accountId);
    const boot = {
      agent: await conversations.publicAgent(
        agent,
        request.headers['accept-language']?.split(',')[0],
        fallbackLanguage,
      ),
      mode,
      colors: brandColors(appearance.color),
      preview: extra.ticket ?? null,
      placeTicket: place.ticket,
      resume: extra.resume ?? null,
      tag: extra.tag ?? null,
      poweredBy: {
        product: brand.name,
        // Without an address of its own a brand leads nowhere, rather than to the product.
        url: brand.isWhiteLabel ? brand.domain && services.brands.originOf(brand) : originFor(request),
      },
    };
    const isKept = mode !== 'preview' && !place.ticket && !extra.resume;
    const canonical = `${originFor(request)}/widgets/${agent.number}`;
    const title = basic.seoTitle || basic.name;
    const description = basic.seoDescription || prompt.welcomeMessage;
    const isFound = mode === 'page' && !extra.resume;
    const head = isFound
      ? html`<link rel="canonical" href="${canonical}">\n<meta property="og:title" content="${title}">\n<meta property="og:description" content="${description}">\n`
      : html`<meta name="robots" content="noindex">\n`;
    const page = chatDocument({
      boot,
      language: boot.agent.language,
      title,
      description,
      initialTheme: appearance.initialTheme,
      color: appearance.color,
      assetBase: '/chat/',
      assets: built.chat,
      head: [head, ...brandTags(brand), ...designPreloads(boot.agent.design, built.chat.design)],
      first: extra.isWatched === true && html`<script type="module" src="${observerScript}"></script>\n`,
    });
    void reply
      .header(
        'content-security-policy',
        chatPolicy(place.ancestors, agent.configuration.dynamic.enabled, callOriginOf(services, agent)),
      )
      .header('cache-control', isKept ? 'no-cache' : 'no-store')
      .header('vary', 'accept-language')
      .header('referrer-policy', 'no-referrer');
    // A host page under COEP may frame us only when we say the same of ourselves.
    if (mode === 'embed')
      void reply
        .header('cross-origin-embedder-policy', 'credentialless')
        .header('cross-origin-resource-policy', 'cross-origin');
    void reply.type('text/html; charset=utf-8');
    // Pages that carry a ticket are kept by nobody.
    return isKept ? sendText(request, reply, page) : reply.send(page);
  }

  app.get<{ Params: { file: string } }>('/embed/:file', async (request, reply) => {
    const script = built.embed.get(request.params.file);
    if (!script) return notFound(request, reply);
    return sendScript(
      request,
      reply.header('cache-control', 'public, max-age=600, stale-while-revalidate=86400'),
      script,
    );
  });

  // Out of a mail: one conversation goes on, on whatever device.
  app.get<{ Params: { token: string } }>(`${resumePath}/:token`, async (request, reply) => {
    const { token } = request.params;
    void reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
    const found = await conversations.resuming.find(token);
    if (!found?.agent || !(await isOfSite(services, request, found.agent.accountId)))
      return showLinkOver(request, reply, null);
    const { agent, conversation } = found;
    const hasPage = placeOfPage(conversations, request, agent, 'page', originFor(request)) !== null;
    const home = hasPage ? paths.widgetPage(agent.number) : conversation.pageUrl;
    if (found.isOver)
      return showLinkOver(request, reply, { name: agent.configuration.basic.name, chatUrl: home });
    return sendChat(request, reply, agent, 'page', { resume: { token, home: home ?? '/' } });
  });

  for (const base of ['/widgets', '/agents']) {
    app.get<{ Params: { id: string } }>(`${base}/:id`, async (request, reply) => {
      const script = /^(\d{1,10})\.js$/.exec(request.params.id);
      if (script && base === '/widgets') {
        const number = agentNumber(script[1]);
        return number ? serveLoader(request, reply, number) : notFound(request, reply);
      }
      const number = agentNumber(request.params.id);
      const agent = await agentAt(request, number);
      return agent ? sendChat(request, reply, agent, 'page', {}) : notFound(request, reply);
    });
    app.get<{ Params: { id: string; tag: string }; Querystring: { ticket?: unknown; watch?: unknown } }>(
      `${base}/:id/:tag`,
      async (request, reply) => {
        const number = agentNumber(request.params.id);
        const { tag } = request.params;
        if (!number) return notFound(request, reply);
        if (tag === 'preview') {
          const { ticket, watch } = request.query;
          const agent = typeof ticket === 'string' ? await agents.runningByTicket(ticket, number) : null;
          return agent && (await isOfSite(services, request, agent.accountId))
            ? sendChat(request, reply, agent, 'preview', {
                ticket: ticket as string,
                isWatched: watch !== undefined,
              })
            : notFound(request, reply);
        }
        if (tag === 'dev') {
          const shown = await showDraft(request, reply, number);
          if (shown !== null) return shown;
        }
        const agent = await agentAt(request, number);
        if (!agent || !/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(tag)) return notFound(request, reply);
        const isReserved = ['ultrafast', 'licensed', 'dev', 'embed'].includes(tag);
        return sendChat(request, reply, agent, tag === 'embed' ? 'embed' : 'page', {
          tag: isReserved ? null : tag,
        });
      },
    );
  }
}
