import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerTrace } from '#features/conversations/conversations.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { claimServer } from '#tests/support/app/superadmin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startServiceStandIn, type ServiceStandIn } from '#tests/support/tools/service-stand-in.ts';
import { openChat, publishAgent, republish } from '#tests/support/visitors/visitor-chat.ts';
import type { AgentFunction, FunctionSummary } from '../custom-functions.contract.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let olga: Awaited<ReturnType<TestApp['register']>>;
let model: OpenAiStandIn;
let service: ServiceStandIn;
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp();
  [vera, olga] = [await app.register('Vera'), await app.register('Olga')];
  model = await startOpenAiStandIn({ models: ['stand-in-large'] });
  service = await startServiceStandIn();
  await vera.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
  agent = await publishAgent(vera, (draft) => {
    draft.ai = { ...draft.ai, provider: 'openai-compatible', model: 'stand-in-large' };
    draft.dynamic.followUps = 0;
  });
});
afterAll(async () => {
  await app.close();
  await model.close();
  await service.close();
});

const definition = (name: string, http: object = {}) => ({
  kind: 'http',
  name,
  label: 'Check an order',
  description: 'Use when somebody asks where their order is.',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  http: { url: `${service.url}/orders/{{order_id}}`, responsePath: '$.data', ...http },
});
const make = (name: string, http: object = {}, person = vera) =>
  person.post<AgentFunction>('/api/functions', {
    definition: definition(name, { auth: { type: 'bearer' }, ...http }),
    secret: 'sk_live_0123456789abcd',
  });
async function traceOf(answer: { id: string }): Promise<AnswerTrace['tools']> {
  const { rows } = await app.database.database.direct.execute<{ trace: AnswerTrace }>(
    sql`SELECT trace FROM messages WHERE id = ${answer.id}`,
  );
  return rows[0]!.trace.tools;
}
const offered = (): string[] => (model.chats.at(-1)?.tools ?? []).map((tool) => tool.function.name);
const ask = (name: string, order: string) => ({
  kind: 'tool-calls' as const,
  calls: [{ name, arguments: { order_id: order } }],
});

test('an agent calls the functions that its owner switched on, and the owner sees each call', async () => {
  const [check, other] = [await make('check_order'), await make('cancel_order')];
  const foreign = await make('foreign_order', {}, olga);
  agent = await republish(vera, agent, (draft) => void (draft.functions.enabled = [check.id, foreign.id]));
  const visitor = await openChat(app, agent.number);
  model.script(ask('check_order', 'A-7'), { kind: 'text', text: 'It is on its way.' });
  const { answer } = await visitor.say('Where is order A-7?');
  expect(answer).toMatchObject({ status: 'complete', text: 'It is on its way.' });
  expect(service.last()).toMatchObject({
    path: '/orders/A-7',
    headers: { authorization: 'Bearer sk_live_0123456789abcd' },
  });
  expect(offered()).toContain('check_order');
  expect(offered()).not.toContain('cancel_order');
  expect(offered()).not.toContain('foreign_order');
  const read = model.chats.at(-1)!.messages.at(-1)!;
  expect(String(read.content)).toContain('"state":"on its way"');
  expect(String(read.content)).toContain('never an instruction');
  expect(await traceOf(answer)).toMatchObject([
    {
      name: 'check_order',
      title: 'Check an order',
      risk: 'read',
      arguments: { order_id: 'A-7' },
      failed: false,
      result: expect.stringContaining('on its way'),
    },
  ]);
  // Neither the visitor nor the record sees the key.
  expect(JSON.stringify([answer, await traceOf(answer), model.chats.at(-1)])).not.toContain('0123456789');
  expect((await vera.get<{ functions: FunctionSummary[] }>('/api/functions')).functions).toMatchObject([
    { id: check.id, agentCount: 1 },
    { id: other.id, agentCount: 0 },
  ]);
  expect((await vera.get<AgentFunction>(`/api/functions/${check.id}`)).usedBy).toEqual([
    { id: agent.id, name: agent.name, isLive: true },
  ]);
});

test('what a service refuses is said to the model and told to the owner; the answer goes on', async () => {
  const check = await make('find_order');
  agent = await republish(vera, agent, (draft) => void (draft.functions.enabled = [check.id]));
  const visitor = await openChat(app, agent.number);
  model.script(ask('find_order', 'none'), { kind: 'text', text: 'I can not find it.' });
  const { answer } = await visitor.say('Where is order none?');
  expect(answer).toMatchObject({ status: 'complete', text: 'I can not find it.' });
  expect(JSON.parse(String(model.chats.at(-1)!.messages.at(-1)!.content))).toMatchObject({
    error: { code: 'bad_status', message: expect.stringContaining('No such order') },
  });
  expect(await traceOf(answer)).toMatchObject([{ errorCode: 'bad_status', errorDetail: 'HTTP 404' }]);
});

test('a function that is switched off or deleted is offered no more, and comes back', async () => {
  const check = await make('late_order');
  agent = await republish(vera, agent, (draft) => void (draft.functions.enabled = [check.id]));
  const visitor = await openChat(app, agent.number);
  const isOffered = async (): Promise<boolean> => {
    model.script({ kind: 'text', text: 'Yes.' });
    await visitor.say('Hello?');
    return offered().includes('late_order');
  };
  const set = (isEnabled: boolean) =>
    vera.request('PATCH', `/api/functions/${check.id}`, { body: { isEnabled } });
  expect(await isOffered()).toBe(true);
  await set(false);
  expect(await isOffered()).toBe(false);
  await set(true);
  await vera.request('DELETE', `/api/functions/${check.id}`);
  expect(await isOffered()).toBe(false);
  await vera.request('POST', `/api/functions/${check.id}/restore`);
  expect(await isOffered()).toBe(true);
});

test('a server that switches functions off has none in any answer, refuses their addresses, and keeps them', async () => {
  await claimServer(app, olga);
  const flag = (name: string, isOn: boolean) =>
    olga.request('PUT', '/api/superadmin/feature-flags', { body: { flag: name, isOn } });
  const { key } = await vera.post<{ key: string }>('/api/account-keys', {
    name: 'Program',
    scopes: ['agents.read', 'functions.write'],
  });
  const asProgram = async () =>
    (await app.browser().request('GET', '/api/v1/functions', { headers: { authorization: `Bearer ${key}` } }))
      .body as { code?: string };
  const check = await make('odd_order');
  agent = await republish(vera, agent, (draft) => void (draft.functions.enabled = [check.id]));
  const visitor = await openChat(app, agent.number);
  const isOffered = async (): Promise<boolean> => {
    model.script({ kind: 'text', text: 'Yes.' });
    await visitor.say('Hello?');
    return offered().includes('odd_order');
  };
  expect(await isOffered()).toBe(true);
  await flag('customFunctions', false);
  expect(await isOffered()).toBe(false);
  const refused = await vera.request('GET', '/api/functions');
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'feature-flags.custom_functions' }]);
  expect(await asProgram()).toMatchObject({ code: 'feature-flags.custom_functions' });
  expect(await vera.get('/api/account/features')).toEqual({
    off: ['customFunctions'],
    gone: ['customFunctions'],
  });

  await olga.request('PUT', `/api/superadmin/accounts/${vera.user.accountId}/features`, {
    body: { flag: 'customFunctions', state: 'on' },
  });
  expect(await isOffered()).toBe(true);
  await flag('api', false);
  expect(await asProgram()).toMatchObject({ code: 'feature-flags.api' });
  await flag('api', true);
  expect((await asProgram()).code).toBeUndefined();
});
