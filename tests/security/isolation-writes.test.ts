import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { startFixtureSite, type FixtureSite } from '#tests/support/models/fixture-site.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { untilQuiet } from '#tests/support/app/quiet.ts';
import type { TestAnswer, TestBrowser } from '#tests/support/app/test-app.ts';
import { addressOf, bodyOf, callerFor, requestOf, slotsOf } from './endpoint-walk.ts';
import { accountFingerprint, openSecurityWorld, type SecurityWorld, type Tenant } from './world.ts';

const apiKey = 'sk-canary-0123456789abcdefghij';
let world: SecurityWorld;
let endpoints: readonly Endpoint[];
let site: FixtureSite;
let model: OpenAiStandIn;
beforeAll(async () => {
  [world, site, model] = await Promise.all([openSecurityWorld(), startFixtureSite(), startOpenAiStandIn()]);
  ({ endpoints } = world.app.server);
});
afterAll(async () => {
  await world.close();
  await Promise.all([site.close(), model.close()]);
});

/** The call of somebody who may call the endpoint. */
function callerOf(endpoint: Endpoint, tenant: Tenant): Pick<TestBrowser, 'request'> {
  if (endpoint.access === 'public') return world.app.browser();
  const { access } = endpoint;
  if (access !== 'visitor' && access !== 'key') return callerFor(endpoint, tenant);
  const bearers = { visitor: tenant.visitor.token, key: tenant.first.key };
  const headers = { authorization: `Bearer ${bearers[access]}` };
  return {
    request: (method, path, options = {}) =>
      world.app.browser().request(method, path, { ...options, headers }),
  };
}

const forgetLimits = (): Promise<unknown> =>
  world.app.database.database.direct.execute(sql`DELETE FROM rate_limits`);

/** The people's own rows, which belong to no account; `last_seen_at` and the like are not in here. */
async function peopleFingerprint(): Promise<unknown> {
  return (
    await world.app.database.database.pool.query(
      'SELECT u.id, u.email, u.password_hash, u.is_superadmin, u.disabled_at, m.account_id, m.role FROM users u LEFT JOIN memberships m ON m.user_id = u.id ORDER BY u.id',
    )
  ).rows;
}

/** Every column of the database, as it is stored and as it would stand in JSON. */
async function columnNames(): Promise<string[]> {
  const { rows } = await world.app.database.database.pool.query<{ name: string }>(
    `SELECT DISTINCT column_name AS name FROM information_schema.columns WHERE table_schema = 'public'
      ORDER BY 1`,
  );
  const camel = (name: string): string =>
    name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return [
    ...new Set([
      ...rows.flatMap(({ name }) => [name, camel(name)]),
      'permission',
      'permissions',
      'isAdmin',
      'admin',
      'tenantId',
      'workspaceId',
      'owner',
      'published',
      '$where',
      'constructor',
    ]),
  ];
}

type Place = {
  path: string;
  keys: string[];
  put(extra: object): unknown;
};

/** The objects of a body: the body itself and every object inside it. */
function placesOf(schema: z.ZodType, body: unknown): Place[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;
  type Node = { $ref?: string; properties?: Record<string, Node>; anyOf?: Node[]; items?: Node };
  const resolve = (node: Node): Node =>
    node.$ref
      ? ((json['$defs'] as Record<string, Node> | undefined)?.[node.$ref.replace('#/$defs/', '')] ?? {})
      : node;
  const found: Place[] = [];
  const visit = (given: Node, path: string, put: (value: object) => unknown, value: unknown): void => {
    const node = resolve(given);
    for (const choice of node.anyOf ?? []) visit(choice, path, put, value);
    if (!node.properties) return;
    const current = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    found.push({ path, keys: Object.keys(node.properties), put: (extra) => put({ ...current, ...extra }) });
    for (const [key, child] of Object.entries(node.properties))
      visit(child, `${path}${key}.`, (inner) => put({ ...current, [key]: inner }), current[key]);
  };
  visit(json as Node, '', (value) => value, body);
  return found;
}

/** The keys that a schema did not know, each with its path. */
const unknownKeys = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [],
  );

/** Whether the choice that a place stands in was refused as a whole. */
const isInsideRefused = (issues: readonly z.core.$ZodIssue[], place: string): boolean =>
  issues.some(
    ({ code, path }) =>
      code !== 'unrecognized_keys' && path.length > 0 && place.startsWith(`${path.join('.')}.`),
  );

