import type pg from 'pg';
import { cameFirst, presentBits } from '#features/analytics/server/events/kinds.models.ts';

type Values = Record<string, unknown>;

/** Ids tell rows apart within a test file, whoever writes them. */
let count = 0;

async function insert(pool: pg.Pool, table: string, values: Values): Promise<string> {
  const names = Object.keys(values);
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, place) => `$${place + 1}`).join(', ')})
      RETURNING *`,
    Object.values(values),
  );
  return rows[0]?.id ?? '';
}

/**
 * Writes what happened with agents as rows of its causes, at any time: what the server writes when it happens, without
 * the server. Times are instants as texts.
 */
export function analyticsRows(pool: pg.Pool, accountId: string) {
  const next = (prefix: string): string => `${prefix}_row${++count}`;
  const account_id = accountId;
  const rows = {
    visitor: (agentId: string, at: string, more: Values = {}): Promise<string> =>
      insert(pool, 'visitors', {
        id: next('vis'),
        account_id,
        agent_id: agentId,
        created_at: at,
        last_seen_at: at,
        ...more,
      }),
    conversation: (agentId: string, visitorId: string, at: string, more: Values = {}): Promise<string> =>
      insert(pool, 'conversations', {
        id: next('cnv'),
        account_id,
        agent_id: agentId,
        visitor_id: visitorId,
        created_at: at,
        last_message_at: at,
        ...more,
      }),
    message: (conversationId: string, visitorId: string, at: string, more: Values = {}): Promise<string> =>
      insert(pool, 'messages', {
        id: next('msg'),
        account_id,
        conversation_id: conversationId,
        visitor_id: visitorId,
        seq: ++count,
        role: 'visitor',
        body: 'How much is it?',
        status: 'complete',
        created_at: at,
        ...more,
      }),
    contact: (at: string, more: Values = {}): Promise<string> =>
      insert(pool, 'contacts', { id: next('con'), account_id, created_at: at, ...more }),
    purchase: (agentId: string, visitorId: string, at: string, more: Values = {}): Promise<string> =>
      insert(pool, 'purchases', {
        id: next('pur'),
        account_id,
        agent_id: agentId,
        agent_name: 'Agent',
        visitor_id: visitorId,
        wallet_id: next('wal'),
        email: 'buyer@example.test',
        vendor: 'stripe',
        is_test: false,
        kind: 'pack',
        terms: JSON.stringify({ messages: 10, offer: { title: 'Ten' } }),
        currency: 'EUR',
        base: 1_000,
        tax: 0,
        total: 1_000,
        status: 'paid',
        client_key: next('key'),
        language: 'en',
        created_at: at,
        expires_at: at,
        paid_at: at,
        ...more,
      }),
    movement: (
      purchaseId: string,
      kind: string,
      gross: number,
      at: string,
      currency = 'EUR',
    ): Promise<string> =>
      insert(pool, 'payment_movements', {
        id: next('mov'),
        account_id,
        purchase_id: purchaseId,
        kind,
        reference: next('ref'),
        payment_ref: 'ref',
        at,
        currency,
        gross,
        tax: 0,
        fee: 0,
        created_at: at,
      }),
    /** A visitor who begins a conversation and writes as often, with an answer to each message. */
    async chat(agentId: string, at: string, messages: number, more: Values = {}): Promise<string> {
      const visitorId = await rows.visitor(agentId, at, more);
      const conversationId = await rows.conversation(agentId, visitorId, at, { message_count: 2 * messages });
      for (let each = 0; each < messages; each++) {
        await rows.message(conversationId, visitorId, at);
        await rows.message(conversationId, visitorId, at, { role: 'assistant', body: 'Ten euros. [1]' });
      }
      return visitorId;
    },
  };
  return rows;
}

/** Where the roll-ups differ from what they are rolled up from; nothing where they are right. */
export async function wrongSums(pool: pg.Pool): Promise<unknown[]> {
  const raw = `SELECT * FROM analytics_events`;
  const quarter = `date_bin('15 minutes', at, '2000-01-01Z')`;
  // Events, and who came when for the first time.
  const single = `(SELECT account_id, agent_id, at, kind, amount FROM (${raw}) e
    UNION ALL SELECT account_id, agent_id, min(${quarter}), ${cameFirst}, 1 FROM (${raw}) e
      WHERE visitor_id IS NOT NULL AND ((1 << kind) & ${presentBits}) <> 0 GROUP BY account_id, agent_id, visitor_id) e`;
  const each = `(SELECT account_id, agent_id, at, kind, amount FROM ${single}
    UNION ALL SELECT account_id, '', at, kind, amount FROM ${single} WHERE agent_id <> '') s`;
  const differences = (kept: string, counted: string): string =>
    `(SELECT 'only kept' AS side, k.* FROM (${kept} EXCEPT ${counted}) k)
      UNION ALL (SELECT 'only counted', c.* FROM (${counted} EXCEPT ${kept}) c)`;
  const quarters = `(SELECT account_id, agent_id, bucket, kind, amount::bigint FROM analytics_quarters
    UNION ALL SELECT account_id, agent_id, day::timestamp AT TIME ZONE 'UTC' + (n >> 5 & 127) * interval '15 minutes',
      (n & 31)::smallint, n >> 12 FROM analytics_packed, unnest(quarters) n) k`;
  const days = `(SELECT account_id, agent_id, day, kind, amount::bigint FROM analytics_days
    UNION ALL SELECT account_id, agent_id, day, (n & 31)::smallint, n >> 12 FROM analytics_packed, unnest(totals) n) k`;
  // What lies under a number that nobody has is found as nobody's.
  const activity = `analytics_activity a LEFT JOIN analytics_people p ON p.number = a.person AND p.account_id = a.account_id
    AND p.agent_id = a.agent_id`;
  const found = [
    differences(
      `SELECT account_id, agent_id, bucket, kind, sum(amount) FROM ${quarters} GROUP BY 1, 2, 3, 4
        HAVING sum(amount) <> 0`,
      `SELECT account_id, agent_id, ${quarter}, kind, sum(amount) FROM ${each} GROUP BY 1, 2, 3, 4`,
    ),
    differences(
      `SELECT account_id, agent_id, day, kind, sum(amount) FROM ${days} GROUP BY 1, 2, 3, 4 HAVING sum(amount) <> 0`,
      `SELECT account_id, agent_id, (at AT TIME ZONE 'UTC')::date, kind, sum(amount) FROM ${each}
        GROUP BY 1, 2, 3, 4`,
    ),
    differences(
      `SELECT a.account_id, a.agent_id, bucket, visitor_id, a.kinds, a.messages::bigint, a.conversations::bigint
        FROM ${activity}`,
      `SELECT account_id, agent_id, ${quarter}, visitor_id, bit_or(1 << kind),
        coalesce(sum(amount) FILTER (WHERE kind = 4), 0), coalesce(sum(amount) FILTER (WHERE kind = 3), 0)
        FROM (${raw}) e WHERE visitor_id IS NOT NULL GROUP BY 1, 2, 3, 4`,
    ),
    differences(
      `SELECT account_id, agent_id, visitor_id, first_at, last_at, came_at, kinds, messages::bigint, conversations::bigint,
        dims_id, contact_id FROM analytics_people`,
      `SELECT e.account_id, e.agent_id, visitor_id, min(${quarter}), max(${quarter}),
        min(${quarter}) FILTER (WHERE ((1 << kind) & ${presentBits}) <> 0), bit_or(1 << kind),
        coalesce(sum(amount) FILTER (WHERE kind = 4), 0), coalesce(sum(amount) FILTER (WHERE kind = 3), 0),
        max(dims_id), max(v.contact_id) FROM (${raw}) e LEFT JOIN visitors v ON v.id = visitor_id
        WHERE visitor_id IS NOT NULL GROUP BY 1, 2, 3`,
    ),
  ];
  found.push(
    differences(
      `SELECT a.account_id, a.agent_id, visitor_id, bucket, since FROM ${activity} WHERE (a.kinds & ${presentBits}) <> 0`,
      `SELECT account_id, agent_id, visitor_id, ${quarter} AS bucket,
        lag(${quarter}) OVER (PARTITION BY account_id, agent_id, visitor_id ORDER BY ${quarter}) AS since
        FROM (${raw}) e WHERE visitor_id IS NOT NULL AND ((1 << kind) & ${presentBits}) <> 0 GROUP BY 1, 2, 3, 4`,
    ),
  );
  const results = await Promise.all(found.map((statement) => pool.query(statement)));
  return results.flatMap(({ rows }) => rows as unknown[]);
}
