import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { Agent, AgentSummary, AgentVersion, ConfigurationChange } from '../agents.contract.ts';

let app: TestApp;
let vera: TestBrowser;
let site: Server;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  site = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><html lang="nl"><head><title>Bakkerij Linde</title><meta name="theme-color" content="#b4532a"><meta name="description" content="Brood van zuurdesem."></head><body><h1>Bakkerij Linde</h1><h2>Openingstijden</h2><p>Wij zijn open van dinsdag tot zaterdag, van zeven tot zes. Op zondag en maandag zijn wij gesloten.</p></body></html>',
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await app.close();
  site.close();
});

const create = (browser: TestBrowser, input = 'A guide for "Hotel Linden"'): Promise<Agent> =>
  browser.post<Agent>('/api/agents', { from: 'description', input });

describe('making an agent', () => {
  test('from a website names and colours it, in the language of the site, and fetches its pages', async () => {
    const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const agent = await vera.post<Agent>('/api/agents', { from: 'website', input: address });
    expect(agent).toMatchObject({ name: 'Bakkerij Linde', color: '#b4532a', status: 'draft' });
    expect(agent.draft.prompt.welcomeMessage).toContain('Bakkerij Linde');
    const { sources } = await vera.get<{ sources: { kind: string; url: string }[] }>(
      `/api/knowledge/${agent.collectionId}/sources`,
    );
    expect(sources).toMatchObject([{ kind: 'website' }]);
  });

  test('from a website that can not be read says so and makes nothing', async () => {
    const before = (await vera.get<{ agents: AgentSummary[] }>('/api/agents')).agents.length;
    const answer = await vera.request('POST', '/api/agents', {
      body: { from: 'website', input: 'http://10.0.0.1/' },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'agents.site_unreadable', fields: { input: 'This address may not be fetched.' } },
    });
    expect((await vera.get<{ agents: AgentSummary[] }>('/api/agents')).agents).toHaveLength(before);
  });
});

describe('the list of agents', () => {
  test('is searched by name and by system prompt, with wildcards taken as letters', async () => {
    const agent = await create(vera, 'A guide for "Vila 100%"');
    const found = async (search: string): Promise<string[]> =>
      (
        await vera.get<{ agents: AgentSummary[] }>(`/api/agents?search=${encodeURIComponent(search)}`)
      ).agents.map(({ id }) => id);
    expect(await found('vila 100%')).toEqual([agent.id]);
    expect(await found('A guide for "Vila')).toEqual([agent.id]);
    expect(await found('100_')).toEqual([]);
  });
});

describe('a draft', () => {
  test('is refused with the field and the reason when a value is out of bounds', async () => {
    const agent = await create(vera);
    const configuration = {
      ...agent.draft,
      basic: { ...agent.draft.basic, tag: 'embed' },
      ai: { ...agent.draft.ai, temperature: 9 },
      appearance: { ...agent.draft.appearance, color: 'red;background:url(x)' },
    };
    const answer = await vera.request('PUT', `/api/agents/${agent.id}/draft`, {
      body: { revision: agent.draftRevision, configuration },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys((answer.body as { fields: object }).fields).toSorted()).toEqual([
      'configuration.ai.temperature',
      'configuration.appearance.color',
      'configuration.basic.tag',
    ]);
  });
});

describe('publishing', () => {
  test('shows what changes, makes the draft live as a version, and lets an older one be restored', async () => {
    const agent = await create(vera);
    expect((await fetch(`${app.url}/widgets/${agent.number}`)).status).toBe(404);
    const live = await vera.post<Agent>(`/api/agents/${agent.id}/publish`, {
      revision: agent.draftRevision,
      name: 'First',
    });
    expect(live).toMatchObject({ status: 'live', liveVersion: 1, hasUnpublishedChanges: false });
    expect((await fetch(`${app.url}/widgets/${agent.number}`)).status).toBe(200);

    const configuration = {
      ...live.draft,
      prompt: { ...live.draft.prompt, welcomeMessage: 'Good evening.' },
    };
    await vera.request('PUT', `/api/agents/${agent.id}/draft`, {
      body: { revision: live.draftRevision, configuration },
    });
    const { changes } = await vera.get<{ changes: ConfigurationChange[] }>(`/api/agents/${agent.id}/changes`);
    expect(changes).toEqual([
      { path: 'prompt.welcomeMessage', before: live.draft.prompt.welcomeMessage, after: 'Good evening.' },
    ]);

    await vera.post(`/api/agents/${agent.id}/publish`, { revision: live.draftRevision + 1 });
    const restored = await vera.post<Agent>(`/api/agents/${agent.id}/versions/1/restore`);
    expect(restored.draft).toEqual(live.draft);
    const { versions } = await vera.get<{ versions: AgentVersion[] }>(`/api/agents/${agent.id}/versions`);
    expect(versions).toMatchObject([
      { version: 2, isLive: true },
      { version: 1, name: 'First', publishedBy: 'Vera', isLive: false },
    ]);
  });
});

describe('a copy', () => {
  test('has the knowledge of the original and a number of its own, and deleting one leaves the other', async () => {
    const agent = await create(vera);
    await vera.post(`/api/knowledge/${agent.collectionId}/sources/text`, {
      title: 'Breakfast',
      body: 'Breakfast is served from seven to ten in the orangery.',
    });
    const ready = async (collectionId: string): Promise<string[]> =>
      (
        await vera.get<{ sources: { status: string }[] }>(`/api/knowledge/${collectionId}/sources`)
      ).sources.map(({ status }) => status);
    await expect.poll(() => ready(agent.collectionId), { timeout: 30_000 }).toEqual(['ready']);
    const copy = await vera.post<Agent>(`/api/agents/${agent.id}/duplicate`);
    expect(copy.number).not.toBe(agent.number);
    expect((await vera.request('DELETE', `/api/agents/${agent.id}`)).status).toBe(200);
    await expect.poll(() => ready(copy.collectionId), { timeout: 30_000 }).toEqual(['ready']);
    const { hits } = await vera.post<{ hits: { text: string }[] }>(
      `/api/knowledge/${copy.collectionId}/search`,
      { query: 'When is breakfast?' },
    );
    expect(hits[0]?.text).toContain('orangery');
  });
});
