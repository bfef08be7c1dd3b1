import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BlogCard, PageMeta, PageProps } from '#shared/page-contract.ts';
import { blogCategories } from '#features/blog/blog.contract.ts';
import { jsonFeed, rssFeed, type FeedFacts } from '#features/blog/server/blog-feeds.models.ts';
import type { BlogUsecases } from '#features/blog/server/blog.usecases.ts';
import type { Services } from '../services.ts';
import type { BuiltPages } from './pages.ts';
import { createSendPage, forReaders, languageOf, policyOf } from './send-page.ts';
import { sharePicture } from './share-pages.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type Post = NonNullable<Awaited<ReturnType<BlogUsecases['read']>>>['post'];

/** The search leads to the blog itself. */
const blogPolicy = policyOf({ scripts: true, forms: "'self'" });
const longestSearch = 100;
const brandName = 'Chatelier';
const feeds = [
  { type: 'application/rss+xml', href: '/blog/feed.xml', title: `${brandName} Blog` },
  { type: 'application/feed+json', href: '/blog/feed.json', title: `${brandName} Blog` },
];

/** The blog: its lists, its posts, and its feeds. */
export function serveBlogPages(
  app: FastifyInstance,
  services: Services,
  pages: BuiltPages,
  notFound: NotFound,
): void {
  const { blog, translator, publicUrl } = services;

  const sendPage = createSendPage(services, pages);

  const send = <N extends 'blog' | 'blog-post'>(
    request: FastifyRequest,
    reply: FastifyReply,
    name: N,
    props: PageProps[N],
    path: string,
    meta: ((text: (key: string) => string) => Partial<PageMeta>) | null,
    query: Record<string, string> = {},
  ): unknown =>
    sendPage(forReaders(reply), name, props, {
      language: languageOf(request),
      path,
      query,
      policy: blogPolicy,
      ...(meta && { meta: (text) => ({ description: text('blog:lead'), feeds, ...meta(text) }) }),
    });

  app.get<{ Querystring: Record<'category' | 'tag' | 'q' | 'page', unknown> }>(
    '/blog',
    async (request, reply) => {
      const { query } = request;
      const word = (value: unknown): string =>
        typeof value === 'string' ? value.trim().slice(0, longestSearch) : '';
      const category = blogCategories.find((known) => known === query.category) ?? null;
      if (query.category !== undefined && category === null) return notFound(request, reply);
      const page = query.page === undefined ? 1 : /^\d{1,6}$/.test(word(query.page)) ? Number(query.page) : 0;
      const tag = word(query.tag) || null;
      const q = word(query.q);
      const found = await blog.list({ category: category ?? undefined, tag: tag ?? undefined, q }, page);
      if (!found) return notFound(request, reply);
      const isWhole = category === null && tag === null && q === '' && page === 1;
      return send(
        request,
        reply,
        'blog',
        {
          ...found,
          posts: found.posts.map(cardOf),
          categories: blogCategories,
          chosen: { category, tag, q },
          script: pages.landingScript,
        },
        '/blog',
        // Pieces of the list are found by the posts that they hold.
        isWhole
          ? (text) => ({ title: text('blog:title'), image: sharePicture('blog', languageOf(request)) })
          : null,
        {
          ...(category && { category }),
          ...(tag && { tag }),
          ...(q && { q }),
          ...(page > 1 && { page: String(page) }),
        },
      );
    },
  );

  app.get<{ Params: { slug: string } }>('/blog/:slug', async (request, reply) => {
    const found = await blog.read(request.params.slug);
    if (!found) return notFound(request, reply);
    const { post, related, previous, next } = found;
    const path = `/blog/${post.slug}`;
    const url = `${publicUrl()}${path}`;
    return send(
      request,
      reply,
      'blog-post',
      {
        post: cardOf(post),
        nodes: post.article.nodes,
        headings: post.article.headings,
        related: related.map(cardOf),
        previous: previous && cardOf(previous),
        next: next && cardOf(next),
        url,
        script: pages.landingScript,
      },
      path,
      () => ({
        description: post.description,
        image: `/share/blog/${post.slug}.png`,
        // The text is there in one language, whatever stands around it.
        languages: [],
        jsonLd: {
          '@context': 'https://schema.org',
          '@type': 'BlogPosting',
          headline: post.title,
          description: post.description,
          datePublished: post.publishedAt.toISOString(),
          dateModified: post.updatedAt.toISOString(),
          inLanguage: post.language,
          keywords: post.tags.join(', '),
          wordCount: post.article.words,
          author: { '@type': 'Organization', name: post.author },
          publisher: { '@type': 'Organization', name: brandName, url: publicUrl() },
          mainEntityOfPage: url,
        },
      }),
    );
  });

  function sendFeed(reply: FastifyReply, type: string, feed: string): unknown {
    return reply
      .header('cache-control', 'public, max-age=600')
      .header('access-control-allow-origin', '*')
      .type(`${type}; charset=utf-8`)
      .send(feed);
  }
  const factsOf = (): FeedFacts => ({
    origin: publicUrl(),
    title: `${brandName} Blog`,
    description: translator.text('en', 'blog:lead', { brand: brandName }),
    language: 'en',
  });
  app.get('/blog/feed.xml', async (_request, reply) =>
    sendFeed(reply, 'application/rss+xml', rssFeed(await blog.newest(), factsOf())),
  );
  app.get('/blog/feed.json', async (_request, reply) =>
    sendFeed(reply, 'application/feed+json', jsonFeed(await blog.newest(), factsOf())),
  );
}

function cardOf({ article, publishedAt, updatedAt, ...facts }: Post): BlogCard {
  return {
    ...facts,
    publishedAt: publishedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    minutes: article.minutes,
  };
}
