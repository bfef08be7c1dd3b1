/**
 * How quick figures are over millions of events, and what it costs to count them: `npm run bench:analytics`. It fills ten
 * million events of twenty accounts first (another number may be given, a folder that is kept and used again, and which
 * parts to measure). Goals: each view p95 ≤ 300 ms, 2,000 events a second for a minute, ≤ 120 bytes an event once old
 * months are rolled up, live figures behind by ≤ 5 s, the first token of 50 streams within 10 % while events come.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { breakdowns } from '#features/analytics/analytics-figures.contract.ts';
import { hashToken, newToken } from '#platform/crypto/secret-box.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { connectModel, modelAgent, register } from '#tests/reliability/people.ts';
import { fillAnalytics } from './support/analytics-world.ts';
import { load, teach, visitorsOf } from './support/asking.ts';
import {
  machine,
  percentile,
  printTable,
  startHelper,
  startProduct,
  temporaryFolder,
} from './support/processes.ts';

const wanted = Number(process.argv[2] ?? 10_000_000);
const kept = process.argv[3];
const parts = new Set((process.argv[4] ?? 'size,views,ingestion,triggers,streams').split(','));
/** Accounts that are filled: the first two are looked at, the others lie beside them. */
const accounts = Number(process.argv[5] ?? 20);
const rounds = 20;

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const temporary = kept === undefined ? temporaryFolder() : null;
const folder = temporary?.path ?? kept ?? '';
mkdirSync(folder, { recursive: true });
const postgres = await startEmbeddedPostgres({ folder });
const product = await startProduct({
  DATABASE_URL: postgres.url('postgres'),
  DATA_DIR: path.join(folder, 'data'),
  ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
});
const database = new pg.Client({ connectionString: postgres.url('postgres') });
await database.connect();
process.stdout.write(`${machine()}\n`);

const [events = { n: 0 }] = (
  await database.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM (SELECT FROM analytics_events LIMIT 1) e',
  )
).rows;
if (events.n === 0) {
  await register(product.url);
  await register(product.url);
}
const [largest, typical] = (
  await database.query<{ accountId: string; userId: string }>(
    'SELECT account_id AS "accountId", user_id AS "userId" FROM memberships ORDER BY created_at LIMIT 2',
  )
).rows;
if (!largest || !typical) throw new Error('There are no accounts to look at');

try {
  if (events.n === 0) {
    const started = performance.now();
    await fillAnalytics(
      database,
      wanted,
      { largest: largest.accountId, typical: typical.accountId },
      accounts,
    );
    process.stdout.write(`filled in ${((performance.now() - started) / 1_000).toFixed(0)} s\n`);
  }
  if (parts.has('size')) await sizes();
  if (parts.has('views')) await views();
  if (parts.has('ingestion')) await ingestion();
  if (parts.has('triggers')) await triggers();
  if (parts.has('streams')) await streams();
} finally {
  await database.end();
  await product.stop();
  await postgres.stop();
  temporary?.remove();
}

async function one<Row extends object>(statement: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await database.query<Row>(statement, values);
  if (!rows[0]) throw new Error(`Nothing came of ${statement}`);
  return rows[0];
}

/** What is kept of events, in bytes for each of them. */
async function sizes(): Promise<void> {
  const { n } = await one<{ n: number }>('SELECT count(*)::float8 AS n FROM analytics_events');
  const bytes = async (pattern: string): Promise<number> =>
    (
      await one<{ bytes: number }>(
        `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 AS bytes FROM pg_class
          WHERE relkind = 'r' AND relname LIKE $1`,
        [pattern],
      )
    ).bytes;
  const rows: [string, number][] = [
    ['events', await bytes('analytics\\_events%')],
    ['quarters', await bytes('analytics\\_quarters')],
    ['packed quarters', await bytes('analytics\\_packed')],
    ['days', await bytes('analytics\\_days')],
    ['people by quarters', await bytes('analytics\\_activity')],
    ['people', await bytes('analytics\\_people')],
  ];
  printTable(
    [`${n} events`, 'MB', 'bytes an event'],
    rows.map(([what, size]) => [what, Math.round(size / 1024 ** 2), (size / n).toFixed(1)]),
  );
}

