import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { parse } from 'csv-parse/sync';
import PostalMime from 'postal-mime';
import readExcelFile from 'read-excel-file/node';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { apiProgram } from '#tests/support/programs/api-program.ts';
import {
  clockOf,
  countedOn,
  openYear,
  tablesOf,
  visits,
  year,
  zones,
  type Days,
  type Visit,
  type Zone,
} from '#tests/support/year-by-hand.ts';
import {
  cardNames,
  cardsOf,
  changed,
  decimal,
  isMoney,
  snake,
  weeksOf,
  wordsOf,
  written,
} from '#tests/support/year-in-words.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AnalyticsOverview, Engagement } from '../../analytics.contract.ts';
import type { BreakdownRow } from '../figures/breakdown.usecases.ts';

/*
 * The year that was counted by hand, out of everything that tells it: screens, files, reports, mails, the API for
 * programs, the tools for assistants and the raw events.
 */
const [prague, newYork] = zones as [Zone, Zone];
/** The days before it hold the one on which clocks are put forward. */
const april = { from: '2025-04-01', to: '2025-04-30' };
const march = { from: '2025-03-02', to: '2025-03-31' };

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let smtp: SMTPServer;
let assistant: Client;
let key: string;
let agents: Record<Visit['agent'], Agent>;
const mails: Buffer[] = [];
const clock = createManualClock('2025-12-31T20:00:00Z');
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  app = await startTestApp({
    clock,
    environment: { SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` },
  });
  vera = await app.register('Vera');
  agents = await openYear(app, vera);
  key = await apiProgram(app, vera).key();
  assistant = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', app.url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await assistant.connect(transport as Transport);
});
afterAll(async () => {
  await assistant.close();
  await app.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

type Query = Days & {
  zone: string;
  [more: string]: string;
};
const asked = (query: Record<string, string>): string => new URLSearchParams(query).toString();
async function bytesOf(path: string): Promise<Buffer> {
  const response = await fetch(app.url + path, { headers: { cookie: vera.cookie() } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
const rowsOf = (csv: Buffer): string[][] => parse(csv, { bom: true, relax_column_count: true });
const toolNames = {
  overview: 'get_figures',
  agents: 'get_agent_activity',
  engagement: 'get_engagement',
  breakdown: 'get_breakdown',
};
/** The three that answer programs and screens with the same JSON. */
const tellers: Record<string, (what: keyof typeof toolNames, query: Query) => unknown> = {
  screen: (what, query) => vera.get(`/api/analytics/${what}?${asked(query)}`),
  api: async (what, query) => {
    const { status, body } = await app.browser().request('GET', `/api/v1/analytics/${what}?${asked(query)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(status).toBe(200);
    return body;
  },
  assistant: async (what, { compare, ...query }) => {
    const input = compare === undefined ? query : { ...query, compare: compare === 'true' };
    const result = await assistant.callTool({ name: toolNames[what], arguments: input });
    expect(result.isError ?? false).toBe(false);
    return result.structuredContent;
  },
};

test.each(Object.keys(tellers))('what the %s tells is what was counted by hand', async (teller) => {
  const tell = tellers[teller] as (typeof tellers)[string];
  for (const [zone, days, before] of [
    [prague, year, null],
    [newYork, april, march],
  ] as const) {
    const query = { zone: zone.name, ...days };
    const { figures, money, curve } = (await tell('overview', {
      ...query,
      compare: 'true',
    })) as AnalyticsOverview;
    const { packs, successfulPayments, messagesSold, currencies = [] } = money ?? {};
    const all: Record<string, { value: number; before: number | null } | undefined> = {
      ...figures,
      packs,
      successfulPayments,
      messagesSold,
      ...Object.fromEntries(currencies.map(({ currency, net }) => [`net ${currency}`, net])),
    };
    const hand = cardsOf(zone, days);
    const handBefore = before && cardsOf(zone, before);
    for (const [name, value] of Object.entries(hand)) {
      const told = all[name];
      expect([zone.name, days.from, name, told?.value]).toEqual([zone.name, days.from, name, value]);
      if (handBefore) expect([zone.name, name, told?.before]).toEqual([zone.name, name, handBefore[name]]);
    }
    for (const figure of ['views', 'conversations', 'messages'] as const)
      expect(curve.reduce((sum, point) => sum + point[figure], 0)).toBe(hand[figure]);
    const tables = tablesOf(zone, days);
    const activity = (await tell('agents', query)) as { agents: { name: string }[] };
    expect(new Set(activity.agents.map(({ name: _name, ...row }) => row))).toEqual(
      new Set(tables.agents.map(({ agent, ...row }) => ({ id: agents[agent].id, ...row }))),
    );
    const engagement = (await tell('engagement', query)) as Engagement;
    expect(engagement.heat).toEqual(tables.heat);
    expect(engagement.depth.map(({ from, conversations }) => [from, conversations])).toEqual(tables.depth);
    expect(new Set(engagement.questions.map(({ question, count }) => [question, count]))).toEqual(
      new Set(tables.questions),
    );
    expect(engagement.feedback).toEqual(tables.feedback);
    expect([engagement.answers, engagement.unsure]).toEqual([tables.answers, tables.unsure]);
    expect(engagement.funnel.map(({ step, visitors }) => [step, visitors])).toEqual(tables.funnel);
    for (const by of ['country', 'device', 'browser', 'source'] as const) {
      const { rows } = (await tell('breakdown', { ...query, by })) as { rows: BreakdownRow[] };
      const told = rows.map(({ label: _label, money: sums, ...row }) => ({
        ...row,
        nets: Object.fromEntries((sums ?? []).map(({ currency, net }) => [currency, net])),
      }));
      expect([by, new Set(told)]).toEqual([by, new Set(tables.by(by))]);
    }
  }
});

const moment = '2025-12-31T20:00:00Z';

test('files of charts hold what was counted by hand', async () => {
  for (const zone of zones) {
    const file = async (figure: string, more: Record<string, string> = {}): Promise<string[][]> =>
      rowsOf(await bytesOf(`/api/analytics/file?${asked({ zone: zone.name, ...year, figure, ...more })}`));
    const tables = tablesOf(zone, year);
    const numbers = (rows: string[][]): number[][] =>
      rows.slice(1).map((row) => row.slice(1).map((cell) => Number(cell)));
    const [, ...cards] = await file('overview');
    expect(new Map(cards.map(([name = '', value]) => [name, Number(value)]))).toEqual(
      new Map(
        Object.entries(cardsOf(zone, year)).map(([name, value]) => [
          { packs: 'message_packs' }[name] ??
            snake(name).replace('net _e_u_r', 'net_eur').replace('net _u_s_d', 'net_usd'),
          decimal(name, value),
        ]),
      ),
    );
    expect(numbers(await file('heat'))).toEqual(tables.heat);
    expect((await file('depth')).slice(1).map(([from, , count]) => [Number(from), Number(count)])).toEqual(
      tables.depth,
    );
    // What begins like a formula is none.
    const plain = (question: string): string => question.replace(/^=/, "'=");
    expect(new Set((await file('questions')).slice(1))).toEqual(
      new Set(tables.questions.map(([question, count]) => [plain(question), String(count)])),
    );
    expect(new Set((await file('unanswered')).slice(1))).toEqual(
      new Set(tables.unanswered(moment).map(([question, count]) => [plain(question), String(count)])),
    );
    expect((await file('feedback'))[1]).toEqual(
      [tables.feedback.up, tables.feedback.down, tables.answers, tables.unsure].map(String),
    );
    expect((await file('funnel')).slice(1)).toEqual(
      tables.funnel.map(([step, visitors]) => [snake(String(step)), String(visitors)]),
    );
    expect(
      new Set((await file('agents')).slice(1).map(([id, , ...row]) => [id, ...row.map(Number)])),
    ).toEqual(
      new Set(
        tables.agents.map(({ agent, views, conversations, contacts, events, messages }) => [
          agents[agent].id,
          views,
          conversations,
          contacts,
          events,
          messages,
        ]),
      ),
    );
    for (const by of ['country', 'device', 'browser', 'source'] as const)
      expect(
        new Set(
          (await file('breakdown', { by })).slice(1).map(([name, , ...row]) => [name, ...row.map(Number)]),
        ),
      ).toEqual(
        new Set(
          tables
            .by(by)
            .map(({ key: name, visitors, conversations, messages, nets }) => [
              name,
              visitors,
              conversations,
              messages,
              (nets['EUR'] ?? 0) / 100,
              (nets['USD'] ?? 0) / 100,
            ]),
        ),
      );
    const [, ...curve] = await file('curve');
    expect(
      curve.map(([, views, , visitors, conversations, messages]) =>
        [views, visitors, conversations, messages].map(Number),
      ),
    ).toEqual(
      weeksOf(zone).map(({ views, visitors, conversations, messages }) => [
        views,
        visitors,
        conversations,
        messages,
      ]),
    );
  }
});

test('a report says it as PDF, as workbook and as CSV, beside the period before', async () => {
  for (const [zone, days, before] of [
    [prague, year, null],
    [newYork, april, march],
  ] as const) {
    const report = (format: string): Promise<Buffer> =>
      bytesOf(`/api/analytics/report?${asked({ zone: zone.name, ...days, compare: 'true', format })}`);
    const hand = Object.entries(cardsOf(zone, days));
    const handBefore = before && cardsOf(zone, before);

    const csv = rowsOf(await report('csv'));
    const sheets = new Map(
      (await readExcelFile(await report('xlsx'))).map(({ sheet, data }) => [sheet, data]),
    );
    const words = await wordsOf(await report('pdf'));
    for (const [name, value] of hand) {
      const shown = cardNames[name] ?? '';
      const earlier = handBefore?.[name];
      const row = csv.find(([first]) => first === shown);
      expect([shown, Number(row?.[1])]).toEqual([shown, decimal(name, value)]);
      const cells = sheets.get('Summary')?.find(([first]) => first === shown);
      expect([shown, cells?.[1]]).toEqual([shown, decimal(name, value)]);
      expect(words).toContain(` ${shown} ${written(name, value)} `);
      if (earlier === undefined) continue;
      expect([shown, Number(row?.[2]), cells?.[2]]).toEqual([
        shown,
        decimal(name, earlier),
        decimal(name, earlier),
      ]);
      expect(words).toContain(
        `${shown} ${written(name, value)} ${changed(value, earlier)} · before: ${written(name, earlier)} `,
      );
    }

    const tables = tablesOf(zone, days);
    const rows = (sheet: string): unknown[][] => (sheets.get(sheet) ?? []).slice(1);
    expect(rows('When visitors write').map((row) => row.slice(1))).toEqual(tables.heat);
    expect(rows('Length of conversations').map(([, count]) => count)).toEqual(
      tables.depth.map(([, count]) => count),
    );
    expect(rows('The way to a purchase').map(([, count]) => count)).toEqual(
      tables.funnel.map(([, count]) => count),
    );
    expect(new Set(rows('Top questions'))).toEqual(new Set(tables.questions));
    expect(rows('Feedback')).toEqual([
      [tables.feedback.up, tables.feedback.down, tables.answers, tables.unsure],
    ]);
    for (const [question, count] of tables.questions) expect(words).toContain(`${question} ${count}`);
  }
});

test('letters by mail say it, with the report attached, and the preview says the same', async () => {
  const letter = (every: string) =>
    vera.get<{ text: string; from: string; to: string }>(
      `/api/analytics/report-letter?${asked({ every, zone: prague.name })}`,
    );
  /** What each line of figures says. */
  const linesOf = (days: Days, before: Days): string[] => {
    const [hand, earlier] = [cardsOf(prague, days), cardsOf(prague, before)];
    return ['net EUR', 'net USD', 'conversations', 'messages', 'visitors', 'views'].map((name) => {
      const [value = 0, then = 0] = [hand[name], earlier[name]];
      const label = isMoney(name) ? 'Net revenue' : (cardNames[name] ?? '');
      // From nothing there is no share.
      const by = then === 0 ? '' : `${changed(value, then)}, `;
      return `${label}: ${written(name, value)} · ${by}before: ${written(name, then)}`;
    });
  };
  const week = await letter('week');
  expect([week.from, week.to]).toEqual(['2025-12-22', '2025-12-28']);
  for (const line of linesOf(week, { from: '2025-12-15', to: '2025-12-21' }))
    expect(week.text).toContain(line);

  const { status } = await vera.request('PUT', '/api/analytics/report-schedule', {
    body: { every: 'month', zone: prague.name, userIds: [vera.user.id] },
  });
  expect(status).toBe(200);
  clock.advance(12 * 3_600_000);
  await app.server.services.reportLetters.send();
  const december = { from: '2025-12-01', to: '2025-12-31' };
  const isReport = (mail: Buffer): boolean => mail.includes('application/pdf');
  await expect.poll(() => mails.filter(isReport).length).toBe(1);
  const sent = await PostalMime.parse(mails.find(isReport) ?? '');
  const page = sent.html?.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ') ?? '';
  const { text: shown } = await letter('month');
  for (const line of linesOf(december, { from: '2025-10-31', to: '2025-11-30' })) {
    expect(shown).toContain(line);
    expect(sent.text).toContain(line);
    expect(page).toContain(line.replace(':', ''));
  }
  const words = await wordsOf(sent.attachments[0]?.content as Uint8Array);
  for (const [name, value] of Object.entries(cardsOf(prague, december)))
    expect(words).toContain(` ${cardNames[name]} ${written(name, value)} `);
});

test('raw events are as many as were counted', async () => {
  const query = asked({ zone: newYork.name, ...year });
  const text = String(await bytesOf(`/api/analytics/events?${query}`));
  const program = await fetch(`${app.url}/api/v1/analytics/events?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect((await program.text()) === text).toBe(true);
  const events = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; amount?: number });
  const sum = (event: string): number =>
    events.filter((one) => one.event === event).reduce((all, { amount = 1 }) => all + amount, 0);
  const { answers, unsure, feedback } = tablesOf(newYork, year);
  const { views, conversations, payments } = countedOn(newYork, year);
  const of = [
    'seen',
    'conversation',
    'message',
    'answer',
    'unsure',
    'thumbs_up',
    'thumbs_down',
    'paid',
    'refunded',
  ];
  expect(of.map((event) => sum(event))).toEqual([
    views,
    conversations,
    answers,
    answers,
    unsure,
    feedback.up,
    feedback.down,
    payments,
    visits.filter(({ refund }) => refund && clockOf(newYork, refund.at).day <= year.to).length,
  ]);
});
