import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roleGrants, roles } from '#features/accounts/accounts.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { addressOf, callerFor, slotsOf, walk, type Case } from './endpoint-walk.ts';
import { accountFingerprint, openSecurityWorld, type SecurityWorld } from './world.ts';

let world: SecurityWorld;
let endpoints: readonly Endpoint[];
beforeAll(async () => {
  world = await openSecurityWorld();
  ({ endpoints } = world.app.server);
});
afterAll(() => world.close());

const ofAccounts = (): Endpoint[] => endpoints.filter(({ access }) => typeof access === 'object');

/** Whether it can be read without saying more than its address. */
const asksNothing = ({ query }: Endpoint): boolean => query?.safeParse({}).success !== false;

describe('another account', () => {
  it('finds nothing under foreign ids, and changes nothing', async () => {
    const { vera, olga } = world;
    const before = await accountFingerprint(world.app, vera.owner.user.accountId);
    const ofClient = await accountFingerprint(world.app, vera.client);
    const cases = ofAccounts()
      .filter((endpoint) => slotsOf(endpoint).some(({ isOwned }) => isOwned))
      .map((endpoint): Case => ({
        who: 'Olga',
        endpoint,
        path: addressOf(endpoint, vera, vera.first),
        by: callerFor(endpoint, olga),
        expected: 404,
      }));
    expect(cases.length).toBeGreaterThan(20);
    expect(await walk(cases)).toEqual([]);
    expect(await accountFingerprint(world.app, vera.owner.user.accountId)).toEqual(before);
    expect(await accountFingerprint(world.app, vera.client)).toEqual(ofClient);
  });

  it('can not reach a foreign child through its own parent, nor its own child through a foreign parent, nor a child of another agent of its own', async () => {
    const { vera, olga } = world;
    const before = await accountFingerprint(world.app, vera.owner.user.accountId);
    const nested = ofAccounts().filter(
      (endpoint) => slotsOf(endpoint).filter(({ isOwned }) => isOwned).length > 1,
    );
    const ofSecond = (endpoint: Endpoint): string =>
      addressOf(endpoint, olga, olga.first, (_slot, at) =>
        at === 0 ? [olga, olga.first] : [olga, olga.second],
      );
    const cases = nested.flatMap((endpoint): Case[] => [
      {
        who: 'foreign child',
        endpoint,
        path: addressOf(endpoint, olga, olga.first, (_slot, at) =>
          at === 0 ? [olga, olga.first] : [vera, vera.first],
        ),
        by: callerFor(endpoint, olga),
        expected: 404,
      },
      {
        who: 'foreign parent',
        endpoint,
        path: addressOf(endpoint, olga, olga.first, (_slot, at) =>
          at === 0 ? [vera, vera.first] : [olga, olga.first],
        ),
        by: callerFor(endpoint, olga),
        expected: 404,
      },
      // What hangs on a contact is of no single agent.
      ...(ofSecond(endpoint) === addressOf(endpoint, olga, olga.first)
        ? []
        : [
            {
              who: 'child of another agent',
              endpoint,
              path: ofSecond(endpoint),
              by: callerFor(endpoint, olga),
              expected: 404,
            } satisfies Case,
          ]),
    ]);
    expect(nested.length).toBeGreaterThan(5);
    expect(await walk(cases)).toEqual([]);
    expect(await accountFingerprint(world.app, vera.owner.user.accountId)).toEqual(before);
  });

  it('sees nothing of anybody else in lists, counts, searches and filters', async () => {
    const { vera, olga } = world;
    const veras = [
      vera.canary,
      vera.owner.email,
      vera.owner.user.accountId,
      vera.client,
      vera.first.agent.id,
      vera.first.agent.collectionId,
      vera.first.source,
      vera.contact,
      vera.visitor.conversationId,
    ];
    const lists = ofAccounts().filter(
      (endpoint) => endpoint.method === 'GET' && endpoint.transport === undefined && asksNothing(endpoint),
    );
    for (const endpoint of lists) {
      const { status, text } = await callerFor(endpoint, olga).request(
        'GET',
        addressOf(endpoint, olga, olga.first),
      );
      expect([endpoint.path, status]).toEqual([endpoint.path, 200]);
      expect(
        veras.filter((word) => text.includes(word)),
        endpoint.path,
      ).toEqual([]);
    }
    const { hits } = await olga.owner.post<{ hits: unknown[] }>(
      `/api/knowledge/${olga.first.agent.collectionId}/search`,
      { query: `secret word ${vera.canary}`, threshold: 0, topK: 20 },
    );
    expect(JSON.stringify(hits)).not.toContain(vera.canary);
    for (const query of [`agent=${vera.first.agent.id}`, `search=${vera.canary}`])
      expect(await olga.owner.get(`/api/contacts?${query}`)).toMatchObject({ contacts: [], total: 0 });
    expect(await olga.owner.get(`/api/agents?search=${vera.canary}`)).toEqual({ agents: [] });
  });

  it('hears no news of anybody else', async () => {
    const { vera, olga } = world;
    const abort = new AbortController();
    const response = await fetch(`${world.app.url}/api/events`, {
      headers: { cookie: olga.owner.cookie() },
      signal: abort.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const until = async (word: string): Promise<void> => {
      while (!heard.includes(word)) heard += (await reader?.read())?.value ?? '';
    };
    await until('event: ready');
    await vera.owner.post(`/api/agents/${vera.second.agent.id}/duplicate`);
    const mine = await olga.owner.post<Agent>(`/api/agents/${olga.second.agent.id}/duplicate`);
    await until(mine.id);
    abort.abort();
    expect(heard).not.toContain(vera.owner.user.accountId);
    expect(
      JSON.stringify(await vera.owner.get('/api/agents'))
        .match(/agt_\w+/g)
        ?.filter((id) => heard.includes(id)),
    ).toEqual([]);
  });
});

describe('a role', () => {
  it.each(roles.filter((role) => role !== 'owner'))(
    'of %s may do what it grants and nothing else',
    async (role) => {
      const { vera } = world;
      const before = await accountFingerprint(world.app, vera.owner.user.accountId);
      const person = await world.member(vera, role);
      const refused = ofAccounts().filter(
        ({ access }) => typeof access === 'object' && !roleGrants(role, access.permission),
      );
      const leaks = await walk(
        refused.map((endpoint): Case => ({
          who: role,
          endpoint,
          path: addressOf(endpoint, vera, vera.first),
          by: callerFor(endpoint, person),
          expected: 403,
        })),
      );
      expect(leaks).toEqual([]);
      const allowed = ofAccounts().filter(
        (endpoint) =>
          typeof endpoint.access === 'object' &&
          roleGrants(role, endpoint.access.permission) &&
          endpoint.method === 'GET' &&
          endpoint.transport === undefined &&
          asksNothing(endpoint),
      );
      expect(
        await walk(
          allowed.map((endpoint): Case => ({
            who: role,
            endpoint,
            path: addressOf(endpoint, vera, vera.first),
            by: callerFor(endpoint, person),
            expected: 200,
          })),
        ),
      ).toEqual([]);
      const after = await accountFingerprint(world.app, vera.owner.user.accountId);
      const made = { memberships: '', account_keys: '' };
      expect({ ...after, ...made }).toEqual({ ...before, ...made });
    },
  );

  it('that does not exist grants nothing, and a removed member is out at once', async () => {
    const { vera } = world;
    const person = await world.member(vera, 'admin');
    expect((await person.request('GET', '/api/agents')).status).toBe(200);
    await world.app.database.database.direct.execute(
      sql`DELETE FROM memberships WHERE user_id = ${person.user.id}`,
    );
    expect((await person.request('GET', '/api/agents')).status).toBe(401);
    expect(
      roleGrants('', 'agents.read') ||
        roleGrants('superadmin', 'agents.read') ||
        roleGrants('constructor', 'agents.read'),
    ).toBe(false);
  });
});

describe('somebody who is not signed in', () => {
  const isMember = ({ access }: Endpoint): boolean =>
    access !== 'public' && access !== 'visitor' && access !== 'key';

  it.each([
    ['has no cookie', {}],
    [
      'made up a session',
      { cookie: `chatelier_session=${'a'.repeat(43)}; __Host-chatelier_session=${'a'.repeat(43)}` },
    ],
    ["sends a visitor's token", 'visitor'],
  ] as const)('and %s is refused everywhere', async (_what, given) => {
    const { vera, app } = world;
    const headers =
      given === 'visitor'
        ? { authorization: `Bearer ${vera.visitor.token}`, cookie: `chatelier_session=${vera.visitor.token}` }
        : given;
    const by: Case['by'] = {
      request: (method, path, options = {}) =>
        app.browser().request(method, path, { ...options, headers: { ...headers } }),
    };
    const expected = (endpoint: Endpoint): number => (isMember(endpoint) ? 401 : 0);
    const cases = endpoints.filter(isMember).map((endpoint): Case => ({
      who: 'nobody',
      endpoint,
      path: addressOf(endpoint, vera, vera.first),
      by,
      expected: expected(endpoint),
    }));
    expect(cases.length).toBeGreaterThan(30);
    expect(await walk(cases)).toEqual([]);
  });

  it("does not get into the superadmin's addresses by owning an account", async () => {
    const cases = endpoints
      .filter(({ access }) => access === 'superadmin')
      .map((endpoint): Case => ({
        who: 'Vera',
        endpoint,
        path: addressOf(endpoint, world.vera, world.vera.first),
        by: world.vera.owner,
        expected: 404,
      }));
    expect(cases.length).toBeGreaterThan(0);
    expect(await walk(cases)).toEqual([]);
  });
});
