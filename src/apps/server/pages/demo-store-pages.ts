import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toLanguage, type Language } from '#shared/languages.ts';
import type { PageProps, PageRenderer } from '#shared/page-contract.ts';
import { demoPicture } from '#providers/stores/demo/demo-pictures.ts';
import { demoCurrency, demoStoreName } from '#providers/stores/demo/demo-products.ts';
import type { StoreConnection } from '#providers/stores/stores.port.ts';
import type { Services } from '../services.ts';
import { createPageLimit } from './page-limit.ts';
import { createSendPage, forHolder, languageOf, policyOf } from './send-page.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const addressRule = { name: 'demo-store-address', limit: 300, windowSeconds: 60 };
const policy = policyOf({});
/** A cart in an address; longer ones are none of ours. */
const longestCart = 4_000;

/** The built-in store's pictures, its products, and the page before its till. */
export function serveDemoStorePages(
  app: FastifyInstance,
  services: Services,
  pages: PageRenderer,
  notFound: NotFound,
): void {
  const demo = services.demoStore;
  const connection = (language: Language): StoreConnection => ({
    id: 'demo',
    accountId: '',
    url: '',
    token: null,
    language,
  });
  const isWithin = createPageLimit(services, pages);

  const sendPage = createSendPage(services, pages);

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
    shown: PageProps['demo-store']['shown'],
  ): unknown =>
    sendPage(
      forHolder(reply, 'no-referrer'),
      'demo-store',
      { store: { name: demoStoreName, currency: demoCurrency }, shown },
      { language, path: request.url, brandName: demoStoreName, policy },
    );

  app.get<{ Params: { file: string } }>('/demo-store/pictures/:file', async (request, reply) => {
    const slug = /^([a-z0-9-]{1,60})\.svg$/.exec(request.params.file)?.[1];
    const picture = slug === undefined ? null : demoPicture(slug);
    if (picture === null) return notFound(request, reply);
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/svg+xml')
      .send(picture);
  });
  app.get<{ Params: { token: string } }>('/demo-store/cart/:token', async (request, reply) => {
    const { token } = request.params;
    if (token.length > longestCart) return notFound(request, reply);
    if (!(await isWithin(request, reply, addressRule))) return reply;
    const handle = Buffer.from(token, 'base64url').toString('utf8');
    const language = languageOf(request);
    const cart = await demo.cart?.read(connection(language), handle, AbortSignal.timeout(5_000));
    if (!cart) return notFound(request, reply);
    return send(request, reply, language, { kind: 'cart', lines: cart.lines, total: cart.total });
  });
  app.get<{ Params: { language: string; slug: string } }>(
    '/demo-store/:language/:slug',
    async (request, reply) => {
      const { slug } = request.params;
      const language = toLanguage(request.params.language);
      if (!language) return notFound(request, reply);
      if (!(await isWithin(request, reply, addressRule))) return reply;
      const product = await demo.product(connection(language), slug, AbortSignal.timeout(5_000));
      return product
        ? send(request, reply, language, { kind: 'product', product })
        : notFound(request, reply);
    },
  );
}
