import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { programScopes, type AccountKeyInput } from '#features/api-keys/api-keys-account.contract.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';
import { apiProgram, codeOf } from '#tests/support/programs/api-program.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let program: ReturnType<typeof apiProgram>;
let agent: Agent;
let other: Agent;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  program = apiProgram(app, vera);
  agent = await program.agent('A guide for "Hotel Linden". Breakfast is at eight.');
  other = await program.agent('A guide for the museum');
  key = await makeKey();
});
afterAll(() => app.close());

const makeKey = (change: Partial<AccountKeyInput> = {}): Promise<string> => program.key(change);
const call = (
  method: string,
  path: string,
  options: { body?: unknown; key?: string; headers?: Record<string, string> } = {},
): Promise<TestAnswer> => program.call(method, path, { ...options, key: options.key ?? key });

describe('a key', () => {
  test('says what it may do, and for whom', async () => {
    expect((await call('GET', '/me')).body).toMatchObject({
      kind: 'key',
      name: 'A program',
      scopes: [...programScopes],
      agentIds: null,
      isTest: false,
      account: { id: vera.user.accountId },
      member: { id: vera.user.id, role: 'owner' },
    });
  });

  test('may do what its scopes and the role of its member both grant, looked up at each call', async () => {
    const reader = await makeKey({ scopes: ['contacts.read'] });
    expect((await call('GET', '/contacts', { key: reader })).status).toBe(200);
    expect(codeOf(await call('POST', '/contacts', { key: reader, body: { name: 'A' } }))).toEqual([
      403,
      'api-keys.scope_missing',
    ]);
    const mona = await app.register('Mona');
    await app.database.database.direct.execute(
      sql`UPDATE memberships SET account_id = ${vera.user.accountId}, role = 'admin' WHERE user_id = ${mona.user.id}`,
    );
    const hers = await mona.post<{ key: string }>('/api/account-keys', {
      name: 'Hers',
      scopes: ['contacts.read', 'contacts.write'],
    });
    expect((await call('POST', '/contacts', { key: hers.key, body: { name: 'A' } })).status).toBe(200);
    await app.database.database.direct.execute(
      sql`UPDATE memberships SET role = 'viewer' WHERE user_id = ${mona.user.id}`,
    );
    expect((await call('GET', '/contacts', { key: hers.key })).status).toBe(200);
    expect(codeOf(await call('POST', '/contacts', { key: hers.key, body: { name: 'B' } }))).toEqual([
      403,
      'common.forbidden',
    ]);
    await app.database.database.direct.execute(
      sql`UPDATE memberships SET suspended_at = now() WHERE user_id = ${mona.user.id}`,
    );
    expect((await call('GET', '/contacts', { key: hers.key })).status).toBe(401);
  });

  test('of one agent reaches that one only', async () => {
    const narrow = await makeKey({ agentIds: [agent.id] });
    const { data } = (await call('GET', '/agents', { key: narrow })).body as { data: Agent[] };
    expect(data.map(({ id }) => id)).toEqual([agent.id]);
    for (const path of ['', '/sources', '/qr-codes'])
      expect((await call('GET', `/agents/${other.id}${path}`, { key: narrow })).status).toBe(404);
    const asked = await call('POST', `/agents/${other.id}/messages`, {
      key: narrow,
      body: { text: 'Hello' },
    });
    expect(asked.status).toBe(404);
  });

  test('is told how often it may come, and is refused what goes beyond', async () => {
    const slow = await makeKey({ requestsPerMinute: 10 });
    const answers: TestAnswer[] = [];
    for (let at = 0; at < 11; at += 1) answers.push(await call('GET', '/me', { key: slow }));
    const first = answers[0]?.headers;
    expect([first?.get('ratelimit-limit'), first?.get('ratelimit-remaining')]).toEqual(['10', '9']);
    const refused = answers.find(({ status }) => status === 429);
    // The minute may have turned between two of them.
    if (!refused) return;
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
    expect(refused.body).toMatchObject({ code: 'common.too_many_requests', status: 429 });
  });

  test('may be given 10 to 600 requests a minute', async () => {
    for (const requestsPerMinute of [9, 601])
      expect(
        (
          await vera.request('POST', '/api/account-keys', {
            body: { name: 'A', scopes: ['agents.read'], requestsPerMinute },
          })
        ).status,
      ).toBe(400);
  });
});

