import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Language } from '#shared/languages.ts';
import { markPath } from '#shared/mark.ts';
import { createShareCards, type ShareCard } from '#platform/images/share-card.ts';
import { projectFolder } from '../project-folder.ts';
import type { Services } from '../services.ts';
import { languageOf } from './send-page.ts';

/** Pages with a picture in each language, and the text that stands on it. */
const titles = {
  home: 'landing:hero.title',
  pricing: 'landing:pricing.title',
  blog: 'blog:title',
  docs: 'docs-pages:title',
  labs: 'labs:title',
} as const;
const brand = 'Chatelier';
/** Pictures that stay in memory; each has some thirty kilobytes. */
const mostKept = 120;

/** Path of the picture that is shown where a page is shared. */
export const sharePicture = (name: keyof typeof titles, language: Language): string =>
  `/share/${name}.png?lang=${language}`;

/**
 * Draws the picture of an account's page: its title and the name of whose it is, and nothing of the product. Drawn once
 * for all who ask for the same.
 */
export function createPageCards(
  services: Pick<Services, 'log'>,
): (card: Pick<ShareCard, 'title' | 'brand' | 'place'>) => Promise<Buffer> {
  const draw = createShareCards(path.join(projectFolder, 'content/fonts'));
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: mostKept });
  return (card) => {
    const key = JSON.stringify(card);
    const known = drawn.get(key);
    if (known) return known;
    const made = draw({ ...card, eyebrow: '', mark: '' });
    drawn.set(key, made);
    made.catch((error: unknown) => {
      drawn.delete(key);
      services.log.warn({ err: error }, 'the picture of a page could not be drawn');
    });
    return made;
  };
}

/** The pictures that other sites show where pages of this one are shared, drawn when they are first asked for. */
export function serveSharePictures(
  app: FastifyInstance,
  services: Pick<Services, 'blog' | 'docs' | 'translator' | 'publicUrl'>,
): void {
  const { blog, docs, translator } = services;
  const draw = createShareCards(path.join(projectFolder, 'content/fonts'));
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: mostKept });

  /** Drawn once for all who ask for the same; what failed is tried again. */
  function picture(card: Omit<ShareCard, 'brand' | 'mark' | 'place'>, at: string): Promise<Buffer> {
    const place = new URL(services.publicUrl()).host + at;
    const key = JSON.stringify([card, place]);
    const known = drawn.get(key);
    if (known) return known;
    const made = draw({ ...card, brand, place, mark: markPath });
    drawn.set(key, made);
    made.catch(() => drawn.delete(key));
    return made;
  }
  const send = async (reply: FastifyReply, made: Promise<Buffer>): Promise<unknown> =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('image/png')
      .send(await made);

  app.get<{ Params: { file: string } }>('/share/:file', async (request, reply) => {
    const name = (Object.keys(titles) as (keyof typeof titles)[]).find(
      (each) => `${each}.png` === request.params.file,
    );
    if (!name) return reply.callNotFound();
    const title = translator.text(languageOf(request), titles[name], { brand });
    return send(
      reply.header('vary', 'accept-language'),
      picture({ title, eyebrow: '' }, name === 'home' ? '' : `/${name}`),
    );
  });
  app.get<{ Params: { file: string } }>('/share/blog/:file', async (request, reply) => {
    const found = await blog.read(request.params.file.replace(/\.png$/, ''));
    if (!found) return reply.callNotFound();
    const { title, category, language } = found.post;
    const eyebrow = translator.text(language, `blog:categories.${category}`);
    return send(reply, picture({ title, eyebrow }, '/blog'));
  });
  app.get<{ Params: { file: string } }>('/share/docs/:file', async (request, reply) => {
    const found = await docs.read(request.params.file.replace(/\.png$/, ''));
    if (!found) return reply.callNotFound();
    const eyebrow = translator.text('en', 'docs-pages:title', { brand });
    return send(reply, picture({ title: found.page.title, eyebrow }, '/docs'));
  });
}
