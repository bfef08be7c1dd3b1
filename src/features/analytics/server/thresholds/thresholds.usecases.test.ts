import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyticsRows } from '#tests/support/analytics-rows.ts';
import { teamOf } from '#tests/support/app/team-of-services.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { webhookEventData } from '#features/webhooks/webhooks-events.contract.ts';

let server: TestServices;
let vera: TestMember;
let shop: Agent;
beforeAll(async () => {
  server = await startTestServices({ now: new Date('2026-05-11T09:00:00Z') });
  vera = await server.member('Vera');
  shop = await server.agents.create(vera.scope, { from: 'blank', input: '', language: 'en' });
  await server.webhooks.create(vera.scope, { url: 'http://127.0.0.1:9/', description: '', events: [] });
  await server.database.pool.query(
    `INSERT INTO payment_connections (account_id, is_test, vendor, is_platform, secrets, refs, checked_at, created_at)
      VALUES ($1, false, 'stripe', true, '', '{}', now(), now())`,
    [vera.scope.accountId],
  );
});
afterAll(() => server.close());

const rows = () => analyticsRows(server.database.pool, vera.scope.accountId);

/** Looks as the job does at a moment, and gives what webhooks are told of it. */
async function lookAt(moment: string): Promise<Record<string, unknown>[]> {
  server.clock.advance(new Date(moment).getTime() - server.clock.now().getTime());
  await server.analyticsCounting.drain();
  await server.thresholds.lookAtAll();
  const { rows: told } = await server.database.pool.query<{ body: string }>(
    `DELETE FROM webhook_events WHERE account_id = $1 AND type = 'figure.crossed' RETURNING body`,
    [vera.scope.accountId],
  );
  return told.map(
    ({ body }) =>
      webhookEventData['figure.crossed']
        .strict()
        .parse((JSON.parse(body) as { data: unknown }).data) as Record<string, unknown>,
  );
}
const forget = async (): Promise<void> => {
  for (const { id } of await server.thresholds.list(vera.scope))
    await server.thresholds.remove(vera.scope, id);
};

test('more than so many messages of a day is told once on each such day, and less of a day that is over', async () => {
  const watched = { figure: 'messages', limit: 5, zone: 'Europe/Prague' } as const;
  const above = await server.thresholds.create(vera.scope, { ...watched, side: 'above', agentId: shop.id });
  const below = await server.thresholds.create(vera.scope, { ...watched, side: 'below' });
  expect(above).toMatchObject({ value: null, isPast: false, checkedAt: null });

  // Each message has its answer. At half past ten in the evening it is the next day in Prague.
  await rows().chat(shop.id, '2026-05-10T12:00:00Z', 3);
  await rows().chat(shop.id, '2026-05-11T08:00:00Z', 2);
  expect(await lookAt('2026-05-11T09:00:00Z')).toEqual([]);
  await rows().chat(shop.id, '2026-05-11T09:01:00Z', 1);
  expect(await lookAt('2026-05-11T09:05:00Z')).toEqual([
    {
      thresholdId: above.id,
      agentId: shop.id,
      figure: 'messages',
      side: 'above',
      limit: 5,
      value: 6,
      currency: '',
      from: '2026-05-11',
      to: '2026-05-11',
      zone: 'Europe/Prague',
    },
  ]);
  await rows().chat(shop.id, '2026-05-11T09:06:00Z', 1);
  expect(await lookAt('2026-05-11T09:10:00Z')).toEqual([]);

  // Nobody looked in the night: the next day is another one all the same.
  await rows().chat(shop.id, '2026-05-11T22:30:00Z', 4);
  expect(await lookAt('2026-05-11T22:35:00Z')).toMatchObject([
    { side: 'above', from: '2026-05-12', value: 8 },
  ]);

  // Neither the 13th nor the 14th had five: that is one passing, told when the first of them was over.
  expect(await lookAt('2026-05-13T23:00:00Z')).toMatchObject([
    { thresholdId: below.id, agentId: null, side: 'below', from: '2026-05-13', to: '2026-05-13', value: 0 },
  ]);
  expect(await lookAt('2026-05-14T23:00:00Z')).toEqual([]);
  expect(await server.thresholds.list(vera.scope)).toMatchObject([
    { id: above.id, value: 0, isPast: false, toldAt: '2026-05-11T22:35:00.000Z' },
    { id: below.id, value: 0, isPast: true, checkedAt: '2026-05-14T23:00:00.000Z' },
  ]);
  await forget();
});

