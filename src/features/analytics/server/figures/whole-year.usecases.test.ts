import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyticsRows, wrongSums } from '#tests/support/analytics-rows.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

/*
 * The year 2025, a visit on each of its days and one on either side of every edge that clocks make, with what came in and
 * went back. What is expected is counted here, out of the list and the moments at which clocks were moved, and not with
 * anything of the product.
 */
type Bought = {
  currency: 'EUR' | 'USD';
  amount: number;
};
type Refund = {
  at: string;
  amount: number;
};
type Visit = {
  id: string;
  at: string;
  agent: 'shop' | 'desk';
  /** Of the visitor; each has an answer. */
  messages: number;
  device: 'smartphone' | 'desktop' | 'tablet';
  source: 'news' | 'ads' | '';
  /** What they thought of their first answer. */
  thumb: 'up' | 'down' | null;
  buys: Bought | null;
  /** When a part went back. */
  refund: Refund | null;
};
type Zone = {
  name: string;
  offsets: readonly (readonly [from: string, hours: number])[];
};
const zones: readonly Zone[] = [
  {
    name: 'Europe/Prague',
    offsets: [
      ['2025-10-26T01:00:00Z', 1],
      ['2025-03-30T01:00:00Z', 2],
      ['', 1],
    ],
  },
  {
    name: 'America/New_York',
    offsets: [
      ['2025-11-02T06:00:00Z', -5],
      ['2025-03-09T07:00:00Z', -4],
      ['', -5],
    ],
  },
];
const dayMs = 86_400_000;
const firstDay = Date.UTC(2025, 0, 1);
const edges = [
  '2025-03-29T22:45:00Z',
  '2025-03-29T23:30:00Z',
  '2025-03-30T00:30:00Z',
  '2025-03-30T01:30:00Z',
  '2025-03-30T21:30:00Z',
  '2025-10-25T22:30:00Z',
  '2025-10-26T00:30:00Z',
  '2025-10-26T01:30:00Z',
  '2025-10-26T22:30:00Z',
  '2025-10-26T23:15:00Z',
  '2025-03-09T06:30:00Z',
  '2025-03-09T07:30:00Z',
  '2025-11-02T05:30:00Z',
  '2025-11-02T06:30:00Z',
];

const visits: readonly Visit[] = [
  ...Array.from({ length: 365 }, (_, day) =>
    new Date(firstDay + day * dayMs + ((day * 7) % 24) * 3_600_000 + 20 * 60_000).toISOString(),
  ),
  ...edges,
].map((at, place): Visit => {
  const buys =
    place >= 365
      ? null
      : place % 5 === 0
        ? { currency: 'EUR' as const, amount: 1_000 }
        : place % 7 === 0
          ? { currency: 'USD' as const, amount: 2_000 }
          : null;
  return {
    id: `vis_year${place}`,
    at,
    agent: place % 2 === 0 ? 'shop' : 'desk',
    messages: (place % 3) + 1,
    device: (['smartphone', 'desktop', 'tablet'] as const)[place % 3] ?? 'desktop',
    source: (['news', 'ads', '', ''] as const)[place % 4] ?? '',
    thumb: place % 11 === 0 ? 'up' : place % 13 === 0 ? 'down' : null,
    buys,
    refund:
      buys && place % 35 === 0 && place < 360
        ? { at: new Date(firstDay + (place + 3) * dayMs + 12 * 3_600_000).toISOString(), amount: 400 }
        : null,
  };
});

function clockOf({ offsets }: Zone, at: string): { day: string; hour: number; weekday: number } {
  const moment = Date.parse(at);
  const [, hours] = offsets.find(([from]) => from === '' || moment >= Date.parse(from)) ?? ['', 0];
  const shown = new Date(moment + hours * 3_600_000);
  return {
    day: shown.toISOString().slice(0, 10),
    hour: shown.getUTCHours(),
    weekday: (shown.getUTCDay() + 6) % 7,
  };
}

