import type { FastifyReply } from 'fastify';
import { AppError, commonErrors } from '#shared/errors.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import type { AccountScope, Guards } from '#platform/http/access.ts';
import { addressOf, originsOf } from '#features/landing-pages/server/landing-pages-rows.usecases.ts';
import { imageKeysOf } from '#features/landing-pages/server/landing-pages-document.models.ts';
import type { PageDrawings } from '#features/landing-pages/server/landing-pages.routes.ts';
import type { Services } from '../services.ts';
import {
  drawingOf,
  framePolicy,
  htmlOf,
  policyFor,
  type Drawable,
} from './published/landing-page-drawing.ts';
import type { BuiltPages } from './pages.ts';
import { unlockedBy } from './published/published-pages.ts';

/** What members are shown of their drafts: as a page, as files. */
export function createPageDrawings(
  services: Services,
  pages: BuiltPages,
  guards: Pick<Guards<never>, 'account'>,
): PageDrawings {
  const { owners, images, templates, files } = services.landingPages;

  async function drawableOf(scope: AccountScope, id: string): Promise<Drawable & { url: string }> {
    const { row, data, settings, facts } = await owners.draft(scope, id);
    const origins = originsOf(scope.accountId, await services.brands.of(scope.accountId), services.brands);
    return { page: row, data, settings, facts, origins, url: addressOf(row, origins) };
  }

  /** The document with the pictures of the page in it, each once. */
  async function withPictures(scope: AccountScope, document: string, drawable: Drawable): Promise<string> {
    let whole = document;
    for (const key of imageKeysOf(drawable)) {
      const bytes = await images.whole(scope, key);
      if (!bytes) continue;
      const data = `data:image/webp;base64,${bytes.toString('base64')}`;
      // A file has no server to choose a size from.
      whole = whole
        .replaceAll(new RegExp(`(?:srcset|imagesrcset)="[^"]*/page-images/${key}[^"]*"`, 'gi'), '')
        .replaceAll(
          new RegExp(
            `(?:https?://[^"'()\\s]{1,200})?/page-images/${key}(?:/\\d{1,4}\\.(?:avif|webp))?`,
            'gi',
          ),
          data,
        );
    }
    return whole;
  }

  /** Addresses of the server, which lie elsewhere once the page is a file. */
  const fromElsewhere = (document: string, origin: string): string =>
    document
      .replaceAll(/\b(href|src|action)="\/(?!\/)/g, `$1="${origin}/`)
      .replaceAll(/url\((["']?)\/(?!\/)/g, `url($1${origin}/`);

  /** A page in a frame of the dashboard. */
  async function sendFramed(
    reply: FastifyReply,
    document: string,
    policy: string,
    cacheControl: string,
  ): Promise<unknown> {
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', cacheControl)
      .header('referrer-policy', 'no-referrer')
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(document);
  }

  async function sendFile(reply: FastifyReply, name: string, type: string, text: string): Promise<unknown> {
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', savedAs(name))
      .type(type)
      .send(text);
  }

  return {
    async preview(_request, reply, scope, id) {
      const drawable = await drawableOf(scope, id);
      const drawing = await drawingOf(services, drawable, {
        url: drawable.url,
        isListed: false,
        htmlFrames: `/api/landing-pages/${encodeURIComponent(id)}/html/`,
      });
      // Nobody who looks at a draft is asked about statistics, and none hear of it.
      const shown = { ...drawing, trackers: { googleAnalytics: '', metaPixel: '' } };
      const { document, css } = pages.renderLandingPage(shown, pages.landingPage);
      return sendFramed(reply, document, policyFor(shown, css), 'no-store');
    },

    async template(reply, scope, name, language) {
      const { title, data, settings, facts } = await templates.sample(name, language);
      const origins = originsOf(scope.accountId, await services.brands.of(scope.accountId), services.brands);
      const drawing = await drawingOf(
        services,
        { page: { accountId: scope.accountId, title, slug: name }, data, settings, facts, origins },
        { url: `${origins.server}/p/${name}`, isListed: false, htmlFrames: null },
      );
      // Nothing leads anywhere: what stands for agent, offers and form is no page of theirs.
      const { document, css } = pages.renderLandingPage(
        { ...drawing, isSample: true },
        { ...pages.landingPage, script: null },
      );
      return sendFramed(reply, document, policyFor(drawing, css), 'private, max-age=300');
    },

    async html(reply, scope, id, block) {
      const { data } = await owners.draft(scope, id);
      const code = htmlOf(data, block);
      if (code === null) throw new AppError(commonErrors.notFound);
      return reply
        .header('content-security-policy', framePolicy)
        .header('cache-control', 'no-store')
        .header('x-frame-options', 'SAMEORIGIN')
        .type('text/html; charset=utf-8')
        .send(code);
    },

    async export(reply, scope, id, format) {
      const drawable = await drawableOf(scope, id);
      const { page, data, settings } = drawable;
      if (format === 'json')
        return sendFile(
          reply,
          `${page.slug}.json`,
          'application/json; charset=utf-8',
          JSON.stringify(
            await files.write(scope, { title: page.title, slug: page.slug, settings, data }),
            null,
            2,
          ),
        );
      const drawing = await drawingOf(services, drawable, {
        url: drawable.url,
        isListed: true,
        htmlFrames: null,
      });
      const { document } = pages.renderLandingPage(
        { ...drawing, trackers: { googleAnalytics: '', metaPixel: '' } },
        { ...pages.landingPage, styles: { css: pages.landingPage.css } },
      );
      const whole = fromElsewhere(await withPictures(scope, document, drawable), drawable.origins.server);
      return sendFile(reply, `${page.slug}.html`, 'text/html; charset=utf-8', whole);
    },

    unlocked: unlockedBy,

    async isMember(request, accountId) {
      try {
        const { scope } = await guards.account(request, 'pages.read');
        return scope.accountId === accountId;
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
    },
  };
}
