import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/endpoint.ts';
import { addressOf } from './endpoint-walk.ts';
import { notRefused, rawCallsIn } from './raw-calls.ts';
import { rawBytes, rawRequest, type RawAnswer } from './raw-request.ts';
import { accountFingerprint, openSecurityWorld, type SecurityWorld } from './world.ts';

let world: SecurityWorld;
let endpoints: readonly Endpoint[];
beforeAll(async () => {
  world = await openSecurityWorld();
  endpoints = world.app.server.endpoints.filter(({ path: address }) => address !== '/api/events');
});
afterAll(() => world.close());

const { call, isAlive } = rawCallsIn(() => ({ world }));

const noServerError = (status: number): boolean => status >= 200 && status < 500;

describe('addresses', () => {
  it('with odd queries are refused or answered, and never sort or filter by what is not offered', async () => {
    const odd = [
      'sort=password_hash',
      'include=users',
      'search[]=a',
      'search=a&search=b',
      'search[$ne]=1',
      '__proto__[x]=1',
      'constructor.prototype.x=1',
      `search=${'x'.repeat(5_000)}`,
      'cursor=eyJ9',
      `cursor=${Buffer.from('{"lastSeenAt":{},"id":[]}').toString('base64url')}`,
      'search=%00',
      'search=%ff',
      '%ff=%ff',
      '=',
      '&&&',
      '?',
      'page=1e9&pageSize=-1',
      'fields=*',
      'limit=100000',
    ];
    // What has no query never reads one: a few there, others each time.
    let place = 0;
    const oddFor = ({ query }: Endpoint): string[] =>
      query ? odd : Array.from({ length: 6 }, () => odd[place++ % odd.length] ?? '');
    async function* cases(): AsyncGenerator<[string, RawAnswer]> {
      for (const endpoint of endpoints.filter(({ method, transport }) => method === 'GET' && !transport)) {
        for (const query of oddFor(endpoint))
          yield [
            `${endpoint.path}?${query.slice(0, 60)}`,
            await call(endpoint, { path: `${addressOf(endpoint, world.vera, world.vera.first)}?${query}` }),
          ];
      }
    }
    expect(await notRefused(cases(), noServerError)).toEqual([]);
    for (const query of ['sort=password_hash', 'include=users', 'fields=*', 'limit=100000']) {
      expect(
        (
          await rawRequest(world.app.url, {
            method: 'GET',
            path: `/api/contacts?${query}`,
            headers: { cookie: world.vera.owner.cookie() },
          })
        ).status,
      ).toBe(400);
    }
  });

  it.each([
    '//api/user',
    '/api//user',
    '/api/../api/user',
    '/api/./user',
    '/api/%2e%2e/api/user',
    '/api%2fuser',
    '/API/USER',
    '/api/user/',
    '/api/user;a=b',
    '/api/user%00',
    '/api/user%20',
    '/api/user.',
    '/api/user.json',
    '/api/user/..',
    '/web/../api/user',
    '/web/%2e%2e/%2e%2e/package.json',
    '/web/..%2f..%2fpackage.json',
    '/chat/assets/..%2f..%2f..%2fpackage.json',
    '/locales/en/..%2f..%2f..%2fpackage.json',
    '/locales/en/../../package.json',
    '/locales/xx/common.json',
    '/locales/__proto__/common.json',
    '/.env',
    '/.git/config',
    '/node_modules/fastify/package.json',
    '/src/apps/server/main.ts',
    '/data/encryption-key',
    'http://evil.example/api/user',
    '/sources/..',
    '/avatars/..%2f..%2fpackage.json',
  ])('of the form %s give nobody anything', async (address) => {
    const { status, text } = await rawRequest(world.app.url, { method: 'GET', path: address });
    expect(status === 401 || status === 400 || status === 404).toBe(true);
    expect(text).not.toMatch(/"dependencies"|passwordHash|encryption|repositoryformatversion/);
  });

  it('take no other method than they offer, whatever a header or a query says', async () => {
    const { vera } = world;
    const before = await accountFingerprint(world.app, vera.owner.user.accountId);
    const cookie = vera.owner.cookie();
    const address = `/api/agents/${vera.first.agent.id}`;
    for (const [method, target, headers] of [
      ['GET', `${address}?_method=DELETE`, {}],
      ['GET', address, { 'x-http-method-override': 'DELETE' }],
      ['GET', address, { 'x-method-override': 'DELETE', 'x-http-method': 'DELETE' }],
      ['POST', address, { 'x-http-method-override': 'DELETE' }],
      ['HEAD', address, {}],
      ['OPTIONS', address, {}],
      ['TRACE', address, {}],
      ['PROPFIND', address, {}],
      ['DELETE', '/api/agents', {}],
      ['POST', '/api/user', {}],
    ] as const) {
      expect([
        method,
        (await rawRequest(world.app.url, { method, path: target, headers: { cookie, ...headers } })).status,
      ]).toSatisfy(([, status]: [string, number]) => status < 500);
    }
    expect(await accountFingerprint(world.app, vera.owner.user.accountId)).toEqual(before);
  });

  it('that are read change nothing, but that the audit log says what was taken out', async () => {
    const { vera } = world;
    const print = async (): Promise<object> => ({
      ...(await accountFingerprint(world.app, vera.owner.user.accountId)),
      audit_entries: null,
    });
    const written = async (): Promise<string[]> =>
      (
        await world.app.database.database.pool.query<{ action: string }>(
          'SELECT action FROM audit_entries WHERE account_id = $1',
          [vera.owner.user.accountId],
        )
      ).rows.map(({ action }) => action);
    const [before, known] = [await print(), await written()];
    for (const endpoint of endpoints.filter(
      ({ method, transport }) => method === 'GET' && transport !== 'stream',
    ))
      await call(endpoint, {});
    for (const page of [
      '/dashboard',
      '/auth',
      '/terms',
      `/widgets/${vera.first.agent.number}.js`,
      `/widgets/${vera.first.agent.number}`,
      `/agents/${vera.first.agent.number}/embed`,
      `/widget-demo/${vera.first.agent.number}`,
    ])
      await rawRequest(world.app.url, {
        method: 'GET',
        path: page,
        headers: { cookie: vera.owner.cookie() },
      });
    expect(await print()).toEqual(before);
    const taken = await written();
    const takenOut =
      /^(contacts\.handed_out|account\.(export_fetched|report_made)|(agents|analytics|contacts|forms|payments)\.exported)$/;
    const others = (actions: readonly string[]): string[] =>
      actions.filter((action) => !takenOut.test(action)).toSorted();
    expect(taken.length).toBeGreaterThan(known.length);
    expect(others(taken)).toEqual(others(known));
  });
});

describe('requests that are hardly HTTP', () => {
  it.each([
    [
      'two lengths',
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    ],
    [
      'a length and chunks',
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/user HTTP/1.1\r\n\r\n',
    ],
    ['a length below zero', 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['a line break in a header', 'GET /api/user HTTP/1.1\r\nHost: x\r\nX-Odd: a\nSet-Cookie: b\r\n\r\n'],
    ['no host', 'GET /api/user HTTP/1.1\r\n\r\n'],
    ['an unknown version', 'GET /api/user HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['64 KB of headers', `GET /api/user HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(65_536)}\r\n\r\n`],
    ['bytes of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('(%s) are refused', async (_what, bytes) => {
    const answer = await rawBytes(world.app.url, bytes);
    expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d|$)/);
    expect(answer.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(await isAlive()).toBe(true);
  });
});
