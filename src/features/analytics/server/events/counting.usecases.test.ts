import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { analyticsRows, wrongSums } from '#tests/support/analytics-rows.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { createCounting, type Counting } from './counting.usecases.ts';
import { cameFirst, kinds } from './kinds.models.ts';
import { createAnalyticsUpkeep } from './upkeep.usecases.ts';

const [account, other] = ['acc_one', 'acc_two'];
let test_: TestDatabase;
let counting: Counting;
beforeAll(async () => {
  test_ = await createTestDatabase();
  counting = createCounting({
    database: test_.database,
    clock: createManualClock(new Date('2026-05-11T09:00:00Z')),
    log: createSilentLogger(),
    isUnsure: ({ body }) => body === 'I do not know.',
  });
  for (const id of [account, other])
    await query(`INSERT INTO accounts (id, name, trial_end) VALUES ('${id}', 'An account', now())`);
});
afterAll(() => test_.close());

const query = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await test_.database.pool.query<Row>(statement, values)).rows;
const write = (id: string) => analyticsRows(test_.database.pool, id);

let agents = 0;
async function agent(accountId: string): Promise<string> {
  const id = `agt_${++agents}`;
  await query(`INSERT INTO knowledge_collections (id, account_id) VALUES ('col_${agents}', '${accountId}')`);
  await query(
    `INSERT INTO agents (id, account_id, number, collection_id, name, draft)
      VALUES ('${id}', '${accountId}', ${100_000 + agents}, 'col_${agents}', 'An agent', '{}')`,
  );
  return id;
}
beforeEach(async () => {
  await query(`DELETE FROM agents`);
  await query(
    `TRUNCATE analytics_inbox, analytics_events, analytics_quarters, analytics_days, analytics_activity,
      analytics_people, analytics_packed`,
  );
});

/** How often each kind was counted for all of an account; who came first stands beside the kinds. */
async function counted(accountId = account): Promise<Partial<Record<keyof typeof kinds, number>>> {
  const rows = await query<{ kind: number; amount: number }>(
    `SELECT kind, sum(amount)::int AS amount FROM (
        SELECT kind, amount FROM analytics_days WHERE account_id = $1 AND agent_id = ''
        UNION ALL SELECT (n & 31)::smallint, n >> 12 FROM analytics_packed, unnest(totals) n
          WHERE account_id = $1 AND agent_id = '') s
      WHERE kind <> ${cameFirst} GROUP BY 1 HAVING sum(amount) <> 0`,
    [accountId],
  );
  const nameOf = new Map(Object.entries(kinds).map(([name, number]) => [number as number, name]));
  return Object.fromEntries(rows.map(({ kind, amount }) => [nameOf.get(kind), amount]));
}

