import { vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { TestApp } from './app/test-app.ts';
import type pg from 'pg';
import { kinds } from '#features/analytics/server/events/kinds.models.ts';
import { analyticsRows } from './analytics-rows.ts';

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
export type Visit = {
  id: string;
  at: string;
  agent: 'shop' | 'desk';
  /** Of the visitor; each has an answer. */
  messages: number;
  device: 'smartphone' | 'desktop' | 'tablet';
  source: 'news' | 'ads' | '';
  country: 'CZ' | 'BR' | '';
  browser: 'Chrome' | 'Safari';
  /** All their messages say this. */
  question: (typeof questions)[number];
  /** The first answer only says that the agent does not know. */
  isUnsure: boolean;
  /** They are known as a contact who was made at that moment. */
  isContact: boolean;
  /** What they thought of their first answer. */
  thumb: 'up' | 'down' | null;
  buys: Bought | null;
  /** When a part went back. */
  refund: Refund | null;
};
export type Zone = {
  name: string;
  offsets: readonly (readonly [from: string, hours: number])[];
};
export const zones: readonly Zone[] = [
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
/** Have no word in common. */
export const questions = ['How much is breakfast?', 'Where do you deliver parcels?', '=SUM(garden)'] as const;
const zonesOf = { CZ: 'Europe/Prague', BR: 'America/Sao_Paulo', '': null } as const;
/** A page showed the agent so often before each visit. */
export const viewsOfEach = 3;
export const year = { from: '2025-01-01', to: '2025-12-31' };
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

export const visits: readonly Visit[] = [
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
    country: (['CZ', 'CZ', 'BR', ''] as const)[Math.floor(place / 2) % 4] ?? '',
    browser: place % 8 < 5 ? 'Chrome' : 'Safari',
    question: questions[place % 6 < 3 ? 0 : place % 6 < 5 ? 1 : 2] ?? questions[0],
    isUnsure: place % 10 === 4,
    isContact: place % 9 === 0,
    thumb: place % 11 === 0 ? 'up' : place % 13 === 0 ? 'down' : null,
    buys,
    refund:
      buys && place % 35 === 0 && place < 360
        ? { at: new Date(firstDay + (place + 3) * dayMs + 12 * 3_600_000).toISOString(), amount: 400 }
        : null,
  };
});

/** What a clock on a wall there said. */
export function clockOf({ offsets }: Zone, at: string): { day: string; hour: number; weekday: number } {
  const moment = Date.parse(at);
  const [, hours] = offsets.find(([from]) => from === '' || moment >= Date.parse(from)) ?? ['', 0];
  const shown = new Date(moment + hours * 3_600_000);
  return {
    day: shown.toISOString().slice(0, 10),
    hour: shown.getUTCHours(),
    weekday: (shown.getUTCDay() + 6) % 7,
  };
}

export type Days = {
  from: string;
  to: string;
};
export type Sums = {
  conversations: number;
  messages: number;
  visitors: number;
  views: number;
  activeContacts: number;
  totalContacts: number;
  payments: number;
  packs: number;
  messagesSold: number;
  money: Record<string, { gross: number; refunded: number; net: number }>;
};
/** The cards of a period of days, both within it; of some of the visits. */
export function countedOn(zone: Zone, { from, to }: Days, of = visits): Sums {
  const has = (moment: string): boolean => {
    const { day } = clockOf(zone, moment);
    return day >= from && day <= to;
  };
  const sums: Sums = {
    conversations: 0,
    messages: 0,
    visitors: 0,
    views: 0,
    activeContacts: 0,
    totalContacts: 0,
    payments: 0,
    packs: 0,
    messagesSold: 0,
    money: {},
  };
  const money = (currency: string) => (sums.money[currency] ??= { gross: 0, refunded: 0, net: 0 });
  for (const { at, messages, buys, refund, isContact } of of) {
    if (isContact && clockOf(zone, at).day <= to) sums.totalContacts += 1;
    if (has(at)) {
      sums.conversations += 1;
      sums.visitors += 1;
      sums.views += viewsOfEach;
      sums.messages += 2 * messages;
      if (isContact) sums.activeContacts += 1;
      if (buys) {
        sums.payments += 1;
        if (buys.currency === 'EUR') {
          sums.packs += 1;
          // Of ten messages four of ten parts went back, if by then they had.
          sums.messagesSold += refund && has(refund.at) ? 6 : 10;
        }
        money(buys.currency).gross += buys.amount;
        money(buys.currency).net += buys.amount;
      }
    }
    if (refund && buys && has(refund.at)) {
      money(buys.currency).refunded += refund.amount;
      money(buys.currency).net -= refund.amount;
    }
  }
  return sums;
}

