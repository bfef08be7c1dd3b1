import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestBrowser,
} from '#tests/support/app/test-app.ts';
import type { Agent } from '../../agents.contract.ts';

let app: TestApp;
let vera: TestBrowser;
let visitor: TestBrowser;
beforeAll(async () => {
  app = await startTestApp();
  visitor = app.browser();
  vera = await app.register('Vera');
});
afterAll(() => app.close());

const create = (browser: TestBrowser, input = 'A guide for "Hotel Linden"'): Promise<Agent> =>
  browser.post<Agent>('/api/agents', { from: 'description', input });
const publish = (agent: Agent): Promise<Agent> =>
  vera.post<Agent>(`/api/agents/${agent.id}/publish`, { revision: agent.draftRevision });
const setStatus = (agent: Agent, status: string, closedMessage = '') =>
  vera.request('POST', `/api/agents/${agent.id}/status`, { body: { status, closedMessage } });
const exported = async (browser: TestBrowser, id: string): Promise<string> =>
  (await browser.request('GET', `/api/agents/${id}/export`)).text;
function upload(
  browser: TestBrowser,
  path: string,
  fileName: string,
  bytes: Uint8Array,
): Promise<TestAnswer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
  return browser.request('POST', path, { raw: form });
}
const imported = (browser: TestBrowser, json: string) =>
  upload(browser, '/api/agents/import', 'agent.json', Buffer.from(json));

describe('opening and closing', () => {
  test('a paused agent tells visitors so, keeps their history and takes no message; opening it again is at once', async () => {
    const agent = await publish(await create(vera));
    const session = await visitor.request('POST', '/api/visitor/session', { body: { agent: agent.number } });
    const { token } = session.body as { token: string };
    expect((await setStatus(agent, 'paused', 'Back on Monday at nine.')).status).toBe(200);

    const again = await visitor.request('POST', '/api/visitor/session', {
      body: { agent: agent.number, token },
    });
    expect(again.body).toMatchObject({ agent: { closed: 'Back on Monday at nine.' } });
    const message = { conversationId: null, clientMessageId: crypto.randomUUID(), text: 'Hello?' };
    const refused = await visitor.request('POST', '/api/visitor/messages', {
      body: message,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'conversations.agent_closed' } });
    expect((await visitor.request('GET', `/widgets/${agent.number}`)).status).toBe(200);

    expect((await setStatus(agent, 'live')).status).toBe(200);
    // What a process knows of the agent is forgotten by a notice of the database, a moment after the answer.
    const send = () =>
      visitor.request('POST', '/api/visitor/messages', {
        body: message,
        headers: { authorization: `Bearer ${token}` },
      });
    await expect.poll(async () => (await send()).status).toBe(200);
  });
});

describe('an exported agent', () => {
  test('is refused with the field and the reason when something in it can not be', async () => {
    const agent = await create(vera);
    const file = JSON.parse(await exported(vera, agent.id)) as {
      configuration: { appearance: { color: string }; css: { code: string } };
      schemaVersion: number;
    };
    const before = (await vera.get<{ agents: unknown[] }>('/api/agents')).agents.length;
    const changed = (change: (copy: typeof file) => void): string => {
      const copy = structuredClone(file);
      change(copy);
      return JSON.stringify(copy);
    };
    expect(await imported(vera, '{"kind":"chatelier.agent"')).toMatchObject({
      status: 422,
      body: { code: 'agents.not_an_export' },
    });
    expect(await imported(vera, '{"hello":"world"}')).toMatchObject({
      status: 422,
      body: { code: 'agents.not_an_export' },
    });
    expect(
      await imported(
        vera,
        changed((copy) => (copy.schemaVersion = 99)),
      ),
    ).toMatchObject({ status: 422, body: { code: 'agents.export_too_new' } });
    const badColor = await imported(
      vera,
      changed((copy) => (copy.configuration.appearance.color = 'red;}body{display:none')),
    );
    expect(badColor).toMatchObject({
      status: 400,
      body: { fields: { 'configuration.appearance.color': expect.any(String) } },
    });
    const badCss = await imported(
      vera,
      changed((copy) => (copy.configuration.css.code = '@import "https://evil.example/x.css";')),
    );
    expect(badCss).toMatchObject({
      status: 400,
      body: { fields: { 'configuration.css.code': expect.any(String) } },
    });
    const unknownKey = await imported(
      vera,
      changed((copy) => Object.assign(copy.configuration, { __proto__: null, admin: true })),
    );
    expect(unknownKey.status).toBe(400);
    expect((await vera.get<{ agents: unknown[] }>('/api/agents')).agents).toHaveLength(before);
  });
});
