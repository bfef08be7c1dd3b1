import { expect, test } from 'vitest';
import { isFreeSlug, slugOf } from '#shared/landing-pages/page-slugs.ts';
import { webAppRoutes } from '#shared/paths.ts';
import { readTree } from './source-tree.ts';

/** The first part of an address in a route of the server, or in an endpoint of a contract. */
const route =
  /(?:\.(?:all|delete|get|head|patch|post|put)(?:<[^(]*>)?\(|path:|url:|prefix:)\s*['"`]\/([a-z0-9-]+)(?=[/'"`])/g;
const isServing = (file: string): boolean =>
  /^src\/(apps\/server|features\/[^/]+)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts');

test('no slug of a landing page hides an address of the server', () => {
  const places = new Set(webAppRoutes.map((address) => address.split('/')[1] ?? ''));
  for (const [file, text] of readTree())
    if (isServing(file)) for (const [, first = ''] of text.matchAll(route)) places.add(first);
  // So few would say that routes are written in another way than this test reads.
  expect(places.size).toBeGreaterThan(50);
  expect([...places].filter(isFreeSlug).toSorted()).toEqual([]);
  expect(slugOf('Pricing')).toBe('page-pricing');
});
