import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { createManualClock } from '#platform/clock/clock.ts';
import { untilQuiet } from '#tests/support/app/quiet.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';
import { clearedByReset, keptByReset } from './account-data-reset.models.ts';
import { openVisitor, waitUntilReady } from '#tests/security/world.ts';

let app: TestApp;
const clock = createManualClock(new Date());
beforeAll(async () => {
  app = await startTestApp({ clock, environment: { PLANS: 'paid' } });
});
afterAll(() => app.close());

type Owner = Awaited<ReturnType<TestApp['register']>>;
const codeOf = ({ status, body }: TestAnswer): unknown => [status, (body as { code?: string } | null)?.code];
const act = (owner: Owner, what: 'reset' | 'delete', given: object = {}) =>
  owner.request('POST', `/api/account/${what}`, {
    body: { confirmation: owner.email, password: owner.password, ...given },
  });
const rowsOf = async (accountId: string): Promise<Record<string, number>> => {
  await untilQuiet(app);
  const { rows } = await app.database.database.pool.query<{ table: string }>(
    `SELECT table_name AS table FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'account_id'`,
  );
  const counts = await Promise.all(
    rows.map(
      async ({ table }) =>
        [
          table,
          Number(
            (
              await app.database.database.pool.query<{ n: string }>(
                `SELECT count(*) AS n FROM ${table} WHERE account_id = $1`,
                [accountId],
              )
            ).rows[0]?.n,
          ),
        ] as const,
    ),
  );
  // Usage is counted a moment after the answer.
  return Object.fromEntries(counts.filter(([table, n]) => n > 0 && table !== 'agent_usage'));
};

/** An account with an agent, knowledge, a contact who wrote, and a key. */
async function openAccount(): Promise<Owner & { agent: Agent; secret: string }> {
  const owner = await app.register('Vera Novak');
  const made = await owner.post<Agent>('/api/agents', {
    from: 'description',
    input: 'A guide called "Bakery Linden"',
  });
  const agent = await owner.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
  await owner.post(`/api/knowledge/${agent.collectionId}/sources/text`, {
    title: 'Hours',
    body: 'The bakery opens at seven.',
  });
  // Its pages are read in the background: what an account holds is counted once they are there.
  await waitUntilReady(owner, `/api/knowledge/${agent.collectionId}`);
  const { key } = await owner.post<{ key: string }>(`/api/agents/${agent.id}/keys`, {
    kind: 'secret',
    name: 'Key',
  });
  await openVisitor(app, agent.number, 'When do you open?');
  return { ...owner, agent, secret: key };
}

async function exported(owner: Owner): Promise<{ id: string; bytes: Uint8Array }> {
  const { id } = await owner.post<{ id: string }>('/api/account/exports');
  await vi.waitFor(
    async () =>
      expect(
        (await owner.get<{ exports: { state: string }[] }>('/api/account/exports')).exports[0]?.state,
      ).toBe('ready'),
    { timeout: 60_000, interval: 50 },
  );
  const response = await fetch(`${app.url}/api/account/exports/${id}/file`, {
    headers: { cookie: owner.cookie() },
  });
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('content-disposition'),
  ]).toEqual([
    200,
    'application/zip',
    expect.stringMatching(/^attachment; filename="chatelier-[\d-]+\.zip";/),
  ]);
  return { id, bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe('an export', () => {
  test('holds everything of the account and no secret, is told by mail, and runs out', async () => {
    const owner = await openAccount();
    const stranger = await openAccount();
    // What a superadmin did while they worked in this account is about others.
    await app.database.database.pool.query(
      `INSERT INTO audit_entries (id, account_id, actor_name, action, target_name)
        VALUES ('aud_0', $1, 'Olga', 'operator.account_suspended', 'Somebody else')`,
      [owner.user.accountId],
    );
    const { id, bytes } = await exported(owner);
    const files = Object.fromEntries(
      Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]),
    );
    const read = (name: string) => JSON.parse(files[name] ?? 'null') as Record<string, unknown>[];
    expect(read('agents.json')).toMatchObject([{ id: owner.agent.id }]);
    expect(read('messages.json').map(({ body }) => body)).toContain('When do you open?');
    expect(read('contacts.json')).toHaveLength(1);
    expect(files['audit_entries.json']).toContain('keys.made');
    expect(files['audit_entries.json']).not.toContain('Somebody else');
    expect(read('knowledge_documents.json')).toMatchObject([
      { body: expect.stringContaining('opens at seven') as string },
    ]);
    const names = JSON.parse(files['names.json'] ?? '{}') as Record<string, string>;
    expect(names[owner.agent.id]).toBe(owner.agent.name);
    expect(names[owner.user.id]).toBe(`Vera Novak <${owner.email}>`);
    expect(files['README.md']).toContain('| agents.json | 1 |');
    const everything = Object.values(files).join('\n');
    const hashes = await app.database.database.direct.execute<{ hash: string }>(
      sql`SELECT hash FROM api_keys`,
    );
    for (const secret of [
      owner.secret,
      ...hashes.rows.map(({ hash }) => hash),
      stranger.user.accountId,
      stranger.agent.id,
    ])
      expect(everything).not.toContain(secret);
    expect(
      (await app.server.services.mail.outbox()).mails.find(({ recipient }) => recipient === owner.email),
    ).toMatchObject({ kind: 'export-ready' });
    expect((await stranger.request('GET', `/api/account/exports/${id}/file`)).status).toBe(404);
    clock.advance(8 * 86_400_000);
    expect(codeOf(await owner.request('GET', `/api/account/exports/${id}/file`))).toEqual([
      410,
      'account-data.export_expired',
    ]);
    await app.server.services.accountData.sweep();
    expect(await rowsOf(owner.user.accountId)).not.toHaveProperty('account_exports');
  });
});