test('what came in is held against its own currency, after refunds', async () => {
  const watch = (currency: string, side: 'above' | 'below', limit: number) =>
    server.thresholds.create(vera.scope, { figure: 'revenue', side, limit, currency, zone: 'UTC' });
  await watch('EUR', 'above', 1_000);
  await watch('USD', 'below', 500);
  const buyer = await rows().chat(shop.id, '2026-06-01T08:00:00Z', 1);
  const bought = await rows().purchase(shop.id, buyer, '2026-06-01T08:00:00Z');
  await rows().movement(bought, 'payment', 1_500, '2026-06-01T08:00:00Z');
  await rows().movement(bought, 'refund', -500, '2026-06-01T08:30:00Z');
  expect(await lookAt('2026-06-01T09:00:00Z')).toMatchObject([{ currency: 'USD', side: 'below', value: 0 }]);
  await rows().movement(bought, 'payment', 1, '2026-06-01T09:30:00Z');
  expect(await lookAt('2026-06-01T10:00:00Z')).toMatchObject([{ currency: 'EUR', value: 1_001 }]);
  await forget();
});

test('shares are those of a week, and of too few nothing is said', async () => {
  await server.thresholds.create(vera.scope, {
    figure: 'satisfaction',
    side: 'below',
    limit: 60,
    zone: 'UTC',
  });
  await rows().chat(shop.id, '2026-07-01T08:00:00Z', 10);
  const rate = (value: 'up' | 'down', most: number) =>
    server.database.pool.query(
      `UPDATE messages SET feedback = $1 WHERE id IN (SELECT id FROM messages WHERE role = 'assistant'
        AND feedback IS NULL AND created_at = '2026-07-01T08:00:00Z' ORDER BY id LIMIT $2)`,
      [value, most],
    );
  await rate('up', 5);
  await rate('down', 4);
  expect(await lookAt('2026-07-01T09:00:00Z')).toEqual([]);
  expect(await server.thresholds.list(vera.scope)).toMatchObject([{ value: null, isPast: false }]);
  await rate('down', 1);
  expect(await lookAt('2026-07-07T09:00:00Z')).toMatchObject([
    { figure: 'satisfaction', from: '2026-07-01', to: '2026-07-07', value: 50 },
  ]);
  expect(await lookAt('2026-07-07T09:05:00Z')).toEqual([]);
  await forget();
});

test('what makes no sense is refused, and nobody reaches what is not theirs', async () => {
  const refused = (input: object, member = vera): Promise<string> =>
    server.thresholds
      .create(member.scope, { figure: 'messages', side: 'above', limit: 1, zone: 'UTC', ...input })
      .then(
        () => 'made',
        (error: { code?: string }) => error.code ?? String(error),
      );
  const stranger = await server.member('Stranger');
  expect([
    await refused({ currency: 'EUR' }),
    await refused({ figure: 'revenue' }),
    await refused({ figure: 'unanswered', limit: 101 }),
    await refused({ zone: 'Mars/Olympus' }),
    await refused({ agentId: shop.id }, stranger),
  ]).toEqual([
    'analytics_thresholds.currency',
    'analytics_thresholds.currency',
    'analytics_thresholds.share',
    'analytics.unknown_zone',
    'agents.not_found',
  ]);
  for (let made = 0; made < 20; made++) expect(await refused({ agentId: shop.id })).toBe('made');
  expect(await refused({})).toBe('analytics_thresholds.too_many');
  const [mine] = await server.thresholds.list(vera.scope);
  await expect(server.thresholds.remove(stranger.scope, mine?.id ?? '')).rejects.toMatchObject({
    code: 'analytics_thresholds.not_found',
  });
  expect(await server.thresholds.list(stranger.scope)).toEqual([]);
  await forget();

  // Whoever may see no money is told of none, and of no agent that they do not reach.
  await refused({ figure: 'revenue', currency: 'EUR' });
  await refused({});
  const colleague = await teamOf(server).join(vera, 'viewer');
  expect((await server.thresholds.list(colleague.scope)).map(({ figure }) => figure)).toEqual(['messages']);
  const money = (await server.thresholds.list(vera.scope)).find(({ figure }) => figure === 'revenue');
  await expect(server.thresholds.remove(colleague.scope, money?.id ?? '')).rejects.toMatchObject({
    code: 'analytics_thresholds.not_found',
  });
  expect(await refused({ figure: 'revenue', currency: 'EUR' }, colleague)).toBe('common.forbidden');
  await forget();
});
