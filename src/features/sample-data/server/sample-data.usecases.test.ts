import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcome } from '#tests/support/app/team-of-services.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { isTooReal } from './sample-data.policy.ts';

const dayMs = 86_400_000;
let server: TestServices;
let vera: TestMember;
beforeAll(async () => {
  server = await startTestServices({ environment: { PLANS: 'paid', SMTP_URL: 'smtp://127.0.0.1:9' } });
  vera = await server.member('Vera');
});
afterAll(() => server.close());

const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  Number((await server.database.direct.execute<{ n: string }>(query)).rows[0]?.n);

test('somebody looks around in a busy account of their own, which counts nowhere, mails nobody and ends', async () => {
  const { sampleData } = server;
  const before = await server.superadmin.overview.read();
  const [made, again] = [await sampleData.make(vera.scope), await sampleData.make(vera.scope)];
  expect(made).toMatchObject({ state: 'making', isHere: false });
  expect(again.accountId).toBe(made.accountId);
  await server.jobs.work();
  expect(await sampleData.of(vera.user.id, made.accountId)).toMatchObject({ state: 'ready', isHere: true });

  const scope = await server.scopeOf(vera.user.id, made.accountId);
  const overview = await server.conversations.overview(scope);
  expect(overview).toMatchObject({ agents: 3, liveAgents: 3, knowledgeReady: true });
  expect(overview.conversations).toBeGreaterThan(20);
  expect(
    (await server.inbox.list(scope, { view: 'all', sort: 'newest' })).conversations.length,
  ).toBeGreaterThan(0);
  expect(
    await count(sql`SELECT count(*) AS n FROM purchases WHERE account_id = ${made.accountId} AND is_test`),
  ).toBeGreaterThan(0);
  // It lies behind the person, and not in one moment.
  expect(
    await count(sql`SELECT count(DISTINCT created_at::date) AS n FROM conversations
      WHERE account_id = ${made.accountId}`),
  ).toBeGreaterThan(5);
  expect(
    await count(sql`SELECT count(*) AS n FROM messages WHERE account_id = ${made.accountId}
      AND created_at > ${server.clock.now()}`),
  ).toBe(0);
  expect(await count(sql`SELECT count(*) AS n FROM outbox_mails WHERE account_id = ${made.accountId}`)).toBe(
    0,
  );
  expect(await server.superadmin.overview.read()).toMatchObject({
    accounts: before.accounts,
    liveAgents: before.liveAgents,
    conversations: before.conversations,
    volume: before.volume,
  });
  expect((await server.planStatuses.of(made.accountId))?.isActive).toBe(true);
  // The time of the invented days is over: what is done now is done now.
  expect((await server.conversations.overview(vera.scope)).agents).toBe(0);

  server.clock.advance(13 * dayMs);
  await sampleData.sweep();
  expect(await sampleData.of(vera.user.id, vera.user.accountId)).not.toBeNull();
  server.clock.advance(dayMs + 1);
  await sampleData.sweep();
  expect(await sampleData.of(vera.user.id, vera.user.accountId)).toBeNull();
  expect(await count(sql`SELECT count(*) AS n FROM accounts WHERE id = ${made.accountId}`)).toBe(0);
  expect(await count(sql`SELECT count(*) AS n FROM agents WHERE account_id = ${made.accountId}`)).toBe(0);
  expect((await server.accounts.member(vera.user.id, made.accountId))?.account.id).toBe(vera.user.accountId);
});

test('one that is ended while it is being made is gone for its person at once, and goes once its maker stops', async () => {
  const { sampleData } = server;
  const olga = await server.member('Olga');
  const accounts = (id: string) => count(sql`SELECT count(*) AS n FROM accounts WHERE id = ${id}`);
  const made = await sampleData.make(olga.scope);
  let meanwhile: unknown;
  await sampleData.fill({ accountId: made.accountId, userId: olga.user.id }, async () => {
    await sampleData.end(olga.user.id);
    const seen = await sampleData.of(olga.user.id, olga.user.accountId);
    const another = await outcome(sampleData.make(olga.scope));
    await sampleData.sweep();
    meanwhile = { seen, another, accounts: await accounts(made.accountId) };
  });
  // Its maker writes into it.
  expect(meanwhile).toEqual({ seen: null, another: 'sample_data.too_many', accounts: 1 });
  await server.jobs.work();
  expect(await accounts(made.accountId)).toBe(0);
  expect((await sampleData.make(olga.scope)).accountId).not.toBe(made.accountId);
});

test('a sample account takes no money, lets nobody in and opens to no program; it can be read', () => {
  for (const route of [
    '/api/billing/checkout',
    '/api/payments/setup/:mode',
    '/api/team/invitations',
    '/api/account-keys',
    '/api/integrations/:provider',
    '/api/white-label/domain',
    '/api/agents/:id/keys',
  ])
    expect(isTooReal('POST', route), route).toBe(true);
  expect(isTooReal('GET', '/api/billing')).toBe(false);
  expect(isTooReal('POST', '/api/payments/:id/refund')).toBe(false);
  expect(isTooReal('POST', '/api/agents/:id/publish')).toBe(false);
});
