import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { analyticsRows, wrongSums } from '#tests/support/analytics-rows.ts';
import { teamOf } from '#tests/support/app/team-of-services.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { PeriodQuery } from './figures/asked-period.usecases.ts';

/*
 * A year whose sums can be counted by hand. All of it is written as instants; what day it was depends on the zone:
 *
 *   shop, 28 March 22:30 UTC  a chat of 2 messages (Prague: 28 March 23:30; Kolkata: 29 March 4:00)
 *   shop, 28 March 23:30 UTC  a chat of 1 message  (Prague: 29 March 0:30, the day that has 23 hours)
 *   shop, 29 March 01:15 UTC  a chat of 3 messages (Prague: 29 March 3:15)
 *   shop, 29 March 22:15 UTC  a chat of 1 message  (Prague: 30 March 0:15)
 *   desk, 30 April 18:20 UTC  a chat of 4 messages (Kolkata: 30 April 23:50)
 *   desk, 30 April 18:40 UTC  a chat of 1 message  (Kolkata: 1 May 0:10)
 *   desk, 1 May 12:00 UTC     somebody looks, and says nothing
 *
 * Money: 10.00 EUR on 28 March 23:10 UTC (Prague: 29 March) from the shop's first visitor, of which 4.00 go back on
 * 30 March 12:00; 20.00 USD on 1 May 12:00 at the desk; 7.00 EUR of test money on 29 March.
 */
let server: TestServices;
let vera: TestMember;
let shop: Agent;
let desk: Agent;
beforeAll(async () => {
  server = await startTestServices({ now: new Date('2026-05-02T09:00:00Z') });
  vera = await server.member('Vera');
  const make = (): Promise<Agent> =>
    server.agents.create(vera.scope, { from: 'blank', input: '', language: 'en' });
  [shop, desk] = [await make(), await make()];
  await sql(
    `UPDATE agents SET name = CASE id WHEN $1 THEN '=SUM(A1)' ELSE 'Desk' END, created_at = '2026-01-01'`,
    [shop.id],
  );
  const rows = analyticsRows(server.database.pool, vera.scope.accountId);
  const contact = await rows.contact('2026-03-28T22:30:00Z', {
    source_agent_id: shop.id,
    source: 'widget',
    message_count: 4,
  });
  const phone = { device: 'smartphone', browser: 'Safari', os: 'iOS', timezone: 'Europe/Prague' };
  const first = await rows.chat(shop.id, '2026-03-28T22:30:00Z', 2, {
    ...phone,
    contact_id: contact,
    utm: JSON.stringify({ source: 'news', campaign: '<b>Spring</b>' }),
  });
  await rows.chat(shop.id, '2026-03-28T23:30:00Z', 1, {
    ...phone,
    referrer: 'https://www.example.com/a?b=c',
  });
  await rows.chat(shop.id, '2026-03-29T01:15:00Z', 3, { device: 'desktop', timezone: 'Asia/Kolkata' });
  await rows.chat(shop.id, '2026-03-29T22:15:00Z', 1, { device: 'desktop', timezone: 'Asia/Kolkata' });
  const asked = await rows.chat(desk.id, '2026-04-30T18:20:00Z', 4, { device: 'desktop' });
  await rows.chat(desk.id, '2026-04-30T18:40:00Z', 1, { device: 'desktop' });
  await rows.visitor(desk.id, '2026-05-01T12:00:00Z', phone);
  const bought = await rows.purchase(shop.id, first, '2026-03-28T23:10:00Z');
  await rows.movement(bought, 'payment', 1_000, '2026-03-28T23:10:00Z');
  await rows.movement(bought, 'refund', -400, '2026-03-30T12:00:00Z');
  const other = await rows.purchase(desk.id, asked, '2026-05-01T12:00:00Z', {
    currency: 'USD',
    total: 2_000,
    kind: 'once',
  });
  await rows.movement(other, 'payment', 2_000, '2026-05-01T12:00:00Z', 'USD');
  const tried = await rows.purchase(shop.id, first, '2026-03-29T12:00:00Z', { is_test: true });
  await rows.movement(tried, 'payment', 700, '2026-03-29T12:00:00Z');
  await sql(
    `INSERT INTO payment_connections (account_id, is_test, vendor, is_platform, secrets, refs, checked_at, created_at)
    VALUES ($1, false, 'stripe', true, '', '{}', now(), now())`,
    [vera.scope.accountId],
  );
  await server.analyticsCounting.drain();
});
afterAll(() => server.close());

