import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AnswerCheck, AnswerGap } from '../answer-gaps.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;

let app: TestApp;
let owner: Person;
let support: Person;
let [bakery, shop]: Agent[] = [];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  bakery = await publishAgent(owner, (draft) => (draft.basic.name = 'Linden Bakery'));
  shop = await publishAgent(owner, (draft) => (draft.basic.name = 'Linden Shop'));
  support = await app.register('Sam');
  await app.database.database.direct.execute(
    sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = 'support',
      agent_ids = ARRAY[${bakery.id}] WHERE user_id = ${support.user.id}`,
  );
});
afterAll(() => app.close());

const gapsOf = async (who: Person, agent?: Agent): Promise<AnswerGap[]> =>
  (await who.get<{ gaps: AnswerGap[] }>(`/api/answer-gaps${agent ? `?agent=${agent.id}` : ''}`)).gaps;
async function ask(agent: Agent | undefined, text: string): Promise<string> {
  return (await (await openChat(app, agent?.number ?? 0)).say(text)).answer.id;
}

test('what the agents do not know comes together by its meaning, what many asked first, as far as the member reaches', async () => {
  // Whoever writes on has not left.
  const goingOn = await openChat(app, bakery?.number ?? 0);
  await goingOn.say('Do you ship cakes to Norway?');
  await goingOn.say('Thanks!');
  await ask(bakery, 'Do you ship cakes to Norway?');
  await ask(shop, 'Which wood are the shelves made of?');
  await ask(bakery, 'do you ship cakes to norway');
  const [first, second, ...more] = await gapsOf(owner);
  expect(more).toEqual([]);
  expect([first?.question, first?.unknown, first?.down, first?.messageIds.length, first?.agentName]).toEqual([
    'do you ship cakes to norway',
    3,
    0,
    3,
    'Linden Bakery',
  ]);
  expect([first?.left, first?.lost]).toEqual([2, []]);
  expect(second?.agentName).toBe('Linden Shop');
  expect((await gapsOf(support)).map(({ agentName }) => agentName)).toEqual(['Linden Bakery']);
  expect(await gapsOf(await app.register('Olga'))).toEqual([]);
  expect(
    (await support.request('POST', '/api/answer-gaps/dismiss', { body: { messageIds: second?.messageIds } }))
      .body,
  ).toEqual({ dismissed: 0 });
  expect(
    (await owner.request('POST', '/api/answer-gaps/dismiss', { body: { messageIds: second?.messageIds } }))
      .body,
  ).toEqual({ dismissed: 1 });
  expect(await gapsOf(owner, shop)).toEqual([]);
});

test('a better answer becomes knowledge, closes the gap, and is what the agent says to similar questions from then on', async () => {
  const [gap] = await gapsOf(owner, bakery);
  const body = {
    question: 'Do you ship cakes to Norway?',
    answer: 'Yes, we ship cakes to Norway within three days, for 19 euros.',
    messageIds: gap?.messageIds,
  };
  expect(
    (await support.request('POST', `/api/answer-gaps/messages/${gap?.messageId}/answer`, { body })).status,
  ).toBe(403);
  const { collectionId, sourceId } = await owner.post<{ collectionId: string; sourceId: string }>(
    `/api/answer-gaps/messages/${gap?.messageId}/answer`,
    body,
  );
  const source = () =>
    owner.get<{ source: { status: string; kind: string } }>(
      `/api/knowledge/${collectionId}/sources/${sourceId}`,
    );
  await expect
    .poll(async () => (await source()).source, { timeout: 30_000 })
    .toMatchObject({ status: 'ready', kind: 'qa' });
  expect(await gapsOf(owner, bakery)).toEqual([]);
  await ask(bakery, 'Can cakes ship to Norway?');
  const { checks } = await owner.post<{ checks: AnswerCheck[] }>(
    `/api/answer-gaps/messages/${gap?.messageId}/check`,
    { question: body.question },
  );
  expect(checks[0]).toMatchObject({ isUnknown: false, before: gap?.answer });
  expect(checks[0]?.now).toContain('19 euros');
  expect(checks.map(({ question }) => question)).toEqual([
    'Do you ship cakes to Norway?',
    'Can cakes ship to Norway?',
  ]);
  // Asking aside leaves no trace in any conversation.
  expect(
    (
      await app.database.database.direct.execute(
        sql`SELECT FROM messages WHERE conversation_id = ${gap?.conversationId}`,
      )
    ).rows,
  ).toHaveLength(2);
});

test('a thumb down makes a gap of an answer that says something', async () => {
  const visitor = await openChat(app, bakery?.number ?? 0);
  const { answer } = await visitor.say('Do you ship cakes to Norway?');
  expect(answer.text).toContain('19 euros');
  await visitor.request('POST', `/api/visitor/messages/${answer.id}/feedback`, { body: { value: 'down' } });
  expect(
    (await gapsOf(owner, bakery)).map(({ messageId, down, unknown }) => [messageId, down, unknown]),
  ).toEqual([[answer.id, 1, 0]]);
  const stranger = await app.register('Olga');
  for (const path of ['answer', 'check'])
    expect(
      (
        await stranger.request('POST', `/api/answer-gaps/messages/${answer.id}/${path}`, {
          body: { question: 'Why?', ...(path === 'answer' ? { answer: 'So.' } : {}) },
        })
      ).status,
    ).toBe(404);
});
