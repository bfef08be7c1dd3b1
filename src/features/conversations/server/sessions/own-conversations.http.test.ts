import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';

let app: TestApp;
let vera: TestBrowser;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
});
afterAll(() => app.close());

async function makeAgent(change: (configuration: AgentConfiguration) => void = () => {}): Promise<Agent> {
  const { id, draft, draftRevision } = await vera.post<Agent>('/api/agents', { from: 'blank' });
  change(draft);
  await vera.request('PUT', `/api/agents/${id}/draft`, {
    body: { revision: draftRevision, configuration: draft },
  });
  return vera.post<Agent>(`/api/agents/${id}/publish`, { revision: draftRevision + 1 });
}

async function visit(agent: Agent) {
  const browser = app.browser();
  const { token } = await browser.post<{ token: string }>('/api/visitor/session', { agent: agent.number });
  const call = (method: string, path: string, body?: unknown) =>
    browser.request(method, `/api/visitor/${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
  return {
    call,
    /** Says something in a conversation of its own, and gives back which. */
    async say(text: string): Promise<string> {
      const { text: answer } = await call('POST', 'messages', {
        conversationId: null,
        clientMessageId: randomUUID(),
        text,
      });
      return /"conversationId":"(\w+)"/.exec(answer)![1]!;
    },
    list: async () =>
      (
        (await call('GET', 'conversations')).body as {
          conversations: { id: string; title: string; isOver: boolean }[];
        }
      ).conversations,
  };
}

test('visitors find their conversations again, newest first, and read each of them', async () => {
  const agent = await makeAgent((configuration) => (configuration.ending.enabled = true));
  const visitor = await visit(agent);
  expect(await visitor.list()).toEqual([]);
  const first = await visitor.say(`Do you bake rye bread? ${'Really? '.repeat(40)}`);
  const second = await visitor.say('When are you open?');
  await visitor.call('POST', `conversations/${first}/end`, {});
  const listed = await visitor.list();
  expect(listed.map(({ id, isOver }) => [id, isOver])).toEqual([
    [second, false],
    [first, true],
  ]);
  expect(listed[1]!.title).toMatch(/^Do you bake rye bread\? Really/);
  expect(listed[1]!.title.length).toBe(120);
  const read = (await visitor.call('GET', `conversations/${first}`)).body as {
    isOver: boolean;
    conversation: { id: string; messages: { role: string }[] };
  };
  expect(read.isOver).toBe(true);
  expect(read.conversation.id).toBe(first);
  expect(read.conversation.messages.map(({ role }) => role)).toContain('assistant');
});

test('nobody reads what others said, and nobody anything where nothing is kept', async () => {
  const agent = await makeAgent();
  const [one, other] = [await visit(agent), await visit(agent)];
  const id = await one.say('A secret');
  expect((await other.call('GET', `conversations/${id}`)).status).toBe(404);
  expect(await other.list()).toEqual([]);
  const forgetful = await makeAgent((configuration) => (configuration.access.history = 'off'));
  const visitor = await visit(forgetful);
  const said = await visitor.say('Hello');
  expect(await visitor.list()).toEqual([]);
  expect((await visitor.call('GET', `conversations/${said}`)).status).toBe(404);
});
