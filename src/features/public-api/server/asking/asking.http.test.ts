import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AccountKeyInput } from '#features/api-keys/api-keys-account.contract.ts';
import { openVisitor } from '#tests/security/world.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';
import { apiProgram, codeOf } from '#tests/support/programs/api-program.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let program: ReturnType<typeof apiProgram>;
let agent: Agent;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  program = apiProgram(app, vera);
  agent = await program.agent('A guide for "Hotel Linden". Breakfast is at eight.');
  key = await makeKey();
});
afterAll(() => app.close());

const makeKey = (change: Partial<AccountKeyInput> = {}): Promise<string> => program.key(change);
const call = (
  method: string,
  path: string,
  options: { body?: unknown; key?: string; headers?: Record<string, string> } = {},
): Promise<TestAnswer> => program.call(method, path, { ...options, key: options.key ?? key });

describe('an agent that is asked', () => {
  type Said = { conversationId: string; message: { text: string; status: string } | null };

  test('answers, goes on in its conversation, and stands in the inbox', async () => {
    const first = await call('POST', `/agents/${agent.id}/messages`, {
      body: { text: 'When is breakfast?' },
    });
    expect([first.status, first.body]).toMatchObject([200, { message: { status: 'complete' } }]);
    const { conversationId } = first.body as Said;
    const second = await call('POST', `/agents/${agent.id}/messages`, {
      body: { text: 'And lunch?', conversationId },
    });
    expect((second.body as Said).conversationId).toBe(conversationId);
    const { body } = await call('GET', `/conversations/${conversationId}/messages?limit=3`);
    const page = body as { data: { text: string; role: string }[]; nextCursor: string | null };
    expect(page.data.map(({ role }) => role)).toEqual(['visitor', 'assistant', 'visitor']);
    const rest = await call(
      'GET',
      `/conversations/${conversationId}/messages?limit=3&cursor=${page.nextCursor}`,
    );
    expect((rest.body as typeof page).data.map(({ role }) => role)).toEqual(['assistant']);
    const thread = await call('GET', `/conversations/${conversationId}?expand=agent,contact,messages`);
    expect(thread.body).toMatchObject({
      id: conversationId,
      agent: { id: agent.id },
      contact: { conversationCount: 1 },
      channel: 'api',
    });
    expect((thread.body as { messages: object[] }).messages).toHaveLength(4);
    expect(thread.text).not.toContain('"trace"');
  });

  test('streams its answer, and the same key again streams the same one', async () => {
    const headers = { 'idempotency-key': 'stream-1' };
    const ask = (text: string): Promise<TestAnswer> =>
      call('POST', `/agents/${agent.id}/messages/stream`, { body: { text }, headers });
    const streams = await Promise.all([ask('When is breakfast?'), ask('When is breakfast?')]);
    const ends = streams.map(({ text }) => {
      const events = [...text.matchAll(/event: (\w+)\nid: \d+\ndata: (.*)\n/g)];
      expect(events[0]?.[1]).toBe('accepted');
      expect(events.at(-1)?.[1]).toBe('done');
      return JSON.parse(events.at(-1)?.[2] ?? '') as Said & { message: { id: string } };
    });
    expect(ends[1]?.conversationId).toBe(ends[0]?.conversationId);
    expect(ends[1]?.message.id).toBe(ends[0]?.message.id);
    expect(codeOf(await ask('Something else?'))).toEqual([422, 'repeated-requests.key_reused']);
  });

  test('knows the users whom a program names, and lets nobody into a conversation of the site', async () => {
    const ask = async (user: string): Promise<string> => {
      const { body } = await call('POST', `/agents/${agent.id}/messages`, { body: { text: 'Hello', user } });
      const { rows } = await app.database.database.direct.execute<{ visitor: string }>(
        sql`SELECT visitor_id AS visitor FROM conversations WHERE id = ${(body as Said).conversationId}`,
      );
      return rows[0]?.visitor ?? '';
    };
    const anna = await ask('anna');
    expect(await ask('anna')).toBe(anna);
    expect(await ask('bert')).not.toBe(anna);
    const visitor = await openVisitor(app, agent.number, 'Hello there');
    const entered = await call('POST', `/agents/${agent.id}/messages`, {
      body: { text: 'It is me', conversationId: visitor.conversationId },
    });
    expect(entered.status).toBe(404);
  });

  test('by a test key answers as its draft, and nothing stands in the inbox', async () => {
    const test = await makeKey({ isTest: true });
    const { status, body } = await call('POST', `/agents/${agent.id}/messages`, {
      body: { text: 'Hello' },
      key: test,
    });
    expect(status).toBe(200);
    expect((await call('GET', `/conversations/${(body as Said).conversationId}`)).status).toBe(404);
  });

  test('is answered by a member through the program', async () => {
    const visitor = await openVisitor(app, agent.number, 'I need a person');
    const said = await call('POST', `/conversations/${visitor.conversationId}/messages`, {
      body: { text: 'Vera here.' },
    });
    expect([said.status, said.body]).toMatchObject([
      200,
      { text: 'Vera here.', role: 'human', author: { name: 'Vera' } },
    ]);
    const changed = await call('PATCH', `/conversations/${visitor.conversationId}`, {
      body: { status: 'resolved', priority: 'high' },
    });
    expect(changed.body).toMatchObject({ status: 'resolved', priority: 'high' });
  });
});
