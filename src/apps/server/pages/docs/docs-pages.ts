import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#shared/errors.ts';
import type { PageMeta, PageProps } from '#shared/page-contract.ts';
import { addressKey } from '#platform/rate-limit/network.ts';
import { docsGroups, docsLimits } from '#features/docs/docs.contract.ts';
import { docsCardOf } from '#features/docs/server/docs.usecases.ts';
import { projectFolder } from '../../project-folder.ts';
import type { Services } from '../../services.ts';
import type { BuiltPages } from '../pages.ts';
import { createPageLimit, sendTooMany } from '../page-limit.ts';
import { createSendPage, forReaders, languageOf, policyOf } from '../send-page.ts';
import { sharePicture } from '../share-pages.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** How often one network address is given a page: each has an agent beside it, which is made when first asked for. */
const readingRule = { name: 'docs-pages', limit: 300, windowSeconds: 60 };
/** Search and feedback lead back to the documentation. */
const docsPolicy = policyOf({ scripts: true, forms: "'self'" });
const pictureName = /^[\w-]+\.(?:png|webp)$/;
const one = (value: unknown): string =>
  typeof value === 'string' ? value.trim().slice(0, docsLimits.search) : '';

/** The documentation for everybody: its list, its pages, its pictures, and what readers say. */
export function serveDocsPages(
  app: FastifyInstance,
  services: Pick<Services, 'docs' | 'templates' | 'translator' | 'publicUrl' | 'openingOf' | 'limiter'>,
  pages: BuiltPages,
  notFound: NotFound,
): void {
  const { docs, templates, publicUrl } = services;
  const sendPage = createSendPage(services, pages);
  const isWithin = createPageLimit(services, pages);

  const send = async <N extends 'docs' | 'docs-page'>(
    request: FastifyRequest,
    reply: FastifyReply,
    name: N,
    props: Omit<PageProps[N], 'script' | 'guide'>,
    place: string,
    meta: ((text: (key: string) => string) => Partial<PageMeta>) | null,
  ): Promise<unknown> => {
    const language = languageOf(request);
    return sendPage(
      forReaders(reply),
      name,
      {
        ...props,
        script: pages.landingScript,
        guide: await templates.publicDemo('product-guide', language),
      } as PageProps[N],
      {
        language,
        path: place,
        policy: docsPolicy,
        ...(meta && { meta: (text) => ({ description: text('docs-pages:lead'), ...meta(text) }) }),
      },
    );
  };

  app.get<{ Querystring: { q?: unknown } }>('/docs', async (request, reply) => {
    if (!(await isWithin(request, reply, readingRule))) return reply;
    const search = one(request.query.q);
    const found = (await docs.search(search)).map(docsCardOf);
    return send(
      request,
      reply,
      'docs',
      {
        search,
        found: search === '' ? null : found,
        groups: docsGroups.map(({ name }) => ({ name, pages: found.filter(({ group }) => group === name) })),
      },
      '/docs',
      search === ''
        ? (text) => ({ title: text('docs-pages:title'), image: sharePicture('docs', languageOf(request)) })
        : null,
    );
  });

  app.get<{ Params: { name: string } }>('/docs/pictures/:name', async (request, reply) => {
    const { name } = request.params;
    const file = path.join(projectFolder, 'docs/images', name);
    if (!pictureName.test(name) || !(await stat(file).catch(() => null))?.isFile())
      return reply.callNotFound();
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type(name.endsWith('.png') ? 'image/png' : 'image/webp')
      .send(createReadStream(file));
  });

  app.get<{ Params: { slug: string }; Querystring: { said?: unknown } }>(
    '/docs/:slug',
    async (request, reply) => {
      if (!(await isWithin(request, reply, readingRule))) return reply;
      const found = await docs.read(request.params.slug);
      if (!found) return notFound(request, reply);
      const { page, previous, next } = found;
      const place = `/docs/${page.slug}`;
      return send(
        request,
        reply,
        'docs-page',
        {
          page: docsCardOf(page),
          nodes: page.nodes,
          headings: page.headings,
          previous: previous && docsCardOf(previous),
          next: next && docsCardOf(next),
          groups: await groupsOf(),
          said: request.query.said === '1',
        },
        place,
        () => ({
          description: page.summary,
          image: `/share/docs/${page.slug}.png`,
          // The text is there in one language, whatever stands around it.
          languages: [],
          jsonLd: {
            '@context': 'https://schema.org',
            '@type': 'TechArticle',
            headline: page.title,
            description: page.summary,
            inLanguage: 'en',
            isPartOf: { '@type': 'WebSite', name: 'Chatelier', url: publicUrl() },
            mainEntityOfPage: publicUrl() + place,
          },
        }),
      );
    },
  );

  async function groupsOf(): Promise<PageProps['docs-page']['groups']> {
    const all = (await docs.all()).map(docsCardOf);
    return docsGroups.map(({ name }) => ({ name, pages: all.filter(({ group }) => group === name) }));
  }

  void app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8_192 },
      (_request, body, done) => done(null, body),
    );
    forms.post<{ Params: { slug: string } }>('/docs/:slug/feedback', async (request, reply) => {
      const { slug } = request.params;
      const said = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      const isHelpful = said.get('helpful');
      if (isHelpful !== 'yes' && isHelpful !== 'no') return notFound(request, reply);
      const note = (said.get('note') ?? '').trim().slice(0, docsLimits.note);
      try {
        await docs.say(slug, { isHelpful: isHelpful === 'yes', note }, addressKey(request.ip));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.status === 404) return notFound(request, reply);
        // What was not kept is not thanked for.
        return sendTooMany(services, pages, request, reply, error.retryAfterSeconds ?? 1);
      }
      return reply.redirect(`/docs/${slug}?said=1#feedback`, 303);
    });
  });
}
