import { afterAll, beforeAll, expect, test } from 'vitest';
import { markPath } from '#shared/mark.ts';
import { openBrandWorld, ownHost, type BrandWorld } from '#tests/support/app/brand-world.ts';
import { claimServer, turnOnSecondFactor } from '#tests/support/app/superadmin.ts';

let world: BrandWorld;
beforeAll(async () => {
  world = await openBrandWorld();
  world.dnsState.zone = { [ownHost]: { addresses: ['192.0.2.7'] } };
});
afterAll(() => world.app.close());

test('at the server’s own address there is the superadmin’s brand where they chose so, for all who have none', async () => {
  const [owner, unbranded] = [await world.branded('Hazel House'), await world.app.register()];
  await claimServer(world.app, owner);
  await turnOnSecondFactor(owner, world.clock.now());
  await owner.request('PUT', '/api/white-label/legal', { body: { page: 'terms', text: '## House rules' } });
  const set = (body: Record<string, unknown>) => owner.request('PUT', '/api/superadmin/settings', { body });
  const foreign = await set({ brandAccountId: unbranded.user.accountId });
  expect(foreign).toMatchObject({ status: 409, body: { code: 'operator-settings.other_account' } });
  expect((await world.ask(ownHost, '/pricing')).status).toBe(200);

  expect((await set({ brandAccountId: owner.user.accountId, signUpNote: 'Ask <Vera> first' })).status).toBe(
    200,
  );
  for (const path of [
    '/auth?tab=register',
    '/forgot-password',
    '/terms',
    '/privacy',
    '/favicon.svg',
    '/nothing',
  ]) {
    const { text } = await world.ask(ownHost, path);
    expect(text.replaceAll(/chatelier-(boot|\w+)|_chatelier/g, ''), path).not.toMatch(/Chatelier/);
    expect(text, path).not.toContain(markPath);
  }
  const auth = (await world.ask(ownHost, '/auth?tab=register')).text;
  expect(auth).toContain('Hazel House');
  expect(auth).toContain('Ask &lt;Vera&gt; first</p>');
  expect((await world.ask(ownHost, '/terms')).text).toContain('House rules');
  expect(JSON.parse((await world.ask(ownHost, '/api/public/white-label')).text)).toMatchObject({
    brandName: 'Hazel House',
    canRegister: true,
    signUpNote: 'Ask <Vera> first',
  });
  const home = await world.ask(ownHost, '/');
  expect([home.status, home.headers.location]).toEqual([302, '/auth']);
  for (const [path, status] of [
    ['/pricing', 404],
    ['/blog', 404],
    ['/labs', 404],
    ['/superadmin', 200],
  ] as const)
    expect([path, (await world.ask(ownHost, path)).status]).toEqual([path, status]);
  // Who has no brand sees that of the server, and is not taken for somebody with one.
  expect(await unbranded.get('/api/user/white-label')).toMatchObject({ brandName: 'Hazel House' });
  const { number } = await world.publish(unbranded);
  expect((await world.ask(ownHost, `/widgets/${number}`)).text).toContain(
    '"poweredBy":{"product":"Hazel House"',
  );
  // Other addresses keep their own, and say nothing of the server's words.
  const other = await world.branded('Other');
  const host = await world.served(other);
  const theirs = JSON.parse((await world.ask(host, '/api/public/white-label')).text) as object;
  expect(theirs).toMatchObject({ brandName: 'Other', signUpNote: '' });

  await set({ brandAccountId: null, signUpNote: '' });
  expect((await world.ask(ownHost, '/pricing')).text).toContain('Chatelier');
  expect(await unbranded.get('/api/user/white-label')).toMatchObject({ brandName: 'Chatelier' });
});
