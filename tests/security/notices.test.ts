import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { openSecurityWorld, type SecurityWorld } from './world.ts';

let world: SecurityWorld;
beforeAll(async () => {
  world = await openSecurityWorld();
}, 120_000);
afterAll(() => world.close());

/** The news of a signed-in browser, as text; `until` waits for a word in it. */
async function listen(cookie: string) {
  const abort = new AbortController();
  const response = await fetch(`${world.app.url}/api/events`, { headers: { cookie }, signal: abort.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const until = async (word: string): Promise<void> => {
    while (!heard.includes(word)) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) throw new Error(`The stream ended without ${word}: ${heard}`);
      heard += value ?? '';
    }
  };
  await until('event: ready');
  return { until, heard: () => heard, end: () => abort.abort() };
}
const publish = (data: Record<string, unknown>): Promise<void> => {
  const { database, realtime } = world.app.server.services;
  return database.system((tx) =>
    realtime.publish(tx, { topic: `account:${world.vera.owner.user.accountId}`, data }),
  );
};

it('a member hears of nothing that they may not read, and of no agent that they do not reach', async () => {
  const { vera } = world;
  const { first, second } = vera;
  const restricted = await world.member(vera, 'editor', [second.agent.id]);
  const [seller, helper] = [
    await listen(restricted.cookie()),
    await listen((await world.member(vera, 'support')).cookie()),
  ];
  const guest = world.app.browser();
  const wrote = async (agent: Agent): Promise<string> => {
    const { token } = await guest.post<{ token: string }>('/api/visitor/session', { agent: agent.number });
    const body = { conversationId: null, clientMessageId: crypto.randomUUID(), text: 'Hello' };
    const { text } = await guest.request('POST', '/api/visitor/messages', {
      body,
      headers: { authorization: `Bearer ${token}` },
    });
    return /cnv_[0-9a-z]{30}/.exec(text)?.[0] ?? 'none';
  };
  const hidden = await wrote(first.agent);
  const shown = await wrote(second.agent);
  await publish({
    type: 'purchase.changed',
    purchaseId: 'pur_hidden',
    agentId: first.agent.id,
    contactId: 'con_hidden',
    isTest: true,
  });
  await publish({
    type: 'purchase.changed',
    purchaseId: 'pur_shown',
    agentId: second.agent.id,
    contactId: null,
    isTest: true,
  });
  await publish({
    type: 'knowledge.changed',
    collectionId: first.agent.collectionId,
    sourceId: 'src_hidden',
  });
  await publish({
    type: 'knowledge.changed',
    collectionId: second.agent.collectionId,
    sourceId: 'src_shown',
  });
  await publish({ type: 'everything' });
  for (const stream of [seller, helper]) await stream.until('"everything"');
  for (const word of [shown, 'pur_shown', 'src_shown']) expect(seller.heard()).toContain(word);
  for (const word of [hidden, 'pur_hidden', 'con_hidden', 'src_hidden', first.agent.id])
    expect(seller.heard()).not.toContain(word);
  for (const word of [hidden, shown]) expect(helper.heard()).toContain(word);
  expect(helper.heard()).not.toContain('pur_');
  seller.end();
  helper.end();
});

it('a member whose role changes comes again, and hears from then on what the new one may hear', async () => {
  const { vera } = world;
  const person = await world.member(vera, 'editor');
  const before = await listen(person.cookie());
  expect(
    (await vera.owner.request('PATCH', `/api/team/members/${person.user.id}`, { body: { role: 'viewer' } }))
      .status,
  ).toBe(200);
  await expect(before.until('never said')).rejects.toThrow('The stream ended');
  const after = await listen(person.cookie());
  await publish({
    type: 'purchase.changed',
    purchaseId: 'pur_secret',
    agentId: vera.first.agent.id,
    contactId: null,
    isTest: true,
  });
  await publish({ type: 'everything' });
  await after.until('"everything"');
  expect(after.heard()).not.toContain('pur_secret');
  after.end();
});

it('whoever comes is told for how long there was no news, so that a page reads again what it may have missed', async () => {
  const cookie = world.vera.owner.cookie();
  const quietMs = async (): Promise<number> => {
    const news = await listen(cookie);
    await news.until('\n\n');
    news.end();
    return Number(/"quietMs":(\d+)/.exec(news.heard())?.[1]);
  };
  const present = await listen(cookie);
  const before = performance.now();
  await publish({ type: 'everything' });
  await present.until('everything');
  const first = await quietMs();
  expect(first).toBeLessThan(performance.now() - before);
  const second = await quietMs();
  expect(second).toBeGreaterThanOrEqual(first);
  present.end();
});