/** Numbers by chance, the same ones for the same seed. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('each thing that happens is counted once, as what it is, and previews are not', async () => {
  const id = await agent(account);
  const rows = write(account);
  const at = '2026-03-01T10:07:30.123456Z';
  const visitor = await rows.visitor(id, at, { timezone: 'Asia/Kolkata', device: 'smartphone' });
  const conversation = await rows.conversation(id, visitor, at);
  await rows.message(conversation, visitor, at);
  const answer = await rows.message(conversation, visitor, at, {
    role: 'assistant',
    status: 'streaming',
    body: '',
  });
  await query(
    `UPDATE messages SET status = 'complete', body = 'Ten. [1]', citations = '[{"number":1}]' WHERE id = $1`,
    [answer],
  );
  await query(`UPDATE messages SET feedback = 'up' WHERE id = $1`, [answer]);
  await query(`UPDATE messages SET feedback = 'down' WHERE id = $1`, [answer]);
  await query(`UPDATE messages SET feedback = 'up' WHERE id = $1`, [answer]);
  await rows.message(conversation, visitor, at, { role: 'assistant', body: 'I do not know.' });
  await rows.message(conversation, visitor, at, { role: 'human', body: 'Hello.' });
  await query(`UPDATE conversations SET handler = 'waiting', waiting_since = $2 WHERE id = $1`, [
    conversation,
    at,
  ]);
  await query(`UPDATE conversations SET status = 'resolved', resolved_at = $2 WHERE id = $1`, [
    conversation,
    at,
  ]);
  await rows.contact(at, { source_agent_id: id });
  const live = await rows.purchase(id, visitor, at);
  await rows.movement(live, 'payment', 1_000, at);
  await rows.movement(live, 'refund', -400, at);
  await rows.movement(await rows.purchase(id, visitor, at, { is_test: true }), 'payment', 1_000, at);
  await query(`UPDATE visitors SET last_seen_at = last_seen_at + interval '10 minutes' WHERE id = $1`, [
    visitor,
  ]);
  await query(`UPDATE visitors SET last_seen_at = last_seen_at + interval '31 minutes' WHERE id = $1`, [
    visitor,
  ]);
  const preview = await rows.visitor(id, at, { is_preview: true });
  const tried = await rows.conversation(id, preview, at, { is_preview: true });
  await rows.message(tried, preview, at);
  await rows.message(tried, preview, at, { role: 'assistant', body: 'Ten.' });

  await counting.drain();
  expect(await counted()).toEqual({
    opened: 2,
    conversation: 1,
    message: 1,
    answer: 2,
    cited: 1,
    unsure: 1,
    thumbsUp: 1,
    thumbsDown: 1,
    humanReply: 1,
    handover: 1,
    resolved: 1,
    contact: 1,
    checkout: 1,
    paid: 1,
    refunded: 1,
    testCheckout: 1,
    testPaid: 1,
  });
  expect(await query(`SELECT country, device, channel FROM analytics_dims`)).toEqual([
    { country: 'IN', device: 'smartphone', channel: 'site' },
  ]);
  expect(await wrongSums(test_.database.pool)).toEqual([]);
});

test('the sums are those of what is kept: late, told twice, erased and broken off in the middle', async () => {
  const pool = test_.database.pool;
  for (const seed of [11, 2_027]) {
    const below = chance(seed);
    const ids = [await agent(account), await agent(account), await agent(other)];
    const visitors: { id: string; accountId: string; agentId: string; conversation: string }[] = [];
    const moment = (): string =>
      new Date(Date.UTC(2025, below(14), below(28), below(24), below(60), below(60))).toISOString();
    for (let step = 0; step < 120; step++) {
      const agentId = ids[below(3)] ?? '';
      const accountId = agentId === ids[2] ? other : account;
      const rows = write(`${accountId}`);
      const one = visitors[below(Math.max(1, visitors.length))];
      const what = below(13);
      if (what < 3 || !one) {
        const at = moment();
        const id = await rows.visitor(agentId, at);
        const conversation = await rows.conversation(agentId, id, at);
        visitors.push({ id, accountId, agentId, conversation });
      } else if (what < 8) await write(one.accountId).message(one.conversation, one.id, moment());
      // The same event told again, before or after it was counted.
      else if (what === 8)
        await pool.query(
          `INSERT INTO analytics_inbox (account_id, kind, id, at, visitor_id, conversation_id)
            SELECT account_id, 4, id, created_at, visitor_id, conversation_id FROM messages ORDER BY id LIMIT 5`,
        );
      else if (what === 9) {
        visitors.splice(visitors.indexOf(one), 1);
        await pool.query('DELETE FROM visitors WHERE id = $1', [one.id]);
      } else if (what === 10) await counting.drain();
      else if (what === 12)
        for (const id of [account, other])
          await pool.query(`SELECT analytics_pack($1, '2025-01-01', '2025-09-15')`, [id]);
      else {
        // The connection dies when events and sums are written and the rest is not.
        await pool.query(`
          CREATE OR REPLACE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
          CREATE TRIGGER dies BEFORE INSERT ON analytics_activity FOR EACH ROW EXECUTE FUNCTION die();`);
        await counting
          .drain()
          .catch((error: unknown) => expect(String(error)).toMatch(/terminat|Connection|Failed/));
        await pool.query('DROP TRIGGER dies ON analytics_activity');
      }
      if (step % 40 === 39) {
        await counting.drain();
        expect(await wrongSums(pool)).toEqual([]);
      }
    }
    await pool.query('DELETE FROM agents WHERE id = $1', [ids[0]]);
    await counting.drain();
    expect(await wrongSums(pool)).toEqual([]);
    await pool.query(`SELECT analytics_pack($1, '2025-01-01', '2026-12-31')`, [account]);
    expect(await wrongSums(pool)).toEqual([]);
    const [left] = await query<{ messages: number; told: number; erased: number }>(`
      SELECT (SELECT count(*)::int FROM messages) AS messages,
        (SELECT count(*)::int FROM analytics_events WHERE kind = 4 AND visitor_id NOT LIKE 'gone\\_%') AS told,
        (SELECT count(*)::int FROM analytics_events e WHERE visitor_id IS NOT NULL AND visitor_id NOT LIKE 'gone\\_%'
          AND NOT EXISTS (SELECT FROM visitors v WHERE v.id = e.visitor_id)) AS erased`);
    expect(left).toEqual({ messages: left?.messages, told: left?.messages, erased: 0 });
    await query('DELETE FROM agents');
  }
});

test('who is erased stays counted and is nobody; an agent or an account takes everything with it', async () => {
  const [first, second] = [await agent(account), await agent(account)];
  const rows = write(account);
  const erased = await rows.chat(first, '2026-02-01T12:00:00Z', 2, {
    tag: 'my-name',
    timezone: 'Europe/Prague',
  });
  await rows.chat(first, '2026-02-01T12:05:00Z', 1);
  await rows.chat(second, '2026-02-01T12:05:00Z', 5);
  await counting.drain();
  const before = await counted();
  await query('DELETE FROM visitors WHERE id = $1', [erased]);
  expect(await counted()).toEqual(before);
  const people = await query<{ visitor_id: string; messages: number; dims_id: string | null }>(
    `SELECT p.visitor_id, a.messages, p.dims_id FROM analytics_activity a JOIN analytics_people p ON p.number = a.person
      WHERE a.agent_id = $1 ORDER BY a.messages`,
    [first],
  );
  expect(people).toMatchObject([{ messages: 1 }, { messages: 2, dims_id: null }]);
  expect(people[1]?.visitor_id).toMatch(/^gone_[0-9a-f]{32}$/);
  expect(await query('SELECT FROM analytics_events WHERE visitor_id = $1', [erased])).toEqual([]);
  expect(await query(`SELECT FROM analytics_events WHERE conversation_id IS NULL AND kind = 4`)).toHaveLength(
    2,
  );
  expect(await wrongSums(test_.database.pool)).toEqual([]);

  await query('DELETE FROM agents WHERE id = $1', [second]);
  expect(await counted()).toMatchObject({ message: 3, conversation: 2 });
  expect(await wrongSums(test_.database.pool)).toEqual([]);
  await query(`INSERT INTO accounts (id, name, trial_end) VALUES ('acc_gone', 'Another', now())`);
  const third = await agent('acc_gone');
  await write('acc_gone').chat(third, '2026-02-01T12:00:00Z', 1);
  await counting.drain();
  await write('acc_gone').visitor(third, '2026-02-01T12:00:00Z');
  await query(`DELETE FROM accounts WHERE id = 'acc_gone'`);
  await counting.drain();
  for (const table of ['inbox', 'events', 'quarters', 'days', 'packed', 'activity', 'people', 'dims'])
    expect(await query(`SELECT FROM analytics_${table} WHERE account_id = 'acc_gone'`)).toEqual([]);
});

test('who asks while the same process counts waits for it, and for what came since', async () => {
  const id = await agent(account);
  await write(account).chat(id, '2026-02-03T12:00:00Z', 3);
  const first = counting.drain();
  await counting.drain();
  expect(await counting.waiting()).toBe(0);
  await first;
});

test('what an erasure holds back waits, and everybody else is counted meanwhile', async () => {
  const [mine, theirs] = [await agent(account), await agent(other)];
  const erased = await write(account).chat(mine, '2026-02-01T12:00:00Z', 1);
  await counting.drain();
  const client = await test_.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('DELETE FROM visitors WHERE id = $1', [erased]);
    await write(account).chat(mine, '2026-02-01T13:00:00Z', 3);
    await write(other).chat(theirs, '2026-02-01T12:00:00Z', 1);
    await counting.drain();
    expect([await counted(account), await counted(other)]).toMatchObject([{ message: 1 }, { message: 1 }]);
    expect(await counting.waiting()).toBe(8);
  } finally {
    await client.query('COMMIT');
    client.release();
  }
  await counting.drain();
  expect([await counted(account), await counting.waiting()]).toEqual([
    { opened: 2, conversation: 2, message: 4, answer: 4 },
    0,
  ]);
});

test('events lie in the partition of their month, and odd clocks in the one for what is left', async () => {
  const id = await agent(account);
  await write(account).chat(id, '2026-01-31T23:59:59Z', 1);
  await write(account).chat(id, '1970-01-02T00:00:00Z', 1);
  await counting.drain();
  expect(
    await query(`SELECT DISTINCT tableoid::regclass::text AS name FROM analytics_events ORDER BY 1`),
  ).toEqual([{ name: 'analytics_events_2026_01' }, { name: 'analytics_events_default' }]);
});

test('old sums are packed and the oldest events go; what is shown stays, and erasing still reaches it', async () => {
  const upkeep = createAnalyticsUpkeep({
    database: test_.database,
    clock: createManualClock(new Date('2026-05-11T09:00:00Z')),
    log: createSilentLogger(),
    eventMonths: 13,
  });
  const [first, second] = [await agent(account), await agent(account)];
  for (const at of ['2025-03-31T23:59:59Z', '2025-04-01T00:00:00Z', '2026-04-07T12:00:00Z'])
    for (const id of [first, second]) await write(account).chat(id, at, 2, { tag: 'flyer' });
  await write(account).chat(first, '1970-01-02T00:00:00Z', 1);
  await counting.drain();
  const before = await counted();
  await upkeep.run();
  expect(await counted()).toEqual(before);
  // The day 34 days ago lies open: four kinds and who came first, of two agents and of all.
  expect(await query('SELECT FROM analytics_days')).toHaveLength(15);
  expect(await query('SELECT min(at) AS at FROM analytics_events')).toEqual([
    { at: new Date('2025-04-01T00:00:00Z') },
  ]);
  const [left] = await query<{ name: string }>(`SELECT visitor_id AS name FROM analytics_people LIMIT 1`);
  await query('DELETE FROM visitors WHERE id = $1', [left?.name]);
  expect(await query('SELECT FROM analytics_people WHERE visitor_id = $1', [left?.name])).toEqual([]);
  expect(await counted()).toEqual(before);
  await query('DELETE FROM agents WHERE id = $1', [second]);
  expect(await counted()).toMatchObject({ message: 7, conversation: 4 });
  await upkeep.run();
  expect(await counted()).toMatchObject({ message: 7, conversation: 4 });
});

test('who becomes known as a contact is one from then on, and no more when the contact goes', async () => {
  const id = await agent(account);
  const visitor = await write(account).chat(id, '2026-02-01T12:00:00Z', 1);
  await counting.drain();
  const contact = await write(account).contact('2026-02-01T12:00:00Z');
  const known = () => query('SELECT contact_id FROM analytics_people WHERE visitor_id = $1', [visitor]);
  await query('UPDATE visitors SET contact_id = $2 WHERE id = $1', [visitor, contact]);
  await counting.drain();
  expect(await known()).toEqual([{ contact_id: contact }]);
  await query('DELETE FROM contacts WHERE id = $1', [contact]);
  await counting.drain();
  expect(await known()).toEqual([{ contact_id: null }]);
});

test('free messages that are used up count for whoever has them, also on two devices', async () => {
  const id = await agent(account);
  const rows = write(account);
  const [one, two, third] = [
    await rows.visitor(id, '2026-02-01T12:00:00Z'),
    await rows.visitor(id, '2026-02-01T12:00:00Z'),
    await rows.visitor(id, '2026-02-01T12:00:00Z'),
  ];
  await query(
    `INSERT INTO paywall_lots (id, account_id, agent_id, wallet_id, kind, is_test, granted, used, created_at)
      SELECT 'lot_' || w, $1, $2, w, 'free', false, 2, 1, '2026-02-01T12:00:00Z' FROM unnest($3::text[]) w`,
    [account, id, [one, two, third]],
  );
  // The third went over to what the second has.
  await query(
    `INSERT INTO paywall_holders (visitor_id, account_id, wallet_id, joined_at) VALUES ($2, $1, $3, now())`,
    [account, third, two],
  );
  const use = (wallet: string) => query('UPDATE paywall_lots SET used = 2 WHERE wallet_id = $1', [wallet]);
  const who = async (): Promise<string[]> => {
    await counting.drain();
    const found = await query<{ id: string }>(
      'SELECT visitor_id AS id FROM analytics_events WHERE kind = 28 ORDER BY 1',
    );
    return found.map((row) => row.id);
  };
  await use(one);
  expect(await who()).toEqual([one]);
  await use(third);
  expect(await who()).toEqual([one]);
  await use(two);
  expect(await who()).toEqual([one, two, third].toSorted());
});

test('a month that two processes begin is made by one of them, and the other goes on', async () => {
  const [one, two] = await Promise.all([test_.database.pool.connect(), test_.database.pool.connect()]);
  const make = `SELECT analytics_month('2031-03-05T00:00:00Z')`;
  try {
    await one.query('BEGIN');
    await one.query(make);
    const second = two.query(make);
    // It looked before the first was done, and waits for it now.
    await expect
      .poll(async () => {
        const waiting = await query(
          `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
            WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`,
        );
        return waiting.length;
      })
      .toBe(1);
    await one.query('COMMIT');
    await second;
  } finally {
    one.release();
    two.release();
  }
  expect(await query(`SELECT FROM pg_class WHERE relname = 'analytics_events_2031_03'`)).toHaveLength(1);
});
