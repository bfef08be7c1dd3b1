import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import { applyEntitlement, joinWallet } from '#features/paywall/server/paywall.usecases.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { brokenLots, packOf } from '#tests/support/payments/paywall-setup.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { query } from './checker.ts';
import {
  ask,
  connectModel,
  modelAgent,
  openSession,
  register,
  say,
  type Owner,
  type Reader,
  type Visitor,
} from './people.ts';
import { cleanUp, startServer, temporaryFolder, until, type ServerProcess } from './server-process.ts';

const words = Array.from({ length: 400 }, (_, at) => `word${at} `).join('');
let database: TestDatabase;
let model: OpenAiStandIn;
let first: ServerProcess;
let second: ServerProcess;
let owner: Owner;
let accountId: string;
let agent: Agent;

const settings = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  DATA_DIR: temporaryFolder(),
  ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
  STOP_GRACE_SECONDS: '1',
});

beforeAll(async () => {
  database = await createTestDatabase();
  model = await startOpenAiStandIn({
    tokenDelayMs: 40,
    reply: (request) =>
      String(request.messages.at(-1)?.content).includes('everything') ? words : 'A short answer.',
  });
  [first, second] = await Promise.all([startServer(settings()), startServer(settings())]);
  owner = await register(first.url);
  ({ accountId } = await owner.get<{ accountId: string }>('/api/user'));
  await connectModel(owner, model.baseUrl);
  agent = await modelAgent(owner, ({ payment, access }) => {
    Object.assign(payment, { enabled: true, freeMessages: 0, type: 'pack' });
    Object.assign(access, { messagesPerMinute: 60 });
  });
});

afterAll(async () => {
  await cleanUp();
  await model.close();
  await database.close();
});

/** A visitor with a pack, on several devices that hold it together. */
async function buyer(messages: number, devices: number): Promise<Visitor[]> {
  const found: (Visitor & { id: string })[] = [];
  for (let device = 0; device < devices; device++) {
    const { token } = await openSession(first.url, agent.number);
    const [row] = await query<{ id: string }>(
      database.url,
      'SELECT id FROM visitors ORDER BY created_at DESC, id DESC LIMIT 1',
    );
    found.push({ token, id: row!.id });
  }
  const [holder, ...others] = found;
  const now = new Date();
  await database.database.account(accountId, async (tx) => {
    await applyEntitlement(
      tx,
      packOf({ accountId, agentId: agent.id }, holder!.id, { isTest: true, messages }),
      'bought',
      now,
    );
    for (const { id } of others)
      await joinWallet(tx, { accountId, visitorId: id, walletId: holder!.id, now });
  });
  return found;
}
const balanceOf = async (visitor: Visitor, url = second.url): Promise<PaywallBalance> =>
  (
    await ask<PaywallBalance>('GET', `${url}/api/visitor/balance`, {
      headers: { authorization: `Bearer ${visitor.token}` },
    })
  ).body;

test('a pack of ten answers ten of a hundred messages that come at once through two processes', async () => {
  const devices = await buyer(10, 4);
  const asked = model.chats.length;
  const tries = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      say(at % 2 ? first.url : second.url, devices[at % 4]!, { text: `Question ${at}` }),
    ),
  );
  await Promise.all(tries.map(({ ended }) => ended));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(
    tries.filter(({ status, refusal }) => status === 402 && refusal?.code === 'paywall.payment_required'),
  ).toHaveLength(90);
  expect(model.chats.length - asked).toBe(10);
  for (const device of devices)
    expect(await balanceOf(device)).toMatchObject({ state: 'pack_exhausted', packLeft: 0 });
  expect(await brokenLots(database.database)).toEqual([]);
});

test('ten models that fail give back ten messages, once each', async () => {
  const devices = await buyer(10, 2);
  model.script(...Array.from({ length: 10 }, () => ({ kind: 'status' as const, status: 400 })));
  const tries = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      say(at % 2 ? first.url : second.url, devices[at % 2]!, { text: `Question ${at}` }),
    ),
  );
  expect(await Promise.all(tries.map(({ ended }) => ended))).toEqual(Array(10).fill('failed'));
  expect(await balanceOf(devices[0]!)).toMatchObject({ state: 'pack', packLeft: 10 });
  expect(await brokenLots(database.database)).toEqual([]);
});

test('a process that is killed in the middle of answers costs the visitors nothing, and the retry is charged once', async () => {
  const talks: { visitor: Visitor; key: string; reader: Reader }[] = [];
  for (let count = 0; count < 6; count++) {
    const [visitor] = await buyer(2, 1);
    const key = randomUUID();
    talks.push({
      visitor: visitor!,
      key,
      reader: await say(first.url, visitor!, { text: 'Tell me everything', clientMessageId: key }),
    });
  }
  await Promise.all(talks.map(({ reader }) => reader.next('delta')));
  for (const { visitor } of talks) expect(await balanceOf(visitor)).toMatchObject({ packLeft: 1 });
  await first.kill();
  await until(
    'the other process has given everything back',
    async () =>
      (await Promise.all(talks.map(({ visitor }) => balanceOf(visitor)))).every(
        ({ packLeft }) => packLeft === 2,
      ),
    30_000,
  );
  model.script(
    ...Array.from({ length: 6 }, () => ({ kind: 'text' as const, text: 'Here is the whole answer.' })),
  );
  const retried = await Promise.all(
    talks.flatMap(({ visitor, key }) =>
      [0, 1].map(() => say(second.url, visitor, { text: 'Tell me everything', clientMessageId: key })),
    ),
  );
  expect(await Promise.all(retried.map(({ ended }) => ended))).toEqual(Array(12).fill('done'));
  expect(retried.at(-1)?.events.at(-1)?.data['balance']).toMatchObject({ state: 'pack', packLeft: 1 });
  for (const { visitor } of talks) expect(await balanceOf(visitor)).toMatchObject({ packLeft: 1 });
  expect(await query(database.url, `SELECT count(*)::int AS held FROM paywall_lots WHERE held > 0`)).toEqual([
    { held: 0 },
  ]);
  expect(await brokenLots(database.database)).toEqual([]);
});
