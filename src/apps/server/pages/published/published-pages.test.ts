import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Services } from '../../services.ts';
import type { BuiltPages } from '../pages.ts';
import { createPublishedPages } from './published-pages.ts';

/** One page, drawn once: what is asked here is what happens around it. */
function serverOf({ slug, version = 1 }: { slug: string; version?: number | null }) {
  const page = {
    id: 'page_1234567890abcdef',
    accountId: 'acc_1',
    slug,
    passwordHash: null,
    visibility: 'public',
  };
  const shown = {
    page: { ...page, title: 'Rye in a day' },
    data: { root: { props: { agent: 0 } }, content: [], zones: {} },
    settings: { trackers: {}, headCode: '', favicon: '', ogImage: '', language: 'en' },
    origins: { server: 'https://chat.example', domain: null },
  };
  const services = {
    landingPages: {
      published: {
        onChange: () => undefined,
        bySlug: async (asked: string) => (asked === slug ? page : null),
        isUnlocked: () => true,
        versionFor: () => version,
        read: async () => shown,
      },
      counting: { count: () => undefined },
    },
    featureFlags: { isOn: () => true },
    brands: { of: async () => ({ isWhiteLabel: false, iconUrl: null }) },
    clock: { now: () => new Date() },
    publicUrl: () => 'https://chat.example',
    translator: { text: () => '' },
  } as unknown as Services;
  const pages = {
    renderLandingPage: () => ({ document: '<h1>Rye in a day</h1>', css: '' }),
  } as unknown as BuiltPages;
  const missed: string[] = [];
  const app = Fastify();
  app.decorateRequest('cookies', null as never);
  app.addHook('onRequest', async (request) => void (request.cookies = {}));
  createPublishedPages(services, pages).serve(app, async (request, reply) => {
    missed.push(request.url);
    return reply.code(404).send('nothing');
  });
  return { app, missed };
}

test('a page that was sent is not looked for again', async () => {
  const { app, missed } = serverOf({ slug: 'rye' });
  const answer = await app.inject('/p/rye');
  expect(answer.body).toBe('<h1>Rye in a day</h1>');
  expect(missed).toEqual([]);
  expect((await app.inject('/p/wheat')).statusCode).toBe(404);
  expect(missed).toEqual(['/p/wheat']);
});

test('a page of which no version is kept is nothing', async () => {
  const { app, missed } = serverOf({ slug: 'rye', version: null });
  expect((await app.inject('/p/rye')).statusCode).toBe(404);
  expect(missed).toEqual(['/p/rye']);
});
