import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerTrace } from '#features/conversations/conversations.contract.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startServiceStandIn, type ServiceStandIn } from '#tests/support/tools/service-stand-in.ts';
import { conversationFaults, query, streamingCount } from './checker.ts';
import { ask, connectModel, modelAgent, openSession, register, say, type Owner } from './people.ts';
import {
  cleanUp,
  embeddedUrl,
  startServer,
  temporaryFolder,
  until,
  type ServerProcess,
} from './server-process.ts';

let model: OpenAiStandIn;
let service: ServiceStandIn;
let server: ServerProcess;
let owner: Owner;
const dataDir = temporaryFolder();

beforeAll(async () => {
  [model, service] = await Promise.all([startOpenAiStandIn(), startServiceStandIn()]);
  service.answer('/bookings', (_call, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ number: 'B-1' }));
  });
  server = await startServer({ DATA_DIR: dataDir });
  owner = await register(server.url);
  await connectModel(owner, model.baseUrl);
});
afterAll(async () => {
  await cleanUp();
  await Promise.all([model.close(), service.close()]);
});

/** An agent that takes messages and may call a function that books a table. */
async function agentThatBooks(name: string, about: object) {
  const made = await owner.post<{ id: string }>('/api/functions', {
    definition: {
      kind: 'http',
      name,
      label: 'Book a table',
      description: 'Books a table for a visitor.',
      parameters: { type: 'object', properties: { seats: { type: 'integer' } }, required: ['seats'] },
      http: { method: 'POST', url: `${service.url}/bookings` },
      ...about,
    },
  });
  return modelAgent(owner, (draft) => {
    draft.functions.enabled = [made.id];
    draft.payment.enabled = true;
    draft.payment.freeMessages = 20;
    // They would ask the model, too, and take what is meant for the answer.
    draft.dynamic.followUps = 0;
  });
}
/** Waits until the model was asked so often: a server killed before would leave its words for a later answer. */
const modelWasAsked = (times: number): Promise<true> =>
  until('the model is in the middle of its answer', () => Promise.resolve(model.chats.length >= times));
const call = (name: string) => ({
  kind: 'tool-calls' as const,
  calls: [{ name, arguments: { seats: 2 } }],
});
/** What the visitors of an agent paid, and what is still held of what they have. */
async function ledgerOf(agentId: string): Promise<{ charged: number; held: number }> {
  const [row] = await query<{ charged: number; held: number }>(
    embeddedUrl(dataDir),
    `SELECT coalesce(sum(used), 0)::int AS charged, coalesce(sum(held), 0)::int AS held
      FROM paywall_lots WHERE agent_id = '${agentId}'`,
  );
  return row ?? { charged: 0, held: 0 };
}
const traceOf = async (answerId: string): Promise<AnswerTrace['tools']> =>
  (
    await query<{ trace: AnswerTrace | null }>(
      embeddedUrl(dataDir),
      `SELECT trace FROM messages WHERE id = '${answerId}'`,
    )
  )[0]?.trace?.tools ?? [];

test('a server killed between a call and its answer calls nothing twice, and the record is whole', async () => {
  const agent = await agentThatBooks('book_table', { risk: 'write' });
  const visitor = await openSession(server.url, agent.number);
  const clientMessageId = randomUUID();
  const text = 'Book a table for two, please';
  const chats = model.chats.length;
  model.script(call('book_table'), { kind: 'stall-after', tokens: 2 });
  const reader = await say(server.url, visitor, { text, clientMessageId });
  const answerId = reader.accepted()!.assistantMessage.id;
  await until('the call is recorded', async () =>
    (await traceOf(answerId)).some(({ name, failed }) => name === 'book_table' && !failed),
  );
  await modelWasAsked(chats + 2);
  expect(await streamingCount(embeddedUrl(dataDir))).toBe(1);
  await server.kill();
  server = await startServer({ DATA_DIR: dataDir });
  owner = owner.at(server.url);
  await until('no answer hangs', async () => (await streamingCount(embeddedUrl(dataDir))) === 0, 5_000);
  expect(await traceOf(answerId)).toMatchObject([{ name: 'book_table', failed: false }]);
  // An answer that broke off is given back, and says so.
  expect(await ledgerOf(agent.id)).toEqual({ charged: 0, held: 0 });
  const { conversation } = await openSession(server.url, agent.number, visitor.token);
  expect(conversation?.messages.at(-1)).toMatchObject({
    status: 'interrupted',
    errorCode: 'answer.interrupted',
  });

  // The chat tries again: the model is told what was done, and doing it again is not doing it twice.
  model.script(call('book_table'), { kind: 'text', text: 'It is booked: B-1.' });
  const again = await say(server.url, visitor, { text, clientMessageId });
  expect(await again.ended).toBe('done');
  expect(again.text()).toBe('It is booked: B-1.');
  expect(service.calls).toHaveLength(1);
  expect(JSON.stringify(model.chats.at(-2)?.messages)).toContain('B-1');
  expect(await traceOf(answerId)).toMatchObject([{ name: 'book_table', failed: false }]);
  expect(await ledgerOf(agent.id)).toEqual({ charged: 1, held: 0 });
  expect(await conversationFaults(embeddedUrl(dataDir), [])).toEqual([]);
});

test('a paid call that was delivered before the kill is paid once, and what follows is told of it', async () => {
  const agent = await agentThatBooks('book_paid', { risk: 'write', messageCost: 3 });
  const visitor = await openSession(server.url, agent.number);
  model.script(call('book_paid'), { kind: 'text', text: 'Say yes below.' });
  const asked = await say(server.url, visitor, { text: 'A table for two', clientMessageId: randomUUID() });
  expect(await asked.ended).toBe('done');
  const { conversation } = await openSession(server.url, agent.number, visitor.token);
  const answer = conversation?.messages.at(-1);
  const card = answer?.parts?.find((part) => part.type === 'approval');
  const before = service.calls.length;
  const decided = await ask('POST', `${server.url}/api/visitor/messages/${answer?.id}/approval`, {
    body: { request: card?.id, isYes: true },
    headers: { authorization: `Bearer ${visitor.token}` },
  });
  expect(decided.status).toBe(200);
  const conversationId = asked.accepted()!.conversationId;
  const yes = { text: 'Yes: Book a table', clientMessageId: randomUUID(), conversationId };
  const chats = model.chats.length;
  model.script({ kind: 'stall-after', tokens: 2 });
  const reader = await say(server.url, visitor, yes);
  const answerId = reader.accepted()!.assistantMessage.id;
  await until('the call is recorded', async () => (await traceOf(answerId)).some(({ failed }) => !failed));
  await modelWasAsked(chats + 1);
  await server.kill();
  server = await startServer({ DATA_DIR: dataDir });
  owner = owner.at(server.url);
  await until('no answer hangs', async () => (await streamingCount(embeddedUrl(dataDir))) === 0, 5_000);
  // One message of the first answer, three of the call.
  expect(await ledgerOf(agent.id)).toEqual({ charged: 4, held: 0 });
  model.script({ kind: 'text', text: 'It is booked.' });
  const again = await say(server.url, visitor, yes);
  expect(await again.ended).toBe('done');
  expect(service.calls.length - before).toBe(1);
  expect(JSON.stringify(model.chats.at(-1)?.messages)).toContain('B-1');
  expect(await ledgerOf(agent.id)).toEqual({ charged: 5, held: 0 });
  expect(await conversationFaults(embeddedUrl(dataDir), [])).toEqual([]);
});
