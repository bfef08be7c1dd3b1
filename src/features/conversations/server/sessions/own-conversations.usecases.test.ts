import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import {
  outcomeOf,
  publishAgent,
  visitServices,
  type ChangeAgent,
} from '#tests/support/visitors/visitor-of-services.ts';

let server: TestServices;
let vera: TestMember;
beforeAll(async () => {
  server = await startTestServices();
  vera = await server.member('Vera');
});
afterAll(() => server.close());

async function visit(change?: ChangeAgent, agent?: { number: number }) {
  const met = agent ?? (await publishAgent(server, vera, change));
  const { identity, say } = await visitServices(server, met);
  const { conversations } = server;
  return {
    agent: met,
    identity,
    /** Says something in a conversation of its own, and gives back which. */
    say: async (text: string) => (await say(text, { fresh: true })).conversationId,
    list: () => conversations.ownConversations(identity),
    read: (id: string) => conversations.ownConversation(identity, id),
  };
}

test('visitors find their conversations again, newest first, and read each of them', async () => {
  const visitor = await visit((configuration) => void (configuration.ending.enabled = true));
  expect(await visitor.list()).toEqual([]);
  const first = await visitor.say(`Do you bake rye bread? ${'Really? '.repeat(40)}`);
  server.clock.advance(1_000);
  const second = await visitor.say('When are you open?');
  await server.conversations.endConversation(visitor.identity, first, null);
  const listed = await visitor.list();
  expect(listed.map(({ id, isOver }) => [id, isOver])).toEqual([
    [second, false],
    [first, true],
  ]);
  expect(listed[1]?.title).toMatch(/^Do you bake rye bread\? Really/);
  expect(listed[1]?.title.length).toBe(120);
  const read = await visitor.read(first);
  expect(read.isOver).toBe(true);
  expect(read.conversation.id).toBe(first);
  expect(read.conversation.messages.map(({ role }) => role)).toContain('assistant');
});

test('nobody reads what others said, and nobody anything where nothing is kept', async () => {
  const one = await visit();
  const other = await visit(undefined, one.agent);
  const id = await one.say('A secret');
  expect(await outcomeOf(other.read(id))).toBe('conversations.not_found');
  expect(await other.list()).toEqual([]);
  const visitor = await visit((configuration) => void (configuration.access.history = 'off'));
  const said = await visitor.say('Hello');
  expect(await visitor.list()).toEqual([]);
  expect(await outcomeOf(visitor.read(said))).toBe('conversations.not_found');
});
