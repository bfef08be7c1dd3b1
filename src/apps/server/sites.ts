import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { letterOf } from '#shared/mark.ts';
import { readableOn } from '#shared/readable-color.ts';
import { isFreeSlug } from '#shared/landing-pages/page-slugs.ts';
import { paths } from '#shared/paths.ts';
import { html } from '#shared/text/escape-html.ts';
import { readHost } from '#features/white-label/server/domains/names.models.ts';
import { productBrand, type Brand } from '#features/white-label/server/white-label-brands.usecases.ts';
import type { ShowPage } from './pages/published/published-pages.ts';
import type { Services } from './services.ts';

/** Whose address was asked: this server's own, or that of an account, which shows nothing but its brand. */
export type Site = {
  brand: Brand;
  /** The account whose address it is; null: the server's own. */
  accountId: string | null;
};

const unbranded: Site = { brand: productBrand, accountId: null };
const found = new WeakMap<FastifyRequest, Site>();

/** Whose address a request came to. */
export const siteOf = (request: FastifyRequest): Site => found.get(request) ?? unbranded;

/** Whether a request came to an address that shows anything: not one that is named and not proven, or switched off. */
export const isServed = (request: FastifyRequest): boolean => found.has(request);

/** Asked by machines under whatever name they know. */
const forMachines = /^\/(healthz|readyz|metrics|internal\/)/;
/** What the product says of itself: not there under an account's address, nor where the server has a brand. */
const productPages =
  /^\/(pricing|blog|developers|docs|labs|demos?|agent-simulator|demo-pictures|widget-demo|sitemap\.xml|brand-showcase|color-analyzer|voice-clone|chatgpt-ios-demo|((openai-)?voice|voice-launcher|websocket|navigation|pdf)-test|simple-voice|test-(imports|widget)|temp-messages)([-/.?]|$)/;

/** Whether what belongs to an account is there under an address: its own, or that of its agency. */
export async function isOfSite(
  services: Pick<Services, 'planStatuses'>,
  request: FastifyRequest,
  ownerId: string,
): Promise<boolean> {
  const { accountId } = siteOf(request);
  if (accountId === null || accountId === ownerId) return true;
  return (await services.planStatuses.clientOf(ownerId))?.agencyId === accountId;
}

/** The operator's own: at no address but the server's. */
const operatorPages = /^\/superadmin([-/.?]|$)/;

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Finds out for each request whose address it came to. A host that somebody named and that is not shown to be
 * theirs has nothing, nor has one that nobody named, where the server knows its own.
 */
export function serveSites(
  app: FastifyInstance,
  services: Pick<Services, 'brands' | 'config' | 'domains' | 'log' | 'publicUrl'>,
  notFound: NotFound,
  showPage: ShowPage,
): void {
  const { brands, config, domains, log, publicUrl } = services;

  const ownSite = async (): Promise<Site> => ({ brand: await brands.ofServer(), accountId: null });

  async function look(request: FastifyRequest): Promise<Site | null> {
    const host = readHost(request.hostname);
    // A number or a name of this machine's network is how its operator and its proxy reach it.
    if (host === null || host === new URL(publicUrl()).hostname) return ownSite();
    const hosted = await brands.ofHost(host);
    if (!hosted) return config.publicUrl ? null : ownSite();
    if (!hosted.brand) return null;
    if (request.protocol === 'https' && hosted.state !== 'active')
      await domains
        .noteSecureVisit(hosted.accountId)
        .catch((error: unknown) => log.warn({ err: error }, 'a domain could not be noted as active'));
    return { brand: hosted.brand, accountId: hosted.accountId };
  }

  app.addHook('onRequest', async (request, reply) => {
    if (forMachines.test(request.url)) return;
    const site = await look(request);
    if (!site) return notFound(request, reply);
    found.set(request, site);
    const ownerId = site.accountId ?? site.brand.accountId;
    if (ownerId === null) return;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && /^\/(\?|$)/.test(request.url))
      return (await showPage(request, reply, ownerId, ''))
        ? reply
        : reply.header('cache-control', 'no-store').redirect(paths.auth, 302);
    const [, slug = ''] = /^\/([a-z0-9-]{1,80})(?:\?|$)/.exec(request.url) ?? [];
    // A page of the account may be called like something that the product has beside it: `/pricing-2027`.
    const isPages = slug !== '' && isFreeSlug(slug);
    if (!isPages && productPages.test(request.url)) return notFound(request, reply);
    if (site.accountId !== null && operatorPages.test(request.url)) return notFound(request, reply);
    if (isRead && /^\/favicon\.svg(\?|$)/.test(request.url)) return sendIcon(reply, site.brand);
    if (isRead && /^\/app\.webmanifest(\?|$)/.test(request.url)) return sendManifest(reply, site.brand);
  });

  function sendIcon(reply: FastifyReply, brand: Brand): unknown {
    void reply.header('cache-control', 'public, max-age=300');
    return brand.iconUrl
      ? reply.redirect(brand.iconUrl, 302)
      : reply
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .type('image/svg+xml; charset=utf-8')
          .send(letterIcon(brand));
  }

  /** The dashboard as an app of its own, under the brand's name. */
  function sendManifest(reply: FastifyReply, brand: Brand): unknown {
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/manifest+json; charset=utf-8')
      .send(
        JSON.stringify({
          name: brand.name,
          id: paths.dashboard,
          start_url: paths.dashboard,
          scope: '/',
          display: 'standalone',
          background_color: '#f7faf9',
          theme_color: brand.primaryColor,
          icons: brand.iconUrl
            ? [{ src: brand.iconUrl, sizes: '192x192', type: 'image/png', purpose: 'any' }]
            : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
        }),
      );
  }
}

/** The first letter on the brand's colour, for brands without an icon. */
function letterIcon({ name, primaryColor }: Brand): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${primaryColor}"/><text x="16" y="22" text-anchor="middle" font-family="sans-serif" font-size="18" font-weight="700" fill="${readableOn(primaryColor.toLowerCase())}">${letterOf(name) ?? name.charAt(0)}</text></svg>`
    .markup;
}
