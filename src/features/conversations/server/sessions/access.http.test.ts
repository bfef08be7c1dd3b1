import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let now = new Date('2026-11-20T10:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } });
  owner = await app.register();
});
afterAll(() => app.close());

type Access = Partial<AgentConfiguration['access']>;

async function publish(
  access: Access,
  change: (configuration: AgentConfiguration) => void = () => undefined,
  person = owner,
): Promise<Agent> {
  const agent = await person.post<Agent>('/api/agents', { from: 'blank', input: '' });
  return republish(agent, access, change, person);
}
async function republish(
  agent: Agent,
  access: Access,
  change: (configuration: AgentConfiguration) => void = () => undefined,
  person = owner,
): Promise<Agent> {
  const configuration = structuredClone(agent.draft);
  Object.assign(configuration.access, access);
  change(configuration);
  const saved = await person.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: agent.draftRevision, configuration },
  });
  expect(saved.status).toBe(200);
  return person.post<Agent>(`/api/agents/${agent.id}/publish`, {
    revision: (saved.body as { draftRevision: number }).draftRevision,
  });
}

const page = (number: number, headers: Record<string, string>, suffix = '/embed'): Promise<TestAnswer> =>
  app.browser().request('GET', `/widgets/${number}${suffix}`, { headers });
const frame = (referer?: string): Record<string, string> => ({
  'sec-fetch-dest': 'iframe',
  ...(referer ? { referer } : {}),
});
async function ticketOf(number: number, headers = frame('https://shop.example/')): Promise<string> {
  const { text } = await page(number, headers);
  return /"placeTicket":"([^"]+)"/.exec(text)?.[1] ?? '';
}
const open = (agent: number, given: object = {}): Promise<TestAnswer> =>
  app.browser().request('POST', '/api/visitor/session', { body: { agent, ...given } });
const here = { page: { url: 'https://shop.example/cakes/' } };
const tokenOf = (answer: TestAnswer): string => (answer.body as { token: string }).token;
const codeOf = ({ status, body }: TestAnswer): [number, string] => [status, (body as { code: string }).code];

async function enter(agent: number): Promise<string> {
  const answer = await open(agent, {
    ...here,
    proof: { ticket: await ticketOf(agent), host: 'https://shop.example' },
  });
  expect(answer.status).toBe(200);
  return tokenOf(answer);
}
const say = (
  token: string,
  conversationId: string | null = null,
  url: string | null = 'https://shop.example/cakes/',
): Promise<TestAnswer> =>
  app.browser().request('POST', '/api/visitor/messages', {
    headers: { authorization: `Bearer ${token}` },
    body: {
      conversationId,
      clientMessageId: randomUUID(),
      text: 'When are you open?',
      ...(url ? { page: { url } } : {}),
    },
  });
const conversationOf = (answer: TestAnswer): string =>
  /"conversationId":"(\w+)"/.exec(answer.text)?.[1] ?? '';

