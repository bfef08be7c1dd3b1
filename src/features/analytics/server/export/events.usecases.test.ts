import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyticsRows } from '#tests/support/analytics-rows.ts';
import { teamOf } from '#tests/support/app/team-of-services.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { PeriodQuery } from '../figures/asked-period.usecases.ts';

let server: TestServices;
let vera: TestMember;
let shop: Agent;
beforeAll(async () => {
  server = await startTestServices({ now: new Date('2026-05-02T09:00:00Z') });
  vera = await server.member('Vera');
  const make = (): Promise<Agent> =>
    server.agents.create(vera.scope, { from: 'blank', input: '', language: 'en' });
  shop = await make();
  const desk = await make();
  const rows = analyticsRows(server.database.pool, vera.scope.accountId);
  await rows.chat(shop.id, '2026-03-28T22:30:00Z', 2);
  const buyer = await rows.chat(shop.id, '2026-03-28T23:30:00Z', 1, {
    device: 'smartphone',
    timezone: 'Europe/Prague',
    referrer: 'https://www.example.com/a?b=c',
  });
  await rows.chat(desk.id, '2026-03-29T12:00:00Z', 3);
  await rows.visitor(desk.id, '2026-05-01T12:00:00Z');
  const bought = await rows.purchase(shop.id, buyer, '2026-03-29T08:00:00Z');
  await rows.movement(bought, 'payment', 1_000, '2026-03-29T08:00:00Z');
  await server.analyticsCounting.drain();
});
afterAll(() => server.close());

type Told = Record<string, unknown>;
async function read(
  member: TestMember,
  query: Omit<PeriodQuery, 'zone'> = {},
): Promise<{ name: string; events: Told[] }> {
  const { name, pieces } = await server.analytics.events(member.scope, { zone: 'Europe/Prague', ...query });
  let text = '';
  for await (const piece of pieces) text += String(piece);
  return {
    name,
    events: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Told),
  };
}
const countOf = (events: readonly Told[], event: string): number =>
  events.filter((one) => one['event'] === event).length;

test('events are given out one by one in the order of time, for the days and the agent that are meant', async () => {
  const { events } = await read(vera);
  expect(['conversation', 'message', 'answer', 'paid'].map((one) => countOf(events, one))).toEqual([
    3, 6, 6, 1,
  ]);
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted());

  const day = await read(vera, { from: '2026-03-29', to: '2026-03-29', agentId: shop.id });
  expect(day.name).toBe('events-2026-03-29_2026-03-29.ndjson');
  expect(countOf(day.events, 'conversation')).toBe(1);
  expect(day.events.find(({ event }) => event === 'conversation')).toMatchObject({
    at: '2026-03-28T23:30:00.000000Z',
    agent: shop.id,
    device: 'smartphone',
    country: 'CZ',
    referrer: 'example.com',
  });
});

test('whoever may not see money or hides something does not find it in them', async () => {
  const viewer = await teamOf(server).join(vera, 'viewer');
  const opened = countOf((await read(vera)).events, 'opened');
  const seen = await read(viewer);
  expect([countOf(seen.events, 'message'), countOf(seen.events, 'paid')]).toEqual([6, 0]);
  await server.database.pool.query(
    'UPDATE users SET hide_passive_visitors = true, hide_location_data = true WHERE id = $1',
    [viewer.user.id],
  );
  const hidden = await read(viewer);
  expect(countOf(hidden.events, 'opened')).toBe(opened - 1);
  expect(hidden.events.some((event) => 'country' in event)).toBe(false);
});

test('a Parquet file tells what the lines tell, each column as what it is', async () => {
  const { events } = await read(vera);
  const { name, type, pieces } = await server.analytics.events(vera.scope, {
    zone: 'Europe/Prague',
    format: 'parquet',
  });
  expect(name).toMatch(/^events-.*\.parquet$/);
  expect(type).toBe('application/vnd.apache.parquet');
  const bytes: Buffer[] = [];
  for await (const piece of pieces) bytes.push(Buffer.from(piece as Uint8Array));
  const file = new Uint8Array(Buffer.concat(bytes)).buffer;
  const rows = await parquetReadObjects({ file });
  const said = rows.map(({ at, amount, ...row }) => ({
    at: (at as Date).toISOString(),
    amount: Number(amount),
    ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
  }));
  expect(said).toEqual(
    events.map(({ at, ...event }) => ({ amount: 1, ...event, at: new Date(String(at)).toISOString() })),
  );
  const kept = parquetMetadata(file).schema.find((column) => column.name === 'at');
  expect(kept).toMatchObject({ type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true } });
});

test('a Parquet file of a period without events is one that can be read', async () => {
  const { pieces } = await server.analytics.events(vera.scope, {
    zone: 'Europe/Prague',
    from: '2020-01-01',
    to: '2020-01-02',
    format: 'parquet',
  });
  const bytes: Buffer[] = [];
  for await (const piece of pieces) bytes.push(Buffer.from(piece as Uint8Array));
  expect(await parquetReadObjects({ file: new Uint8Array(Buffer.concat(bytes)).buffer })).toEqual([]);
});
