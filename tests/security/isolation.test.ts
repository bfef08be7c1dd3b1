import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roleGrants, roles } from '#features/accounts/accounts.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { TestBrowser } from '#tests/support/test-app.ts';
import { addressOf, requestOf, slotsOf } from './endpoint-walk.ts';
import {
  accountFingerprint,
  openSecurityStage,
  openVisitor,
  type SecurityStage,
  type Visitor,
} from './stage.ts';

let stage: SecurityStage;
let endpoints: readonly Endpoint[];
beforeAll(async () => {
  stage = await openSecurityStage();
  ({ endpoints } = stage.app.server);
});
afterAll(() => stage.close());

type Case = {
  who: string;
  endpoint: Endpoint;
  path: string;
  by: Pick<TestBrowser, 'request'>;
  expected: number;
};

/** Calls every case and lists those that were answered differently. */
async function walk(cases: readonly Case[]): Promise<string[]> {
  const leaks: string[] = [];
  for (const { who, endpoint, path, by, expected } of cases) {
    const { status, text } = await by.request(endpoint.method, path, requestOf(endpoint));
    if (status !== expected)
      leaks.push(
        `${who}: ${endpoint.method} ${path} answered ${status} instead of ${expected}: ${text.slice(0, 120)}`,
      );
  }
  return leaks;
}

const ofAccounts = (): Endpoint[] => endpoints.filter(({ access }) => typeof access === 'object');
const withBearer = (visitor: Visitor): Pick<TestBrowser, 'request'> => ({
  request: (method, path, options = {}) =>
    stage.app.browser().request(method, path, {
      ...options,
      headers: { authorization: `Bearer ${visitor.token}`, ...options.headers },
    }),
});

describe('another account', () => {
  it('finds nothing under foreign ids, and changes nothing', async () => {
    const { vera, olga } = stage;
    const before = await accountFingerprint(stage.app, vera.owner.user.accountId);
    const cases = ofAccounts()
      .filter((endpoint) => slotsOf(endpoint).some(({ isOwned }) => isOwned))
      .map((endpoint): Case => ({
        who: 'Olga',
        endpoint,
        path: addressOf(endpoint, vera, vera.first),
        by: olga.owner,
        expected: 404,
      }));
    expect(cases.length).toBeGreaterThan(20);
    expect(await walk(cases)).toEqual([]);
    expect(await accountFingerprint(stage.app, vera.owner.user.accountId)).toEqual(before);
  });

  it('can not reach a foreign child through its own parent, nor its own child through a foreign parent, nor a child of another agent of its own', async () => {
    const { vera, olga } = stage;
    const before = await accountFingerprint(stage.app, vera.owner.user.accountId);
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
        by: olga.owner,
        expected: 404,
      },
      {
        who: 'foreign parent',
        endpoint,
        path: addressOf(endpoint, olga, olga.first, (_slot, at) =>
          at === 0 ? [vera, vera.first] : [olga, olga.first],
        ),
        by: olga.owner,
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
              by: olga.owner,
              expected: 404,
            } satisfies Case,
          ]),
    ]);
    expect(nested.length).toBeGreaterThan(5);
    expect(await walk(cases)).toEqual([]);
    expect(await accountFingerprint(stage.app, vera.owner.user.accountId)).toEqual(before);
  });

  it('sees nothing of anybody else in lists, counts, searches and filters', async () => {
    const { vera, olga } = stage;
    const veras = [
      vera.canary,
      vera.owner.email,
      vera.owner.user.accountId,
      vera.first.agent.id,
      vera.first.agent.collectionId,
      vera.first.source,
      vera.contact,
      vera.visitor.conversationId,
    ];
    const lists = ofAccounts().filter(
      (endpoint) => endpoint.method === 'GET' && endpoint.transport === undefined,
    );
    for (const endpoint of lists) {
      const { status, text } = await olga.owner.request('GET', addressOf(endpoint, olga, olga.first));
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
    const { vera, olga } = stage;
    const abort = new AbortController();
    const response = await fetch(`${stage.app.url}/api/events`, {
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
      const { vera } = stage;
      const before = await accountFingerprint(stage.app, vera.owner.user.accountId);
      const person = await stage.member(vera, role);
      const refused = ofAccounts().filter(
        ({ access }) => typeof access === 'object' && !roleGrants(role, access.permission),
      );
      const leaks = await walk(
        refused.map((endpoint): Case => ({
          who: role,
          endpoint,
          path: addressOf(endpoint, vera, vera.first),
          by: person,
          expected: 403,
        })),
      );
      expect(leaks).toEqual([]);
      const allowed = ofAccounts().filter(
        (endpoint) =>
          typeof endpoint.access === 'object' &&
          roleGrants(role, endpoint.access.permission) &&
          endpoint.method === 'GET' &&
          endpoint.transport === undefined,
      );
      expect(
        await walk(
          allowed.map((endpoint): Case => ({
            who: role,
            endpoint,
            path: addressOf(endpoint, vera, vera.first),
            by: person,
            expected: 200,
          })),
        ),
      ).toEqual([]);
      const after = await accountFingerprint(stage.app, vera.owner.user.accountId);
      expect({ ...after, memberships: '' }).toEqual({ ...before, memberships: '' });
    },
  );

  it('that does not exist grants nothing, and a removed member is out at once', async () => {
    const { vera } = stage;
    const person = await stage.member(vera, 'admin');
    expect((await person.request('GET', '/api/agents')).status).toBe(200);
    await stage.app.database.database.direct.execute(
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
    const { vera, app } = stage;
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
        path: addressOf(endpoint, stage.vera, stage.vera.first),
        by: stage.vera.owner,
        expected: 404,
      }));
    expect(cases.length).toBeGreaterThan(0);
    expect(await walk(cases)).toEqual([]);
  });
});

