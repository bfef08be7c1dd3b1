import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildOnce } from '#tests/support/app/built.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { startConvaiStandIn, type ConvaiStandIn } from '#tests/support/models/convai-stand-in.ts';
import { startRealtimeStandIn, type RealtimeStandIn } from '#tests/support/models/realtime-stand-in.ts';
import { speechKey } from '#tests/support/models/speech-stand-in.ts';
import { withQuickImports } from '#tests/support/quick-imports.ts';
import { conversationFaults, query } from './checker.ts';
import { openSession, openStream, publishAgent, register, type Visitor } from './people.ts';
import { temporaryFolder } from './server-process.ts';

let vendor: RealtimeStandIn;
let asking: ConvaiStandIn;
let database: TestDatabase;
const dataDir = temporaryFolder();
const running = new Set<ChildProcess>();

beforeAll(async () => {
  await buildOnce();
  [vendor, asking, database] = await Promise.all([
    startRealtimeStandIn(),
    startConvaiStandIn(),
    createTestDatabase(),
  ]);
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([vendor.close(), asking.close()]);
  await database.close();
});

async function start(): Promise<{ url: string; kill(): Promise<unknown> }> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const script = path.join(import.meta.dirname, 'speech-server.ts');
  const child = spawn(process.execPath, [...withQuickImports, script], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      SPEECH_URL: vendor.url,
      ASKING_URL: asking.url,
      TEST_DATABASE_URL: database.url,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /Runs at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', () => reject(new Error(`The server ended: ${said}`)));
  });
  return {
    url,
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      running.delete(child);
    },
  };
}

const speak = (url: string, { token }: Visitor, text: string, conversationId: string | null = null) => {
  const clientMessageId = randomUUID();
  return openStream('POST', `${url}/api/visitor/messages`, {
    headers: { authorization: `Bearer ${token}` },
    body: { conversationId, clientMessageId, text, isSpoken: true },
  });
};

