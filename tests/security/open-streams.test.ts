import http from 'node:http';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { streamsPerAddress } from '#platform/http/stream-places.ts';
import { openStreams } from '#platform/http/event-stream.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

// Each open stream costs the server memory and a connection, so nobody has as many as they like.

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp({ environment: { TRUST_PROXY: 'loopback' } });
  owner = await app.register('Vera');
  const made = await owner.post<Agent>('/api/agents', {
    from: 'description',
    input: 'A guide for "Hotel Linden"',
  });
  agent = await owner.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
});
afterAll(() => app.close());

type Open = {
  status: number;
  headers: http.IncomingHttpHeaders;
  text(): string;
  isOver(): boolean;
  leave(): void;
};
const opened: Open[] = [];
/** One request on a connection of its own, up to its answer's head; the rest goes on arriving. */
function open(path: string, headers: Record<string, string>): Promise<Open> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const request = http.get({ hostname, port, path, headers, agent: false }, (response) => {
      let [text, isOver] = ['', false];
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('close', () => (isOver = true));
      const one: Open = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        isOver: () => isOver,
        leave: () => request.destroy(),
      };
      opened.push(one);
      resolve(one);
    });
    request.on('error', reject);
  });
}
async function leaveAll(): Promise<void> {
  for (const one of opened.splice(0)) one.leave();
  await expect.poll(() => openStreams().size).toBe(0);
}
const at = (address: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': address, ...more });
const events = (address: string, cookie = owner.cookie()) => open('/api/events', at(address, { cookie }));

async function talk(): Promise<{ authorization: string; stream: string }> {
  const page = app.browser();
  const { token } = await page.post<{ token: string }>('/api/visitor/session', { agent: agent.number });
  const authorization = `Bearer ${token}`;
  const { text } = await page.request('POST', '/api/visitor/messages', {
    headers: { authorization },
    body: { conversationId: null, clientMessageId: randomUUID(), text: 'Hello' },
  });
  const id = /"conversationId":"(\w+)"/.exec(text)?.[1] ?? '';
  return { authorization, stream: `/api/visitor/conversations/${id}/stream?after=0` };
}

describe('open streams', () => {
  it('of one session are four, so that a browser has connections left: the oldest is told and closed, the newest opens, and other people keep theirs', async () => {
    const colleague = await app.register('Jonas');
    const kept = await events('192.0.2.9', colleague.cookie());
    const tabs: Open[] = [];
    for (let tab = 0; tab < 7; tab++) tabs.push(await events('192.0.2.1'));
    expect(tabs.map(({ status }) => status)).toEqual(Array<number>(7).fill(200));
    await expect
      .poll(() => tabs.map((tab) => tab.isOver()))
      .toEqual([true, true, true, ...Array<boolean>(4).fill(false)]);
    expect(tabs[0]?.text()).toContain('event: displaced');
    expect([kept.isOver(), tabs.at(-1)?.text().includes('event: ready')]).toEqual([false, true]);
    await leaveAll();
  });

  it('of one visitor’s conversation are four, whoever else follows theirs', async () => {
    const [eve, anna] = [await talk(), await talk()];
    const kept = await open(anna.stream, at('192.0.2.8', { authorization: anna.authorization }));
    const tabs: Open[] = [];
    for (let tab = 0; tab < 7; tab++)
      tabs.push(await open(eve.stream, at('192.0.2.2', { authorization: eve.authorization })));
    await expect
      .poll(() => tabs.map((tab) => tab.isOver()))
      .toEqual([true, true, true, ...Array<boolean>(4).fill(false)]);
    expect(kept.isOver()).toBe(false);
    await leaveAll();
  });

  it('of one address are refused beyond their number with the seconds to wait, and are free again when some end', async () => {
    const people = await Promise.all(Array.from({ length: streamsPerAddress / 4 }, () => app.register()));
    const from = '192.0.2.3';
    const tabs = await Promise.all(
      Array.from({ length: streamsPerAddress }, (_none, tab) =>
        events(from, people[tab % people.length]?.cookie()),
      ),
    );
    expect(tabs.every(({ status }) => status === 200)).toBe(true);
    const refused = await events(from);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await events('192.0.2.4')).status).toBe(200);
    // Refused before anything is done for it: no message is taken whose answer nobody could hear.
    const page = app.browser();
    const { token } = await page.post<{ token: string }>('/api/visitor/session', { agent: agent.number });
    const sent = await page.request('POST', '/api/visitor/messages', {
      headers: at(from, { authorization: `Bearer ${token}` }),
      body: { conversationId: null, clientMessageId: randomUUID(), text: 'Hello' },
    });
    expect(sent.status).toBe(429);
    for (const tab of tabs.slice(0, 3)) tab.leave();
    await expect.poll(async () => (await events(from)).status).toBe(200);
    await leaveAll();
    expect((await events(from)).status).toBe(200);
    await leaveAll();
  });

  it('that their reader left before they began stay nowhere', async () => {
    const { authorization, stream } = await talk();
    const { hostname, port } = new URL(app.url);
    await Promise.all(
      Array.from(
        { length: 30 },
        (_none, wait) =>
          new Promise<void>((resolve) => {
            const request = http.get(
              { hostname, port, path: stream, headers: at('192.0.2.5', { authorization }), agent: false },
              (response) => response.resume(),
            );
            request.on('error', () => undefined);
            request.on('close', () => resolve());
            // Some leave before the server has read them, some while it looks for the conversation.
            request.on('socket', (socket) =>
              socket.on('connect', () => setTimeout(() => request.destroy(), wait % 10)),
            );
          }),
      ),
    );
    await expect.poll(() => openStreams().size).toBe(0);
    expect((await open(stream, at('192.0.2.5', { authorization }))).status).toBe(200);
    await leaveAll();
  });
});
