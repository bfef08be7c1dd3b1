import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildOnce } from '#tests/support/app/built.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { startRealtimeStandIn, type RealtimeStandIn } from '#tests/support/models/realtime-stand-in.ts';
import { speechKey } from '#tests/support/models/speech-stand-in.ts';
import { conversationFaults, query } from './checker.ts';
import { openSession, openStream, publishAgent, register, type Visitor } from './people.ts';
import { temporaryFolder } from './server-process.ts';

let vendor: RealtimeStandIn;
let database: TestDatabase;
const dataDir = temporaryFolder();
const running = new Set<ChildProcess>();

beforeAll(async () => {
  await buildOnce();
  [vendor, database] = await Promise.all([startRealtimeStandIn(), createTestDatabase()]);
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await vendor.close();
  await database.close();
});

async function start(): Promise<{ url: string; kill(): Promise<unknown> }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'speech-server.ts')], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      SPEECH_URL: vendor.url,
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
  vendor.speaks = () => ({ words: 'word '.repeat(400), lasts: 120_000 });
  const cut = await speak(first.url, visitor, 'Tell me all', conversationId);
  await vi.waitFor(() => expect(cut.text().length).toBeGreaterThan(20), 20_000);
  await first.kill();
  expect(await cut.ended).toBe('cut');
  expect(call.isHungUp).toBe(false);

  await start();
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
    `SELECT used::int, held::int FROM paywall_lots WHERE kind = 'free'`,
  );
  expect(lot).toEqual({ used: 1, held: 0 });
});