/** The tables and charts of a period, counted likewise. */
export function tablesOf(zone: Zone, { from, to }: Days, of = visits) {
  const has = (moment: string): boolean => {
    const { day } = clockOf(zone, moment);
    return day >= from && day <= to;
  };
  const mine = of.filter(({ at }) => has(at));
  const many = (is: (visit: Visit) => boolean): number => mine.filter(is).length;
  const wrote = (is: (visit: Visit) => boolean = () => true): number =>
    mine.filter(is).reduce((sum, { messages }) => sum + messages, 0);
  const bought = many(({ buys }) => buys !== null);
  return {
    heat: Array.from({ length: 7 }, (_, weekday) =>
      Array.from({ length: 24 }, (_hour, hour) =>
        wrote(({ at }) => clockOf(zone, at).weekday === weekday && clockOf(zone, at).hour === hour),
      ),
    ),
    /** By the fewest messages of both sides that a row stands for. */
    depth: [1, 3, 5, 9, 17, 33].map((fewest) => [
      fewest,
      many(({ messages }) => ({ 1: 1, 2: 3, 3: 5 })[messages] === fewest),
    ]),
    questions: questions
      .map((question): [string, number] => [question, wrote((visit) => visit.question === question)])
      .toSorted(([, a], [, b]) => b - a),
    feedback: { up: many(({ thumb }) => thumb === 'up'), down: many(({ thumb }) => thumb === 'down') },
    answers: wrote(),
    unsure: many(({ isUnsure }) => isUnsure),
    funnel: [
      ['seen', viewsOfEach * mine.length],
      ['opened', mine.length],
      ['message', mine.length],
      ['freeUsed', bought],
      ['wall', bought],
      ['checkout', bought],
      ['paid', bought],
      ['returned', 0],
    ],
    /** Rows of visitors, conversations, messages and what is left of what came in. What went back goes off there. */
    by(property: 'device' | 'source' | 'country' | 'browser') {
      return [...new Set(of.map((visit) => visit[property]))].flatMap((key) => {
        const { visitors, conversations, money } = countedOn(
          zone,
          { from, to },
          of.filter((visit) => visit[property] === key),
        );
        const nets = Object.fromEntries(Object.entries(money).map(([currency, { net }]) => [currency, net]));
        const messages = wrote((visit) => visit[property] === key);
        return visitors > 0 || Object.keys(nets).length > 0
          ? [{ key, visitors, conversations, messages, nets }]
          : [];
      });
    },
    agents: (['shop', 'desk'] as const).map((agent) => {
      const theirs = of.filter((visit) => visit.agent === agent);
      const own = mine.filter((visit) => visit.agent === agent);
      const each = (is: (visit: Visit) => unknown): number => own.filter((visit) => is(visit)).length;
      const {
        views,
        conversations,
        messages,
        activeContacts: contacts,
      } = countedOn(zone, { from, to }, theirs);
      return {
        agent,
        views,
        conversations,
        contacts,
        messages,
        events:
          views +
          messages +
          // Opened, and the conversation.
          2 * conversations +
          contacts +
          each(({ isUnsure }) => isUnsure) +
          each(({ thumb }) => thumb) +
          // The checkout, and the payment.
          2 * each(({ buys }) => buys) +
          theirs.filter(({ refund }) => refund && has(refund.at)).length,
      };
    }),
    /** What was not known or not liked in the thirty days before `now`, by agent. */
    unanswered(now: string) {
      const since = Date.parse(now) - 30 * dayMs;
      const open = mine.filter(
        ({ at, isUnsure, thumb }) => Date.parse(at) >= since && (isUnsure || thumb === 'down'),
      );
      return [...Map.groupBy(open, ({ agent, question }) => `${agent} ${question}`).values()].map(
        (group): [string, number] => [group[0]?.question ?? '', group.length],
      );
    },
  };
}