describe("a body with columns that are nobody's to set", () => {
  it('is refused with the name of each, wherever in the body they stand, and changes nothing', async () => {
    const { vera, olga, app } = world;
    const columns = await columnNames();
    const before = [
      await accountFingerprint(app, vera.owner.user.accountId),
      await accountFingerprint(app, olga.owner.user.accountId),
      await peopleFingerprint(),
    ];
    const values: Record<string, unknown> = {
      account_id: vera.owner.user.accountId,
      accountId: vera.owner.user.accountId,
      user_id: vera.owner.user.id,
      userId: vera.owner.user.id,
      is_superadmin: true,
      isSuperadmin: true,
      role: 'owner',
      id: vera.first.agent.id,
      collectionId: vera.first.agent.collectionId,
    };
    const taken: string[] = [];
    let sent = 0;
    for (const endpoint of endpoints.filter(({ body, access }) => body && access !== 'superadmin')) {
      const by = callerOf(endpoint, olga);
      for (const place of placesOf(endpoint.body as z.ZodType, bodyOf(endpoint))) {
        const keys = columns.filter((name) => !place.keys.includes(name));
        const extra = (names: readonly string[]): unknown =>
          place.put(
            Object.fromEntries(names.map((key) => [key, Object.hasOwn(values, key) ? values[key] : 'x'])),
          );
        const where = `${endpoint.method} ${endpoint.path} at "${place.path}"`;
        // Every column against the schema that the server reads bodies with, and the worst of them over HTTP,
        // where an answer names ten.
        const issues = (endpoint.body as z.ZodType).safeParse(extra(keys)).error?.issues ?? [];
        const refused = new Set(unknownKeys(issues));
        const kept = keys.filter(
          (key) => !refused.has(place.path + key) && !isInsideRefused(issues, place.path),
        );
        const batch = [...Object.keys(values), 'permission', 'constructor']
          .filter((key) => !place.keys.includes(key))
          .slice(0, 10);
        const {
          status,
          text,
          body: answer,
        } = await by.request(endpoint.method, addressOf(endpoint, olga, olga.first), { body: extra(batch) });
        sent += 1;
        if (sent % 40 === 0) await forgetLimits();
        const fields = Object.keys((answer as { fields?: object } | null)?.fields ?? {});
        // Of a choice between kinds of objects the choice is named, not what is in it.
        const missed = batch.filter(
          (key) => !fields.some((field) => field === place.path + key || place.path.startsWith(`${field}.`)),
        );
        if (status !== 400 || missed.length > 0 || kept.length > 0)
          taken.push(`${where}: ${status} ${missed.join()} ${kept.join()} ${text.slice(0, 100)}`);
      }
    }
    expect(taken).toEqual([]);
    expect(sent).toBeGreaterThan(100);
    expect([
      await accountFingerprint(app, vera.owner.user.accountId),
      await accountFingerprint(app, olga.owner.user.accountId),
      await peopleFingerprint(),
    ]).toEqual(before);
  });

  it('changes nothing of another account where no body is expected, and an address with them is refused or ignored', async () => {
    const { vera, olga, app } = world;
    const before = [await accountFingerprint(app, vera.owner.user.accountId), await peopleFingerprint()];
    const extra = {
      id: vera.first.agent.id,
      accountId: vera.owner.user.accountId,
      account_id: vera.owner.user.accountId,
      userId: vera.owner.user.id,
      agentId: vera.first.agent.id,
      collectionId: vera.first.agent.collectionId,
      role: 'owner',
      isSuperadmin: true,
    };
    const query = new URLSearchParams(
      Object.entries(extra).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    const calls = endpoints.filter(
      ({ access, transport, path }) =>
        access !== 'superadmin' && transport !== 'stream' && path !== '/api/logout',
    );
    // What removes things comes last.
    for (const endpoint of calls.toSorted(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    )) {
      await forgetLimits();
      const by = callerOf(endpoint, olga);
      const path = `${addressOf(endpoint, olga, olga.second)}?${query}`;
      const answer = await by.request(
        endpoint.method,
        path,
        endpoint.method === 'GET' || endpoint.transport === 'upload' || endpoint.body
          ? requestOf(endpoint)
          : { body: extra },
      );
      expect([endpoint.method, endpoint.path, answer.status < 500]).toEqual([
        endpoint.method,
        endpoint.path,
        true,
      ]);
      expect(answer.text).not.toContain(vera.canary);
      if (endpoint.query) expect([endpoint.path, answer.status]).toEqual([endpoint.path, 400]);
    }
    // An account of invented data goes when its maker stops.
    await untilQuiet(app);
    const after = (await peopleFingerprint()) as { id: string }[];
    const known = new Set((before[1] as { id: string }[]).map(({ id }) => id));
    expect([
      await accountFingerprint(app, vera.owner.user.accountId),
      after.filter(({ id }) => known.has(id)),
    ]).toEqual(before);
  });
});

describe('sources of every kind and a connected provider', () => {
  it('are out of reach for another account, and its own connection is another one', async () => {
    const { vera, olga, app } = world;
    const base = `/api/knowledge/${vera.first.agent.collectionId}/sources`;
    const form = new FormData();
    form.append('file', new Blob([`A file that holds ${vera.canary}.`]), 'secret.txt');
    const uploaded = (await vera.owner.request('POST', `${base}/file`, { raw: form })).body as {
      source: KnowledgeSource;
    };
    const { source: website } = await vera.owner.post<{ source: KnowledgeSource }>(`${base}/website`, {
      url: site.url,
      maxPages: 2,
    });
    const { source: pairs } = await vera.owner.post<{ source: KnowledgeSource }>(`${base}/qa`, {
      pairs: [{ question: `Where is ${vera.canary}?`, answer: 'Here.' }],
    });
    await world.waitUntilReady(vera.first.agent.collectionId, vera.owner);
    await vera.owner.request('PUT', '/api/integrations/openai-compatible', {
      body: { baseUrl: model.baseUrl, apiKey },
    });
    await vera.owner.post('/api/feedback/bug-report', { title: vera.canary, description: vera.canary });

    const before = await accountFingerprint(app, vera.owner.user.accountId);
    const ofSources = endpoints.filter((endpoint) =>
      slotsOf(endpoint).some(({ word }) => word === 'sources'),
    );
    for (const endpoint of ofSources) {
      for (const source of [uploaded.source.id, website.id, pairs.id]) {
        for (const parent of [vera, olga]) {
          const path = addressOf(endpoint, parent, parent.first).replace(parent.first.source, source);
          expect([
            endpoint.method,
            path,
            (await callerFor(endpoint, olga).request(endpoint.method, path, requestOf(endpoint))).status,
          ]).toEqual([endpoint.method, path, 404]);
        }
      }
    }
    const { connections } = await olga.owner.get<{
      connections: { provider: string; isConnected: boolean }[];
    }>('/api/integrations');
    expect(connections.filter(({ isConnected, provider }) => isConnected && provider !== 'built-in')).toEqual(
      [],
    );
    await olga.owner.request('DELETE', '/api/integrations/openai-compatible');
    expect(await accountFingerprint(app, vera.owner.user.accountId)).toEqual(before);
  });
});

describe('a secret', () => {
  it('is in no answer of any endpoint or page, and in plain in no table', async () => {
    const { vera, app } = world;
    const { pool } = app.database.database;
    await vera.owner.request('PUT', '/api/integrations/openai-compatible', {
      body: { baseUrl: model.baseUrl, apiKey },
    });
    await app.browser().post('/api/forgot-password', { email: vera.owner.email });
    const column = async (statement: string): Promise<string[]> =>
      (await pool.query<{ value: string }>(statement)).rows.map(({ value }) => value);
    const stored = [
      ...(await column('SELECT sealed_key AS value FROM provider_connections WHERE sealed_key IS NOT NULL')),
      ...(await column('SELECT password_hash AS value FROM users')),
      ...(await column('SELECT id AS value FROM sessions')),
      ...(await column('SELECT id AS value FROM password_resets')),
    ];
    expect(stored.length).toBeGreaterThan(6);
    const session = vera.owner.cookie().split('=')[1] ?? '';
    const plain = [apiKey, session, vera.owner.password, vera.visitor.token];

    const answers: [string, TestAnswer][] = [];
    for (const endpoint of endpoints.filter(
      ({ access, transport, path }) =>
        access !== 'superadmin' && transport !== 'stream' && path !== '/api/logout',
    )) {
      if (endpoint.method === 'DELETE') continue;
      await forgetLimits();
      answers.push([
        `${endpoint.method} ${endpoint.path}`,
        await callerOf(endpoint, vera).request(
          endpoint.method,
          addressOf(endpoint, vera, vera.first),
          requestOf(endpoint),
        ),
      ]);
    }
    answers.push([
      'connect',
      await vera.owner.request('PUT', '/api/integrations/openai-compatible', {
        body: { baseUrl: model.baseUrl, apiKey },
      }),
    ]);
    answers.push([
      'refused',
      await vera.owner.request('PUT', '/api/integrations/openai-compatible', {
        body: { baseUrl: `${model.baseUrl}/nothing/here`, apiKey },
      }),
    ]);
    answers.push([
      'login',
      await app
        .browser()
        .request('POST', '/api/login', { body: { email: vera.owner.email, password: vera.owner.password } }),
    ]);
    const { number, previewUrl } = await vera.owner.get<Agent>(`/api/agents/${vera.first.agent.id}`);
    for (const path of [
      `/widgets/${number}`,
      `/widgets/${number}.js`,
      `/widgets/${number}/embed`,
      previewUrl,
      `/widget-demo/${number}`,
      '/dashboard',
      '/api/openapi.json',
      '/readyz',
    ])
      answers.push([path, await vera.owner.request('GET', path)]);
    for (const [where, { text }] of answers) {
      const secrets = [...stored, ...plain].filter((secret) => secret !== '' && text.includes(secret));
      expect([where, secrets]).toEqual([where, []]);
    }

    const { rows } = await pool.query<{ table: string }>(
      `SELECT table_name AS table FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    for (const { table } of rows) {
      const found = await pool.query<{ row: string }>(`SELECT t::text AS row FROM "${table}" t`);
      expect([table, plain.filter((secret) => found.rows.some(({ row }) => row.includes(secret)))]).toEqual([
        table,
        [],
      ]);
    }
  });
});
