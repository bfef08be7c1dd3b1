import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { addressKey } from '#platform/rate-limit/network.ts';
import { sendText } from '#platform/http/send-text.ts';
import { addressOf } from '#features/landing-pages/server/landing-pages-rows.usecases.ts';
import type {
  PageCaller,
  ShownVersion,
} from '#features/landing-pages/server/published/published.usecases.ts';
import type { ShownRow } from '#features/landing-pages/server/published/published.repository.ts';
import type { Services } from '../../services.ts';
import { isOfSite, siteOf } from '../../sites.ts';
import { drawingOf, framePolicy, htmlOf, policyFor } from './landing-page-drawing.ts';
import { createPageLimit } from '../page-limit.ts';
import type { BuiltPages } from '../pages.ts';
import { createLooks } from '../looks.ts';
import { createSendPage, policyOf } from '../send-page.ts';
import { createPageCards } from '../share-pages.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** How long a drawn page is shown before what it refers to is read again. */
const drawnMs = 5_000;
/** Characters of documents that stay in memory. */
const mostDrawn = 40_000_000;
/** Guesses of a page's password: from one network address, and of all. */
const guesses = {
  address: { name: 'page-password', limit: 20, windowSeconds: 900 },
  page: { name: 'page-password-of-page', limit: 300, windowSeconds: 900 },
};

type Drawn = {
  document: string;
  policy: string;
};

/** The cookie of whoever gave a page's password. */
const unlockCookie = (pageId: string): string => `page_${pageId.slice(-16)}`;
/** What a browser has unlocked of a page. */
export const unlockedBy = (request: FastifyRequest, pageId: string): string | undefined =>
  request.cookies[unlockCookie(pageId)];

export const callerOf = (request: FastifyRequest): PageCaller => ({
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? ''),
});

/**
 * Sends a page of this account at an address of its own domain; false where there is none. Never the reply itself: it can
 * be awaited, and is nothing then.
 */
export type ShowPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
  slug: string,
) => Promise<boolean>;