const sql = (statement: string, values: unknown[] = []) => server.database.pool.query(statement, values);
const overview = (query: Omit<PeriodQuery, 'zone'> & { zone?: string; compare?: 'true' }, member = vera) =>
  server.analytics.overview(member.scope, { zone: 'UTC', compare: 'false', ...query });
const values = ({ figures }: Awaited<ReturnType<typeof overview>>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, { value }]) => [name, value]));
const prague = { zone: 'Europe/Prague', from: '2026-03-29', to: '2026-03-29' };

test('all time counts everything, and every part of it adds up to it', async () => {
  const all = await overview({});
  expect([all.from, all.to, all.unit, all.before]).toEqual(['2026-03-28', '2026-05-02', 'day', null]);
  expect(values(all)).toEqual({
    agents: 2,
    activeContacts: 1,
    totalContacts: 1,
    conversations: 6,
    // Twelve of visitors, and as many answers.
    messages: 24,
    visitors: 7,
    views: 0,
  });
  const sum = (of: 'messages' | 'conversations' | 'opens'): number =>
    all.curve.reduce((total, point) => total + point[of], 0);
  expect([sum('messages'), sum('conversations'), sum('opens')]).toEqual([24, 6, 7]);
  expect(all.money).toMatchObject({
    isTest: false,
    currencies: [
      { currency: 'EUR', gross: { value: 1_000 }, refunded: { value: 400 }, net: { value: 600 } },
      { currency: 'USD', net: { value: 2_000 } },
    ],
    packs: { value: 1 },
    successfulPayments: { value: 2 },
    messagesSold: { value: 6 },
  });
  expect(await wrongSums(server.database.pool)).toEqual([]);
});

test('days are those of the time zone, also the one of 23 hours and half an hour beside UTC', async () => {
  const day = await overview(prague);
  expect([day.unit, day.curve.length]).toEqual(['hour', 23]);
  // The buyer was there as well.
  expect(values(day)).toMatchObject({ conversations: 2, messages: 8, visitors: 3 });
  // The hour after half past midnight, and the third hour of the clock, which is the second one of the day.
  expect(day.curve.flatMap(({ messages }, hour) => (messages > 0 ? [[hour, messages]] : []))).toEqual([
    [0, 2],
    [2, 6],
  ]);
  expect(day.money?.currencies).toMatchObject([{ currency: 'EUR', net: { value: 1_000 } }]);
  const kolkata = await overview({ zone: 'Asia/Kolkata', from: '2026-04-30', to: '2026-04-30' });
  expect(values(kolkata)).toMatchObject({ conversations: 1, messages: 8 });
  expect(
    values(await overview({ zone: 'Asia/Kolkata', from: '2026-05-01', to: '2026-05-01' })),
  ).toMatchObject({
    conversations: 1,
    messages: 2,
    visitors: 3,
  });
  // However it is cut: by hours, days, weeks and months, in every zone.
  for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Auckland'])
    for (const [from, to] of [
      ['2026-03-27', '2026-05-02'],
      ['2026-01-01', '2026-05-02'],
      ['2024-01-01', '2026-05-02'],
    ]) {
      const { curve, figures } = await overview({ zone, from, to });
      const total = curve.reduce((sum, { messages }) => sum + messages, 0);
      expect([zone, from, total, figures.messages.value]).toEqual([zone, from, 24, 24]);
    }
});