describe('an agent that runs on named pages only', () => {
  let agent: Agent;
  let other: Agent;
  beforeAll(async () => {
    agent = await publish({
      restrictDomains: true,
      allowedDomains: ['shop.example', '*.shop.example'],
      allowedPaths: ['/cakes/*'],
    });
    other = await publish({ restrictDomains: true, allowedDomains: ['shop.example'] });
  });

  test('tells browsers who may frame its chat, and hands out its page for frames of allowed pages alone', async () => {
    const good = await page(agent.number, frame('https://shop.example/'));
    expect(good.status).toBe(200);
    expect(good.headers.get('content-security-policy')).toContain(
      'frame-ancestors https://shop.example http://shop.example https://*.shop.example http://*.shop.example',
    );
    expect(good.headers.get('cache-control')).toBe('no-store');
    // A page that hides its address is kept out by the browser, not by us.
    expect((await page(agent.number, frame())).status).toBe(200);
    for (const headers of [
      frame('https://evil.example/'),
      frame('https://shop.example.evil.example/'),
      frame('https://shop.example@evil.example/'),
      { 'sec-fetch-dest': 'document', referer: 'https://shop.example/' },
      {},
    ])
      expect((await page(agent.number, headers)).status).toBe(403);
  });

  test('has no page of its own until its owner lists this server', async () => {
    expect((await page(agent.number, {}, '')).status).toBe(404);
    expect((await page(agent.number, {}, '/newsletter')).status).toBe(404);
    const listed = await publish({
      restrictDomains: true,
      allowedDomains: [new URL(app.url).host],
      allowedPaths: ['/cakes/*'],
    });
    const { status, text } = await page(listed.number, {}, '');
    expect(status).toBe(200);
    const ticket = /"placeTicket":"([^"]+)"/.exec(text)?.[1] ?? '';
    expect(
      (
        await open(listed.number, {
          page: { url: `${app.url}/widgets/${listed.number}` },
          proof: { ticket, host: app.url },
        })
      ).status,
    ).toBe(200);
  });

  test('gives forbidden pages a script that draws nothing and says why', async () => {
    const script = async (referer?: string): Promise<string> =>
      (await page(agent.number, referer ? { referer } : {}, '.js')).text;
    expect(await script('https://evil.example/')).toMatch(
      /^console\.warn\("Chatelier: agent \d+ is not drawn/,
    );
    for (const referer of ['https://shop.example/', undefined]) {
      const text = await script(referer);
      expect(text).toContain('"/cakes/*"');
      expect(text).toContain('chatelier-agent');
    }
  });

  test('opens no session without a proof of the page, and none for another page', async () => {
    const ticket = await ticketOf(agent.number);
    const proof = { ticket, host: 'https://shop.example' };
    expect((await open(agent.number, { ...here, proof })).status).toBe(200);
    const unproven = [403, 'access.origin_unproven'];
    const notAllowed = [403, 'access.page_not_allowed'];
    for (const [given, expected] of [
      [here, unproven],
      [{ ...here, proof: { ...proof, ticket: `${ticket.slice(0, -2)}xx` } }, unproven],
      [{ ...here, proof: { ...proof, ticket: '' } }, unproven],
      [{ ...here, proof: { ...proof, ticket: await ticketOf(other.number) } }, unproven],
      // The ticket was given to a frame in shop.example.
      [
        {
          page: { url: 'https://www.shop.example/cakes/' },
          proof: { ...proof, host: 'https://www.shop.example' },
        },
        unproven,
      ],
      [{ ...here, proof: { ...proof, host: 'null' } }, unproven],
      [{ page: { url: 'https://evil.example/cakes/' }, proof }, notAllowed],
      [{ page: { url: 'https://shop.example/account' }, proof }, notAllowed],
      [{ proof }, notAllowed],
      [
        {
          page: { url: 'https://evil.example/cakes/' },
          proof: { ticket: await ticketOf(agent.number, frame()), host: 'https://evil.example' },
        },
        notAllowed,
      ],
    ] as const)
      expect([given, codeOf(await open(agent.number, given))]).toEqual([given, expected]);
  });

  test('takes messages from that page alone, for a quarter of an hour, and longer while the chat goes on', async () => {
    const token = await enter(agent.number);
    const first = await say(token);
    expect(first.status).toBe(200);
    expect(codeOf(await say(token, null, 'https://shop.example/account'))).toEqual([
      403,
      'access.page_not_allowed',
    ]);
    expect(codeOf(await say(token, null, 'https://evil.example/cakes/'))).toEqual([
      403,
      'access.page_not_allowed',
    ]);
    expect(codeOf(await say(token, null, null))).toEqual([403, 'access.page_not_allowed']);
    const started = now;
    try {
      now = new Date(started.getTime() + 16 * 60_000);
      expect(codeOf(await say(token))).toEqual([401, 'access.expired']);
      expect(
        (
          await app
            .browser()
            .request('GET', '/api/visitor/conversation', { headers: { authorization: `Bearer ${token}` } })
        ).status,
      ).toBe(401);
      const renewed = await open(agent.number, { ...here, token });
      expect(renewed.status).toBe(200);
      expect(renewed.text).toContain(conversationOf(first));
      expect((await say(tokenOf(renewed), conversationOf(first))).status).toBe(200);
      expect(
        codeOf(await open(agent.number, { page: { url: 'https://www.shop.example/cakes/' }, token })),
      ).toEqual([403, 'access.page_not_allowed']);
      now = new Date(started.getTime() + 13 * 3_600_000);
      expect(codeOf(await open(agent.number, { ...here, token: tokenOf(renewed) }))).toEqual([
        403,
        'access.origin_unproven',
      ]);
    } finally {
      now = started;
    }
  });

  test('forgets whoever it let in as soon as its owner takes the domain away', async () => {
    const moving = await publish({ restrictDomains: true, allowedDomains: ['shop.example'] });
    const token = await enter(moving.number);
    expect((await say(token)).status).toBe(200);
    await republish(moving, { allowedDomains: ['elsewhere.example'] });
    await vi.waitFor(async () => expect(codeOf(await say(token))).toEqual([403, 'access.page_not_allowed']));
  });

  test('asks visitors for a proof who came before it was restricted, and is restricted for no preview', async () => {
    const loose = await publish({});
    const token = tokenOf(await open(loose.number, here));
    expect((await say(token)).status).toBe(200);
    const closed = await republish(loose, { restrictDomains: true, allowedDomains: ['shop.example'] });
    await vi.waitFor(async () => expect(codeOf(await say(token))).toEqual([401, 'access.expired']));
    expect(codeOf(await open(loose.number, { ...here, token }))).toEqual([403, 'access.origin_unproven']);
    const preview = new URL(closed.previewUrl, app.url).searchParams.get('ticket');
    expect((await open(loose.number, { preview })).status).toBe(200);
  });

  test('is nobody else’s: a token of one agent opens no other, forged places change nothing', async () => {
    const token = await enter(agent.number);
    expect(codeOf(await open(other.number, { ...here, token }))).toEqual([403, 'access.origin_unproven']);
    const [body = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { place: { origin: string } };
    claims.place.origin = 'https://evil.example';
    const forged = `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
    expect((await say(forged)).status).toBe(401);
    // A ticket is no visitor's token, and the other way round.
    expect((await say(await ticketOf(agent.number))).status).toBe(401);
    expect(
      codeOf(await open(agent.number, { ...here, proof: { ticket: token, host: 'https://shop.example' } })),
    ).toEqual([403, 'access.origin_unproven']);
  });
});

test('a visitor writes as fast and as much as the owner of the agent set', async () => {
  const agent = await publish({ messagesPerMinute: 2, messagesPerConversation: 1 });
  const token = tokenOf(await open(agent.number));
  const conversation = conversationOf(await say(token));
  expect(codeOf(await say(token, conversation))).toEqual([409, 'conversations.conversation_full']);
  expect(codeOf(await say(token))).toEqual([429, 'conversations.too_many_messages']);
  const other = tokenOf(await open((await publish({ messagesPerDay: 1 })).number));
  expect((await say(other)).status).toBe(200);
  expect((await say(other)).status).toBe(429);
});
