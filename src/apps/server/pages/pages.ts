import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ArticleNode } from '#shared/article.ts';
import { sendText } from '#platform/http/send-text.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { LandingPageFiles, PageProps, PageRenderer, PageStyles } from '#shared/page-contract.ts';
import { isGuardedPath, paths, webAppRoutes } from '#shared/paths.ts';
import { readMarkdown } from '#shared/read-article.ts';
import { legalPages } from '#features/white-label/white-label.contract.ts';
import { sessionCookieName } from '#features/auth/auth.contract.ts';
import { sendAttachment } from '#features/conversations/server/attachments/attachments.routes.ts';
import { isPublicApiAddress, problemOf, problemType } from '#features/public-api/public-api.contract.ts';
import type { Services } from '../services.ts';
import { isServed, siteOf } from '../sites.ts';
import { apiReferenceFirstView } from './first-views/api-reference-first-view.ts';
import {
  forNobody,
  listed,
  underBrand,
  withAuthFirstView,
  withOpening,
  withSignedOutFirstView,
} from './first-views/auth-first-view.ts';
import { withFirstView } from './first-views/first-view.ts';
import type { BuiltFiles } from '../static-files.ts';
import { createSendPage, forReaders, languageOf, pathOf, type PageTold } from './send-page.ts';

const appPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self'; font-src 'self' data:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The builder of landing pages is by far the largest screen. */
const builderRoutes: ReadonlySet<string> = new Set<(typeof webAppRoutes)[number]>([
  '/dashboard/landing-pages/$id',
  '/landing-pages/$id',
  '/landing-page-editor',
]);

/** Legal texts of brands that stay read in memory. */
const mostLegalTexts = 50;

/** The renderer, and where the scripts of its pages are. */
export type BuiltPages = PageRenderer & {
  formScript: string;
  sourceScript: string;
  landingScript: string;
  labScript: string;
  devScript: string;
  /** Stands before the chat's script in the frame of a draft that is watched. */
  observerScript: string;
  /** Rules and scripts of landing pages, and the rules as text for files that carry them along. */
  landingPage: LandingPageFiles & { styles: string; css: string };
};