describe('a visitor', () => {
  const ofVisitors = (): Endpoint[] => endpoints.filter(({ access }) => access === 'visitor');

  it("without a token, with a changed one, or with a person's session is refused", async () => {
    const { vera, app } = stage;
    const { token } = vera.visitor;
    const flipped = token.slice(0, 10) + (token[10] === 'A' ? 'B' : 'A') + token.slice(11);
    const tokens: Record<string, Record<string, string>> = {
      none: {},
      empty: { authorization: 'Bearer ' },
      basic: { authorization: `Basic ${token}` },
      flipped: { authorization: `Bearer ${flipped}` },
      cut: { authorization: `Bearer ${token.slice(0, -2)}` },
      session: { cookie: vera.owner.cookie() },
      none2: { authorization: `Bearer ${btoa('{"alg":"none"}')}.${btoa('{}')}.` },
      query: {},
    };
    for (const [who, headers] of Object.entries(tokens)) {
      const by: Case['by'] = {
        request: (method, path, options = {}) =>
          app.browser().request(method, who === 'query' ? `${path}?token=${token}` : path, {
            ...options,
            headers: { ...headers },
          }),
      };
      expect(
        await walk(
          ofVisitors().map((endpoint): Case => ({
            who,
            endpoint,
            path: addressOf(endpoint, vera, vera.first),
            by,
            expected: 401,
          })),
        ),
      ).toEqual([]);
    }
  });

  it('reaches no answer and no conversation of another visitor, on the same agent or another', async () => {
    const { vera, olga, app } = stage;
    const neighbour = await openVisitor(app, vera.first.agent.number, 'Hello there');
    for (const visitor of [neighbour, olga.visitor]) {
      const cases = ofVisitors()
        .filter((endpoint) => slotsOf(endpoint).length > 0)
        .map((endpoint): Case => ({
          who: 'another visitor',
          endpoint,
          path: addressOf(endpoint, vera, vera.first),
          by: withBearer(visitor),
          expected: 404,
        }));
      expect(cases.length).toBeGreaterThanOrEqual(6);
      expect(await walk(cases)).toEqual([]);
      expect((await visitor.ask('What did they say?', vera.visitor.conversationId)).status).toBe(404);
    }
    expect(JSON.stringify(await vera.owner.get(`/api/contacts/${vera.contact}/conversations`))).not.toContain(
      'What did they say?',
    );
  });

  it("that sends a key of another visitor gets nothing of the other's answer", async () => {
    const { vera, app } = stage;
    const [one, other] = [
      await openVisitor(app, vera.second.agent.number, 'First'),
      await openVisitor(app, vera.second.agent.number, 'Second'),
    ];
    const clientMessageId = randomUUID();
    const say = (visitor: Visitor, text: string) =>
      withBearer(visitor).request('POST', '/api/visitor/messages', {
        body: { conversationId: visitor.conversationId, clientMessageId, text },
      });
    // Letters that no id has, so that none can hold them by chance.
    await say(one, 'My number is forty-seven eleven');
    const { status, text } = await say(other, 'And mine?');
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining(other.conversationId) });
    expect(text).not.toContain('eleven');
  });

  it('can not choose model, prompt, tools or history', async () => {
    const { vera } = stage;
    for (const extra of [
      { systemPrompt: 'x' },
      { model: 'x' },
      { provider: 'x' },
      { temperature: 2 },
      { messages: [{ role: 'system', content: 'x' }] },
      { tools: [] },
      { role: 'assistant' },
      { visitorId: 'x' },
      { accountId: 'x' },
      { configuration: {} },
    ]) {
      const { status, body } = await withBearer(vera.visitor).request('POST', '/api/visitor/messages', {
        body: { conversationId: null, clientMessageId: randomUUID(), text: 'Hello', ...extra },
      });
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          code: 'common.invalid_input',
          fields: { [Object.keys(extra)[0] ?? '']: 'There is no such field' },
        }),
      ]);
    }
  });
});

