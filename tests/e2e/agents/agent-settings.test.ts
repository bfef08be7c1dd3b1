import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { agentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { ask, connectModel, openSession, register, say, type Owner } from '#tests/reliability/people.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { configurationFields } from '../../../tools/reference/configuration-page.ts';
import { made, settings, shownElsewhere, type Change, type Look } from './setting-changes.ts';

/**
 * Every setting of an agent, and that it changes what a visitor gets. A new setting is one line in
 * `setting-changes.ts`, for which the types ask.
 */

let app: TestApp;
let model: OpenAiStandIn;
let owner: Owner;
let base: Agent;

beforeAll(async () => {
  model = await startOpenAiStandIn({ reply: 'Breakfast is from seven.' });
  app = await startTestApp();
  owner = await register(app.url);
  await connectModel(owner, model.baseUrl);
  base = await owner.post<Agent>('/api/agents', { from: 'blank', input: '' });
  for (const [title, body] of [
    ['Breakfast', 'Breakfast is served from seven to ten. It is included in every room.'],
    ['Rooms', 'There are twelve rooms. Breakfast can be brought to the room.'],
    ['Parking', 'Parking behind the house is free. Breakfast guests may park too.'],
  ])
    await owner.post(`/api/knowledge/${base.collectionId}/sources/text`, { title, body });
  await vi.waitFor(async () => {
    const { sources } = await owner.get<{ sources: { status: string }[] }>(
      `/api/knowledge/${base.collectionId}/sources`,
    );
    if (sources.some(({ status }) => status !== 'ready')) throw new Error('Not read yet');
  });
  made.friendId = (await publish(() => undefined)).id;
  made.face = await picture('avatar', '#b4532a');
  made.scene = await picture('background', '#336699');
});
afterAll(async () => {
  await app.close();
  await model.close();
});

async function picture(kind: string, color: string): Promise<string> {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png');
  const answer = await fetch(`${app.url}/api/agents/${base.id}/images?kind=${kind}`, {
    method: 'POST',
    body: form,
    headers: { cookie: owner.cookie },
  });
  return ((await answer.json()) as { hash: string }).hash;
}

/** A published copy of the agent with its knowledge, in which only `changes` differ from the defaults. */
async function publish(...changes: Change[]): Promise<Agent> {
  const copy = await owner.post<Agent>(`/api/agents/${base.id}/duplicate`, {});
  const configuration = agentConfiguration.parse({ basic: { name: 'Hotel Linden' } });
  for (const change of changes) change(configuration);
  const { draftRevision } = await owner.put<{ draftRevision: number }>(`/api/agents/${copy.id}/draft`, {
    revision: copy.draftRevision,
    configuration,
  });
  return owner.post<Agent>(`/api/agents/${copy.id}/publish`, { revision: draftRevision });
}

const read = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
  const response = await fetch(app.url + path, { headers: { 'accept-language': 'en', ...headers } });
  return `${response.status} ${response.headers.get('content-security-policy') ?? ''} ${await response.text()}`;
};

/** Asks something and gives what the visitor read and what the model was sent for it. */
async function talk(number: number, times: number): Promise<string> {
  const visitor = await openSession(app.url, number);
  let conversationId: string | null = null;
  let seen = '';
  for (let time = 1; time <= times; time++) {
    const before = model.requests.length;
    const reader = await say(app.url, visitor, {
      text: 'When is breakfast, and is it included?',
      conversationId,
    });
    await reader.closed;
    conversationId = reader.accepted()?.conversationId ?? conversationId;
    const sent = model.requests.slice(before).map(({ path, body }) => [path, body]);
    // Words that come close together are one event or two, as the clock will have it.
    const kinds = reader.events
      .map(({ event }) => event)
      .filter((event, at, all) => event !== 'accepted' && event !== all[at - 1]);
    seen = JSON.stringify([reader.status, reader.refusal?.code, reader.text(), kinds, sent]);
  }
  return seen;
}

/** What a visitor gets of an agent, without what differs between two agents anyway. */
async function look(agent: Agent, what: Look): Promise<string> {
  const { number } = agent;
  const seen = {
    page: () => read(`/widgets/${number}`),
    loader: () => read(`/widgets/${number}.js?tag=chatelier`),
    frame: () => read(`/widgets/${number}/embed`, { referer: 'https://hotel.example/' }),
    elsewhere: () =>
      read(`/widgets/${number}.js?tag=chatelier`, { referer: 'https://hotel.example/contact' }),
    session: async () => JSON.stringify({ ...(await openSession(app.url, number)), token: '' }),
    wall: async () =>
      (
        await ask('GET', `${app.url}/api/visitor/wall`, {
          headers: { authorization: `Bearer ${(await openSession(app.url, number)).token}` },
        })
      ).text,
    answer: () => talk(number, 1),
    second: () => talk(number, 2),
  }[what]();
  return (await seen)
    .replaceAll(String(number), 'NUMBER')
    .replace(/"(ticket|proof|token|nonce)":"[^"]*"/g, '')
    .replace(/[\w-]{80,}\.[\w-]{20,}/g, '')
    .replace(/(agt|cnv|msg|vis|att)_[0-9a-z]{30}/g, '$1');
}

describe('the settings of an agent', () => {
  test('are all listed here', () => {
    expect([...Object.keys(settings), ...Object.keys(shownElsewhere)].sort()).toEqual(
      configurationFields()
        .map(({ path }) => path)
        .sort(),
    );
  });

  test.each(Object.entries(settings))(
    '%s changes what a visitor gets',
    async (_path, { set, given = () => undefined, look: what = 'page' }) => {
      const [without, withIt, again] = [
        await publish(given),
        await publish(given, set),
        await publish(given),
      ];
      const before = await look(without, what);
      // The same agent twice looks the same, or the difference would say nothing.
      expect(await look(again, what)).toBe(before);
      expect(await look(withIt, what)).not.toBe(before);
    },
  );
});
