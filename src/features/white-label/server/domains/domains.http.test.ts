import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrandWorld, ownHost, type BrandWorld } from '#tests/support/app/brand-world.ts';

let world: BrandWorld;
beforeAll(async () => {
  world = await openBrandWorld();
});
afterAll(() => world.app.close());
beforeEach(() => {
  world.dnsState.zone = { [ownHost]: { addresses: ['192.0.2.7'] } };
  world.dnsState.isDown = false;
});

describe('an address', () => {
  test('goes from pending over verified and issuing to active, and says on the way what it looks for', async () => {
    const owner = await world.branded();
    const first = await world.domainOf(world.name(owner, 'Chat.Linden.example'));
    expect(first).toMatchObject({
      host: 'chat.linden.example',
      state: 'pending',
      problem: 'txt_missing',
      txt: { name: '_chatelier-verify.chat.linden.example', found: [] },
      route: { isApex: false, expected: ownHost, found: [] },
    });
    expect(first.txt.expected).toMatch(/^[0-9a-f]{32}$/);
    expect((await world.ask(first.host, '/auth')).status).toBe(404);
    expect(await world.tlsAsk(first.host)).toBe(403);

    world.dnsState.zone[first.txt.name] = { txt: ['something else'] };
    world.dnsState.zone[first.host] = { addresses: ['104.21.3.4'], caa: ['digicert.com'] };
    expect(await world.check(owner)).toMatchObject({
      problem: 'txt_wrong',
      txt: { found: ['something else'] },
      route: { foundAddresses: ['104.21.3.4'] },
      hints: ['proxied', 'caa'],
    });
    const again = await owner.request('POST', '/api/white-label/domain/check', { body: {} });
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '10']);

    world.point(first);
    expect(await world.check(owner)).toMatchObject({ state: 'verified', problem: null });
    expect(await world.tlsAsk('CHAT.linden.example.')).toBe(200);
    expect(await owner.get('/api/white-label/domain')).toMatchObject({ domain: { state: 'issuing' } });
    expect((await world.ask(first.host, '/auth')).status).toBe(200);
    expect(await owner.get('/api/white-label/domain')).toMatchObject({ domain: { state: 'active' } });
    expect(await owner.get('/api/user/white-label')).toMatchObject({
      domain: 'chat.linden.example',
      domainVerified: true,
    });
  });

  test('is looked at by itself when it is due, survives a DNS that is down, and is lost after three days', async () => {
    const owner = await world.branded();
    const domain = await world.domainOf(world.name(owner, 'later.linden.example'));
    const { domains } = world.app.server.services;
    world.point(domain);
    await domains.checkDue();
    expect(await owner.get('/api/white-label/domain')).toMatchObject({ domain: { state: 'pending' } });
    world.clock.advance(10 * 60_000);
    await domains.checkDue();
    expect(await owner.get('/api/white-label/domain')).toMatchObject({ domain: { state: 'verified' } });
    world.dnsState.isDown = true;
    for (let day = 0; day < 4; day++) {
      world.clock.advance(86_400_000);
      await domains.checkDue();
    }
    expect((await world.ask(domain.host, '/auth')).status).toBe(200);
    world.dnsState.isDown = false;
    world.dnsState.zone = {};
    for (let day = 0; day < 3; day++) {
      expect(await world.tlsAsk(domain.host)).toBe(200);
      world.clock.advance(86_400_000);
      await domains.checkDue();
    }
    expect(await owner.get('/api/white-label/domain')).toMatchObject({
      domain: { state: 'failed', problem: 'txt_missing' },
    });
    expect([await world.tlsAsk(domain.host), (await world.ask(domain.host, '/auth')).status]).toEqual([
      403, 404,
    ]);
  });

  test('that is about to be lost, and then is, is told to its owner by mail, once each', async () => {
    const owner = await world.branded();
    const host = await world.served(owner, 'gone.linden.example');
    const { domains, mail } = world.app.server.services;
    const told = async () =>
      (await mail.outbox()).mails
        .filter(({ recipient, kind }) => recipient === owner.email && kind.startsWith('domain-'))
        .map(({ kind, text }) => [kind, text] as const)
        .toReversed();
    world.dnsState.isDown = true;
    world.clock.advance(86_400_000);
    await domains.checkDue();
    expect(await told()).toEqual([]);
    world.dnsState.isDown = false;
    world.dnsState.zone = {};
    for (let day = 0; day < 5; day++) {
      world.clock.advance(86_400_000);
      await domains.checkDue();
    }
    const mails = await told();
    expect(mails.map(([kind]) => kind)).toEqual(['domain-failing', 'domain-failed']);
    for (const [, text] of mails) {
      expect(text).toContain(`_chatelier-verify.${host}`);
      // The way to it leads over the server's own address: the other one is about to go.
      expect(text).toContain(`https://${ownHost}/dashboard/white-label`);
    }
  });

  test('that another account takes over, or that is switched off, is told to whoever had it', async () => {
    const [first, second] = [await world.branded('First'), await world.branded('Second')];
    const host = await world.served(first, 'moves.linden.example');
    const kindsOf = async (email: string) =>
      (await world.app.server.services.mail.outbox()).mails
        .filter(({ recipient, kind }) => recipient === email && kind.startsWith('domain-'))
        .map(({ kind }) => kind);
    world.point(await world.domainOf(world.name(second, host)));
    expect(await world.check(second)).toMatchObject({ state: 'verified' });
    expect(await kindsOf(first.email)).toEqual(['domain-failed']);
    expect(await kindsOf(second.email)).toEqual([]);
  });

  test('in a ring of aliases is told so, and one that leads elsewhere is not shown', async () => {
    const owner = await world.branded();
    const domain = await world.domainOf(world.name(owner, 'ring.linden.example'));
    world.dnsState.zone[domain.txt.name] = { txt: [domain.txt.expected] };
    world.dnsState.zone['ring.linden.example'] = { cname: ['b.linden.example'] };
    world.dnsState.zone['b.linden.example'] = { cname: ['ring.linden.example'] };
    expect(await world.check(owner)).toMatchObject({ state: 'pending', problem: 'loop' });
    world.dnsState.zone['ring.linden.example'] = { cname: ['shop.example'], addresses: ['203.0.113.9'] };
    expect(await world.check(owner)).toMatchObject({
      problem: 'route_wrong',
      route: { found: ['shop.example'] },
    });
    expect([await world.tlsAsk(domain.host), (await world.ask(domain.host, '/auth')).status]).toEqual([
      403, 404,
    ]);
  });

  test('that can’t be had is refused with its reason', async () => {
    const owner = await world.branded();
    const codes = await Promise.all(
      ['no host', '127.0.0.1', 'chаt.example', `x.${ownHost}`].map(
        async (host) => ((await world.name(owner, host)).body as { code: string }).code,
      ),
    );
    expect(codes).toEqual(['domain.invalid', 'domain.invalid', 'domain.look_alike', 'domain.own_address']);
    const poor = await world.app.register();
    expect(await world.name(poor, 'poor.example')).toMatchObject({ status: 402 });
  });

  test('of two accounts belongs to who shows that it is theirs, and nobody learns more before', async () => {
    const [first, second] = [await world.branded('First'), await world.branded('Second')];
    const host = await world.served(first, 'both.linden.example');
    const asked = await world.domainOf(world.name(second, host));
    // Naming it tells nothing of the other.
    expect(asked).toMatchObject({ state: 'pending', problem: 'txt_wrong' });
    expect(await world.app.browser().request('GET', '/api/public/white-label')).toMatchObject({
      status: 200,
    });
    const { txt } = world.dnsState.zone[asked.txt.name] ?? {};
    world.dnsState.zone[asked.txt.name] = { txt: [...(txt ?? []), asked.txt.expected] };
    expect(await world.check(second)).toMatchObject({ state: 'pending', problem: 'taken' });
    expect((await world.ask(host, '/api/public/white-label')).text).toContain('First');
    // The host was sold: its new owner's DNS names only them.
    world.dnsState.zone[asked.txt.name] = { txt: [asked.txt.expected] };
    expect(await world.check(second)).toMatchObject({ state: 'verified' });
    expect(await first.get('/api/white-label/domain')).toMatchObject({
      domain: { state: 'failed', problem: 'moved' },
    });
    expect((await world.ask(host, '/api/public/white-label')).text).toContain('Second');
  });

  test('shows nothing while the plan is over, or after it was given up', async () => {
    const owner = await world.branded();
    const host = await world.served(owner);
    await world.setPlan(owner, 'pro');
    expect([await world.tlsAsk(host), (await world.ask(host, '/auth')).status]).toEqual([403, 404]);
    expect(await owner.get('/api/white-label/domain')).toMatchObject({ domain: { isDisabled: true } });
    await world.setPlan(owner, 'white_label');
    expect([await world.tlsAsk(host), (await world.ask(host, '/auth')).status]).toEqual([200, 200]);
    await owner.request('DELETE', '/api/white-label/domain');
    expect([await world.tlsAsk(host), (await world.ask(host, '/auth')).status]).toEqual([403, 404]);
  });
});