test('the period before is as long and ends where the other begins', async () => {
  const { before, figures, curveBefore, money } = await overview({ ...prague, compare: 'true' });
  expect(before).toEqual({ zone: 'Europe/Prague', from: '2026-03-28', to: '2026-03-28' });
  expect([figures.conversations, figures.messages]).toEqual([
    { value: 2, before: 1 },
    { value: 8, before: 4 },
  ]);
  expect(curveBefore?.length).toBe(24);
  expect(money?.currencies[0]?.net).toEqual({ value: 1_000, before: 0 });
  expect((await overview({ compare: 'true' })).before).toBeNull();
});

test('agents stand in a table that can be sorted, with all that happened with them', async () => {
  const list = (query: { sort?: 'name' | 'messages'; order?: 'asc'; page?: number; agentId?: string }) =>
    server.analytics.agents(vera.scope, { zone: 'UTC', sort: 'events', order: 'desc', page: 1, ...query });
  const { agents, total } = await list({});
  expect([total, agents.map(({ id }) => id)]).toEqual([2, [shop.id, desk.id]]);
  // Opened 4, begun 4, written 7, answered 7, with a source 0, checkouts, payments and refunds of both kinds 5, a contact.
  expect(agents).toMatchObject([
    { name: '=SUM(A1)', views: 0, conversations: 4, contacts: 1, events: 28, messages: 14 },
    { name: 'Desk', views: 0, conversations: 2, contacts: 0, events: 17, messages: 10 },
  ]);
  expect((await list({ sort: 'messages', order: 'asc' })).agents[0]?.id).toBe(desk.id);
  expect((await list({ page: 2 })).agents).toEqual([]);
  expect((await list({ agentId: desk.id })).agents).toHaveLength(1);
});

test('engagement says when, how much, what, and how far visitors come', async () => {
  const read = await server.analytics.engagement(vera.scope, { zone: 'Europe/Prague' });
  // Saturday 23:00, Sunday 0:00 and 3:00, Monday 0:00; Thursday 20:00.
  expect(
    read.heat.flatMap((hours, day) => hours.flatMap((count, hour) => (count ? [[day, hour, count]] : []))),
  ).toEqual([
    [0, 0, 1],
    [3, 20, 5],
    [5, 23, 2],
    [6, 0, 1],
    [6, 3, 3],
  ]);
  expect(read.depth.map(({ from, conversations }) => [from, conversations])).toEqual([
    [1, 3],
    [3, 1],
    [5, 2],
    [9, 0],
    [17, 0],
    [33, 0],
  ]);
  expect(read.questions).toMatchObject([{ question: 'How much is it?', count: 12 }]);
  expect(read.funnel.map(({ step, visitors }) => `${step} ${visitors}`)).toEqual([
    'seen 7',
    'opened 7',
    'message 6',
    'freeUsed 2',
    'wall 2',
    'checkout 2',
    'paid 2',
    'returned 0',
  ]);
});

test('visitors are told apart by where they came from, with what they paid', async () => {
  const by = async (name: 'country' | 'device' | 'campaign' | 'referrer', member = vera) =>
    (await server.analytics.breakdown(member.scope, { zone: 'UTC', by: name })).rows.map(
      ({ key, visitors, conversations, messages, money }) => [
        key,
        visitors,
        conversations,
        messages,
        money?.map(({ currency, net }) => `${net} ${currency}`).join(),
      ],
    );
  expect(await by('country')).toEqual([
    ['CZ', 3, 2, 3, '600 EUR'],
    ['', 2, 2, 5, '2000 USD'],
    ['IN', 2, 2, 4, ''],
  ]);
  expect(await by('device')).toEqual([
    ['desktop', 4, 4, 9, '2000 USD'],
    ['smartphone', 3, 2, 3, '600 EUR'],
  ]);
  expect((await by('campaign')).map(([key]) => key)).toEqual(['', '<b>Spring</b>']);
  expect((await by('referrer')).map(([key]) => key)).toEqual(['', 'example.com']);
});

