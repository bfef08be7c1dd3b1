import readExcelFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrongSums } from '#tests/support/analytics-rows.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import {
  countedOn,
  insertYear,
  visits,
  tablesOf,
  year,
  zones,
  type Sums,
  type Visit,
  type Zone,
} from '#tests/support/year-by-hand.ts';
import { wordsOf } from '#tests/support/year-in-words.ts';
import type { Language } from '#shared/languages.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

let server: TestServices;
let vera: TestMember;
let agents: Record<Visit['agent'], Agent>;
beforeAll(async () => {
  server = await startTestServices({ now: new Date('2026-01-01T09:00:00Z') });
  vera = await server.member('Vera');
  const make = (): Promise<Agent> =>
    server.agents.create(vera.scope, { from: 'blank', input: '', language: 'en' });
  agents = { shop: await make(), desk: await make() };
  await insertYear(server.database.pool, vera.scope.accountId, agents);
  await server.analyticsCounting.drain();
});
afterAll(() => server.close());

const lastOf = (month: number): string => new Date(Date.UTC(2025, month, 0)).toISOString().slice(0, 10);
const monthOf = (month: number): { from: string; to: string } => ({
  from: `${lastOf(month).slice(0, 8)}01`,
  to: lastOf(month),
});
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
    views: figures.views.value,
    activeContacts: figures.activeContacts.value,
    totalContacts: figures.totalContacts.value,
    payments: money?.successfulPayments.value ?? 0,
    packs: money?.packs.value ?? 0,
    messagesSold: money?.messagesSold.value ?? 0,
    money: Object.fromEntries(
      (money?.currencies ?? []).map(({ currency, gross, refunded, net }) => [
        currency,
        { gross: gross.value, refunded: refunded.value, net: net.value },
      ]),
    ),
  };
}

test('a workbook holds the tables of the year, row by row', async () => {
  const [zone] = zones as [Zone];
  const hand = tablesOf(zone, year);
  const { bytes } = await server.reports.report(
    vera.scope,
    { zone: zone.name, ...year, compare: 'false', format: 'xlsx' },
    'en',
  );
  const sheets = new Map((await readExcelFile(bytes)).map(({ sheet, data }) => [sheet, data.slice(1)]));
  const rows = (sheet: string): unknown[][] => sheets.get(sheet) ?? [];
  // What begins like a formula is a text, whole.
  expect(new Set(rows('Unanswered'))).toEqual(new Set(hand.unanswered('2026-01-01T09:00:00Z')));
  expect(new Set(rows('Most active agents'))).toEqual(
    new Set(
      hand.agents.map(({ agent, views, conversations, contacts, messages, events }) => [
        agents[agent].name,
        views,
        conversations,
        contacts,
        messages,
        events,
      ]),
    ),
  );
  const labels: Record<string, string> = {
    CZ: 'Czechia',
    BR: 'Brazil',
    smartphone: 'Smartphone',
    tablet: 'Tablet',
    desktop: 'Computer',
  };
  for (const [by, sheet, unknown] of [
    ['country', 'Country', 'Unknown'],
    ['device', 'Device', 'Unknown'],
    ['browser', 'Browser', 'Unknown'],
    ['source', 'Source', 'Not given'],
  ] as const)
    expect([by, new Set(rows(sheet))]).toEqual([
      by,
      new Set(
        hand
          .by(by)
          .map(({ key, visitors, conversations, messages, nets }) => [
            key === '' ? unknown : (labels[key] ?? key),
            visitors,
            conversations,
            messages,
            ...['EUR', 'USD'].map((currency) => (currency in nets ? (nets[currency] ?? 0) / 100 : null)),
          ]),
      ),
    ]);
  const days = Array.from({ length: 365 }, (_, day) =>
    new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10),
  );
  for (const currency of ['EUR', 'USD']) {
    const earned = days.flatMap((day) => {
      const { money, payments: all } = countedOn(zone, { from: day, to: day });
      const net = money[currency]?.net ?? 0;
      return net === 0 ? [] : [[new Date(`${day}T00:00:00Z`), net / 100, all]];
    });
    expect([currency, rows(`Net revenue (${currency})`)]).toEqual([currency, earned]);
  }
  for (const figure of ['Conversations', 'Messages', 'Visitors', 'Views']) {
    const name = figure.toLowerCase() as 'conversations' | 'messages' | 'visitors' | 'views';
    const weeks = rows(figure);
    // Days as days: the first week begins with the year.
    expect(weeks[0]?.[0]).toEqual(new Date('2025-01-01T00:00:00Z'));
    for (const [place, [start, value]] of weeks.entries()) {
      const from = (start as Date).toISOString().slice(0, 10);
      const next = (weeks[place + 1]?.[0] as Date | undefined) ?? new Date('2026-01-01T00:00:00Z');
      const to = new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10);
      expect([figure, from, value]).toEqual([figure, from, countedOn(zone, { from, to })[name]]);
    }
  }
});