describe('an error', () => {
  test('is a problem with a message in the language of the caller, and tells no secret', async () => {
    const missing = await call('GET', '/contacts/con_nobody', { headers: { 'accept-language': 'nl' } });
    expect(missing.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(missing.body).toEqual({
      type: 'urn:chatelier:problem:contacts.not_found',
      title: 'Not Found',
      status: 404,
      code: 'contacts.not_found',
      message: expect.stringMatching(/contact/),
      detail: expect.stringMatching(/contact/),
    });
    const unknown = await call('GET', '/nothing');
    expect([unknown.status, unknown.body]).toMatchObject([
      404,
      { title: 'Not Found', message: expect.any(String) },
    ]);
    const odd = await call('POST', '/contacts', { body: { nam: 'A' } });
    expect(odd.body).toMatchObject({ status: 400, fields: { nam: expect.any(String) } });
    for (const { text } of [missing, unknown, odd]) expect(text).not.toContain(key.slice(8));
    const nobody = await call('GET', '/me', { key: 'sk_live_none' });
    expect(nobody.body).toMatchObject({ status: 401, code: 'common.not_signed_in' });
  });
});

describe('a list', () => {
  test('gives every item once, page by page', async () => {
    for (let at = 0; at < 7; at += 1)
      expect((await call('POST', '/contacts', { body: { name: `Person ${at}` } })).status).toBe(200);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await call('GET', `/contacts?limit=3&sort=newest${cursor ? `&cursor=${cursor}` : ''}`);
      const page = body as { data: { id: string; source: string }[]; nextCursor: string | null };
      expect(page.data.length).toBeLessThanOrEqual(3);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen.length).toBeGreaterThanOrEqual(7);
    expect(new Set(seen).size).toBe(seen.length);
    const agents = (await call('GET', '/agents?limit=1')).body as { data: Agent[]; nextCursor: string };
    const next = await call('GET', `/agents?limit=1&cursor=${agents.nextCursor}`);
    expect((next.body as { data: Agent[] }).data[0]?.id).not.toBe(agents.data[0]?.id);
  });

  test.each(['limit=0', 'limit=101', 'cursor=%7B', 'cursor=abc'])('refuses %s', async (query) => {
    for (const path of ['/agents', '/contacts', '/conversations'])
      expect([path, (await call('GET', `${path}?${query}`)).status]).toEqual([path, 400]);
  });
});