test('a file holds the same numbers and no formula', async () => {
  const text = async (figure: 'agents' | 'curve' | 'overview' | 'breakdown', query = {}): Promise<string> =>
    (await server.analytics.file(vera.scope, { zone: 'UTC', figure, by: 'country', ...query })).text;
  expect((await text('agents')).split('\r\n')[1]).toBe(`${shop.id},'=SUM(A1),0,4,1,28,14`);
  expect((await text('overview')).split('\r\n')).toEqual(
    expect.arrayContaining([
      'conversations,6',
      'messages,24',
      'net_eur,6.00',
      'net_usd,20.00',
      'message_packs,1',
    ]),
  );
  expect((await text('breakdown')).split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFcountry,name,visitors,conversations,messages,net_eur,net_usd',
    'CZ,CZ,3,2,3,6.00,',
  ]);
});

test('who hides something does not see it, and what an owner hides is not kept', async () => {
  const team = teamOf(server);
  const colleague = await team.join(vera, 'viewer');
  await sql('UPDATE users SET hide_passive_visitors = true, hide_location_data = true WHERE id = $1', [
    colleague.user.id,
  ]);
  const seen = await overview({}, colleague);
  expect([seen.hidesPassive, seen.hidesLocation, seen.figures.visitors.value, seen.money]).toEqual([
    true,
    true,
    6,
    null,
  ]);
  expect(await server.analytics.breakdown(colleague.scope, { zone: 'UTC', by: 'country' })).toMatchObject({
    rows: [],
    isHidden: true,
  });
  expect(
    (await server.analytics.file(colleague.scope, { zone: 'UTC', figure: 'breakdown', by: 'country' })).text,
  ).toBe('\uFEFFcountry,name,visitors,conversations,messages\r\n');
  const devices = await server.analytics.breakdown(colleague.scope, { zone: 'UTC', by: 'device' });
  expect(devices.rows.map(({ key, visitors, money }) => [key, visitors, money])).toEqual([
    ['desktop', 4, null],
    ['smartphone', 2, null],
  ]);
  expect((await overview({})).figures.visitors.value).toBe(7);

  const otto = await server.member('Otto');
  await sql('UPDATE users SET hide_location_data = true WHERE id = $1', [otto.user.id]);
  const agent = await server.agents.create(otto.scope, { from: 'blank', input: '', language: 'en' });
  await analyticsRows(server.database.pool, otto.scope.accountId).chat(agent.id, '2026-05-01T12:00:00Z', 1, {
    timezone: 'Europe/Prague',
  });
  await server.analyticsCounting.drain();
  const { rows } = await sql('SELECT country FROM analytics_dims WHERE account_id = $1', [
    otto.scope.accountId,
  ]);
  expect(rows).toEqual([{ country: '' }]);
});

test('a member sees the agents that they reach, and nobody those of another account', async () => {
  const team = teamOf(server);
  const member = await team.join(vera, 'editor');
  await sql('UPDATE memberships SET agent_ids = $2 WHERE user_id = $1', [member.user.id, [desk.id]]);
  const limited = { ...member, scope: await server.scopeOf(member.user.id, vera.scope.accountId) };
  const seen = await overview({}, limited);
  expect(values(seen)).toMatchObject({ agents: 1, conversations: 2, messages: 10, visitors: 3 });
  expect(seen.money?.currencies.map(({ currency }) => currency)).toEqual(['USD']);
  await expect(overview({ agentId: shop.id }, limited)).rejects.toThrow(AppError);
  expect((await server.analytics.live(limited.scope, undefined)).agents).toEqual([]);

  const stranger = await server.member('Stranger');
  expect(values(await overview({}, stranger))).toMatchObject({ agents: 0, conversations: 0, visitors: 0 });
  await expect(overview({ agentId: desk.id }, stranger)).rejects.toMatchObject({ code: 'agents.not_found' });
});

