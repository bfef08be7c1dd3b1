import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { Agent, AgentSummary } from '#features/agents/agents.contract.ts';
import type { AgentMember } from '#features/agents/agents-team.contract.ts';
import type { ChatMessage } from '#features/conversations/conversations.contract.ts';
import type { ApiKey } from '../api-keys.contract.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let program: TestBrowser;
let agent: Agent;
let other: Agent;

async function publish(
  name: string,
  change: (draft: Agent['draft']) => void = () => undefined,
): Promise<Agent> {
  const made = await vera.post<Agent>('/api/agents', { from: 'description', input: `A guide for "${name}"` });
  change(made.draft);
  const { draftRevision } = (
    await vera.request('PUT', `/api/agents/${made.id}/draft`, {
      body: { revision: made.draftRevision, configuration: made.draft },
    })
  ).body as { draftRevision: number };
  return vera.post<Agent>(`/api/agents/${made.id}/publish`, { revision: draftRevision });
}
beforeAll(async () => {
  app = await startTestApp({ environment: { FREE_VISITORS_PER_ADDRESS: '2' } });
  vera = await app.register('Vera');
  program = app.browser();
  [agent, other] = [await publish('Hotel Linden'), await publish('Hotel Birch')];
});
afterAll(() => app.close());

const make = (kind: 'public' | 'secret', of: Agent = agent): Promise<ApiKey & { key: string }> =>
  vera.post(`/api/agents/${of.id}/keys`, { kind, name: 'Booking desk' });
const call = (key: string, path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  program.request('POST', path, { body, headers: { authorization: `Bearer ${key}`, ...headers } });
type Answer = {
  token: string;
  conversationId: string;
  message: ChatMessage;
};

describe('a key of an agent', () => {
  test('is shown once, stored only as a fingerprint, and works until it is revoked', async () => {
    const { id, key, lastFour } = await make('secret');
    expect(key).toMatch(/^sk_/);
    const { keys } = await vera.get<{ keys: ApiKey[] }>(`/api/agents/${agent.id}/keys`);
    expect(keys.find((one) => one.id === id)).toMatchObject({ lastFour, kind: 'secret', lastUsedAt: null });
    expect(JSON.stringify(keys)).not.toContain(key);
    const { rows } = await app.database.database.direct.execute(
      sql`SELECT row_to_json(k)::text AS row FROM api_keys k WHERE id = ${id}`,
    );
    expect(JSON.stringify(rows)).not.toContain(key.slice(3));

    expect((await call(key, '/api/v1/sessions')).status).toBe(200);
    expect(
      (await vera.get<{ keys: ApiKey[] }>(`/api/agents/${agent.id}/keys`)).keys.find((one) => one.id === id)
        ?.lastUsedAt,
    ).toEqual(expect.any(String));
    expect((await vera.request('DELETE', `/api/agents/${agent.id}/keys/${id}`)).status).toBe(200);
    expect((await call(key, '/api/v1/sessions')).status).toBe(401);
    expect((await vera.request('DELETE', `/api/agents/${agent.id}/keys/${id}`)).status).toBe(404);
  });

  test('asks the agent, and goes on with the conversation that it began', async () => {
    const { key } = await make('secret');
    const first = (await call(key, '/api/v1/messages', { text: 'Hello' })).body as Answer;
    expect(first.message).toMatchObject({ role: 'assistant', status: 'complete' });
    const second = (
      await call(key, '/api/v1/messages', {
        text: 'And goodbye',
        token: first.token,
        conversationId: first.conversationId,
      })
    ).body as Answer;
    expect(second.conversationId).toBe(first.conversationId);
    expect(second.message.seq).toBe(first.message.seq + 2);
  });

  test('begins so many visitors with free messages as an address may, where it names none', async () => {
    const shop = await publish('Hotel Paid', ({ payment }) => {
      payment.enabled = true;
      payment.freeMessages = 1;
    });
    const { key } = await make('secret', shop);
    const ask = async () => (await call(key, '/api/v1/messages', { text: 'Hello' })).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 402]);
  });

  test('reaches no other agent, also not with the token of one of its visitors', async () => {
    const [{ key }, { key: foreign }] = [await make('secret'), await make('secret', other)];
    const { token } = (await call(foreign, '/api/v1/sessions')).body as { token: string };
    expect(await call(key, '/api/v1/messages', { text: 'Hello', token })).toMatchObject({ status: 404 });
  });

  test('that is public starts visitors and asks nothing; a made-up one does nothing at all', async () => {
    const { key } = await make('public');
    const session = await call(key, '/api/v1/sessions');
    expect(session).toMatchObject({ status: 200, body: { agent: { number: agent.number } } });
    expect(await call(key, '/api/v1/messages', { text: 'Hello' })).toMatchObject({
      status: 403,
      body: { code: 'conversations.secret_key_needed' },
    });
    for (const wrong of [`sk_${'a'.repeat(43)}`, key.slice(0, -1), `${key}a`, ''])
      expect((await call(wrong, '/api/v1/sessions')).status).toBe(401);
  });

  test('in a page may start visitors only where the agent may be', async () => {
    const limited = await publish('Hotel Oak', ({ access }) => {
      access.restrictDomains = true;
      access.allowedDomains = ['hotel-oak.example'];
    });
    const { key } = await make('public', limited);
    expect((await call(key, '/api/v1/sessions', {}, { origin: 'https://hotel-oak.example' })).status).toBe(
      200,
    );
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'https://hotel-oak.example.evil.example' },
    ] as Record<string, string>[])
      expect((await call(key, '/api/v1/sessions', {}, headers)).status).toBe(403);
    const secret = await make('secret', limited);
    expect((await call(secret.key, '/api/v1/messages', { text: 'Hello' })).status).toBe(200);
  });
});

describe('a member of the team', () => {
  test('who is kept out of an agent does not find it, and is let in again', async () => {
    const eddie = await app.register('Eddie');
    await app.database.database.direct.execute(
      sql`UPDATE memberships SET account_id = ${vera.user.accountId}, role = 'editor'
        WHERE user_id = ${eddie.user.id}`,
    );
    const agents = async (): Promise<string[]> =>
      (await eddie.get<{ agents: AgentSummary[] }>('/api/agents')).agents.map(({ id }) => id);
    const set = (user: string, reach: boolean) =>
      vera.request('PUT', `/api/agents/${agent.id}/members/${user}`, { body: { reach } });
    expect(await agents()).toContain(agent.id);

    expect(
      ((await set(eddie.user.id, false)).body as { members: AgentMember[] }).members.find(
        ({ userId }) => userId === eddie.user.id,
      ),
    ).toMatchObject({ reach: 'no' });
    expect(await agents()).not.toContain(agent.id);
    expect(await agents()).toContain(other.id);
    for (const path of ['', '/keys', '/qr-codes', '/changes', '/export'])
      expect((await eddie.request('GET', `/api/agents/${agent.id}${path}`)).status).toBeGreaterThanOrEqual(
        403,
      );
    expect((await set(eddie.user.id, true)).status).toBe(200);
    expect(await agents()).toContain(agent.id);
    expect(await set(vera.user.id, false)).toMatchObject({
      status: 409,
      body: { code: 'agents.member_reaches_all' },
    });
    expect(
      (
        await eddie.request('PUT', `/api/agents/${agent.id}/members/${eddie.user.id}`, {
          body: { reach: true },
        })
      ).status,
    ).toBe(403);
  });
});
