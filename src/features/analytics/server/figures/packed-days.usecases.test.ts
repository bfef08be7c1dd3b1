import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyticsRows, wrongSums } from '#tests/support/analytics-rows.ts';
import { startTestServices, type TestServices } from '#tests/support/app/test-services.ts';

let server: TestServices;
beforeAll(async () => {
  server = await startTestServices({ now: new Date('2026-05-02T09:00:00Z') });
});
afterAll(() => server.close());

test('figures are the same when old days are packed, and all time begins before the first of them in the west', async () => {
  const nina = await server.member('Nina');
  const agent = await server.agents.create(nina.scope, { from: 'blank', input: '', language: 'en' });
  const rows = analyticsRows(server.database.pool, nina.scope.accountId);
  // Around both changes of clocks, and somebody who comes again across them.
  const again = await rows.chat(agent.id, '2025-10-25T23:40:00Z', 2, { device: 'desktop' });
  for (const at of [
    '2025-10-26T00:20:00Z',
    '2025-10-26T01:20:00Z',
    '2026-03-28T15:05:00Z',
    '2026-03-29T01:50:00Z',
  ])
    await rows.chat(agent.id, at, 1, { device: 'tablet' });
  const talk = await rows.conversation(agent.id, again, '2026-03-29T02:10:00Z');
  await rows.message(talk, again, '2026-03-29T02:10:00Z');
  await rows.chat(agent.id, '2025-10-20T02:00:00Z', 1);
  await server.analyticsCounting.drain();
  const zones = ['UTC', 'Europe/Prague', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
  const ranges = [{}, { from: '2025-10-25', to: '2025-10-26' }, { from: '2025-10-26', to: '2026-03-29' }];
  const read = () =>
    Promise.all(
      zones.flatMap((zone) =>
        ranges.map(async (range) => ({
          overview: await server.analytics.overview(nina.scope, { zone, compare: 'true', ...range }),
          engagement: await server.analytics.engagement(nina.scope, { zone, ...range }),
          devices: await server.analytics.breakdown(nina.scope, { zone, by: 'device', ...range }),
        })),
      ),
    );
  const open = await read();
  await server.database.pool.query(`SELECT analytics_pack($1, '2025-01-01', '2026-04-30')`, [
    nina.scope.accountId,
  ]);
  expect(await read()).toEqual(open);
  for (const [place, zone] of zones.entries()) {
    const all = open[place * ranges.length];
    expect(all?.overview.figures).toMatchObject({ visitors: { value: 6 }, messages: { value: 15 } });
    const { rows: heat } = await server.database.pool.query<{ day: number; hour: number; n: number }>(
      `SELECT extract(isodow FROM at AT TIME ZONE $2)::int - 1 AS day, extract(hour FROM at AT TIME ZONE $2)::int AS hour,
        count(*)::int AS n FROM analytics_events WHERE account_id = $1 AND kind = 4 GROUP BY 1, 2 ORDER BY 1, 2`,
      [nina.scope.accountId, zone],
    );
    expect(
      all?.engagement.heat.flatMap((hours, day) => hours.flatMap((n, hour) => (n ? [{ day, hour, n }] : []))),
    ).toEqual(heat);
  }
  expect(await wrongSums(server.database.pool)).toEqual([]);
});
