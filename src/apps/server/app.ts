import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#shared/endpoint.ts';
import { publicApiDocumentPath } from '#shared/public-api.ts';
import { limitRequestsByAddress } from '#platform/http/address-brake.ts';
import { createHttpApp } from '#platform/http/http-app.ts';
import { sendText } from '#platform/http/send-text.ts';
import { openApiDocument } from '#platform/http/openapi.ts';
import { publicApiDocument } from '#platform/http/public-openapi.ts';
import type { Binder } from '#platform/http/bind.ts';
import type { AdmittedVisitor } from '#features/conversations/server/sessions/agent-cache.usecases.ts';
import { ownerChallenge } from '#features/mcp-servers/mcp-servers.contract.ts';
import { isOpenAiAddress, openAiError } from '#features/openai-api/openai-api.contract.ts';
import { isOauthAddress, oauthErrorName } from '#features/oauth/oauth.contract.ts';
import { isPublicApiAddress, problemOf, problemType } from '#features/public-api/public-api.contract.ts';
import { createGuards } from './guards.ts';
import { serveHealth } from './health.ts';
import { createShowDraft } from './pages/dev-pages.ts';
import { createFormPreview, serveFormPages } from './pages/form-pages.ts';
import { servePaymentPages } from './pages/payment-pages.ts';
import { serveDocsPages } from './pages/docs/docs-pages.ts';
import { serveBlogPages } from './pages/blog-pages.ts';
import { serveLabPages } from './pages/labs/lab-pages.ts';
import { serveCheckPages } from './pages/labs/check-pages.ts';
import { serveVoicePages } from './pages/labs/voice-pages.ts';
import { serveColorPages } from './pages/labs/color-pages.ts';
import { serveLandingPages } from './pages/landing-pages.ts';
import { serveSharePictures } from './pages/share-pages.ts';
import { serveSimulatorPages } from './pages/simulator-pages.ts';
import { serveSignInLinks, type SignInLinks } from './pages/demo/sign-in-links.ts';
import { serveDemoStorePages } from './pages/demo-store-pages.ts';
import { serveSubscriptionPages } from './pages/subscription-pages.ts';
import { serveMailPages } from './pages/mail-pages.ts';
import { serveAppFiles } from './app-files.ts';
import { createLinkOver, createNotFound, loadPages, servePages } from './pages/pages.ts';
import { languageOf } from './pages/send-page.ts';
import { refuseBlockedAddresses } from './blocked-addresses.ts';
import { serveReportPages } from './pages/report-pages.ts';
import { bindRoutes } from './routes.ts';
import { serveSites } from './sites.ts';
import { localesFolder, productVersion, projectFolder } from './project-folder.ts';
import type { Services } from './services.ts';
import { createPageDrawings } from './pages/page-drawings.ts';
import { createPublishedPages } from './pages/published/published-pages.ts';
import { isReachableByOthers } from './reachable.ts';
import { readBuiltFiles, serveStaticFiles } from './static-files.ts';
import { serveTestMoneyPages } from './pages/test-money-pages.ts';
import { serveWidgetPages } from './pages/widget-pages.ts';

export type ServerApp = {
  app: FastifyInstance;
  endpoints: readonly Endpoint[];
};