test('what makes no period is refused', async () => {
  const refused = async (query: Omit<PeriodQuery, 'zone'> & { zone?: string }): Promise<string> =>
    overview(query).then(
      () => 'counted',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  expect([
    await refused({ zone: 'Mars/Olympus' }),
    await refused({ zone: '+02:00' }),
    await refused({ from: '2026-05-02', to: '2026-05-01' }),
    await refused({ from: '1826-05-02', to: '2026-05-01' }),
    await refused({ from: '2026-06-01' }),
  ]).toEqual([
    'analytics.unknown_zone',
    'analytics.unknown_zone',
    'analytics.period_backwards',
    'analytics.period_too_long',
    'counted',
  ]);
});

test('who wrote in the last five minutes is live', async () => {
  const rows = analyticsRows(server.database.pool, vera.scope.accountId);
  await rows.chat(shop.id, '2026-05-02T08:56:00Z', 1);
  await rows.chat(shop.id, '2026-05-02T08:54:00Z', 1);
  await server.analyticsCounting.drain();
  expect(await server.analytics.live(vera.scope, undefined)).toEqual({
    at: '2026-05-02T09:00:00.000Z',
    visitors: 1,
    agents: [{ id: shop.id, name: '=SUM(A1)', visitors: 1 }],
  });
  expect((await server.analytics.live(vera.scope, desk.id)).visitors).toBe(0);
});

test('views of an agent are counted, and forms that are shown', async () => {
  const { accountId } = vera.scope;
  server.agentViews.count({ id: shop.id, accountId });
  server.agentViews.count({ id: shop.id, accountId });
  const nobody = { accountId, agentId: null, visitorId: null, conversationId: null };
  for (const agentId of [null, null, shop.id]) server.agentViews.form({ ...nobody, agentId });
  await server.agentViews.drain();
  await server.analyticsCounting.drain();
  const { figures, curve } = await overview({ from: '2026-05-02', to: '2026-05-02', agentId: shop.id });
  expect([figures.views.value, curve[9]?.views]).toEqual([2, 2]);
  const { rows: forms } = await sql(
    'SELECT agent_id AS agent, amount FROM analytics_events WHERE kind = 14 ORDER BY agent_id',
  );
  expect(forms).toEqual([
    { agent: '', amount: 2 },
    { agent: shop.id, amount: 1 },
  ]);
  expect(await wrongSums(server.database.pool)).toEqual([]);
});

test('what happened before events were counted comes out as if they had been', async () => {
  const counted = async () =>
    (
      await sql(`SELECT 'quarter' AS what, agent_id, bucket::text AS at, kind, amount FROM analytics_quarters WHERE kind NOT IN (1, 14)
        UNION ALL SELECT 'person', p.agent_id || p.visitor_id, a.bucket::text, a.kinds, a.messages
          FROM analytics_activity a JOIN analytics_people p ON p.number = a.person
        ORDER BY 1, 2, 3, 4`)
    ).rows;
  const before = await counted();
  expect(before.length).toBeGreaterThan(50);
  for (const table of ['events', 'quarters', 'days', 'activity', 'people', 'packed', 'inbox'])
    await sql(`DELETE FROM analytics_${table}`);
  await sql(
    readFileSync(path.join(import.meta.dirname, '../../../../migrations/0181_analytics_before.sql'), 'utf8'),
  );
  await server.analyticsCounting.drain();
  expect(await counted()).toEqual(before);
  expect(await wrongSums(server.database.pool)).toEqual([]);
});

test('whoever has nothing left and sees the prices has seen the wall, once in a quarter of an hour', async () => {
  const rows = analyticsRows(server.database.pool, vera.scope.accountId);
  const visitorId = await rows.chat(shop.id, '2026-05-02T08:59:00Z', 1);
  const visitor = { accountId: vera.scope.accountId, agentId: shop.id, visitorId };
  server.agentViews.wall({ ...visitor, isPreview: false });
  server.agentViews.wall({ ...visitor, isPreview: false });
  server.agentViews.wall({ ...visitor, isPreview: true });
  await server.agentViews.drain();
  await server.analyticsCounting.drain();
  const { funnel } = await server.analytics.engagement(vera.scope, {
    zone: 'UTC',
    from: '2026-05-02',
    to: '2026-05-02',
  });
  expect(funnel.find(({ step }) => step === 'wall')?.visitors).toBe(1);
  const { rows: kept } = await sql('SELECT amount FROM analytics_events WHERE kind = 10');
  expect(kept).toEqual([{ amount: 1 }]);
  expect(await wrongSums(server.database.pool)).toEqual([]);
});