/** Published landing pages: `/p/:slug`, and root and paths of accounts' own domains. */
export function createPublishedPages(
  services: Services,
  pages: BuiltPages,
): { serve(app: FastifyInstance, notFound: NotFound): void; showOnDomain: ShowPage } {
  const { published, counting } = services.landingPages;
  const isLook = createLooks(services);
  const sendPage = createSendPage(services, pages);
  const drawn = new LRUCache<string, Drawn>({
    maxSize: mostDrawn,
    ttl: drawnMs,
    sizeCalculation: ({ document }) => document.length,
  });
  published.onChange(() => drawn.clear());

  const isOn = ({ accountId }: ShownRow): boolean => services.featureFlags.isOn('landingPages', accountId);

  /** A page at its slug; under an account's address there are only its own and its clients'. */
  async function pageOf(request: FastifyRequest, slug: string): Promise<ShownRow | null> {
    const page = await published.bySlug(slug);
    return page && isOn(page) && (await isOfSite(services, request, page.accountId)) ? page : null;
  }

  async function draw(shown: ShownVersion): Promise<Drawn> {
    const drawing = await drawingOf(services, shown, {
      url: addressOf(shown.page, shown.origins),
      isListed: shown.page.visibility === 'public' && shown.page.passwordHash === null,
      htmlFrames: `/p/${shown.page.slug}/html/`,
    });
    const { document, css } = pages.renderLandingPage(drawing, pages.landingPage);
    return { document, policy: policyFor(drawing, css) };
  }

  /** Sends what somebody sees of a page; false where nothing of it is kept. */
  async function show(request: FastifyRequest, reply: FastifyReply, page: ShownRow): Promise<boolean> {
    if (!published.isUnlocked(page, unlockedBy(request, page.id))) {
      await showLock(request, reply, page, false);
      return true;
    }
    const caller = callerOf(request);
    const version = published.versionFor(page, caller);
    if (version === null) return false;
    const key = `${page.id} ${version}`;
    let known = drawn.get(key);
    if (!known) {
      const shown = await published.read(page, version);
      if (!shown) return false;
      known = await draw(shown);
      drawn.set(key, known);
    }
    if (request.method === 'GET' && (await isLook(request, page.accountId)))
      counting.count(page, version, caller);
    const isForAll = page.passwordHash === null;
    if (!isForAll || page.visibility === 'unlisted') void reply.header('x-robots-tag', 'noindex');
    void reply
      .header('content-security-policy', known.policy)
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      .type('text/html; charset=utf-8');
    if (!isForAll) void reply.header('cache-control', 'private, no-store').send(known.document);
    else
      void sendText(
        request,
        // Which of two versions somebody sees is not what the next one sees.
        reply.header('cache-control', page.experimentVersion === null ? 'no-cache' : 'private, no-cache'),
        known.document,
      );
    return true;
  }

  async function showLock(
    request: FastifyRequest,
    reply: FastifyReply,
    page: ShownRow,
    isWrong: boolean,
  ): Promise<unknown> {
    const brand = await services.brands.of(page.accountId);
    const version = published.versionFor(page, callerOf(request));
    const shown = version === null ? null : await published.read(page, version);
    return sendPage(
      reply
        .code(isWrong ? 403 : 401)
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .header('referrer-policy', 'same-origin'),
      'locked-page',
      { action: `/p/${page.slug}`, isWrong },
      {
        language: shown?.settings.language ?? 'en',
        path: `/p/${page.slug}`,
        brand,
        policy: policyOf({ forms: "'self'" }),
      },
    );
  }

  async function unlock(request: FastifyRequest, reply: FastifyReply, page: ShownRow): Promise<unknown> {
    const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const unlocked = await published.unlock(page, fields.get('password') ?? '');
    if (!unlocked) return showLock(request, reply, page, true);
    return reply
      .setCookie(unlockCookie(page.id), unlocked.token, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: services.publicUrl().startsWith('https:'),
        maxAge: unlocked.maxAgeSeconds,
      })
      .header('cache-control', 'no-store')
      .redirect(siteOf(request).accountId !== null && page.isHome ? '/' : `/p/${page.slug}`, 303);
  }

  const showOnDomain: ShowPage = async (request, reply, accountId, slug) => {
    const page = slug === '' ? await published.homeOf(accountId) : await published.bySlug(slug);
    return page?.accountId === accountId && isOn(page) && show(request, reply, page);
  };

  function serve(app: FastifyInstance, notFound: NotFound): void {
    const isWithin = createPageLimit(services, pages);
    const card = createPageCards(services);
    void app.register(async (scope) => {
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 4_096 },
        (_request, body, done) => done(null, new URLSearchParams((body as string).replaceAll('%00', ''))),
      );
      scope.post<{ Params: { slug: string } }>('/p/:slug', async (request, reply) => {
        const page = await pageOf(request, request.params.slug);
        if (!page || page.passwordHash === null) return notFound(request, reply);
        if (!(await isWithin(request, reply, guesses.address))) return reply;
        if (!(await isWithin(request, reply, guesses.page, page.id))) return reply;
        return unlock(request, reply, page);
      });
    });
    app.get<{ Params: { slug: string } }>('/p/:slug', async (request, reply) => {
      const page = await pageOf(request, request.params.slug);
      return page && (await show(request, reply, page)) ? reply : notFound(request, reply);
    });
    // What an owner wrote as HTML stands in a frame that is a stranger to everything of ours.
    app.get<{ Params: { slug: string; block: string } }>('/p/:slug/html/:block', async (request, reply) => {
      const page = await pageOf(request, request.params.slug);
      const isOpen = page && published.isUnlocked(page, unlockedBy(request, page.id));
      const version = page && published.versionFor(page, callerOf(request));
      const shown = page && isOpen && version !== null ? await published.read(page, version) : null;
      const code = shown && htmlOf(shown.data, request.params.block);
      if (code === null) return notFound(request, reply);
      // In a window of its own it would pass for a page of this server.
      if (request.headers['sec-fetch-dest'] === 'document')
        return reply.redirect(`/p/${request.params.slug}`);
      return reply
        .header('content-security-policy', framePolicy)
        .header('cache-control', 'private, no-cache')
        .header('x-robots-tag', 'noindex')
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(code);
    });
    app.get<{ Params: { slug: string } }>('/p/:slug/share.png', async (request, reply) => {
      const page = await pageOf(request, request.params.slug);
      const version = page?.publishedVersion ?? null;
      if (!page || version === null || page.passwordHash !== null) return notFound(request, reply);
      if (
        !(await isWithin(
          request,
          reply,
          { name: 'page-card', limit: 60, windowSeconds: 60 },
          addressKey(request.ip),
        ))
      )
        return reply;
      const shown = await published.read(page, version);
      if (!shown) return notFound(request, reply);
      return reply
        .header('cache-control', 'public, max-age=86400')
        .type('image/png')
        .send(
          await card({
            title: shown.settings.seoTitle || page.title,
            brand: (await services.brands.of(page.accountId)).name,
            place: addressOf(page, shown.origins).replace(/^https?:\/\//, ''),
          }),
        );
    });
    // Under an account's own domain a page needs no `/p/`.
    app.get<{ Params: { slug: string } }>('/:slug', async (request, reply) => {
      const { accountId } = siteOf(request);
      return accountId !== null && (await showOnDomain(request, reply, accountId, request.params.slug))
        ? reply
        : notFound(request, reply);
    });
  }

  return { serve, showOnDomain };
}
