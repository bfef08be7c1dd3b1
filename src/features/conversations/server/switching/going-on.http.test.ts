import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent, republish } from '#tests/support/visitors/visitor-chat.ts';
import type { SwitchableAgent } from '../../conversations-access.contract.ts';

let app: TestApp;
let [first, second]: [Agent?, Agent?] = [];
beforeAll(async () => {
  app = await startTestApp();
  const owner = await app.register('Vera');
  second = await publishAgent(owner, ({ basic }) => void (basic.name = 'Second'));
  const id = second.id;
  first = await publishAgent(owner, ({ basic, switching }) => {
    basic.name = 'First';
    switching.enabled = true;
    switching.agents = [id];
  });
  second = await republish(owner, second, ({ switching }) => {
    switching.enabled = true;
    switching.agents = [first?.id ?? ''];
  });
});
afterAll(() => app.close());

test('a page that comes again is told with which agent its visitor went on, until they come back', async () => {
  const [from, to] = [first?.number ?? 0, second?.number ?? 0];
  const visitor = await openChat(app, from);
  const last = async () => {
    const { switchable } = await app
      .browser()
      .post<{ switchable: SwitchableAgent[] }>('/api/visitor/session', { agent: from, token: visitor.token });
    return switchable.filter(({ isLast }) => isLast).map(({ number }) => number);
  };
  expect(await last()).toEqual([]);
  const there = await visitor.request('POST', '/api/visitor/switch', {
    body: { agent: to, conversationId: null },
  });
  expect(await last()).toEqual([to]);
  await app.browser().request('POST', '/api/visitor/switch', {
    body: { agent: from, conversationId: null },
    headers: { authorization: `Bearer ${(there.body as { token: string }).token}` },
  });
  expect(await last()).toEqual([]);
});

type Opened = {
  token: string;
  agent: { name: string };
  conversation: { messages: { text: string }[] } | null;
  transferred: { agent: { name: string }; messages: { text: string }[] } | null;
  switchable: SwitchableAgent[];
};

test('whoever was handed from one agent to the next twice is still there when the page comes again', async () => {
  const owner = await app.register('Olga');
  const link = async (name: string, next: Agent | null) =>
    publishAgent(owner, ({ basic, switching, prompt }) => {
      basic.name = name;
      prompt.welcomeMessage = '';
      switching.enabled = next !== null;
      switching.agents = next ? [next.id] : [];
      switching.history = 'carry';
    });
  const last = await link('Third', null);
  const middle = await link('Middle', last);
  const page = await link('Page', middle);

  const browser = app.browser();
  const visitor = await openChat(app, page.number);
  const begun = await visitor.say('Hello at the page');
  const go = async (token: string, to: Agent, conversationId: string | null): Promise<Opened> => {
    const { status, body, text } = await browser.request('POST', '/api/visitor/switch', {
      body: { agent: to.number, conversationId },
      headers: { authorization: `Bearer ${token}` },
    });
    if (status !== 200) throw new Error(text);
    return body as Opened;
  };
  const inMiddle = await go(visitor.token, middle, begun.conversationId);
  const sent = await browser.request('POST', '/api/visitor/messages', {
    body: { conversationId: null, clientMessageId: crypto.randomUUID(), text: 'Hello in the middle' },
    headers: { authorization: `Bearer ${inMiddle.token}` },
  });
  const conversationId = /"conversationId":"(\w+)"/.exec(sent.text)?.[1] ?? '';
  await go(inMiddle.token, last, conversationId);

  const again = async () => {
    const opened = await browser.post<Opened>('/api/visitor/session', {
      agent: page.number,
      token: visitor.token,
    });
    return opened.switchable.find(({ isLast }) => isLast);
  };
  expect((await again())?.name).toBe('Third');
  // Nothing was said there yet: what the middle one handed on is still above.
  const back = await go(visitor.token, last, begun.conversationId);
  expect(back.agent.name).toBe('Third');
  expect(back.transferred?.agent.name).toBe('Middle');
  expect(back.transferred?.messages.map(({ text }) => text)).toContain('Hello in the middle');

  // Nobody offers it any more: the page stays with its own agent.
  await republish(owner, middle, ({ switching }) => void (switching.enabled = false));
  expect(await again()).toBeUndefined();
  const refused = await browser.request('POST', '/api/visitor/switch', {
    body: { agent: last.number, conversationId: null },
    headers: { authorization: `Bearer ${visitor.token}` },
  });
  expect(refused.status).toBe(404);
});