/** Tells of a call as the chat does; gives the status. */
const tell = async (url: string, { token }: Visitor, key: string): Promise<number> => {
  const body = { key, way: 'browser', language: 'en', interruptions: 0, sounds: 0, soundMs: 0, end: null };
  const response = await fetch(`${url}/api/visitor/call`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.status;
};

test('a server killed in the middle of a call keeps what was said, charges once, and the next one hangs up', async () => {
  const first = await start();
  const owner = await register(first.url);
  await owner.put('/api/integrations/openai', { apiKey: speechKey });
  const agent = await publishAgent(owner, (draft) => {
    Object.assign(draft.ai, { provider: 'openai', model: 'gpt-5-mini' });
    Object.assign(draft.voice, { enabled: true, provider: 'openai', way: 'live' });
    Object.assign(draft.payment, { enabled: true, freeMessages: 5 });
    draft.dynamic.followUps = 0;
  });
  const visitor = await openSession(first.url, agent.number);
  const stream = await openStream('POST', `${first.url}/api/visitor/calls`, {
    headers: { authorization: `Bearer ${visitor.token}` },
    body: { sdp: 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n', language: 'en' },
  });
  await stream.next('answer');
  const call = vendor.calls.at(-1)!;

  vendor.speaks = () => ({ words: 'We open at nine.' });
  const heard = await speak(first.url, visitor, 'When are you open?');
  expect(await heard.ended).toBe('done');
  const { conversationId } = heard.accepted()!;
  const paid = await publishAgent(owner, (draft) => {
    Object.assign(draft.voice, { enabled: true, minuteMessages: 2 });
    Object.assign(draft.payment, { enabled: true, freeMessages: 100 });
  });
  const talker = await openSession(first.url, paid.number);
  const key = randomUUID();
  expect(await tell(first.url, talker, key)).toBe(200);
  vendor.speaks = () => ({ words: 'word '.repeat(400), lasts: 120_000 });
  const cut = await speak(first.url, visitor, 'Tell me all', conversationId);
  await vi.waitFor(() => expect(cut.text().length).toBeGreaterThan(20), 20_000);
  // As the process dies a minute is told of, which is counted with its messages or not at all.
  const dying = Promise.allSettled([tell(first.url, talker, key), tell(first.url, talker, key)]);
  await first.kill();
  await dying;
  expect(await cut.ended).toBe('cut');
  expect(call.isHungUp).toBe(false);

  const second = await start();
  expect(await tell(second.url, talker, key)).toBe(200);
  await vi.waitFor(() => expect(call.isHungUp).toBe(true), 30_000);
  await vi.waitFor(
    async () => expect(await query(database.url, 'SELECT id FROM voice_calls')).toEqual([]),
    20_000,
  );
  const messages = await query<{ role: string; status: string; body: string; is_spoken: boolean }>(
    database.url,
    'SELECT role, status, body, is_spoken FROM messages ORDER BY seq',
  );
  expect(messages).toMatchObject([
    { role: 'visitor', body: 'When are you open?', is_spoken: true },
    { role: 'assistant', status: 'complete', body: 'We open at nine.' },
    { role: 'visitor', body: 'Tell me all', is_spoken: true },
    { role: 'assistant', status: 'interrupted' },
  ]);
  expect(await conversationFaults(database.url, [])).toEqual([]);
  const [lot] = await query<{ used: number; held: number }>(
    database.url,
    `SELECT used::int, held::int FROM paywall_lots WHERE kind = 'free' AND agent_id = '${agent.id}'`,
  );
  expect(lot).toEqual({ used: 1, held: 0 });

  const [minutes] = await query<{ used: number; held: number; counted: number; lines: number }>(
    database.url,
    `SELECT l.used::int, l.held::int, (c.minutes_paid * 2)::int AS counted,
      (SELECT count(*) FROM paywall_entries e WHERE e.lot_id = l.id AND e.reason = 'minute')::int AS lines
    FROM calls c JOIN paywall_lots l ON l.wallet_id = c.visitor_id WHERE c.key = '${key}'`,
  );
  const { counted = 0 } = minutes ?? {};
  expect(counted).toBeGreaterThan(0);
  expect(minutes).toEqual({ used: counted, held: 0, counted, lines: counted });
});

test('what was made at a vendor that leads its calls is removed by the next server, and its secret is good no more', async () => {
  const first = await start();
  const owner = await register(first.url);
  await owner.put('/api/integrations/elevenlabs', { apiKey: speechKey });
  const agent = await publishAgent(owner, (draft) => {
    Object.assign(draft.voice, { enabled: true, provider: 'elevenlabs', way: 'live' });
    draft.dynamic.followUps = 0;
  });
  const visitor = await openSession(first.url, agent.number);
  const stream = await openStream('POST', `${first.url}/api/visitor/calls`, {
    headers: { authorization: `Bearer ${visitor.token}` },
    body: { language: 'en' },
  });
  await stream.next('answer');
  const call = asking.calls.at(-1)!;
  const asked = call.understands('Hello');
  await stream.next('heard');
  const answered = await speak(first.url, visitor, 'Hello');
  expect(await answered.ended).toBe('done');
  expect((await asked).text).not.toBe('');
  await first.kill();
  expect(call.isRemoved).toBe(false);

  const second = await start();
  await vi.waitFor(() => expect(call.isRemoved).toBe(true), 30_000);
  const { custom_llm: custom } = call.agent.conversation_config.agent.prompt;
  custom.url = second.url + new URL(custom.url).pathname;
  expect(await call.ask([{ role: 'user', content: 'Hello?' }])).toMatchObject({
    status: 403,
    code: 'voice.not_asked',
  });
  const messages = await query<{ role: string; status: string }>(
    database.url,
    `SELECT m.role, m.status FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE c.agent_id = '${agent.id}' ORDER BY m.seq`,
  );
  expect(messages).toMatchObject([{ role: 'visitor' }, { role: 'assistant', status: 'complete' }]);
});
