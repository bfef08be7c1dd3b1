import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import type { DnsLookups } from '#platform/dns/dns-lookups.ts';
import { rawRequest, type RawAnswer } from '#tests/security/raw-request.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { CustomDomain } from '../../white-label-domains.contract.ts';

type Owner = Awaited<ReturnType<TestApp['register']>>;
type Records = Partial<Record<keyof DnsLookups, string[]>>;

const target = 'chat.chatelier.test';
const clock = createManualClock(new Date());
/** What the stand-in of the DNS has, by name. */
let zone: Record<string, Records> = {};
let isDnsDown = false;
const lookup = (kind: keyof DnsLookups) => async (name: string) => {
  if (isDnsDown) throw new Error('SERVFAIL');
  return zone[name]?.[kind] ?? [];
};
const dns: DnsLookups = {
  txt: lookup('txt'),
  cname: lookup('cname'),
  addresses: lookup('addresses'),
  caa: lookup('caa'),
};
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    clock,
    dns,
    environment: {
      PUBLIC_URL: `https://${target}`,
      TRUST_PROXY: '127.0.0.1',
      PLANS: 'paid',
      PROCESS_MODE: 'web',
    },
  });
});
afterAll(() => app.close());
beforeEach(() => {
  zone = { [target]: { addresses: ['192.0.2.7'] } };
  isDnsDown = false;
});

