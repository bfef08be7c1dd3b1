import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestBrowser,
} from '#tests/support/app/test-app.ts';
import type { Agent, AgentVersion, ConfigurationChange } from '../../agents.contract.ts';

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

  test('an unpublished or archived agent is as unknown as one that never was', async () => {
    const agent = await publish(await create(vera));
    for (const status of ['draft', 'archived']) {
      expect((await setStatus(agent, status)).status).toBe(200);
      expect((await visitor.request('GET', `/widgets/${agent.number}`)).status).toBe(404);
      expect((await visitor.request('GET', `/widgets/${agent.number}.js`)).status).toBe(404);
    }
  });

  test('an agent that was never published can not be opened or paused', async () => {
    const agent = await create(vera);
    for (const status of ['live', 'paused'])
      expect(await setStatus(agent, status)).toMatchObject({
        status: 409,
        body: { code: 'agents.never_published' },
      });
  });
});

describe('an exported agent', () => {
  test('comes back the same to the byte, with its pictures and its knowledge', async () => {
    const agent = await create(vera);
    const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#b4532a' } })
      .png()
      .toBuffer();
    const { hash } = (await upload(vera, `/api/agents/${agent.id}/images?kind=avatar`, 'face.png', bytes))
      .body as { hash: string };
    await vera.post(`/api/knowledge/${agent.collectionId}/sources/text`, {
      title: 'Rooms',
      body: 'The tower room has four beds.',
    });
    await vera.post(`/api/knowledge/${agent.collectionId}/sources/qa`, {
      pairs: [{ question: 'Is there parking?', answer: 'Yes, behind the house.' }],
    });
    const configuration = {
      ...agent.draft,
      appearance: { ...agent.draft.appearance, avatar: hash, color: '#b4532a' },
    };
    await vera.request('PUT', `/api/agents/${agent.id}/draft`, {
      body: { revision: agent.draftRevision, configuration },
    });

    const first = await exported(vera, agent.id);
    const copy = (await imported(vera, first)).body as Agent;
    expect(copy.id).not.toBe(agent.id);
    expect(copy.draft).toEqual(configuration);
    expect(await exported(vera, copy.id)).toBe(first);

    // In another account the picture is painted anew, under a name of its own; all else is the same.
    const otto = await app.register('Otto');
    const moved = (await imported(otto, first)).body as Agent;
    expect(moved.draft).toEqual({
      ...configuration,
      appearance: { ...configuration.appearance, avatar: moved.draft.appearance.avatar },
    });
    expect(moved.draft.appearance.avatar).toMatch(/^[0-9a-f]{32}$/);
    const { sources } = await otto.get<{ sources: { title: string }[] }>(
      `/api/knowledge/${moved.collectionId}/sources`,
    );
    expect(sources.map(({ title }) => title).sort()).toEqual(['Is there parking?', 'Rooms']);
  });

  test('says what could not come along', async () => {
    const [agent, other] = [await create(vera), await create(vera)];
    await upload(
      vera,
      `/api/knowledge/${agent.collectionId}/sources/file`,
      'allergens.txt',
      Buffer.from('The rye bread contains gluten and sesame.'),
    );
    await vera.request('PUT', `/api/agents/${agent.id}/draft`, {
      body: {
        revision: agent.draftRevision,
        configuration: { ...agent.draft, switching: { ...agent.draft.switching, agents: [other.id] } },
      },
    });
    const file = JSON.parse(await exported(vera, agent.id)) as {
      configuration: { appearance: { avatar: string } };
      knowledge: unknown[];
    };
    expect((await imported(vera, JSON.stringify(file))).body).toMatchObject({
      leftOut: { documents: ['allergens.txt'], websites: [], agents: 0, pictures: 0 },
    });

    file.configuration.appearance.avatar = 'a'.repeat(32);
    file.knowledge.push({ kind: 'website', url: 'http://10.0.0.1/', mode: 'site', resync: 'off' });
    const otto = await app.register('Otto');
    expect((await imported(otto, JSON.stringify(file))).body).toMatchObject({
      leftOut: { documents: ['allergens.txt'], websites: ['http://10.0.0.1/'], agents: 1, pictures: 1 },
      draft: { switching: { agents: [] }, appearance: { avatar: '' } },
    });
  });

  test('holds no key, no person and no conversation', async () => {
    await vera.request('PUT', '/api/integrations/openai', {
      body: { apiKey: 'sk-should-never-leave-0123456789' },
    });
    const agent = await create(vera);
    const json = await exported(vera, agent.id);
    for (const secret of ['sk-should', agent.id, agent.collectionId, 'acc_', 'usr_'])
      expect(json).not.toContain(secret);
  });

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

describe('versions', () => {
  test('a restored version publishes to exactly what it was, and the diff of the way back is the mirror of the way there', async () => {
    const made = await publish(await create(vera));
    const first = await exported(vera, made.id);
    const configuration = {
      ...made.draft,
      basic: { ...made.draft.basic, name: 'Night desk' },
      layout: { ...made.draft.layout, offsetX: 44 },
    };
    const saved = (
      await vera.request('PUT', `/api/agents/${made.id}/draft`, {
        body: { revision: made.draftRevision, configuration },
      })
    ).body as { draftRevision: number };
    const there = (await vera.get<{ changes: ConfigurationChange[] }>(`/api/agents/${made.id}/changes`))
      .changes;
    await vera.post(`/api/agents/${made.id}/publish`, { revision: saved.draftRevision, name: 'Night' });
    const back = (
      await vera.get<{ changes: ConfigurationChange[] }>(`/api/agents/${made.id}/versions/1/changes`)
    ).changes;
    expect(back).toEqual(there.map(({ path, before, after }) => ({ path, before: after, after: before })));
    const restored = await vera.post<Agent>(`/api/agents/${made.id}/versions/1/restore`, {});
    await vera.post(`/api/agents/${made.id}/publish`, { revision: restored.draftRevision });
    expect(await exported(vera, made.id)).toBe(first);
    const { versions } = await vera.get<{ versions: AgentVersion[] }>(`/api/agents/${made.id}/versions`);
    expect(versions.map(({ version, isLive }) => [version, isLive])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
  });
});
