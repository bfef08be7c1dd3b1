import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fallbackLanguage, languages, type Language } from '#shared/languages.ts';
import type { PlanOffer } from '#shared/money/plan-offer.ts';
import { paths } from '#shared/paths.ts';
import { html } from '#shared/text/escape-html.ts';
import type { PageMeta, PageProps } from '#shared/page-contract.ts';
import { usualPrices } from '#features/billing/billing.contract.ts';
import { blogCategories } from '#features/blog/blog.contract.ts';
import { projectFolder } from '../project-folder.ts';
import type { Services } from '../services.ts';
import type { BuiltPages } from './pages.ts';
import { createSendPage, forReaders, languageOf, policyOf } from './send-page.ts';
import { sharePicture } from './share-pages.ts';

/** The forms of these pages lead to the sign-in, on the same server. */
const landingPolicy = policyOf({ scripts: true, forms: "'self'" });
/** Templates whose pictures the start page shows. */
const pictured = ['rich-showroom', 'store-assistant', 'document-expert'] as const;

/** The start page, the prices, and what search engines read. */
export function serveLandingPages(app: FastifyInstance, services: Services, pages: BuiltPages): void {
  const { templates, blog, publicUrl } = services;

  const sendPage = createSendPage(services, pages);

  const send = <N extends 'landing' | 'pricing'>(
    request: FastifyRequest,
    reply: FastifyReply,
    name: N,
    props: PageProps[N],
    meta: (text: (key: string) => string) => Partial<PageMeta>,
  ): unknown =>
    sendPage(forReaders(reply), name, props, {
      language: languageOf(request),
      path: name === 'landing' ? '/' : `/${name}`,
      policy: landingPolicy,
      meta: (text) => ({
        description: text('landing:meta.description'),
        image: sharePicture(name === 'landing' ? 'home' : name, languageOf(request)),
        ...meta(text),
      }),
    });

  function plansIn(language: Language): PlanOffer {
    const { prices, texts } = services.planSale();
    return { prices, texts: texts[language] ?? null, isUsual: isDeepStrictEqual(prices, usualPrices) };
  }

  async function demosOf(language: Language): Promise<PageProps['landing']['demos']> {
    // One after the other: the first visitor of a language makes them all.
    return {
      hero: await templates.publicDemo('paywall-demo', language),
      guide: await templates.publicDemo('product-guide', language),
      richMedia: await templates.publicDemo('rich-media-agent', language),
      paywall: await templates.publicDemo('paywall-agent', language),
      document: await templates.publicDemo('document-agent', language),
    };
  }

  /** The newest posts of each category of the blog. */
  async function newestArticles(): Promise<PageProps['landing']['articles']> {
    const latest = await blog.latest();
    return blogCategories.map((category) => ({
      category,
      articles: latest[category].map(({ slug, title }) => ({ slug, title })),
    }));
  }

  app.get('/', async (request, reply) =>
    send(
      request,
      reply,
      'landing',
      {
        demos: await demosOf(languageOf(request)),
        articles: await newestArticles(),
        plans: plansIn(languageOf(request)),
        testimonials: await services.testimonials.shownIn(languageOf(request)),
        script: pages.landingScript,
      },
      (text) => ({
        title: text('landing:meta.title'),
        jsonLd: {
          '@context': 'https://schema.org',
          '@type': 'SoftwareApplication',
          name: 'Chatelier',
          applicationCategory: 'BusinessApplication',
          operatingSystem: 'Web',
          description: text('landing:meta.description'),
          url: publicUrl(),
        },
      }),
    ),
  );

  app.get('/pricing', async (request, reply) =>
    send(
      request,
      reply,
      'pricing',
      {
        guide: await templates.publicDemo('product-guide', languageOf(request)),
        plans: plansIn(languageOf(request)),
        script: pages.landingScript,
      },
      (text) => ({
        description: text(
          services.operatorSettings.openingOf(null).trialDays === 0
            ? 'landing:pricing.leadPlain'
            : 'landing:pricing.lead',
        ),
      }),
    ),
  );

  // True screens of the product beside what they show.
  app.get<{ Params: { name: string } }>('/feature-pictures/:name', async (request, reply) => {
    const { name } = request.params;
    const file = path.join(projectFolder, 'content/features', name);
    if (!/^[a-z]+-(light|dark)\.webp$/.test(name) || !(await stat(file).catch(() => null))?.isFile())
      return reply.callNotFound();
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('image/webp')
      .send(createReadStream(file));
  });

  app.get<{ Params: { name: string } }>('/demo-pictures/:name', async (request, reply) => {
    const slug = pictured.find((known) => `${known}.webp` === request.params.name);
    if (!slug) return reply.callNotFound();
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('image/webp')
      .send(await templates.picture(slug));
  });

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          'Disallow: /api/',
          'Disallow: /dashboard',
          'Disallow: /superadmin',
          `Sitemap: ${publicUrl()}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );

  app.get('/sitemap.xml', async (_request, reply) => {
    const inLanguages = ['/', '/pricing', '/blog', '/docs', '/labs', '/color-analyzer'].flatMap((path) =>
      languages.map((language) => (language === fallbackLanguage ? path : `${path}?lang=${language}`)),
    );
    const addresses = [...inLanguages, '/agent-simulator', '/developers', paths.terms, paths.privacy];
    const posts = await blog.addresses();
    const guides = await services.docs.all();
    const entries = [
      ...guides.map(({ slug }) => html`<url><loc>${publicUrl()}/docs/${slug}</loc></url>`),
      ...addresses.map((path) => html`<url><loc>${publicUrl() + path}</loc></url>`),
      ...posts.map(
        ({ path, updatedAt }) =>
          html`<url><loc>${publicUrl() + path}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
      ),
    ];
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/xml; charset=utf-8')
      .send(
        html`<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`
          .markup,
      );
  });
}
