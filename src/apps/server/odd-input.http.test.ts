import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { Agent, AgentVersion } from '#features/agents/agents.contract.ts';

let app: TestApp;
let vera: TestBrowser;
let model: OpenAiStandIn;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  model = await startOpenAiStandIn();
  await vera.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const newAgent = (): Promise<Agent> =>
  vera.post<Agent>('/api/agents', { from: 'description', input: 'A guide for "Hotel Linden"' });

describe('odd input', () => {
  test('with U+0000 in an address is refused, not an error of the server', async () => {
    for (const path of [
      '/api/agents?search=%00',
      '/api/agents/%00',
      '/api/contacts?search=a%00b',
      '/api/contacts/%00/conversations',
      '/api/knowledge/%00/sources',
    ]) {
      expect([path, (await vera.request('GET', path)).status]).toEqual([path, 400]);
    }
  });

  test('with numbers beyond what is stored is refused', async () => {
    const agent = await newAgent();
    for (const revision of [2_147_483_648, Number.MAX_SAFE_INTEGER, -1]) {
      expect(
        (
          await vera.request('PUT', `/api/agents/${agent.id}/draft`, {
            body: { revision, configuration: agent.draft },
          })
        ).status,
      ).toBeLessThan(500);
      expect(
        (await vera.request('POST', `/api/agents/${agent.id}/publish`, { body: { revision } })).status,
      ).toBeLessThan(500);
    }
    expect(
      (await vera.request('GET', `/api/agents/${agent.id}/versions/99999999999/changes`)).status,
    ).toBeLessThan(500);
    expect(
      (await vera.request('POST', `/api/agents/${agent.id}/versions/2147483648/restore`, { body: {} }))
        .status,
    ).toBeLessThan(500);
  });

  test('with half a surrogate pair is stored as readable text', async () => {
    const agent = await newAgent();
    const configuration = { ...agent.draft, basic: { ...agent.draft.basic, name: 'Half \ud83d' } };
    expect(
      await vera.request('PUT', `/api/agents/${agent.id}/draft`, {
        body: { revision: agent.draftRevision, configuration },
      }),
    ).toMatchObject({ status: 200 });
    expect((await vera.get<Agent>(`/api/agents/${agent.id}`)).draft.basic.name).toBe('Half \ufffd');
  });

  test('of a description that is cut inside an emoji makes an agent all the same', async () => {
    const input = `${'a'.repeat(1_499)}\u{1F600} and more`;
    expect(await vera.request('POST', '/api/agents', { body: { from: 'description', input } })).toMatchObject(
      { status: 200 },
    );
  });

  test('as a made-up place in a list starts the list at its top', async () => {
    for (const lastSeenAt of ['99', '2026-02-31 00:00:00+00', '2026-01-01 00:00:00+99']) {
      const cursor = Buffer.from(JSON.stringify({ lastSeenAt, id: 'x' })).toString('base64url');
      expect(await vera.request('GET', `/api/contacts?cursor=${cursor}`)).toMatchObject({ status: 200 });
    }
  });

  test('of a malformed cookie, address or header is a matter of the caller', async () => {
    expect(
      (
        await app
          .browser()
          .request('GET', '/api/user', { headers: { cookie: 'chatelier_session=%E0%A4%A; =; ;;; a' } })
      ).status,
    ).toBe(401);
    expect((await app.browser().request('GET', '/api/%E0%A4%A')).status).toBe(400);
    expect((await app.browser().request('GET', '/widgets/%00.js')).status).toBe(404);
    expect((await app.browser().request('GET', '/locales/en/%2e%2e%2fpackage.json')).status).toBe(404);
  });
});

describe('two publications at once', () => {
  test('of one draft make one version', async () => {
    const agent = await newAgent();
    const publish = () =>
      vera.request('POST', `/api/agents/${agent.id}/publish`, { body: { revision: agent.draftRevision } });
    const answers = await Promise.all([publish(), publish(), publish()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(
      (await vera.get<{ versions: AgentVersion[] }>(`/api/agents/${agent.id}/versions`)).versions,
    ).toHaveLength(1);
  });
});

async function talkingAgent(): Promise<Agent> {
  const agent = await newAgent();
  const configuration = {
    ...agent.draft,
    ai: { ...agent.draft.ai, provider: 'openai-compatible', model: 'stand-in' },
    // The model is asked for these in the background: they would take what the next test's answer is to get.
    dynamic: { ...agent.draft.dynamic, followUps: 0 },
  };
  const { draftRevision } = (
    await vera.request('PUT', `/api/agents/${agent.id}/draft`, {
      body: { revision: agent.draftRevision, configuration },
    })
  ).body as { draftRevision: number };
  return vera.post<Agent>(`/api/agents/${agent.id}/publish`, { revision: draftRevision });
}

describe('an answer of a model', () => {
  async function ask(text: string): Promise<string> {
    const agent = await talkingAgent();
    const visitor = app.browser();
    const { token } = await visitor.post<{ token: string }>('/api/visitor/session', { agent: agent.number });
    return (
      await visitor.request('POST', '/api/visitor/messages', {
        headers: { authorization: `Bearer ${token}` },
        body: { conversationId: null, clientMessageId: randomUUID(), text },
      })
    ).text;
  }

  test('with U+0000 and half a surrogate pair is kept without them', async () => {
    model.script({ kind: 'text', tokens: ['Good ', '\u0000day', ' \ud83d'] });
    const stream = await ask('Hello?');
    expect(stream).toContain('event: done');
    expect(stream).not.toContain('\\u0000');
  });

  test('with impossible counts of tokens is kept without them', async () => {
    model.script({ kind: 'text', text: 'Good day.', usage: { input: 1e15, output: 1e300 } });
    expect(await ask('Hello?')).toContain('event: done');
  });

  test('with a tool call of odd letters is kept', async () => {
    model.script(
      { kind: 'tool-calls', calls: [{ name: 'search_knowledge', arguments: { query: 'a\u0000b \ud83d' } }] },
      { kind: 'text', text: 'Good day.' },
    );
    expect(await ask('Hello?')).toContain('event: done');
  });
});

describe('stopping', () => {
  test('does not wait for a caller who never finishes their request', async () => {
    const other = await startTestApp();
    const socket = net.connect(Number(new URL(other.url).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.on('error', () => undefined);
    socket.write(
      'POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    await fetch(`${other.url}/healthz`);
    const began = performance.now();
    await other.close();
    socket.destroy();
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