/** The whole HTTP server: API, pages, files, health. Not listening yet. */
export async function createServerApp(
  services: Services,
  state: { isStopping(): boolean; earlierChats: string; signInLinks?: SignInLinks },
): Promise<ServerApp> {
  const dist = path.join(projectFolder, 'dist');
  const built = readBuiltFiles(dist);
  const pages = await loadPages(dist);
  const isSecure = (): boolean => services.publicUrl().startsWith('https:');
  const guards = createGuards(services, {
    isSecure,
    isReachableByOthers: () => isReachableByOthers(services.config, services.publicUrl()),
  });
  /** In whose account whoever asks is signed in; null: nobody is. */
  const accountOf = (request: FastifyRequest): Promise<string | null> =>
    guards.user(request).then(
      ({ accountId }) => accountId,
      () => null,
    );
  const isSignedIn = async (request: FastifyRequest): Promise<boolean> => (await accountOf(request)) !== null;
  const notFound = createNotFound(services, pages, accountOf);
  const app = await createHttpApp({
    log: services.log,
    translator: services.translator,
    language: languageOf,
    trustProxy: services.config.trustProxy ?? [],
    maxUploadBytes: services.config.maxUploadBytes ?? 0,
    isOwnOrigin: (origin, request) =>
      origin === services.publicUrl() || origin === `${request.protocol}://${request.host}`,
    challenge: (request) => (/^\/mcp(\?|$)/.test(request.url) ? ownerChallenge(services.publicUrl()) : null),
    errorExtras: (request, status, body) =>
      isOpenAiAddress(request.url)
        ? { error: openAiError(status, body) }
        : isOauthAddress(request.url)
          ? { error: oauthErrorName(body.code), error_description: body.message }
          : isPublicApiAddress(request.url)
            ? problemOf(status, body)
            : {},
    errorType: (request) => (isPublicApiAddress(request.url) ? problemType : null),
    notFound,
  });
  if (isSecure())
    app.addHook(
      'onRequest',
      async (_request, reply) => void reply.header('strict-transport-security', 'max-age=31536000'),
    );
  limitRequestsByAddress(app, services.clock);
  refuseBlockedAddresses(app, services.ipBlocks);
  const published = createPublishedPages(services, pages);
  serveSites(app, services, notFound, published.showOnDomain);

  serveHealth(app, services, state.isStopping);
  const binder: Binder<AdmittedVisitor> = {
    app,
    guards,
    endpoints: [],
    once: services.repeatedRequests.once,
  };
  bindRoutes(binder, services, {
    isSecure,
    isStopping: state.isStopping,
    notFound,
    showFormPreview: createFormPreview(services, pages),
    pageDrawings: createPageDrawings(services, pages, guards),
  });
  await serveStaticFiles(app, {
    dist,
    locales: localesFolder,
    earlierChats: state.earlierChats,
  });
  serveOpenApi(app, binder.endpoints, services.publicUrl);
  serveWidgetPages(app, services, built, notFound, createLinkOver(services, pages), {
    showDraft: createShowDraft(services, pages, guards),
    observerScript: pages.observerScript,
  });
  serveTestMoneyPages(app, services, pages, notFound);
  servePaymentPages(app, services, pages, notFound);
  serveDemoStorePages(app, services, pages, notFound);
  serveLandingPages(app, services, pages);
  if (state.signInLinks) serveSignInLinks(app, services, state.signInLinks, { isSecure, notFound });
  serveBlogPages(app, services, pages, notFound);
  serveSharePictures(app, services);
  serveLabPages(app, services, pages, notFound);
  serveColorPages(app, services, pages, isSignedIn);
  if (services.config.diagnostics === 'on') {
    serveCheckPages(app, services, built, pages, notFound);
    serveVoicePages(app, services, pages);
  }
  serveDocsPages(app, services, pages, notFound);
  serveSimulatorPages(app, services, pages);
  serveSubscriptionPages(app, services, pages, notFound);
  serveMailPages(app, services, pages, notFound);
  published.serve(app, notFound);
  serveReportPages(app, services, pages, notFound);
  serveFormPages(app, services, pages, notFound);
  servePages(app, services, built, pages, {
    notFound,
    endpoints: binder.endpoints,
    accountOf,
  });
  serveAppFiles(app, built);
  return { app, endpoints: binder.endpoints };
}

/** The API as OpenAPI, for the documentation screen and for tools. */
function serveOpenApi(app: FastifyInstance, endpoints: readonly Endpoint[], publicUrl: () => string): void {
  // Describing three hundred endpoints takes a fifth of a second, which no start waits for: who reads the
  // document first does.
  let text: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(endpoints, { version: productVersion() }));
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text);
  });
  let publicText: string | undefined;
  app.get(publicApiDocumentPath, async (request, reply) => {
    publicText ??= JSON.stringify(
      publicApiDocument(endpoints, { version: productVersion(), server: publicUrl() }),
    );
    return sendText(
      request,
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8'),
      publicText,
    );
  });
}