type Sums = {
  conversations: number;
  messages: number;
  visitors: number;
  payments: number;
  packs: number;
  money: Record<string, { gross: number; refunded: number; net: number }>;
};
function countedOn(zone: Zone, has: (day: string) => boolean, of = visits): Sums {
  const sums: Sums = { conversations: 0, messages: 0, visitors: 0, payments: 0, packs: 0, money: {} };
  const money = (currency: string) => (sums.money[currency] ??= { gross: 0, refunded: 0, net: 0 });
  for (const { at, messages, buys, refund } of of) {
    if (has(clockOf(zone, at).day)) {
      sums.conversations += 1;
      sums.visitors += 1;
      sums.messages += 2 * messages;
      if (buys) {
        sums.payments += 1;
        if (buys.currency === 'EUR') sums.packs += 1;
        money(buys.currency).gross += buys.amount;
        money(buys.currency).net += buys.amount;
      }
    }
    if (refund && buys && has(clockOf(zone, refund.at).day)) {
      money(buys.currency).refunded += refund.amount;
      money(buys.currency).net -= refund.amount;
    }
  }
  return sums;
}

let server: TestServices;
let vera: TestMember;
let agents: Record<Visit['agent'], Agent>;
beforeAll(async () => {
  server = await startTestServices({ now: new Date('2026-01-01T09:00:00Z') });
  vera = await server.member('Vera');
  const make = (): Promise<Agent> =>
    server.agents.create(vera.scope, { from: 'blank', input: '', language: 'en' });
  agents = { shop: await make(), desk: await make() };
  await sql(`UPDATE agents SET created_at = '2025-01-01' WHERE account_id = $1`, [vera.scope.accountId]);
  await sql(
    `INSERT INTO payment_connections (account_id, is_test, vendor, is_platform, secrets, refs, checked_at, created_at)
    VALUES ($1, false, 'stripe', true, '', '{}', now(), now())`,
    [vera.scope.accountId],
  );
  await insertYear();
  await server.analyticsCounting.drain();
});
afterAll(() => server.close());

const sql = (statement: string, values: unknown[] = []) => server.database.pool.query(statement, values);
async function insertYear(): Promise<void> {
  const { accountId } = vera.scope;
  const given = JSON.stringify(visits.map((visit) => ({ ...visit, agent: agents[visit.agent].id })));
  const from = `FROM jsonb_to_recordset($2::jsonb)
    AS v(id text, at timestamptz, agent text, messages int, device text, source text, thumb text)`;
  await sql(
    `INSERT INTO visitors (id, account_id, agent_id, created_at, last_seen_at, device, utm)
      SELECT id, $1, agent, at, at, device, CASE source WHEN '' THEN '{}' ELSE jsonb_build_object('source', source) END ${from}`,
    [accountId, given],
  );
  await sql(
    `INSERT INTO conversations (id, account_id, agent_id, visitor_id, created_at, last_message_at, message_count)
      SELECT 'cnv' || id, $1, agent, id, at, at, 2 * messages ${from}`,
    [accountId, given],
  );
  await sql(
    `INSERT INTO messages (id, account_id, conversation_id, visitor_id, seq, role, body, status, created_at)
      SELECT 'msg' || id || '_' || n, $1, 'cnv' || id, id, n, CASE n % 2 WHEN 1 THEN 'visitor' ELSE 'assistant' END,
        CASE n % 2 WHEN 1 THEN 'How much is it?' ELSE 'Ten euros. [1]' END, 'complete', at
      ${from} CROSS JOIN generate_series(1, 2 * messages) n`,
    [accountId, given],
  );
  await sql(
    `UPDATE messages SET feedback = v.thumb ${from} WHERE v.thumb IS NOT NULL AND messages.account_id = $1
      AND messages.id = 'msg' || v.id || '_2'`,
    [accountId, given],
  );
  const rows = analyticsRows(server.database.pool, accountId);
  await Promise.all(
    visits.map(async ({ id, agent, at, buys, refund }) => {
      if (!buys) return;
      const bought = await rows.purchase(agents[agent].id, id, at, {
        currency: buys.currency,
        total: buys.amount,
        base: buys.amount,
        ...(buys.currency === 'USD' && { kind: 'once' }),
      });
      await rows.movement(bought, 'payment', buys.amount, at, buys.currency);
      if (refund) await rows.movement(bought, 'refund', -refund.amount, refund.at, buys.currency);
    }),
  );
}