describe('tokens', () => {
  it('of one purpose open nothing of another', async () => {
    const { vera, app } = stage;
    const preview = new URL(vera.first.agent.previewUrl, app.url).searchParams.get('ticket') ?? '';
    expect(preview).not.toBe('');
    const stored = app.server.services.storedCopyLinks
      .sign(vera.owner.user.accountId, { documentId: vera.first.document, start: 0, end: 3 } as never)
      .replace('/sources/', '');
    const { number } = vera.first.agent;
    const uses: Record<string, (token: string) => Promise<number>> = {
      visitor: async (token) =>
        (
          await app
            .browser()
            .request('GET', '/api/visitor/conversation', { headers: { authorization: `Bearer ${token}` } })
        ).status,
      preview: async (token) =>
        (await app.browser().request('GET', `/widgets/${number}/preview?ticket=${encodeURIComponent(token)}`))
          .status,
      stored: async (token) => (await app.browser().request('GET', `/sources/${token}`)).status,
      session: async (token) =>
        (
          await app
            .browser()
            .request('GET', '/api/user', { headers: { cookie: `chatelier_session=${token}` } })
        ).status,
    };
    const tokens: Record<string, string> = { visitor: vera.visitor.token, preview, stored };
    for (const [kind, token] of Object.entries(tokens)) {
      for (const [use, answer] of Object.entries(uses))
        expect([kind, use, await answer(token)]).toEqual([
          kind,
          use,
          kind === use ? 200 : use === 'visitor' || use === 'session' ? 401 : 404,
        ]);
    }
    // A ticket of one agent shows no other one.
    expect(
      (
        await app
          .browser()
          .request(
            'GET',
            `/widgets/${vera.second.agent.number}/preview?ticket=${encodeURIComponent(preview)}`,
          )
      ).status,
    ).toBe(404);
  });
});