describe('a request that is sent twice under one key', () => {
  const headers = (): Record<string, string> => ({ 'idempotency-key': crypto.randomUUID() });

  test('is done once and answered alike, also at the same time', async () => {
    const same = headers();
    const body = { name: 'Twice', email: 'twice@example.test' };
    const [one, two] = await Promise.all([
      call('POST', '/contacts', { body, headers: same }),
      call('POST', '/contacts', { body, headers: same }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body).toEqual(one.body);
    expect([one, two].filter(({ headers: told }) => told.get('idempotent-replayed') === 'true')).toHaveLength(
      1,
    );
    const later = await call('POST', '/contacts', { body, headers: same });
    expect([later.status, later.body, later.headers.get('idempotent-replayed')]).toEqual([
      200,
      one.body,
      'true',
    ]);
  });

  test('with another body is refused', async () => {
    const same = headers();
    await call('POST', '/contacts', { body: { name: 'One' }, headers: same });
    expect(codeOf(await call('POST', '/contacts', { body: { name: 'Other' }, headers: same }))).toEqual([
      422,
      'repeated-requests.key_reused',
    ]);
    // The keys of another program are its own.
    const second = await makeKey();
    const answer = await call('POST', '/contacts', { body: { name: 'Other' }, headers: same, key: second });
    expect(answer.status).toBe(200);
  });

  test('may be tried again where it failed', async () => {
    const same = headers();
    const body = { name: 'Again', email: 'again@example.test' };
    const { body: first } = await call('POST', '/contacts', { body });
    expect((await call('POST', '/contacts', { body, headers: same })).status).toBe(409);
    await call('DELETE', `/contacts/${(first as { id: string }).id}`);
    expect((await call('POST', '/contacts', { body, headers: same })).status).toBe(200);
  });

  test('takes no key of odd signs, and none longer than 255', async () => {
    for (const odd of ['a b', 'x'.repeat(256)])
      expect(
        (await call('POST', '/contacts', { body: { name: 'A' }, headers: { 'idempotency-key': odd } }))
          .status,
      ).toBe(400);
  });

  test('forgets its answer with the person in it, and after a day', async () => {
    const stored = async (): Promise<string> =>
      JSON.stringify(
        (await app.database.database.direct.execute(sql`SELECT answer FROM repeated_requests`)).rows,
      );
    const made = await call('POST', '/contacts', {
      body: { name: 'Gone', email: 'gone-soon@example.test' },
      headers: headers(),
    });
    expect(await stored()).toContain('gone-soon@example.test');
    const { id } = made.body as { id: string };
    expect((await call('DELETE', `/contacts/${id}`)).status).toBe(200);
    expect(await stored()).not.toContain('gone-soon@example.test');
    await app.database.database.direct.execute(
      sql`UPDATE repeated_requests SET created_at = now() - interval '25 hours'`,
    );
    await app.server.services.repeatedRequests.sweep();
    expect(await stored()).toBe('[]');
  });
});

describe('what the dashboard makes', () => {
  test('the API makes, changes and deletes: agents, sources, QR codes, forms, functions', async () => {
    const made = (await call('POST', '/agents', { body: { from: 'description', input: 'A guide' } }))
      .body as Agent;
    const draft = { ...made.draft, basic: { ...made.draft.basic, name: 'By program' } };
    const saved = await call('PUT', `/agents/${made.id}/draft`, {
      body: { revision: made.draftRevision, configuration: draft },
    });
    expect(saved.status).toBe(200);
    expect((await call('GET', `/agents/${made.id}?expand=knowledge`)).body).toMatchObject({
      name: 'By program',
      knowledge: { id: made.collectionId },
    });
    const source = await call('POST', `/agents/${made.id}/sources/text`, {
      body: { title: 'Hours', body: 'We open at nine.' },
    });
    const { id: sourceId } = source.body as { id: string };
    expect((await call('GET', `/agents/${made.id}/sources/${sourceId}`)).body).toMatchObject({
      title: 'Hours',
      body: 'We open at nine.',
    });
    expect((await call('GET', `/agents/${made.id}/sources`)).body).toMatchObject({
      data: [{ id: sourceId }],
    });
    expect((await call('POST', `/agents/${made.id}/search`, { body: { query: 'open' } })).status).toBe(200);
    expect((await call('DELETE', `/agents/${made.id}/sources/${sourceId}`)).status).toBe(200);
    const qr = (await call('POST', `/agents/${made.id}/qr-codes`, { body: { name: 'Door' } })).body as {
      code: string;
    };
    expect((await call('GET', `/agents/${made.id}/qr-codes/${qr.code}`)).body).toMatchObject({
      name: 'Door',
    });
    expect((await call('DELETE', `/agents/${made.id}/qr-codes/${qr.code}`)).status).toBe(200);
    const form = (await call('POST', '/forms', { body: { name: 'Contact', template: 'contact' } })).body as {
      id: string;
    };
    expect((await call('GET', `/forms/${form.id}/submissions`)).body).toEqual({ data: [], nextCursor: null });
    expect((await call('DELETE', `/forms/${form.id}`)).status).toBe(200);
    expect((await call('DELETE', `/agents/${made.id}`)).status).toBe(200);
    expect((await call('GET', `/agents/${made.id}`)).status).toBe(404);
    expect((await call('GET', '/functions')).body).toEqual({ data: [], nextCursor: null });
    expect((await call('GET', '/purchases')).body).toEqual({ data: [], nextCursor: null });
    const audit = await vera.get<{ entries: { action: string; details: { to?: string } }[] }>(
      '/api/audit?group=keys',
    );
    expect(
      audit.entries.filter(({ action }) => action === 'keys.wrote').map(({ details }) => details.to),
    ).toContain('forms.remove');
  });

  test('a person who is expanded is shown to who may read contacts only', async () => {
    const noContacts = await makeKey({ scopes: ['conversations.read'] });
    expect(codeOf(await call('GET', '/conversations?expand=contact', { key: noContacts }))).toEqual([
      403,
      'api-keys.scope_missing',
    ]);
    expect((await call('GET', '/conversations?expand=password')).status).toBe(400);
  });
});

describe('the description', () => {
  test('names every operation, and how errors look', async () => {
    const { body, status } = await app.browser().request('GET', '/api/v1/openapi.json');
    expect(status).toBe(200);
    const document = body as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; security?: object[] }>>;
    };
    expect(document.openapi).toBe('3.1.1');
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids).toContain('conversations.list');
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(document.paths).every((path) => path.startsWith('/api/v1/'))).toBe(true);
    expect(document.paths['/api/v1/contacts']?.['post']?.security).toEqual([{ program: ['contacts.write'] }]);
  });
});