/** Loads the public pages that the build made. */
export async function loadPages(dist: string): Promise<BuiltPages> {
  const module = (await import(pathToFileURL(path.join(dist, 'pages/render.js')).href)) as {
    createPageRenderer(styles: PageStyles): PageRenderer;
  };
  const manifest = JSON.parse(readFileSync(path.join(dist, 'pages-client/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  const builtFile = (source: string): string => `/pages/${manifest[source]?.file ?? ''}`;
  const fileOf = (name: string): string => builtFile(`src/apps/pages/${name}`);
  const landing = (name: string): string => builtFile(`src/features/landing-pages/pages/${name}`);
  const blocksStyle = landing('blocks/blocks.css');
  return {
    ...module.createPageRenderer({ all: fileOf('pages.css'), labs: fileOf('labs/labs.css') }),
    formScript: fileOf('form-script.ts'),
    sourceScript: fileOf('source-script.ts'),
    landingScript: fileOf('landing/landing-script.ts'),
    labScript: fileOf('labs/lab-script.ts'),
    devScript: fileOf('dev/dev-panel.ts'),
    observerScript: fileOf('dev/frame-observer.ts'),
    landingPage: {
      styles: blocksStyle,
      css: readFileSync(path.join(dist, 'pages-client', blocksStyle.slice('/pages/'.length)), 'utf8'),
      script: landing('page-script.ts'),
      consent: { style: landing('consent.css'), script: landing('consent-script.ts') },
    },
  };
}

/** A page for whoever reads its language. */
function sendPage<N extends keyof PageProps>(
  services: Services,
  pages: PageRenderer,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  name: N,
  props: PageProps[N],
  meta?: PageTold,
): unknown {
  return createSendPage(services, pages)(forReaders(reply.code(status)), name, props, {
    language: languageOf(request),
    path: pathOf(request),
    ...(meta && { meta }),
  });
}

/** Whether a request brings a session, of whatever worth. */
const seemsSignedIn = ({ cookies }: FastifyRequest): boolean =>
  Object.keys(cookies).some((name) => name.endsWith(sessionCookieName(false)));

/**
 * The answer for addresses that nothing has: JSON under `/api`, a page elsewhere, and the sign-in where only
 * whoever is signed in learns what there is.
 */
export function createNotFound(
  services: Services,
  pages: PageRenderer,
  accountOf: (request: FastifyRequest) => Promise<string | null>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    const isApi = request.url.startsWith('/api') || /\.(js|json|css|map|png|ico)(\?|$)/.test(request.url);
    const [address = '', ...query] = request.url.split('?');
    /* People and programs add a slash; never two at the beginning, which would lead to another site. */
    if (request.method === 'GET' && !isApi && /^\/[\w-][^\\]*\/$/.test(address))
      return reply.redirect([address.replace(/(?<!\/)\/+$/, ''), ...query].join('?'), 308);
    const accountId = isApi || !seemsSignedIn(request) ? null : await accountOf(request);
    if (!isApi && request.method === 'GET' && isGuardedPath(address) && accountId === null)
      return reply
        .header('cache-control', 'no-store')
        .redirect(`${paths.auth}?${new URLSearchParams({ next: request.url }).toString()}`, 302);
    if (!isApi) {
      const isNowhere = !isServed(request);
      /* As on their screens: under the server's own address whoever is signed in sees their account's brand. */
      const isOwn = accountId !== null && !isNowhere && siteOf(request).accountId === null;
      const caching = isOwn ? 'private, no-cache' : 'no-cache';
      return createSendPage(services, pages)(
        forReaders(reply.code(404)).header('cache-control', caching),
        'not-found',
        { isNowhere },
        {
          language: languageOf(request),
          path: pathOf(request),
          ...(isNowhere && { brandName: '' }),
          ...(isOwn && { brand: await services.brands.of(accountId) }),
        },
      );
    }
    const message = services.translator.text(languageOf(request), 'errors:common.not_found');
    const body = { message, code: 'common.not_found' };
    const isPublicApi = isPublicApiAddress(request.url);
    return reply
      .code(404)
      .header('cache-control', 'no-store')
      .type(isPublicApi ? problemType : 'application/json; charset=utf-8')
      .send(JSON.stringify(isPublicApi ? { ...body, ...problemOf(404, body) } : body));
  };
}

export type ShowLinkOver = (
  request: FastifyRequest,
  reply: FastifyReply,
  ended: PageProps['resume-over']['ended'],
) => unknown;

/** What a link to a conversation shows that opens none. */
export function createLinkOver(services: Services, pages: PageRenderer): ShowLinkOver {
  return (request, reply, ended) => sendPage(services, pages, request, reply, 410, 'resume-over', { ended });
}

/** The dashboard's page for its addresses, and the public pages. */
export function servePages(
  app: FastifyInstance,
  services: Services,
  built: BuiltFiles,
  pages: BuiltPages,
  server: {
    notFound(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
    /** In whose account whoever asks is signed in; null: nobody is. */
    accountOf(request: FastifyRequest): Promise<string | null>;
    /** Of everything under `/api`. */
    endpoints: readonly Endpoint[];
  },
): void {
  const { notFound, accountOf, endpoints } = server;
  const sendApp = (
    request: FastifyRequest,
    reply: FastifyReply,
    page: string,
    caching = 'no-cache',
  ): unknown =>
    sendText(
      request,
      reply
        .header('content-security-policy', appPolicy)
        .header('cache-control', caching)
        .header('referrer-policy', 'no-referrer')
        .header('x-frame-options', 'DENY')
        .type('text/html; charset=utf-8'),
      withOpening(page, services.openingOf(siteOf(request).accountId)),
    );
  /** Under the server's own address whoever is signed in sees their account's brand from the first moment on. */
  async function sendScreen(
    request: FastifyRequest,
    reply: FastifyReply,
    page = built.webPage,
  ): Promise<unknown> {
    const { accountId: ownerId, brand } = siteOf(request);
    if (!seemsSignedIn(request)) return sendApp(request, reply, underBrand(forNobody(page), brand));
    const accountId = ownerId ?? (await accountOf(request));
    if (ownerId !== null || accountId === null) return sendApp(request, reply, underBrand(page, brand));
    const own = await services.brands.of(accountId);
    return sendApp(request, reply, underBrand(page, own, { isOfSession: true }), 'private, no-cache');
  }
  app.get<{ Querystring: { tab?: unknown } }>(paths.auth, async (request, reply) => {
    void reply.header('vary', 'accept-language, cookie');
    /* Whoever seems to be signed in goes on from here, and sees no form on the way. */
    if (seemsSignedIn(request)) return sendScreen(request, reply);
    const language = languageOf(request);
    const page = withAuthFirstView(
      built.screenPages.auth,
      language,
      siteOf(request).brand,
      {
        asked: request.query.tab === 'register' ? 'register' : 'login',
        opening: services.openingOf(siteOf(request).accountId),
        isListed: Object.keys(request.query).every((name) => name === 'tab' || name === 'lang'),
      },
      (key, values) => services.translator.text(language, `auth:${key}`, values),
    );
    return sendApp(request, reply, underBrand(page, siteOf(request).brand));
  });
  for (const [path, screen, namespace, part] of [
    [paths.forgotPassword, 'forgot', 'auth', 'forgot'],
    [paths.resetPassword, 'reset', 'auth', 'reset'],
    [paths.acceptInvitation, 'invitation', 'team', 'accept'],
  ] as const)
    app.get(path, async (request, reply) => {
      const language = languageOf(request);
      const text = (key: string): string => services.translator.text(language, key);
      const heading = {
        title: text(`${namespace}:${part}.title`),
        subtitle: text(`${namespace}:${part}.subtitle`),
      };
      const page = withSignedOutFirstView(
        built.screenPages[screen],
        language,
        siteOf(request).brand,
        { screen, heading },
        (key) => text(`auth:${key}`),
      );
      void reply.header('vary', 'accept-language, cookie');
      return sendScreen(request, reply, page);
    });
  app.get(paths.apiReference, async (request, reply) => {
    const language = languageOf(request);
    const text = (key: string): string => services.translator.text(language, `api-reference:${key}`);
    const page = withFirstView(built.webPage, language, apiReferenceFirstView(text, endpoints));
    void reply.header('vary', 'accept-language');
    return sendScreen(request, reply, listed(page, { title: text('title'), description: text('intro') }));
  });
  const ownPages: readonly string[] = [
    paths.auth,
    paths.forgotPassword,
    paths.resetPassword,
    paths.acceptInvitation,
    paths.apiReference,
  ];
  for (const route of webAppRoutes.filter((each) => !ownPages.includes(each)))
    app.get(route.replaceAll('$', ':'), async (request, reply) =>
      sendScreen(request, reply, builderRoutes.has(route) ? built.screenPages.builder : built.webPage),
    );

  const legalTexts = new LRUCache<string, readonly ArticleNode[]>({ max: mostLegalTexts });
  for (const document of legalPages)
    app.get(paths[document], async (request, reply) => {
      const text = await services.brands.legalText(siteOf(request).brand, document);
      const nodes = text.trim() === '' ? null : (legalTexts.get(text) ?? readMarkdown(text).nodes);
      if (nodes) legalTexts.set(text, nodes);
      // What an account wrote is for those who come to it.
      const isOurs = siteOf(request).accountId === null;
      const meta: PageTold = (text) => ({ description: text(`legal:${document}.lead`) });
      const props = { document, nodes };
      return sendPage(services, pages, request, reply, 200, 'legal', props, isOurs ? meta : undefined);
    });

  app.get<{ Params: { token: string } }>('/sources/:token', async (request, reply) => {
    const link = services.storedCopyLinks.read(request.params.token);
    const copy = link ? await services.knowledge.storedCopy(link.a, link.d) : null;
    if (!link || !copy) return notFound(request, reply);
    void reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
    return sendPage(services, pages, request, reply, 200, 'source', {
      title: copy.title,
      url: copy.url,
      text: copy.text,
      start: link.s,
      end: link.e,
      pages: copy.pages ?? [],
      pdf: copy.isPdf ? { file: `/sources/${request.params.token}/file`, script: pages.sourceScript } : null,
    });
  });

  app.get<{ Params: { token: string } }>('/sources/:token/file', async (request, reply) => {
    const link = services.storedCopyLinks.read(request.params.token);
    const bytes = link ? await services.knowledge.storedPdf(link.a, link.d) : null;
    if (!bytes) return notFound(request, reply);
    return reply
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .header('cache-control', 'private, max-age=3600')
      .header('content-disposition', 'inline; filename="source.pdf"')
      .type('application/pdf')
      .send(bytes);
  });

  app.get<{ Params: { token: string } }>('/attachments/:token', async (request, reply) => {
    const link = services.storedCopyLinks.readAttachment(request.params.token);
    const file = link ? await services.attachments.fileOf(link.a, link.i) : null;
    return file
      ? sendAttachment(reply.header('cache-control', 'private, max-age=3600'), file)
      : notFound(request, reply);
  });
}