const lastOf = (month: number): string => new Date(Date.UTC(2025, month, 0)).toISOString().slice(0, 10);
const monthOf = (month: number): { from: string; to: string } => ({
  from: `${lastOf(month).slice(0, 8)}01`,
  to: lastOf(month),
});
const year = { from: '2025-01-01', to: '2025-12-31' };
const isIn2025 = (day: string): boolean => day.startsWith('2025');
async function cards(zone: Zone, days: { from: string; to: string }, agentId?: string): Promise<Sums> {
  const { figures, money } = await server.analytics.overview(vera.scope, {
    zone: zone.name,
    ...days,
    compare: 'false',
    ...(agentId !== undefined && { agentId }),
  });
  return {
    conversations: figures.conversations.value,
    messages: figures.messages.value,
    visitors: figures.visitors.value,
    payments: money?.successfulPayments.value ?? 0,
    packs: money?.packs.value ?? 0,
    money: Object.fromEntries(
      (money?.currencies ?? []).map(({ currency, gross, refunded, net }) => [
        currency,
        { gross: gross.value, refunded: refunded.value, net: net.value },
      ]),
    ),
  };
}

test('files, report and letter say the same', async () => {
  const [prague] = zones as [Zone];
  const hand = countedOn(prague, isIn2025);
  const euros = (cents: number): string => (cents / 100).toFixed(2);
  const { text } = await server.analytics.file(vera.scope, {
    zone: prague.name,
    ...year,
    figure: 'overview',
    by: 'country',
  });
  expect(text.split('\r\n')).toEqual(
    expect.arrayContaining([
      `conversations,${hand.conversations}`,
      `messages,${hand.messages}`,
      `visitors,${hand.visitors}`,
      `successful_payments,${hand.payments}`,
      `message_packs,${hand.packs}`,
      `net_eur,${euros(hand.money['EUR']?.net ?? 0)}`,
      `net_usd,${euros(hand.money['USD']?.net ?? 0)}`,
    ]),
  );
  const { bytes } = await server.reports.report(
    vera.scope,
    { zone: prague.name, ...year, compare: 'false', format: 'csv' },
    'en',
  );
  const report = bytes.toString();
  expect(report).toContain(`Conversations,${hand.conversations},`);
  expect(report).toContain(`Messages,${hand.messages},`);
  expect(report).toContain(`Net revenue (EUR),${euros(hand.money['EUR']?.net ?? 0)},`);
  expect(report).toContain(`Net revenue (USD),${euros(hand.money['USD']?.net ?? 0)},`);

  // The letter of the month tells of December, beside November.
  const letter = await server.reportLetters.preview(vera.scope, 'en', {
    every: 'month',
    zone: prague.name,
  });
  expect([letter.from, letter.to]).toEqual(['2025-12-01', '2025-12-31']);
  const december = countedOn(prague, (day) => day.startsWith('2025-12'));
  expect(letter.text).toMatch(new RegExp(`Conversations\\D+${december.conversations}\\b`));
  expect(letter.text).toMatch(new RegExp(`Messages\\D+${december.messages}\\b`));
  expect(letter.text).toContain(`€${euros(december.money['EUR']?.net ?? 0)}`);
  expect(letter.text).toContain(`$${euros(december.money['USD']?.net ?? 0)}`);
});

