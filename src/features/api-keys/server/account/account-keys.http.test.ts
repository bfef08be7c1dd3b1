import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AuditEntry } from '#features/audit/audit.contract.ts';
import type { AccountKey, AccountKeyInput } from '../../api-keys-account.contract.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;

beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  agent = await vera.post<Agent>('/api/agents', { from: 'description', input: 'A guide for "Hotel Linden"' });
});
afterAll(() => app.close());

const make = (change: Partial<AccountKeyInput> = {}): Promise<AccountKey & { key: string }> =>
  vera.post('/api/account-keys', { name: 'My assistant', scopes: ['payments.read'], ...change });

describe('a key of the account', () => {
  test('is shown once, stored only as a fingerprint, written down, and revoked for ever', async () => {
    const made = await make();
    expect(made.key).toMatch(/^sk_live_[\w-]{40,60}$/);
    expect((await make({ isTest: true })).key).toMatch(/^sk_test_/);
    const { keys } = await vera.get<{ keys: AccountKey[] }>('/api/account-keys');
    expect(keys.find(({ id }) => id === made.id)).toMatchObject({
      name: 'My assistant',
      scopes: ['payments.read'],
      lastFour: made.key.slice(-4),
      createdBy: 'Vera',
      lastUsedAt: null,
    });
    expect(JSON.stringify(keys)).not.toContain(made.key);
    const { rows } = await app.database.database.direct.execute(
      sql`SELECT row_to_json(k)::text AS row FROM account_keys k WHERE id = ${made.id}`,
    );
    expect(JSON.stringify(rows)).not.toContain(made.key.slice(8));
    expect((await vera.request('DELETE', `/api/account-keys/${made.id}`)).status).toBe(200);
    expect((await vera.request('DELETE', `/api/account-keys/${made.id}`)).status).toBe(404);
    const { entries } = await vera.get<{ entries: AuditEntry[] }>('/api/audit?group=keys');
    expect(entries.filter(({ target }) => target.id === made.id).map(({ action }) => action)).toEqual([
      'keys.revoked',
      'keys.made',
    ]);
  });

  test('reaches only agents that its maker reaches', async () => {
    expect((await make({ agentIds: [agent.id] })).agentIds).toEqual([agent.id]);
    const olga = await app.register('Olga');
    const refused = await olga.request('POST', '/api/account-keys', {
      body: { name: 'Hers', scopes: ['agents.read'], agentIds: [agent.id] },
    });
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([
      404,
      'api-keys.agent_not_found',
    ]);
  });
});