test('a report on paper breaks no word of its tables, in any language', async () => {
  const heads: Record<Language, string[]> = {
    en: ['Conversations', 'Messages'],
    nl: ['Gebeurtenissen', 'Weergaven'],
    fr: ['Conversations', 'événements'],
    es: ['Conversaciones', 'Contactos'],
    pt: ['Visualizações', 'Mensagens'],
    cs: ['Zobrazení', 'Konverzace'],
  };
  for (const [language, words] of Object.entries(heads) as [Language, string[]][]) {
    const query = { zone: 'UTC', ...year, compare: 'false', format: 'pdf' } as const;
    const { bytes } = await server.reports.report(vera.scope, query, language);
    const said = await wordsOf(bytes);
    const table = said.slice(said.lastIndexOf(agents.shop.name) - 300);
    for (const word of words) expect([language, table.includes(word)]).toEqual([language, true]);
  }
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
        const hand = countedOn(zone, { from, to });
        expect([zone.name, from, await cards(zone, { from, to })]).toEqual([zone.name, from, hand]);
      }
      expect(await cards(zone, year)).toEqual(countedOn(zone, year));
      for (const agent of ['shop', 'desk'] as const) {
        const theirs = visits.filter((visit) => visit.agent === agent);
        expect(await cards(zone, year, agents[agent].id)).toEqual(countedOn(zone, year, theirs));
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
        countedOn(zone, { from: day, to: day }).messages,
      );
    }
  });

  test('tabs and tables: weekdays and hours, thumbs, funnel, devices, sources and agents', async () => {
    for (const zone of looked) {
      const query = { zone: zone.name, ...year };
      const hand = tablesOf(zone, year);
      const read = await server.analytics.engagement(vera.scope, query);
      expect(read.heat).toEqual(hand.heat);
      expect([read.answers, read.unsure, read.feedback]).toEqual([hand.answers, hand.unsure, hand.feedback]);
      expect(read.funnel.map(({ step, visitors }) => [step, visitors])).toEqual(hand.funnel);
      for (const by of ['device', 'source', 'country', 'browser'] as const) {
        const { rows } = await server.analytics.breakdown(vera.scope, { ...query, by });
        const told = rows.map(({ label: _label, money, ...row }) => ({
          ...row,
          nets: Object.fromEntries((money ?? []).map(({ currency, net }) => [currency, net])),
        }));
        expect([by, new Set(told)]).toEqual([by, new Set(hand.by(by))]);
      }
      const table = await server.analytics.agents(vera.scope, {
        ...query,
        sort: 'messages',
        order: 'desc',
        page: 1,
      });
      expect(new Set(table.agents.map(({ name: _name, ...row }) => row))).toEqual(
        new Set(hand.agents.map(({ agent, ...row }) => ({ id: agents[agent].id, ...row }))),
      );
    }
  });
});
