import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#shared/ids.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Conversation } from '../../conversations.contract.ts';

let app: TestApp;
let vera: TestBrowser;
let model: OpenAiStandIn;
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  model = await startOpenAiStandIn();
  await vera.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
  const made = await vera.post<Agent>('/api/agents', { from: 'blank' });
  const configuration = {
    ...made.draft,
    ai: { ...made.draft.ai, provider: 'openai-compatible', model: 'stand-in' },
    // The model is asked for these in the background: they would take what the next test's answer is to get.
    dynamic: { ...made.draft.dynamic, followUps: 0 },
  };
  await vera.request('PUT', `/api/agents/${made.id}/draft`, {
    body: { revision: made.draftRevision, configuration },
  });
  agent = await vera.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision + 1 });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

async function newVisitor(): Promise<(text: string) => Promise<string>> {
  const browser = app.browser();
  const { token } = await browser.post<{ token: string }>('/api/visitor/session', { agent: agent.number });
  return async (text) =>
    (
      await browser.request('POST', '/api/visitor/messages', {
        headers: { authorization: `Bearer ${token}` },
        body: { conversationId: null, clientMessageId: randomUUID(), text },
      })
    ).text;
}

describe('a contact with more conversations than are shown', () => {
  test('shows the newest of them, oldest first', async () => {
    await (
      await newVisitor()
    )('First words');
    await model.nextChat();
    const [contact] = (await vera.get<{ contacts: { id: string }[] }>('/api/contacts')).contacts;
    const { database } = app.database;
    await database.direct.execute(sql`
      INSERT INTO conversations (id, account_id, agent_id, visitor_id, contact_id, last_message_at,
        created_at)
      SELECT 'cnv_' || i, account_id, agent_id, visitor_id, contact_id, now() + i * interval '1 hour',
        now() + i * interval '1 hour'
      FROM conversations, generate_series(1, 50) AS i`);
    const { conversations } = await vera.get<{ conversations: Conversation[] }>(
      `/api/contacts/${contact?.id}/conversations`,
    );
    expect(conversations.map(({ id }) => id)).toEqual(
      Array.from({ length: 50 }, (_, index) => `cnv_${index + 1}`),
    );
  });
});

describe('an answer that another process has taken over', () => {
  test('is left alone by the process that wrote it before', async () => {
    model.script({ kind: 'text', tokens: Array.from({ length: 20 }, () => 'word '), delayMs: 100 });
    const ask = (await newVisitor())('Hello?');
    await model.nextChat();
    const { database } = app.database;
    const other = newId('prc');
    // The model may be asked a moment before the message is on the disk.
    const rows = await vi.waitFor(async () => {
      const taken = await database.direct.execute<{ id: string }>(
        sql`UPDATE messages SET process_id = ${other} WHERE status = 'streaming' RETURNING id`,
      );
      expect(taken.rows).toHaveLength(1);
      return taken.rows;
    });
    await ask;
    const after = await database.direct.execute(
      sql`SELECT status, body, process_id FROM messages WHERE id = ${rows[0]?.id}`,
    );
    expect(after.rows).toEqual([{ status: 'streaming', body: '', process_id: other }]);
  });
});