async function views(): Promise<void> {
  const table: (string | number)[][] = [];
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const ofDays = (count: number): string => `from=${day(count - 1)}&to=${day(0)}`;
  const names = ['the largest account', 'a typical account'];
  const columns: number[][][] = [];
  const asked: [string, (agentId: string) => string][] = [
    ['overview, 30 days, compared', () => `overview?compare=true&${ofDays(30)}`],
    ['overview, a year, compared', () => `overview?compare=true&${ofDays(365)}`],
    ['overview, all time', () => 'overview?'],
    ['agents, all time', () => 'agents?'],
    ['engagement, 30 days', () => `engagement?${ofDays(30)}`],
    ['engagement, all time', () => 'engagement?'],
    ...breakdowns.map((by): [string, () => string] => [
      `breakdown by ${by}, all time`,
      () => `breakdown?by=${by}`,
    ]),
    ['live', () => 'live?'],
    ['one agent, overview', (agentId) => `overview?agentId=${agentId}`],
    ['one agent, engagement', (agentId) => `engagement?agentId=${agentId}`],
  ];
  for (const { accountId, userId } of [largest!, typical!]) {
    const token = newToken();
    await database.query(
      `INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at)
        VALUES ($1, $2, now(), now(), now() + interval '1 day')`,
      [hashToken(token), userId],
    );
    const { id: agentId } = await one<{ id: string }>(
      'SELECT min(id) AS id FROM agents WHERE account_id = $1',
      [accountId],
    );
    const column: number[][] = [];
    for (const [, query] of asked) {
      const times: number[] = [];
      for (let round = -2; round < rounds; round++) {
        const started = performance.now();
        const answer = await fetch(
          `${product.url}/api/analytics/${query(agentId)}${query(agentId).startsWith('live') ? '' : '&zone=Europe/Prague'}`,
          { headers: { cookie: `chatelier_session=${token}` } },
        );
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${query(agentId)} answered ${answer.status}: ${text}`);
        if (round >= 0) times.push(performance.now() - started);
      }
      column.push(times);
    }
    columns.push(column);
  }
  for (const [place, [what]] of asked.entries())
    table.push([
      what,
      ...columns.flatMap((column) =>
        [0.5, 0.95].map((share) => percentile(column[place] ?? [], share).toFixed(0)),
      ),
    ]);
  printTable(['view', ...names.flatMap((name) => [`${name}, p50 ms`, 'p95 ms'])], table);
}

/** Writes events into the inbox at a pace until it is told to stop; says how many it wrote. */
function writeEvents(perSecond: number, conversations: readonly string[]): { stop(): Promise<number> } {
  let isOver = false;
  let written = 0;
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  const running = (async () => {
    await client.connect();
    const started = performance.now();
    while (!isOver) {
      const due = Math.floor(((performance.now() - started) / 1_000) * perSecond) - written;
      if (due > 0) {
        // A message each, in one of the conversations that there are, with an answer to every second one.
        await client.query(
          `INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id)
            SELECT c.account_id, 3 + k % 3, 'msg_' || $1::bigint + k, now(), c.agent_id, c.visitor_id, c.id
            FROM (SELECT k, ($4::text[])[1 + ($1::bigint + k) % $2::bigint * 7919 % $2::bigint] AS id
              FROM generate_series(1, $3::int) k) g JOIN conversations c USING (id)`,
          [Date.now() * 1_000 + written, conversations.length, due, conversations],
        );
        written += due;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await client.end();
    return written;
  })();
  return {
    stop() {
      isOver = true;
      return running;
    },
  };
}

/** Conversations that events can be of. */
async function conversationsThere(): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM conversations WHERE id LIKE 'cnv\\_0000%' ORDER BY created_at DESC LIMIT 20000`,
  );
  return rows.map(({ id }) => id);
}

async function ingestion(): Promise<void> {
  const age = async (): Promise<number> =>
    (
      await one<{ age: number }>(
        `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS age FROM analytics_inbox`,
      )
    ).age;
  while ((await age()) > 0) await sleep(200);
  const writing = writeEvents(2_000, await conversationsThere());
  const ages: number[] = [];
  const started = performance.now();
  while (performance.now() - started < 60_000) {
    await sleep(250);
    ages.push(await age());
  }
  const written = await writing.stop();
  const seconds = (performance.now() - started) / 1_000;
  const stopped = performance.now();
  while ((await age()) > 0) await sleep(100);
  printTable(
    [
      'events a second into the inbox',
      'for s',
      'oldest that waits, p50 s',
      'p95 s',
      'most s',
      'rest counted after s',
    ],
    [
      [
        Math.round(written / seconds),
        seconds.toFixed(0),
        percentile(ages, 0.5).toFixed(2),
        percentile(ages, 0.95).toFixed(2),
        Math.max(...ages).toFixed(2),
        ((performance.now() - stopped) / 1_000).toFixed(1),
      ],
    ],
  );
}

/** What a message costs more because it is counted. */
async function triggers(): Promise<void> {
  const counted = ['message_written_for_analytics', 'answer_ended_for_analytics'];
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
  await database.query(`SET session_replication_role = origin; SET synchronous_commit = off`);
  const there = await conversationsThere();
  let count = 0;
  for (let block = 0; block < 12; block++) {
    const how = block % 2 === 0 ? 'with' : 'without';
    for (const name of counted)
      await database.query(`ALTER TABLE messages ${how === 'with' ? 'ENABLE' : 'DISABLE'} TRIGGER ${name}`);
    for (let each = 0; each < 300; each++) {
      count += 1;
      const conversation = there[(count * 7_919) % there.length];
      const started = performance.now();
      await database.query(
        `INSERT INTO messages (id, account_id, conversation_id, visitor_id, seq, role, body, status, created_at)
          SELECT $1, account_id, id, visitor_id, 1000 + $3, 'visitor', 'When do you open?', 'complete', now()
          FROM conversations WHERE id = $2`,
        [`msg_bench${Date.now()}${count}`, conversation, count],
      );
      if (each >= 20) times[how].push(performance.now() - started);
    }
  }
  for (const name of counted) await database.query(`ALTER TABLE messages ENABLE TRIGGER ${name}`);
  printTable(
    ['a message is written', 'p50 ms', 'p95 ms'],
    (['without', 'with'] as const).map((how) => [
      `${how} being counted`,
      percentile(times[how], 0.5).toFixed(2),
      percentile(times[how], 0.95).toFixed(2),
    ]),
  );
}

/** The first token of 50 chats at once, in turn alone and with 2,000 events a second beside them. */
async function streams(): Promise<void> {
  const upstream = await startHelper('upstream.ts');
  try {
    const owner = await register(product.url);
    await connectModel(owner, `${upstream.url}/v1`);
    const { number, collectionId } = await modelAgent(owner, ({ ai }) => {
      ai.model = 'bench-100-60-20';
    });
    await teach(owner, collectionId);
    const target = visitorsOf(product.url, number);
    const there = await conversationsThere();
    await load(target, 20, 4_000);
    const first: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
    for (let turn = 0; turn < 6; turn++) {
      const how = turn % 2 === 0 ? 'alone' : 'beside';
      const writing = how === 'beside' ? writeEvents(2_000, there) : null;
      first[how].push(...(await load(target, 50, 10_000)).map(({ firstMs }) => firstMs));
      await writing?.stop();
      await sleep(3_000);
    }
    printTable(
      ['first token of 50 streams, ms', 'p50', 'p90', 'p99', 'answers'],
      [
        ...(['alone', 'beside'] as const).map((how) => [
          how === 'alone' ? 'nothing to count but them' : '2,000 events a second beside them',
          ...[0.5, 0.9, 0.99].map((share) => percentile(first[how], share).toFixed(0)),
          first[how].length,
        ]),
        [
          'ratio',
          ...[0.5, 0.9, 0.99].map((share) =>
            (percentile(first.beside, share) / percentile(first.alone, share)).toFixed(2),
          ),
          '',
        ],
      ],
    );
  } finally {
    await upstream.stop();
  }
}
