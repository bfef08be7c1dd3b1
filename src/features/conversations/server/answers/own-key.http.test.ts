import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

const ownKey = 'sk-visitor-4711-0815-canary';
const written: string[] = [];

let app: TestApp;
let openAi: OpenAiStandIn;
let owners: OpenAiStandIn;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => written.push(String(line)) > 0);
  openAi = await startOpenAiStandIn({ apiKey: ownKey, reply: 'From the visitor’s own account.' });
  owners = await startOpenAiStandIn({ reply: 'On the owner.' });
  app = await startTestApp({ llm: { baseUrls: { openai: openAi.baseUrl } }, log: true });
  vera = await app.register('Vera');
  await vera.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: owners.baseUrl } });
  agent = await publishAgent(vera, (draft) => {
    draft.ai = {
      ...draft.ai,
      provider: 'openai-compatible',
      model: 'stand-in-large',
      visitorKey: true,
      fallbacks: [{ provider: 'built-in', model: '' }],
    };
    draft.dynamic.followUps = 0;
  });
});
afterAll(async () => {
  await app.close();
  await openAi.close();
  await owners.close();
  vi.restoreAllMocks();
});

describe("a visitor's own OpenAI key", () => {
  test('is used for the one answer that it came with, by a model of OpenAI, at no cost for the owner', async () => {
    const visitor = await openChat(app, agent.number);
    expect((await visitor.say('Hello', { ownKey })).answer.text).toBe('From the visitor’s own account.');
    expect(openAi.chats.at(-1)?.model).toBe('gpt-5.4-mini');
    expect((await visitor.say('And without?')).answer.text).toBe('On the owner.');
    const { rows } = await app.database.database.direct.execute(
      sql`SELECT provider, model, cost_micros FROM messages
        WHERE role = 'assistant' AND conversation_id IN (SELECT conversation_id FROM messages
        WHERE body = 'And without?') ORDER BY seq`,
    );
    expect(rows).toMatchObject([
      { provider: 'openai', model: 'gpt-5.4-mini', cost_micros: '0' },
      { provider: 'openai-compatible', model: 'stand-in-large' },
    ]);
  });

  test('that is wrong is said to be wrong, and nobody else pays for the answer', async () => {
    const visitor = await openChat(app, agent.number);
    const before = owners.chats.length;
    const said = await visitor.say('Hello', { ownKey: 'sk-wrong-canary-1234567890' });
    expect(said.code).toBe('answer.own_key_refused');
    expect(said.answer).toMatchObject({ status: 'failed', text: '', errorCode: 'answer.own_key_refused' });
    expect(owners.chats).toHaveLength(before);
    openAi.script({
      kind: 'status',
      status: 429,
      code: 'insufficient_quota',
      message: `You exceeded your current quota with ${ownKey}.`,
    });
    expect((await visitor.say('And now?', { ownKey })).code).toBe('answer.own_key_spent');
  });

  test('is refused by an agent that does not take any, before anything is stored', async () => {
    const closed = await publishAgent(vera, () => undefined);
    const visitor = await openChat(app, closed.number);
    expect(await visitor.say('A question with a key', { ownKey })).toMatchObject({
      status: 403,
      code: 'conversations.own_key_off',
    });
    const { rows } = await app.database.database.direct.execute(
      sql`SELECT FROM messages WHERE body = 'A question with a key'`,
    );
    expect(rows).toEqual([]);
  });

  test('stands in no table and in no line of the log', async () => {
    const { pool } = app.database.database;
    const tables = await pool.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.rows.length).toBeGreaterThan(20);
    for (const { name } of tables.rows) {
      const { rows } = await pool.query(`SELECT 1 FROM ${name} AS row WHERE row::text LIKE '%canary%'`);
      expect(rows, name).toEqual([]);
    }
    expect(written.join('')).toContain('a model gave no whole answer');
    expect(written.join('')).not.toContain('canary');
  });

  test('is hidden when a whole request is logged', () => {
    written.length = 0;
    createLogger({ level: 'info', format: 'pretty' }).info(
      { req: { headers: { 'x-openai-key': ownKey, authorization: 'Bearer canary' } }, ownKey },
      'a request',
    );
    expect(written.join('')).toContain('a request');
    expect(written.join('')).not.toContain('canary');
  });
});
