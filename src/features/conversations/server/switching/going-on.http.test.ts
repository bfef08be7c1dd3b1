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
