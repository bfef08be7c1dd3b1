import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrandWorld, type BrandWorld } from '#tests/support/app/brand-world.ts';
import { joinClient } from '#tests/support/app/join.ts';

let world: BrandWorld;
beforeAll(async () => {
  world = await openBrandWorld();
});
afterAll(() => world.app.close());

test('whoever is signed in finds nothing under the brand of their account, and nobody else does', async () => {
  const agency = await world.branded();
  const { id } = await agency.post<{ id: string }>('/api/clients', {
    name: 'Rosa Flowers',
    limits: { agents: null, messages: null, pages: null, members: null },
  });
  const rosa = await joinClient(world.app, agency, id, 'rosa@rosa.example');
  for (const path of ['/dashboard/nothing', '/nothing']) {
    const { status, text, headers } = await rosa.request('GET', path);
    expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'private, no-cache']);
    expect(text).toContain('Linden Assist');
    expect(text).not.toContain('Chatelier');
  }
  const stranger = world.app.browser();
  expect((await stranger.request('GET', '/nothing')).text).not.toContain('Linden Assist');
  expect((await stranger.request('GET', '/dashboard/nothing')).text).not.toContain('Linden Assist');
});
