import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeNextPath } from '#shared/paths.ts';
import { addressOf, requestOf } from './endpoint-walk.ts';
import { rawRequest } from './raw-request.ts';
import { accountFingerprint, openSecurityWorld, type SecurityWorld } from './world.ts';

describe('sessions', () => {
  let world: SecurityWorld;
  beforeAll(async () => {
    world = await openSecurityWorld();
  });
  afterAll(() => world.close());

  it('are never taken over from the caller', async () => {
    const { app, vera } = world;
    const chosen = 'A'.repeat(43);
    const { email, password } = vera.owner;
    const answer = await app.browser().request('POST', '/api/login', {
      body: { email, password },
      headers: { cookie: `chatelier_session=${chosen}` },
    });
    expect(answer.headers.getSetCookie()[0]).not.toContain(chosen);
    expect(
      (
        await app
          .browser()
          .request('GET', '/api/user', { headers: { cookie: `chatelier_session=${chosen}` } })
      ).status,
    ).toBe(401);
  });

  it('stand in no answer, no page and no address', async () => {
    const { app, vera } = world;
    const [, token = ''] = vera.owner.cookie().split('=');
    for (const path of [
      '/api/user',
      '/dashboard',
      '/api/agents',
      '/readyz',
      '/healthz',
      `/widgets/${vera.first.agent.number}`,
    ])
      expect((await vera.owner.request('GET', path)).text).not.toContain(token);
    expect(
      (await app.browser().request('GET', `/api/user?chatelier_session=${token}&token=${token}`)).status,
    ).toBe(401);
    expect(
      (
        await app
          .browser()
          .request('GET', '/api/user', { headers: { authorization: `Bearer ${token}`, 'x-api-key': token } })
      ).status,
    ).toBe(401);
  });

  it('do nothing for other sites: every write is refused and nothing changes', async () => {
    const { app, vera } = world;
    const before = await accountFingerprint(app, vera.owner.user.accountId);
    const origins = [
      'https://evil.test',
      'null',
      `${app.url}.evil.test`,
      app.url.replace('http:', 'https:'),
      `${app.url.replace(/:\d+$/, '')}:1`,
      'http://localhost.evil.test',
      'file://',
    ];
    const wrong: string[] = [];
    for (const endpoint of app.server.endpoints.filter(({ method }) => method !== 'GET')) {
      for (const headers of [
        ...origins.map((origin) => ({ origin })),
        { 'sec-fetch-site': 'cross-site' },
      ] as Record<string, string>[]) {
        const { status } = await vera.owner.request(endpoint.method, addressOf(endpoint, vera, vera.first), {
          ...requestOf(endpoint),
          headers,
        });
        if (status !== 403)
          wrong.push(`${endpoint.method} ${endpoint.path} from ${JSON.stringify(headers)}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await accountFingerprint(app, vera.owner.user.accountId)).toEqual(before);
  });

  it('are shown to no other site: no preflight is granted but for what knows its caller by a bearer, and never with cookies', async () => {
    const { app, vera } = world;
    for (const endpoint of app.server.endpoints.filter(
      ({ path }) => path !== '/api/events' && path.startsWith('/api/'),
    )) {
      for (const origin of ['https://evil.test', 'null']) {
        const path = addressOf(endpoint, vera, vera.first);
        const preflight = await rawRequest(app.url, {
          method: 'OPTIONS',
          path,
          headers: {
            origin,
            'access-control-request-method': endpoint.method,
            'access-control-request-headers': 'content-type,authorization',
          },
        });
        const open = /^\/(api\/(v1|visitor)|v1|mcp)(\/|$)/.test(path) ? '*' : undefined;
        expect([
          path,
          preflight.headers['access-control-allow-origin'],
          preflight.headers['access-control-allow-credentials'],
        ]).toEqual([path, open, undefined]);
        if (endpoint.method !== 'GET' || endpoint.transport) continue;
        const read = await rawRequest(app.url, {
          method: 'GET',
          path,
          headers: { origin, cookie: vera.owner.cookie() },
        });
        expect([
          path,
          read.headers['access-control-allow-origin'],
          read.headers['access-control-allow-credentials'],
        ]).toEqual([path, open, undefined]);
      }
    }
  });

  it('are not had by guessing: ten tries for one person, however the caller is disguised', async () => {
    const { app } = world;
    const person = await app.register();
    const disguises = (at: number): Record<string, string> => ({
      'x-forwarded-for': `2001:db8:${at.toString(16)}::1, ::ffff:10.0.0.${at}`,
      'x-real-ip': `10.1.1.${at}`,
      forwarded: `for=10.2.2.${at}`,
      'user-agent': `agent ${at}`,
      'cf-connecting-ip': `10.3.3.${at}`,
    });
    const answers = [];
    for (let at = 0; at < 14; at++) {
      const email = at % 2 ? person.email.toUpperCase() : ` ${person.email} `;
      answers.push(
        await app.browser().request('POST', '/api/login', {
          body: { email, password: `wrong password ${at}` },
          headers: disguises(at),
        }),
      );
    }
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401));
    expect(answers.slice(10).map(({ status }) => status)).toEqual(Array(4).fill(429));
    expect(Number(answers[10]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((answers[10]?.body as { message: string }).message).toMatch(
      /^Too many attempts\. Please wait \d+ (seconds?|minutes?) and try again\.$/,
    );
  });

  it('are had by no second account under another spelling of an address', async () => {
    const { app } = world;
    const taken = 'spelling@example.test';
    await app.browser().post('/api/register', { name: 'First', email: taken, password: 'a long password' });
    for (const email of [
      'SPELLING@example.test',
      'spelling@EXAMPLE.TEST',
      ' spelling@example.test ',
      'ｓpelling@example.test',
      'spelling@example.test.',
    ]) {
      expect([
        email,
        (
          await app.browser().request('POST', '/api/register', {
            body: { name: 'Second', email, password: 'a long password' },
          })
        ).status,
      ]).toSatisfy(([, status]: [string, number]) => status === 409 || status === 400);
    }
  });

  it('are not opened by passwords beyond their bounds, and those are refused before they cost anything', async () => {
    const { app } = world;
    for (const password of ['', 'seven77', 'x'.repeat(1_025), 'x'.repeat(900_000)]) {
      expect(
        (await app.browser().request('POST', '/api/login', { body: { email: 'a@example.test', password } }))
          .status,
      ).toBe(400);
    }
  });
});

describe('the place to go after signing in', () => {
  it.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    ' /dashboard',
    '/\r\nLocation: https://evil.test',
    'dashboard',
    '',
    null,
    7,
    ['/dashboard'],
    `/${'x'.repeat(3_000)}`,
  ])('is never %j', (next) => {
    expect(safeNextPath(next)).toBeNull();
  });
  it('is a path of this site', () => {
    expect(['/dashboard', '/dashboard/agents?search=a%20b', '/'].map(safeNextPath)).toEqual([
      '/dashboard',
      '/dashboard/agents?search=a%20b',
      '/',
    ]);
  });
});