describe.each([false, true])('a year that was counted by hand, packed: %s', (isPacked) => {
  const looked = isPacked ? zones.slice(0, 1) : zones;
  beforeAll(async () => {
    if (isPacked) await server.analyticsUpkeep.run();
  });

  test('each month and the year are right in every zone, with two currencies and what went back', async () => {
    expect(await wrongSums(server.database.pool)).toEqual([]);
    for (const zone of looked) {
      for (let month = 1; month <= 12; month++) {
        const { from, to } = monthOf(month);
        const hand = countedOn(zone, (day) => day >= from && day <= to);
        expect([zone.name, from, await cards(zone, { from, to })]).toEqual([zone.name, from, hand]);
      }
      expect(await cards(zone, year)).toEqual(countedOn(zone, isIn2025));
      for (const agent of ['shop', 'desk'] as const) {
        const theirs = visits.filter((visit) => visit.agent === agent);
        expect(await cards(zone, year, agents[agent].id)).toEqual(countedOn(zone, isIn2025, theirs));
      }
    }
  });

  test('days on which clocks are moved have 23 and 25 hours, and every hour has what was said in it', async () => {
    const [prague, newYork] = zones as [Zone, Zone];
    const days: [Zone, string, number][] = [
      [prague, '2025-03-30', 23],
      [prague, '2025-10-26', 25],
      [newYork, '2025-03-09', 23],
      [newYork, '2025-11-02', 25],
    ];
    for (const [zone, day, hours] of days) {
      const { curve } = await server.analytics.overview(vera.scope, {
        zone: zone.name,
        from: day,
        to: day,
        compare: 'false',
      });
      const begins = Date.parse(curve[0]?.start ?? '');
      const hand = Array.from({ length: hours }, (_, hour) => {
        const [from, to] = [begins + hour * 3_600_000, begins + (hour + 1) * 3_600_000];
        return visits
          .filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to)
          .reduce((sum, { messages }) => sum + 2 * messages, 0);
      });
      expect([day, curve.map(({ messages }) => messages)]).toEqual([day, hand]);
      expect(hand.reduce((sum, count) => sum + count, 0)).toBe(
        countedOn(zone, (other) => other === day).messages,
      );
    }
  });

  test('tabs and tables: weekdays and hours, thumbs, funnel, devices, sources and agents', async () => {
    for (const zone of looked) {
      const query = { zone: zone.name, ...year };
      const mine = visits.filter(({ at }) => isIn2025(clockOf(zone, at).day));
      const sum = (of: readonly Visit[]): number => of.reduce((all, { messages }) => all + messages, 0);
      const read = await server.analytics.engagement(vera.scope, query);
      const heat = Array.from({ length: 7 }, (_, weekday) =>
        Array.from({ length: 24 }, (_hour, hour) =>
          sum(
            mine.filter(({ at }) => {
              const clock = clockOf(zone, at);
              return clock.weekday === weekday && clock.hour === hour;
            }),
          ),
        ),
      );
      expect(read.heat).toEqual(heat);
      const thumbs = (wanted: string): number => mine.filter(({ thumb }) => thumb === wanted).length;
      expect([read.answers, read.feedback]).toEqual([sum(mine), { up: thumbs('up'), down: thumbs('down') }]);
      const bought = mine.filter(({ buys }) => buys !== null).length;
      expect(read.funnel.map(({ step, visitors }) => [step, visitors])).toEqual([
        ['seen', mine.length],
        ['opened', mine.length],
        ['message', mine.length],
        ['freeUsed', bought],
        ['wall', bought],
        ['checkout', bought],
        ['paid', bought],
        ['returned', 0],
      ]);
      for (const by of ['device', 'source'] as const) {
        const { rows } = await server.analytics.breakdown(vera.scope, { ...query, by });
        for (const { key, visitors, conversations, messages, money } of rows) {
          const these = mine.filter((visit) => visit[by] === key);
          // What went back goes off where it came in.
          const all = visits.filter((visit) => visit[by] === key);
          const hand = countedOn(zone, isIn2025, all).money;
          const many = these.length;
          expect([by, key, visitors, conversations, messages]).toEqual([by, key, many, many, sum(these)]);
          expect(Object.fromEntries((money ?? []).map(({ currency, net }) => [currency, net]))).toEqual(
            Object.fromEntries(Object.entries(hand).map(([currency, { net }]) => [currency, net])),
          );
        }
        expect(rows).toHaveLength(3);
      }
      const table = await server.analytics.agents(vera.scope, {
        ...query,
        sort: 'messages',
        order: 'desc',
        page: 1,
      });
      expect(
        Object.fromEntries(
          table.agents.map(({ id, conversations, messages }) => [id, [conversations, messages]]),
        ),
      ).toEqual(
        Object.fromEntries(
          (['shop', 'desk'] as const).map((name) => {
            const these = mine.filter(({ agent }) => agent === name);
            return [agents[name].id, [these.length, 2 * sum(these)]];
          }),
        ),
      );
    }
  });
});