/** A request as the proxy hands it on. */
function ask(
  host: string,
  path: string,
  options: { method?: string; body?: unknown; cookie?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  return rawRequest(app.url, {
    method: options.method ?? 'GET',
    path,
    headers: {
      host,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': host,
      accept: 'text/html',
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.cookie ? { cookie: options.cookie } : {}),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
}
const tlsAsk = async (domain: string): Promise<number> =>
  (await rawRequest(app.url, { method: 'GET', path: `/internal/tls-ask?domain=${domain}` })).status;

async function setPlan({ user }: Owner, plan: 'pro' | 'white_label'): Promise<void> {
  const { database, planStatuses } = app.server.services;
  await database.system((tx) =>
    planStatuses.set(tx, user.accountId, {
      subscriptionStatus: 'active',
      hasPaid: true,
      plan,
      incompleteSince: null,
      activeUntil: new Date(clock.now().getTime() + 90 * 86_400_000),
    }),
  );
}
async function branded(brandName = 'Linden Assist'): Promise<Owner> {
  const owner = await app.register();
  await setPlan(owner, 'white_label');
  await owner.request('PUT', '/api/white-label', {
    body: {
      brandName,
      primaryColor: '#aa3355',
      secondaryColor: '#112233',
      supportEmail: 'help@linden.example',
      privacyEmail: 'privacy@linden.example',
      termsEmail: null,
    },
  });
  return owner;
}
const domainOf = async (answer: Promise<{ body: unknown }>): Promise<CustomDomain> => {
  const { domain } = (await answer).body as { domain: CustomDomain };
  return domain;
};
const name = (owner: Owner, host: string) =>
  owner.request('PUT', '/api/white-label/domain', { body: { host } });
async function check(owner: Owner): Promise<CustomDomain> {
  clock.advance(11_000);
  return domainOf(owner.request('POST', '/api/white-label/domain/check', { body: {} }));
}
/** The DNS says what it should. */
function point(domain: CustomDomain): void {
  zone[domain.txt.name] = { txt: [domain.txt.expected] };
  zone[domain.host] = { cname: [target], addresses: ['192.0.2.7'] };
}
let hosts = 0;
async function served(owner: Owner, host = `chat${++hosts}.linden.example`): Promise<string> {
  point(await domainOf(name(owner, host)));
  expect(await check(owner)).toMatchObject({ state: 'verified', problem: null });
  return host;
}
async function publish(owner: Owner): Promise<{ id: string; number: number }> {
  const agent = await owner.post<{ id: string; number: number; revision: number }>('/api/agents', {
    from: 'description',
    input: 'Florist in Prague',
  });
  await owner.post(`/api/agents/${agent.id}/publish`, { revision: agent.revision });
  return agent;
}

describe('an address', () => {
  test('goes from pending over verified and issuing to active, and says on the way what it looks for', async () => {
    const owner = await branded();
    const first = await domainOf(name(owner, 'Chat.Linden.example'));
    expect(first).toMatchObject({
      host: 'chat.linden.example',
      state: 'pending',
      problem: 'txt_missing',
      txt: { name: '_chatelier-verify.chat.linden.example', found: [] },
      route: { isApex: false, expected: target, found: [] },
    });
    expect(first.txt.expected).toMatch(/^[0-9a-f]{32}$/);
    expect((await ask(first.host, '/auth')).status).toBe(404);
    expect(await tlsAsk(first.host)).toBe(403);

    zone[first.txt.name] = { txt: ['something else'] };
    zone[first.host] = { addresses: ['104.21.3.4'], caa: ['digicert.com'] };
    expect(await check(owner)).toMatchObject({
      problem: 'txt_other',
      txt: { found: ['something else'] },
      route: { foundAddresses: ['104.21.3.4'] },
      hints: ['proxied', 'caa'],
    });
    const again = await owner.request('POST', '/api/white-label/domain/check', { body: {} });
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '10']);

    point(first);
    expect(await check(owner)).toMatchObject({ state: 'verified', problem: null });
    expect(await tlsAsk('CHAT.linden.example.')).toBe(200);
    expect(await owner.get('/api/white-label/domain')).toMatchObject({ domain: { state: 'issuing' } });
    expect((await ask(first.host, '/auth')).status).toBe(200);
    expect(await owner.get('/api/white-label/domain')).toMatchObject({ domain: { state: 'active' } });
    expect(await owner.get('/api/user/white-label')).toMatchObject({
      domain: 'chat.linden.example',
      domainVerified: true,
    });
  });

  test('is looked at by itself when it is due, survives a DNS that is down, and is lost after three days', async () => {
    const owner = await branded();
    const domain = await domainOf(name(owner, 'later.linden.example'));
    const { domains } = app.server.services;
    point(domain);
    await domains.checkDue();
    expect(await owner.get('/api/white-label/domain')).toMatchObject({ domain: { state: 'pending' } });
    clock.advance(10 * 60_000);
    await domains.checkDue();
    expect(await owner.get('/api/white-label/domain')).toMatchObject({ domain: { state: 'verified' } });
    isDnsDown = true;
    for (let day = 0; day < 4; day++) {
      clock.advance(86_400_000);
      await domains.checkDue();
    }
    expect((await ask(domain.host, '/auth')).status).toBe(200);
    isDnsDown = false;
    zone = {};
    for (let day = 0; day < 3; day++) {
      expect(await tlsAsk(domain.host)).toBe(200);
      clock.advance(86_400_000);
      await domains.checkDue();
    }
    expect(await owner.get('/api/white-label/domain')).toMatchObject({
      domain: { state: 'failed', problem: 'txt_missing' },
    });
    expect([await tlsAsk(domain.host), (await ask(domain.host, '/auth')).status]).toEqual([403, 404]);
  });

  test('in a ring of aliases is told so, and one that leads elsewhere is not shown', async () => {
    const owner = await branded();
    const domain = await domainOf(name(owner, 'ring.linden.example'));
    zone[domain.txt.name] = { txt: [domain.txt.expected] };
    zone['ring.linden.example'] = { cname: ['b.linden.example'] };
    zone['b.linden.example'] = { cname: ['ring.linden.example'] };
    expect(await check(owner)).toMatchObject({ state: 'pending', problem: 'loop' });
    zone['ring.linden.example'] = { cname: ['shop.example'], addresses: ['203.0.113.9'] };
    expect(await check(owner)).toMatchObject({ problem: 'route_other', route: { found: ['shop.example'] } });
    expect([await tlsAsk(domain.host), (await ask(domain.host, '/auth')).status]).toEqual([403, 404]);
  });

  test('that can’t be had is refused with its reason', async () => {
    const owner = await branded();
    const codes = await Promise.all(
      ['no host', '127.0.0.1', 'chаt.example', `x.${target}`].map(
        async (host) => ((await name(owner, host)).body as { code: string }).code,
      ),
    );
    expect(codes).toEqual(['domain.invalid', 'domain.invalid', 'domain.look_alike', 'domain.own_address']);
    const poor = await app.register();
    expect(await name(poor, 'poor.example')).toMatchObject({ status: 402 });
  });

  test('of two accounts belongs to who shows that it is theirs, and nobody learns more before', async () => {
    const [first, second] = [await branded('First'), await branded('Second')];
    const host = await served(first, 'both.linden.example');
    const wish = await domainOf(name(second, host));
    // Naming it tells nothing of the other.
    expect(wish).toMatchObject({ state: 'pending', problem: 'txt_other' });
    expect(await app.browser().request('GET', '/api/public/white-label')).toMatchObject({ status: 200 });
    const { txt } = zone[wish.txt.name] ?? {};
    zone[wish.txt.name] = { txt: [...(txt ?? []), wish.txt.expected] };
    expect(await check(second)).toMatchObject({ state: 'pending', problem: 'taken' });
    expect((await ask(host, '/api/public/white-label')).text).toContain('First');
    // The host was sold: its new owner's DNS names only them.
    zone[wish.txt.name] = { txt: [wish.txt.expected] };
    expect(await check(second)).toMatchObject({ state: 'verified' });
    expect(await first.get('/api/white-label/domain')).toMatchObject({
      domain: { state: 'failed', problem: 'moved' },
    });
    expect((await ask(host, '/api/public/white-label')).text).toContain('Second');
  });

  test('shows nothing while the plan is over, or after it was given up', async () => {
    const owner = await branded();
    const host = await served(owner);
    await setPlan(owner, 'pro');
    expect([await tlsAsk(host), (await ask(host, '/auth')).status]).toEqual([403, 404]);
    expect(await owner.get('/api/white-label/domain')).toMatchObject({ domain: { isDisabled: true } });
    await setPlan(owner, 'white_label');
    expect([await tlsAsk(host), (await ask(host, '/auth')).status]).toEqual([200, 200]);
    await owner.request('DELETE', '/api/white-label/domain');
    expect([await tlsAsk(host), (await ask(host, '/auth')).status]).toEqual([403, 404]);
  });
});

describe('under an account’s address', () => {
  test('there is its brand and nothing of the product', async () => {
    const owner = await branded();
    const host = await served(owner);
    await owner.request('PUT', '/api/white-label/legal', {
      body: { page: 'terms', text: '## Ours\n\n<script>alert(1)</script> stay' },
    });
    for (const path of [
      '/auth',
      '/forgot-password',
      '/terms',
      '/privacy',
      '/app.webmanifest',
      '/favicon.svg',
      '/nothing',
    ]) {
      const { status, text } = await ask(host, path);
      expect([path, status]).toEqual([path, path === '/nothing' ? 404 : 200]);
      expect(text.replaceAll(/chatelier-(boot|\w+)|_chatelier/g, ''), path).not.toMatch(/Chatelier/);
    }
    const terms = await ask(host, '/terms');
    expect(terms.text).toContain('<h2 id="ours">Ours</h2>');
    expect(terms.text).not.toContain('<script>alert');
    expect(terms.text).toContain('mailto:help@linden.example');
    expect((await ask(host, '/privacy')).text).toContain('mailto:privacy@linden.example');
    const auth = await ask(host, '/auth');
    expect(auth.text).toContain('--accent:#aa3355');
    expect(auth.text).toContain('Linden Assist');
    const home = await ask(host, '/');
    expect([home.status, home.headers.location]).toEqual([302, '/auth']);
    for (const path of [
      '/pricing',
      '/blog',
      '/blog/feed.xml',
      '/developers',
      '/sitemap.xml',
      '/widget-demo/1',
    ])
      expect([path, (await ask(host, path)).status]).toEqual([path, 404]);
    expect(JSON.parse((await ask(host, '/api/public/white-label')).text)).toMatchObject({
      brandName: 'Linden Assist',
      primaryColor: '#aa3355',
      termsUrl: '/terms',
      privacyUrl: '/privacy',
    });
    // The server's own address is what it was.
    expect((await ask(target, '/terms')).text).toContain('Chatelier');
  });

  test('there are its own agents and forms, which call themselves by it, and nobody else’s', async () => {
    const [owner, other] = [await branded(), await branded('Other')];
    const host = await served(owner);
    const [mine, theirs] = [await publish(owner), await publish(other)];
    const chat = await ask(host, `/widgets/${mine.number}`);
    expect(chat.status).toBe(200);
    expect(chat.text).toContain(`"poweredBy":{"product":"Linden Assist","url":"https://${host}"}`);
    expect(chat.text).toContain(`<link rel="canonical" href="https://${host}/widgets/${mine.number}">`);
    const loader = await ask(host, `/widgets/${mine.number}.js`);
    expect(loader.text).toContain(`https://${host}`);
    expect(loader.text).not.toContain(target);
    for (const path of [
      `/widgets/${theirs.number}`,
      `/agents/${theirs.number}/embed`,
      `/widgets/${theirs.number}.js`,
    ])
      expect([path, (await ask(host, path)).status]).toEqual([path, 404]);
    // Without an address of its own, a brand leads nowhere rather than to the product.
    expect((await ask(target, `/widgets/${theirs.number}`)).text).toContain(
      '"poweredBy":{"product":"Other","url":null}',
    );
  });

  test('people of the account sign in, by cookies of this host alone; others don’t, and nobody registers', async () => {
    const [owner, other] = [await branded(), await app.register()];
    const host = await served(owner);
    const login = ({ email, password }: Owner, headers: Record<string, string> = {}) =>
      ask(host, '/api/login', { method: 'POST', body: { email, password }, headers });
    const own = { origin: `https://${host}`, 'sec-fetch-site': 'same-origin' };
    const answer = await login(owner, own);
    expect(answer.status).toBe(200);
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies.some((line) => /^__Host-.*; Path=\/.*; Secure/.test(line))).toBe(true);
    expect(cookies.join()).not.toMatch(/domain=/i);
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    expect(JSON.parse((await ask(host, '/api/user', { cookie })).text)).toMatchObject({
      accountId: owner.user.accountId,
    });
    const write = (headers: Record<string, string>) =>
      ask(host, '/api/user', { method: 'PATCH', body: { firstName: 'V', lastName: 'N' }, cookie, headers });
    expect((await write(own)).status).toBe(200);
    for (const origin of ['https://evil.example', `http://${host}`, `https://${host}.evil.example`, 'null'])
      expect([origin, (await write({ origin })).status]).toEqual([origin, 403]);
    expect(await login(other, own)).toMatchObject({ status: 401 });
    // A session of elsewhere opens nothing here.
    const foreign = other.cookie().replace(/^/, '');
    expect((await ask(host, '/api/user', { cookie: foreign })).status).toBe(401);
    expect(
      (
        await ask(host, '/api/register', {
          method: 'POST',
          body: {
            name: 'New One',
            email: 'new@one.example',
            username: 'new@one.example',
            password: 'a long password',
            firstName: 'New',
          },
          headers: own,
        })
      ).status,
    ).toBe(403);
  });

  test('mails carry the brand and lead there', async () => {
    const owner = await branded();
    const host = await served(owner);
    await owner.post('/api/team/invitations', {
      email: 'new.person@linden.example',
      role: 'editor',
      agentIds: null,
      message: '',
    });
    const { mails } = await app.server.services.mail.outbox();
    const mail = mails.find(({ recipient }) => recipient === 'new.person@linden.example');
    expect(mail?.text).toContain(`https://${host}/accept-invitation#`);
    expect(`${mail?.subject} ${mail?.text}`).not.toContain('Chatelier');
    expect(mail?.senderName).toBe('Linden Assist');
  });
});

test('tricks with the host header lead to nobody’s brand', async () => {
  const owner = await branded('Secret Brand');
  const host = await served(owner);
  for (const header of [
    `${host}.evil.example`,
    `evil.example#${host}`,
    `${host}@evil.example`,
    'evil.example',
    'x'.repeat(300),
  ])
    expect([header, (await ask(header, '/api/public/white-label')).text]).toEqual([
      header,
      expect.not.stringContaining('Secret Brand'),
    ]);
  for (const header of [host.toUpperCase(), `${host}.`, `${host}:443`])
    expect([header, (await ask(header, '/api/public/white-label')).text]).toEqual([
      header,
      expect.stringContaining('Secret Brand'),
    ]);
  expect((await ask('never-named.example', '/auth')).status).toBe(404);
  for (const domain of ['', 'never-named.example', '127.0.0.1', `${host}:443`, `${host}%00`, 'x'.repeat(400)])
    expect(await tlsAsk(domain)).toBeGreaterThanOrEqual(400);
  expect((await rawRequest(app.url, { method: 'GET', path: '/internal/tls-ask' })).status).toBe(400);
});