describe('a reset', () => {
  test('is decided about every table that belongs to an account', async () => {
    const { rows } = await app.database.database.pool.query<{ table: string }>(
      `SELECT relname AS table FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relrowsecurity`,
    );
    const undecided = rows
      .map(({ table }) => table)
      .filter((table) => keptByReset.has(table) === clearedByReset.has(table));
    expect(undecided).toEqual([]);
    const known = new Set(rows.map(({ table }) => table));
    expect([...keptByReset, ...clearedByReset].filter((table) => !known.has(table))).toEqual([]);
  });

  test('needs the typed address and the password, clears what was made and keeps people, plan and the log', async () => {
    const [owner, other] = [await openAccount(), await openAccount()];
    const untouched = await rowsOf(other.user.accountId);
    expect(codeOf(await act(owner, 'reset', { confirmation: 'RESET' }))).toEqual([
      422,
      'account-data.confirmation_wrong',
    ]);
    expect(codeOf(await act(owner, 'reset', { password: 'not the password' }))).toEqual([
      422,
      'auth.password_wrong',
    ]);
    expect(await owner.get('/api/agents')).toMatchObject({ agents: [{}] });
    const before = await owner.get('/api/subscription/status');
    expect((await act(owner, 'reset', { confirmation: ` ${owner.email.toUpperCase()}` })).status).toBe(200);
    expect(Object.keys(await rowsOf(owner.user.accountId)).toSorted()).toEqual([
      'audit_entries',
      'memberships',
    ]);
    expect(await owner.get('/api/user')).toMatchObject({ email: owner.email, role: 'owner' });
    expect(await owner.get('/api/subscription/status')).toEqual(before);
    expect((await app.browser().request('GET', `/widgets/${owner.agent.number}`)).status).toBe(404);
    expect(
      (await owner.get<{ entries: { action: string }[] }>('/api/audit?group=account')).entries,
    ).toMatchObject([{ action: 'account.reset' }]);
    expect(await rowsOf(other.user.accountId)).toEqual(untouched);
  });
});

describe('deleting the account', () => {
  test('takes everything of it and every session, and lets the address begin anew', async () => {
    const [owner, other] = [await openAccount(), await openAccount()];
    const untouched = await rowsOf(other.user.accountId);
    const member = await app.register();
    const { link } = await owner.post<{ link: string }>('/api/team/invitations', {
      email: member.email,
      role: 'admin',
      agentIds: null,
      message: '',
    });
    await member.request('POST', '/api/invitations/accept', { body: { token: link.split('#')[1] } });
    expect(codeOf(await act(member, 'delete'))).toEqual([403, 'common.forbidden']);
    expect(codeOf(await act(owner, 'delete', { confirmation: 'delete' }))).toEqual([
      422,
      'account-data.confirmation_wrong',
    ]);
    expect((await act(owner, 'delete')).status).toBe(200);
    expect(await rowsOf(owner.user.accountId)).toEqual({});
    expect([
      (await owner.request('GET', '/api/user')).status,
      (await member.request('GET', '/api/user')).status,
    ]).toEqual([401, 401]);
    expect(
      (
        await app
          .browser()
          .request('POST', '/api/login', { body: { email: owner.email, password: owner.password } })
      ).status,
    ).toBe(401);
    expect(
      await app.browser().post('/api/login', { email: member.email, password: member.password }),
    ).toMatchObject({ accountId: member.user.accountId, role: 'owner' });
    expect(
      (
        await app.browser().request('POST', '/api/register', {
          body: { name: 'Vera', email: owner.email, password: 'a long password' },
        })
      ).status,
    ).toBe(200);
    expect(
      (await app.server.services.mail.outbox()).mails.find(
        ({ recipient, kind }) => recipient === owner.email && kind === 'account-deleted',
      ),
    ).toBeDefined();
    expect(await rowsOf(other.user.accountId)).toEqual(untouched);
  });
});
