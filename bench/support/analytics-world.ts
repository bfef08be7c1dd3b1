import type pg from 'pg';
import { cameFirst, presentBits } from '#features/analytics/server/events/kinds.models.ts';

/** The accounts whose screens are looked at, each by its id. */
export type Measured = {
  largest: string;
  typical: string;
};

const days = 730;
/** Days of which the sums are not packed yet. */
const openDays = 35;
/** Events of a session on average, as they are written below. */
const eventsOfSession = 10;

const id = (prefix: string, number: string): string => `'${prefix}_' || lpad((${number})::text, 26, '0')`;

/**
 * Fills two years of twenty accounts with ten agents each, of which the first account has a fifth: what was counted, and
 * of the two accounts that are looked at also visitors, conversations and purchases as the product keeps them. Written
 * around the triggers and the inbox, as these would have left it. Every fourth session is of somebody who was there
 * before. With fewer `accounts` the others stay empty: the first ones are as large as among all of them.
 */
export async function fillAnalytics(
  database: pg.ClientBase,
  wanted: number,
  { largest, typical }: Measured,
  accounts = 20,
): Promise<void> {
  const run = (statement: string, values: unknown[] = []) => database.query(statement, values);
  await run(`SET session_replication_role = replica`);
  // Nobody misses what a power cut takes before all of it is there.
  for (const name of ['fsync', 'full_page_writes']) await run(`ALTER SYSTEM SET ${name} = off`);
  await run('SELECT pg_reload_conf()');
  await run(`SET work_mem = '256MB'`);
  await run(`SET maintenance_work_mem = '512MB'`);
  await run(
    `INSERT INTO accounts (id, name, trial_end) SELECT ${id('acc', '900 + n')}, 'Account ' || n, now()
      FROM generate_series(2, 19) n`,
  );
  await run(`CREATE UNLOGGED TABLE bench_agents AS
    SELECT CASE a WHEN 0 THEN '${largest}' WHEN 1 THEN '${typical}' ELSE ${id('acc', '900 + a')} END AS account_id,
      a AS account, g AS agent, ${id('agt', 'a * 100 + g')} AS agent_id
    FROM generate_series(0, 19) a, generate_series(0, 9) g`);
  await run(`INSERT INTO knowledge_collections (id, account_id)
    SELECT ${id('col', 'account * 100 + agent')}, account_id FROM bench_agents`);
  await run(`INSERT INTO agents (id, account_id, number, collection_id, name, draft, created_at)
    SELECT agent_id, account_id, 500000 + account * 100 + agent, ${id('col', 'account * 100 + agent')},
      'Agent ' || agent, '{}', now() - interval '${days} days' FROM bench_agents`);

  // Which account and agent is a matter of the number, so that whoever comes again comes to the same ones.
  const round = 95 * 97;
  await run(`SELECT setseed(0.42)`);
  await run(`CREATE UNLOGGED TABLE bench_sessions AS
    SELECT row_number() OVER (ORDER BY s.at) AS n, s.*, b.account_id, b.agent_id FROM (
      SELECT CASE WHEN g % 4 = 1 AND g > ${round} THEN g - ${round} ELSE g END AS who, g AS made,
        CASE WHEN g % 5 = 0 THEN 0 ELSE 1 + (g / 5 * 4 + g % 5) % 19 END AS account,
        floor(10 * power((g / 95 % 97) / 97.0, 2))::int AS agent,
        date_trunc('milliseconds', now() - interval '1 hour' - random() * interval '${days} days') AS at
      FROM generate_series(1, ${Math.round(wanted / eventsOfSession)}) g) s
    JOIN bench_agents b USING (account, agent) WHERE account < ${accounts} ORDER BY s.at`);
  await run(`CREATE INDEX ON bench_sessions (who)`);

  await run(`INSERT INTO analytics_dims (account_id, mark, device, browser, os, language, country, region, channel,
      source, medium, campaign, content, term, referrer, tag, qr_code_id, landing_page_id, landing_page_version)
    SELECT account_id, 'm' || n, (ARRAY['desktop', 'smartphone', 'tablet'])[1 + n % 3],
      (ARRAY['Chrome', 'Firefox', 'Safari', 'Edge'])[1 + n % 4], (ARRAY['Windows', 'Android', 'iOS'])[1 + n % 3],
      (ARRAY['en', 'nl', 'es', 'pt', 'fr', 'cs'])[1 + n % 6],
      (ARRAY['CZ', 'NL', 'DE', 'FR', 'ES', 'US', 'BR', 'GB', 'IN', 'PL'])[1 + n % 10], '', 'site',
      (ARRAY['', 'google', 'newsletter', 'facebook'])[1 + n % 4], (ARRAY['', 'cpc', 'email'])[1 + n % 3],
      CASE WHEN n % 3 = 0 THEN 'campaign ' || n % 40 ELSE '' END, '', '',
      CASE WHEN n % 2 = 0 THEN 'site' || n % 60 || '.example' ELSE '' END,
      CASE WHEN n % 11 = 0 THEN 'tag ' || n % 9 ELSE '' END, '', '', 0
    FROM (SELECT DISTINCT account_id FROM bench_agents) a, generate_series(0, 499) n`);
  const dims = `(SELECT array_agg(id ORDER BY id) FROM analytics_dims d WHERE d.account_id = a.account_id)`;
  await run(`CREATE UNLOGGED TABLE bench_dims AS SELECT account_id, ${dims} AS ids
    FROM (SELECT DISTINCT account_id FROM bench_agents) a`);

  const looked = `account_id IN ('${largest}', '${typical}')`;
  await run(`INSERT INTO contacts (id, account_id, name, source_agent_id, message_count, first_seen_at, last_seen_at, created_at)
    SELECT ${id('con', 'who')}, account_id, 'Person ' || who, min(agent_id), 3, min(at), max(at), min(at)
    FROM bench_sessions WHERE who % 3 = 0 AND ${looked} GROUP BY who, account_id`);
  await run(`INSERT INTO visitors (id, account_id, agent_id, contact_id, created_at, last_seen_at)
    SELECT ${id('vis', 'who')}, account_id, min(agent_id), CASE WHEN who % 3 = 0 THEN ${id('con', 'who')} END, min(at), max(at)
    FROM bench_sessions WHERE ${looked} GROUP BY who, account_id`);
  const messages = `(1 + n % 3)::int`;
  await run(`INSERT INTO conversations (id, account_id, agent_id, visitor_id, contact_id, next_seq, message_count,
      last_message, last_message_role, last_message_at, created_at)
    SELECT ${id('cnv', 'n')}, account_id, agent_id, ${id('vis', 'who')},
      CASE WHEN who % 3 = 0 THEN ${id('con', 'who')} END, 2 * ${messages} + 1, 2 * ${messages},
      'We open at seven.', 'assistant', at + interval '2 minutes', at FROM bench_sessions WHERE ${looked}`);
  // What was written is read of the newest conversations alone.
  await run(
    `INSERT INTO messages (id, account_id, conversation_id, visitor_id, seq, role, body, status, created_at)
    SELECT ${id('msg', 'n * 10 + k')}, account_id, ${id('cnv', 'n')}, ${id('vis', 'who')}, k, 'visitor',
      (ARRAY['When do you open on', 'How much is a loaf of rye on', 'Do you deliver cakes on', 'Can I order for'])[1 + (n + k) % 4]
        || ' ' || (ARRAY['Monday', 'Tuesday', 'Friday', 'Sunday'])[1 + (n / 7) % 4] || ' ' || (n % 50),
      'complete', at + k * interval '20 seconds'
    FROM (SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY at DESC) AS place FROM bench_sessions
      WHERE ${looked}) s, generate_series(1, 3) k WHERE place <= 3000 AND k <= 1 + n % 3`,
  );
  await run(`INSERT INTO paywall_holders (visitor_id, account_id, wallet_id, joined_at)
    SELECT ${id('vis', 'who')}, account_id, ${id('wal', 'who')}, min(at) FROM bench_sessions WHERE ${looked} GROUP BY who, account_id`);
  await run(`INSERT INTO paywall_lots (id, account_id, agent_id, wallet_id, kind, is_test, granted, used, created_at)
    SELECT ${id('lot', 'who')}, account_id, min(agent_id), ${id('wal', 'who')}, 'free', false, 3,
      CASE WHEN who % 10 = 0 THEN 3 ELSE 1 END, min(at) FROM bench_sessions WHERE ${looked} GROUP BY who, account_id`);
  await run(`INSERT INTO purchases (id, account_id, agent_id, agent_name, visitor_id, wallet_id, email, vendor, is_test,
      kind, terms, currency, base, tax, total, status, client_key, language, created_at, expires_at, paid_at)
    SELECT ${id('pur', 'n')}, account_id, agent_id, 'Agent', ${id('vis', 'who')}, ${id('wal', 'who')},
      'p' || who || '@example.test', 'stripe', true, 'pack', '{"messages": 10, "offer": {"title": "Ten"}}', 'EUR', 1000,
      0, 1000, 'paid', 'key' || n, 'en', at + interval '3 minutes', at + interval '1 day', at + interval '4 minutes'
    FROM bench_sessions WHERE n % 50 = 0 AND ${looked}`);
  await run(`INSERT INTO payment_movements (id, account_id, purchase_id, kind, reference, payment_ref, at, currency,
      gross, tax, fee, created_at)
    SELECT ${id('mov', 'n')}, account_id, ${id('pur', 'n')}, 'payment', 'ref' || n, 'ref' || n, at + interval '4 minutes',
      'EUR', 1000, 0, 30, at FROM bench_sessions WHERE n % 50 = 0 AND ${looked}`);

  await run(
    `SELECT analytics_month(m) FROM generate_series(now() - interval '${days + 31} days', now() + interval '31 days', interval '1 month') m`,
  );
  // As kinds.models.ts numbers them, money as test money, for no provider is connected; places in the list tell the events of a session apart.
  await run(`INSERT INTO analytics_events (account_id, at, kind, id, agent_id, visitor_id, conversation_id, dims_id, amount)
    SELECT s.account_id, s.at + e.after, e.kind, ${id('evt', 'n * 100 + e.place')}, s.agent_id,
      CASE WHEN e.kind <> 1 THEN ${id('vis', 'who')} END, CASE WHEN e.kind > 2 THEN ${id('cnv', 'n')} END,
      CASE WHEN e.kind <> 1 THEN d.ids[1 + who % 500] END, CASE WHEN e.kind = 1 THEN 1 + n % 4 ELSE 1 END
    FROM bench_sessions s JOIN bench_dims d USING (account_id) CROSS JOIN LATERAL (
      VALUES (1, 1, interval '-5 seconds', true), (2, 1, interval '-40 minutes', true), (3, 2, interval '0', true),
        (4, 3, interval '10 seconds', true), (5, 4, interval '10 seconds', true), (6, 4, interval '40 seconds', n % 3 > 0),
        (7, 4, interval '90 seconds', n % 3 > 1), (8, 5, interval '14 seconds', true), (9, 5, interval '44 seconds', n % 3 > 0),
        (10, 5, interval '94 seconds', n % 3 > 1), (11, 6, interval '14 seconds', n % 4 > 0),
        (12, 6, interval '44 seconds', n % 3 > 0 AND n % 4 > 0), (13, 7, interval '94 seconds', n % 13 = 0),
        (14, 8, interval '94 seconds', n % 9 = 0), (15, 9, interval '94 seconds', n % 40 = 0),
        (16, 10, interval '2 minutes', n % 20 = 0), (17, 25, interval '3 minutes', n % 30 = 0 OR n % 50 = 0),
        (18, 26, interval '4 minutes', n % 50 = 0), (19, 15, interval '1 minute', n % 15 = 0),
        (20, 16, interval '2 minutes', n % 15 = 0), (21, 23, interval '2 minutes', who % 3 = 0 AND who = made))
      AS e(place, kind, after, happened) WHERE e.happened`);

  await run(`SET work_mem = '1GB'`);
  await run(`CREATE UNLOGGED TABLE bench_cells AS
    SELECT account_id, agent_id, (at AT TIME ZONE 'UTC')::date AS day,
      extract(epoch FROM at)::bigint / 900 % 96 * 32 + kind AS place, sum(amount)::bigint AS amount
    FROM analytics_events GROUP BY 1, 2, 3, 4`);
  await run(`INSERT INTO bench_cells
    SELECT account_id, agent_id, (at AT TIME ZONE 'UTC')::date, extract(epoch FROM at)::bigint / 900 % 96 * 32 + ${cameFirst}, count(*)
    FROM (SELECT account_id, agent_id, min(at) AS at FROM analytics_events
      WHERE visitor_id IS NOT NULL AND ((1 << kind) & ${presentBits}) <> 0 GROUP BY 1, 2, visitor_id) f GROUP BY 1, 2, 3, 4`);
  await run(
    `INSERT INTO bench_cells SELECT account_id, '', day, place, sum(amount) FROM bench_cells GROUP BY 1, 3, 4`,
  );
  const open = `day > now()::date - ${openDays}`;
  await run(`INSERT INTO analytics_quarters (account_id, agent_id, bucket, kind, amount)
    SELECT account_id, agent_id, day::timestamp AT TIME ZONE 'UTC' + (place >> 5) * interval '15 minutes', place & 31, amount
    FROM bench_cells WHERE ${open}`);
  await run(`INSERT INTO analytics_days (account_id, agent_id, day, kind, amount)
    SELECT account_id, agent_id, day, place & 31, sum(amount) FROM bench_cells WHERE ${open} GROUP BY 1, 2, 3, 4`);
  await run(`INSERT INTO analytics_packed (account_id, agent_id, day, totals, quarters)
    SELECT account_id, agent_id, day, t.numbers, q.numbers FROM (
      SELECT account_id, agent_id, day, array_agg(amount * 4096 + place ORDER BY place & 31, place) AS numbers
      FROM bench_cells WHERE NOT ${open} GROUP BY 1, 2, 3) q
    JOIN (
      SELECT account_id, agent_id, day, array_agg(amount * 4096 + kind ORDER BY kind) AS numbers FROM (
        SELECT account_id, agent_id, day, place & 31 AS kind, sum(amount)::bigint AS amount FROM bench_cells
        WHERE NOT ${open} GROUP BY 1, 2, 3, 4) k
      GROUP BY 1, 2, 3) t USING (account_id, agent_id, day)`);
  // Whoever came first is known by the lowest number, as if everything had been counted when it happened.
  await run(`CREATE UNLOGGED TABLE bench_activity AS
    SELECT account_id, agent_id, date_bin('15 minutes', at, '2000-01-01Z') AS bucket, visitor_id, bit_or(1 << kind) AS kinds,
      count(*) FILTER (WHERE kind = 4) AS messages, count(*) FILTER (WHERE kind = 3) AS conversations, max(dims_id) AS dims_id
    FROM analytics_events WHERE visitor_id IS NOT NULL GROUP BY 1, 2, 3, 4`);
  await run(`INSERT INTO analytics_people (account_id, agent_id, visitor_id, first_at, last_at, came_at, kinds, messages, conversations, dims_id, contact_id)
    SELECT a.account_id, a.agent_id, a.visitor_id, min(bucket), max(bucket), min(bucket), bit_or(kinds), sum(messages), sum(conversations),
      max(dims_id), max(contact_id) FROM bench_activity a LEFT JOIN visitors v ON v.id = a.visitor_id GROUP BY 1, 2, 3 ORDER BY 4`);
  await run(`INSERT INTO analytics_activity (person, bucket, since, kinds, messages, conversations, account_id, agent_id)
    SELECT p.number, a.bucket, lag(a.bucket) OVER (PARTITION BY p.number ORDER BY a.bucket), a.kinds, a.messages, a.conversations,
      a.account_id, a.agent_id
    FROM bench_activity a JOIN analytics_people p USING (visitor_id, agent_id) ORDER BY a.bucket`);
  await run(`RESET work_mem`);
  await run(`SET session_replication_role = origin`);
  await run('DROP TABLE bench_agents, bench_dims, bench_sessions, bench_cells, bench_activity');
  for (const name of ['fsync', 'full_page_writes']) await run(`ALTER SYSTEM RESET ${name}`);
  await run('SELECT pg_reload_conf()');
  await run('VACUUM ANALYZE');
}
