import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/endpoint.ts';
import type { TestBrowser } from '#tests/support/app/test-app.ts';
import { addressOf, slotsOf, walk, type Case } from './endpoint-walk.ts';
import { openSecurityWorld, openVisitor, type SecurityWorld, type Visitor } from './world.ts';

let world: SecurityWorld;
let endpoints: readonly Endpoint[];
beforeAll(async () => {
  world = await openSecurityWorld();
  ({ endpoints } = world.app.server);
});
afterAll(() => world.close());
const withBearer = (visitor: Visitor): Pick<TestBrowser, 'request'> => ({
  request: (method, path, options = {}) =>
    world.app.browser().request(method, path, {
      ...options,
      headers: { authorization: `Bearer ${visitor.token}`, ...options.headers },
    }),
});

describe('a visitor', () => {
  const ofVisitors = (): Endpoint[] => endpoints.filter(({ access }) => access === 'visitor');

  it("without a token, with a changed one, or with a person's session is refused", async () => {
    const { vera, app } = world;
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
    const { vera, olga, app } = world;
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
    const { vera, app } = world;
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
    const { vera } = world;
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
    const { vera, app } = world;
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