/** Writes the year as rows of its causes, with Stripe connected; nothing of it is counted yet. */
export async function insertYear(
  pool: pg.Pool,
  accountId: string,
  agents: Readonly<Record<Visit['agent'], { id: string }>>,
): Promise<void> {
  const sql = (statement: string, values: unknown[]) => pool.query(statement, values);
  const given = JSON.stringify(
    visits.map((visit) => ({
      ...visit,
      agent: agents[visit.agent].id,
      zone: zonesOf[visit.country],
      contact: visit.isContact ? `con${visit.id}` : null,
    })),
  );
  await sql(`UPDATE agents SET created_at = '2025-01-01' WHERE account_id = $1`, [accountId]);
  await sql(
    `INSERT INTO payment_connections (account_id, is_test, vendor, is_platform, secrets, refs, checked_at, created_at)
    VALUES ($1, false, 'stripe', true, '', '{}', now(), now())`,
    [accountId],
  );
  const from = `FROM jsonb_to_recordset($2::jsonb)
    AS v(id text, at timestamptz, agent text, messages int, device text, source text, thumb text, zone text, browser text,
      question text, "isUnsure" boolean, contact text)`;
  await sql(
    `INSERT INTO contacts (id, account_id, source_agent_id, message_count, created_at, first_seen_at, last_seen_at)
      SELECT contact, $1, agent, messages, at, at, at ${from} WHERE contact IS NOT NULL`,
    [accountId, given],
  );
  await sql(
    `INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, amount)
      SELECT $1, ${kinds.seen}, 'evt' || id, at, agent, ${viewsOfEach} ${from}`,
    [accountId, given],
  );
  await sql(
    `INSERT INTO visitors (id, account_id, agent_id, created_at, last_seen_at, contact_id, device, browser, timezone,
        utm)
      SELECT id, $1, agent, at, at, contact, device, browser, zone, CASE source WHEN '' THEN '{}' ELSE jsonb_build_object('source', source) END ${from}`,
    [accountId, given],
  );
  await sql(
    `INSERT INTO conversations (id, account_id, agent_id, visitor_id, created_at, last_message_at, message_count)
      SELECT 'cnv' || id, $1, agent, id, at, at, 2 * messages ${from}`,
    [accountId, given],
  );
  await sql(
    `INSERT INTO messages (id, account_id, conversation_id, visitor_id, seq, role, body, status, created_at, answers_id)
      SELECT 'msg' || id || '_' || n, $1, 'cnv' || id, id, n, CASE n % 2 WHEN 1 THEN 'visitor' ELSE 'assistant' END,
        CASE WHEN n % 2 = 1 THEN question WHEN n = 2 AND "isUnsure" THEN 'I don''t know.' ELSE 'Ten euros.' END,
        'complete', at, CASE WHEN n % 2 = 0 THEN 'msg' || id || '_' || n - 1 END
      ${from} CROSS JOIN generate_series(1, 2 * messages) n`,
    [accountId, given],
  );
  await sql(
    `UPDATE messages SET feedback = v.thumb ${from} WHERE v.thumb IS NOT NULL AND messages.account_id = $1
      AND messages.id = 'msg' || v.id || '_2'`,
    [accountId, given],
  );
  const rows = analyticsRows(pool, accountId);
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

/** Writes the year into the account of an app's person, as two agents, and waits until the server has counted it. */
export async function openYear(
  app: TestApp,
  owner: Awaited<ReturnType<TestApp['register']>>,
): Promise<Record<Visit['agent'], Agent>> {
  const make = (): Promise<Agent> => owner.post<Agent>('/api/agents', { from: 'blank' });
  const agents = { shop: await make(), desk: await make() };
  await insertYear(app.database.database.pool, owner.user.accountId, agents);
  await vi.waitUntil(async () => (await app.server.services.analyticsCounting.waiting()) === 0, 60_000);
  return agents;
}
