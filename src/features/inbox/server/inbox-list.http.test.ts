import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { rowsRead } from '#tests/support/app/rows-read.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { inboxViews, type InboxItem } from '../inbox.contract.ts';
import type { InboxLabel } from '../inbox-labels.contract.ts';
import { inboxListRepository, type InboxFilter } from './inbox-list.repository.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
type List = {
  conversations: InboxItem[];
  nextCursor: string | null;
};

const many = 6_000;
let app: TestApp;
let owner: Person;
let support: Person;
let agent: Agent;
let label: InboxLabel;

const direct = <T extends Record<string, unknown>>(query: SQL) =>
  app.database.database.direct.execute<T>(query);
const idOf = (n: number): string => `cnv_${String(n).padStart(26, '0')}`;
const change = (who: Person, n: number, one: object) =>
  who.request('PATCH', '/api/inbox/conversations', { body: { ids: [idOf(n)], change: one } });

/** All ids of a list, page by page. */
async function idsOf(who: Person, query: string, pages = 1_000): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  for (let at = 0; at < pages && cursor !== null; at++) {
    const page: List = await who.get(`/api/inbox/conversations?${query}${cursor && `&cursor=${cursor}`}`);
    ids.push(...page.conversations.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}
async function idsBySql(condition: SQL, most = 1_000_000): Promise<string[]> {
  const { rows } = await direct<{ id: string }>(sql`
    SELECT c.id FROM conversations c LEFT JOIN contacts k ON k.id = c.contact_id
    WHERE c.account_id = ${owner.user.accountId} AND NOT c.is_preview AND ${condition}
    ORDER BY c.last_message_at DESC, c.id DESC LIMIT ${most}`);
  return rows.map(({ id }) => id);
}
const running = sql`c.status IN ('open', 'pending')`;
const unreadOf = (who: Person): Promise<string[]> =>
  idsBySql(
    sql`${running} AND c.last_visitor_seq > coalesce((SELECT seq FROM inbox_reads r
      WHERE r.conversation_id = c.id AND r.user_id = ${who.user.id}), 0)`,
  );

/**
 * Conversations a minute apart, the first one half an hour ago: nine in ten run, few are one's own, words lie
 * here and there.
 */
async function fill(): Promise<void> {
  const number = sql`lpad(n::text, 26, '0')`;
  const [accountId, count] = [owner.user.accountId, many];
  await direct(sql`INSERT INTO contacts (id, account_id, name, email, country, source_agent_id, message_count,
    first_seen_at, last_seen_at, created_at)
    SELECT 'con_' || ${number}, ${accountId},
      CASE n WHEN 3100 THEN 'Žofie Šťastná' WHEN 3200 THEN 'Élodie Façade' WHEN 3300 THEN 'Peña Ñandú' WHEN
      3400 THEN 'João Coração' ELSE 'Person ' || n END,
      CASE WHEN n % 4 = 0 THEN 'p' || n || '@example.test' END, CASE WHEN n % 200 = 0 THEN 'IS' ELSE 'CZ' END,
      ${agent.id}, 3, now(), now(), now() FROM generate_series(1, ${count}::int) n`);
  await direct(
    sql`INSERT INTO visitors (id, account_id, agent_id, contact_id) SELECT 'vis_' || ${number}, ${accountId},
      ${agent.id}, 'con_' || ${number} FROM generate_series(1, ${count}::int) n`,
  );
  await direct(sql`INSERT INTO conversations (id, account_id, agent_id, visitor_id, contact_id, tag, next_seq,
    message_count, last_message, last_message_role, last_message_at, last_visitor_seq, status, handler,
    handler_user_id, assignee_id, waiting_since)
    SELECT 'cnv_' || ${number}, ${accountId}, ${agent.id}, 'vis_' || ${number}, 'con_' || ${number},
      CASE WHEN n % 1000 = 0 THEN 'flyer' END, 7, 6,
      'Is there bread' || CASE WHEN n % 30 = 0 THEN ' of rye' ELSE '' END || CASE WHEN n > 2500 THEN
        ' Müsli, dávno 100%_' ELSE '' END || CASE WHEN n = 5900 THEN ' zqx' ELSE '' END, 'visitor',
        now() - interval '30 minutes' - n * interval '1 minute', 5,
      CASE WHEN n % 10 = 0 THEN 'resolved' WHEN n % 50 = 1 THEN 'open' ELSE 'pending' END,
        CASE WHEN n % 50 = 1 THEN 'waiting' ELSE 'ai' END, NULL, CASE WHEN n % 100 = 2
        OR n % 20 = 10 THEN ${owner.user.id} END,
        CASE WHEN n % 50 = 1 THEN now() - n * interval '1 minute' END
    FROM generate_series(1, ${count}::int) n`);
  // The owner has read nearly everything, the other member every second one.
  await direct(
    sql`INSERT INTO inbox_reads (account_id, user_id, conversation_id, seq) SELECT account_id,
      ${owner.user.id}, id, 5 FROM conversations WHERE account_id = ${accountId} AND right(id, 3) <> '501'`,
  );
  await direct(
    sql`INSERT INTO inbox_reads (account_id, user_id, conversation_id, seq) SELECT account_id,
      ${support.user.id}, id, 5 FROM conversations
      WHERE account_id = ${accountId} AND right(id, 1) IN ('1', '3', '5', '7', '9')`,
  );
  await direct(
    sql`INSERT INTO inbox_labelled (account_id, conversation_id, label_id) SELECT account_id, id, ${label.id}
      FROM conversations WHERE account_id = ${accountId} AND right(id, 3) IN ('004', '502')`,
  );
  await direct(sql`ANALYZE conversations, contacts, inbox_reads, inbox_labelled, inbox_words`);
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Vera Novak');
  support = await app.register('Sara');
  agent = await publishAgent(owner, () => undefined);
  await direct(
    sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = 'support'
      WHERE user_id = ${support.user.id}`,
  );
  label = await owner.post<InboxLabel>('/api/inbox-labels', { name: 'Bread', color: 'orange' });
  await fill();
});
afterAll(() => app.close());

describe('searching the inbox', () => {
  test('finds the same in the same order whether few or many have the words, near or far, in every view and page by page', async () => {
    const said = sql`fold_text(c.last_message || ' ' || k.name || ' ' || coalesce(k.email, ''))`;
    const has = (...words: string[]): SQL =>
      sql.join(
        words.map((word) =>
          // One or two letters or digits begin a word; all else may stand within one.
          /^[a-z\d]{1,2}$/.test(word)
            ? sql`strpos(' ' || regexp_replace(${said}, '[^a-z0-9]', ' ', 'g'), ${` ${word}`}) > 0`
            : sql`strpos(${said}, ${word}) > 0`,
        ),
        sql` AND `,
      );
    const found = async (search: string, more = '', pages = 2): Promise<string[]> =>
      idsOf(owner, `search=${encodeURIComponent(search)}${more}`, pages);
    for (const search of [
      'bread',
      'rye',
      'musli davno',
      '100%_',
      'zqx',
      'qz',
      'e',
      'ZOFIE stastna',
      'élodie',
      'nandu Peña',
      'coracao',
      'p3524@example',
      'rye 77',
      'zqx nobody',
    ]) {
      const words = search.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').split(' ');
      const right = await idsBySql(sql`${running} AND ${has(...words)}`, 100);
      expect(await found(search), search).toEqual(right);
      // Whichever way they are looked for: nearby, farther on, by their index, or through all conversations.
      for (const limits of [
        { nearest: many, farthest: 1, mostHits: 1 },
        { nearest: 100, farthest: many, mostHits: 1 },
        { nearest: 1, farthest: 1, mostHits: many },
        { first: 60, nearest: 300, farthest: many, mostHits: 1 },
        { first: 60, nearest: 300, farthest: 300, mostHits: many },
        { nearest: 1, farthest: 1, mostHits: 1 },
      ]) {
        const page = await app.database.database.account(owner.user.accountId, (tx) =>
          inboxListRepository(tx, limits).page(
            { view: 'all', sort: 'newest', userId: owner.user.id, agentIds: null, search },
            undefined,
            51,
          ),
        );
        expect(
          page.map(({ id }) => id),
          `${search} ${JSON.stringify(limits)}`,
        ).toEqual(right.slice(0, 51));
      }
    }
    expect(await found('musli', '&view=resolved', 1_000)).toEqual(
      await idsBySql(sql`c.status = 'resolved' AND ${has('musli')}`),
    );
    expect(await found('musli', `&label=${label.id}`)).toEqual(
      await idsBySql(sql`${running} AND ${has('musli')} AND right(c.id, 3) IN ('004', '502')`),
    );
    expect((await found('bread', '&view=unassigned&sort=waiting')).slice(0, 2)).toEqual([
      idOf(5_951),
      idOf(5_901),
    ]);
  });

  test('follows what was said last and what the contact is called, until the conversation is gone', async () => {
    const id = idOf(3_500 + 1);
    await direct(sql`UPDATE conversations SET last_message = 'Quittenbrötchen?' WHERE id = ${id}`);
    const contactId = id.replace('cnv', 'con');
    await owner.request('PATCH', `/api/contacts/${contactId}`, { body: { name: 'Ottilie Bäcker' } });
    expect([
      await idsOf(owner, 'search=quittenbrotchen+ottilie'),
      await idsOf(owner, 'search=person+3501'),
    ]).toEqual([[id], []]);
    await direct(sql`DELETE FROM conversations WHERE id = ${id}`);
    expect((await direct(sql`SELECT FROM inbox_words WHERE conversation_id = ${id}`)).rows).toEqual([]);
    const stranger = await app.register('Stranger');
    expect(await idsOf(stranger, 'search=bread')).toEqual([]);
  });
});

describe('what is unread', () => {
  test('is told rightly to each member whatever happens after it was remembered what they have read', async () => {
    const remembered = async (who: Person): Promise<number> =>
      (await direct(sql`SELECT FROM inbox_read_stretches WHERE user_id = ${who.user.id}`)).rows.length;
    const agree = async (): Promise<void> => {
      for (const who of [owner, support])
        expect(await idsOf(who, 'view=unread', who === owner ? 1_000 : 2)).toEqual(
          (await unreadOf(who)).slice(0, who === owner ? undefined : 100),
        );
    };
    await agree();
    // It is remembered only for whoever has to go a long way.
    expect([(await remembered(owner)) > 5, await remembered(support)]).toEqual([true, 0]);
    await agree();
    const marked = { kind: 'read', isRead: false };
    const steps: [what: string, step: () => Promise<unknown>][] = [
      ['read one', () => change(owner, 501, { kind: 'read', isRead: true })],
      ['marked as unread by hand', () => change(owner, 2_222, marked)],
      ['another one in the same stretch', () => change(owner, 2_333, marked)],
      ['for somebody else only', () => change(support, 1_001, marked)],
      ['read again', () => change(owner, 2_222, { kind: 'read', isRead: true })],
      ['resolved', () => change(owner, 1_501, { kind: 'status', status: 'resolved' })],
      [
        'what is unread taken up again by hand',
        async () => {
          await direct(sql`UPDATE conversations SET last_visitor_seq = 6 WHERE id = ${idOf(1_400)}`);
          await change(owner, 1_400, { kind: 'status', status: 'open' });
        },
      ],
      [
        'a message in an old one',
        () =>
          direct(
            sql`UPDATE conversations SET last_visitor_seq = 6, last_message_at = now()
              WHERE id = ${idOf(4_444)}`,
          ),
      ],
      [
        'a message by a clock that is a day behind',
        () =>
          direct(
            sql`UPDATE conversations SET last_visitor_seq = 6,
              last_message_at = last_message_at + interval '30 seconds' WHERE id = ${idOf(1_600 + 2)}`,
          ),
      ],
    ];
    for (const [what, step] of steps) {
      await step();
      expect([what, await idsOf(owner, 'view=unread')]).toEqual([what, await unreadOf(owner)]);
    }
    await agree();
    // Somebody who reaches other agents than before has seen other conversations.
    await direct(
      sql`UPDATE memberships SET role = 'support', agent_ids = ARRAY[${agent.id}]
        WHERE user_id = ${support.user.id}`,
    );
    await direct(
      sql`INSERT INTO inbox_reads (account_id, user_id, conversation_id, seq) SELECT account_id,
        ${support.user.id}, id, 6 FROM conversations WHERE account_id = ${owner.user.accountId}
        ON CONFLICT (conversation_id, user_id) DO UPDATE SET seq = 6`,
    );
    expect([await idsOf(support, 'view=unread'), (await remembered(support)) > 0]).toEqual([[], true]);
    await direct(sql`UPDATE inbox_read_stretches SET reach = 'agt_other' WHERE user_id = ${support.user.id}`);
    await direct(
      sql`DELETE FROM inbox_reads WHERE user_id = ${support.user.id} AND right(conversation_id, 3) = '700'`,
    );
    expect(await idsOf(support, 'view=unread')).toEqual(await unreadOf(support));
  });

  test('is not remembered of a moment at which messages may still be on their way', async () => {
    const { rows } = await direct<{ newest: Date }>(
      sql`SELECT newest FROM inbox_read_stretches WHERE newest > now() - interval '14 minutes'`,
    );
    expect(rows).toEqual([]);
  });
});

test('a page costs what it shows, not what there is', async () => {
  const tables = [
    'conversations',
    'contacts',
    'inbox_reads',
    'inbox_labelled',
    'inbox_words',
    'paywall_holders',
    'paywall_lots',
  ];
  const cost = (filter: Partial<InboxFilter>): Promise<number> =>
    app.database.database.account(owner.user.accountId, async (tx) => {
      // Six thousand rows are read in one go where a hundred thousand would be asked of their index.
      await tx.execute(sql`SET LOCAL enable_seqscan = off`);
      return rowsRead(tx, tables, () =>
        inboxListRepository(tx).page(
          { view: 'all', sort: 'newest', userId: owner.user.id, agentIds: null, ...filter },
          undefined,
          51,
        ),
      );
    });
  await owner.get('/api/inbox/conversations?view=unread');
  await inboxListRepository(app.database.database.direct).sortWordsIn();
  const filters: Record<string, Partial<InboxFilter>> = {
    ...Object.fromEntries(inboxViews.map((view) => [view, { view }])),
    waiting: { view: 'unassigned', sort: 'waiting' },
    agent: { agentId: agent.id },
    label: { labelId: label.id },
    tag: { tag: 'flyer' },
    country: { country: 'IS' },
    'a word that all have': { search: 'bread' },
    'a word that the last ones have': { search: 'zqx' },
    'a word that nobody has': { search: 'xylophone' },
  };
  for (const [what, filter] of Object.entries(filters)) {
    const rows = await cost(filter);
    // Names, marks and labels of 50 conversations are some 600; words are looked for among the first thousand
    // conversations, each at its place.
    expect([what, rows < (filter.search ? 5_000 : 1_500)], `${what}: ${rows}`).toEqual([what, true]);
  }
});

test('what few have is found by it, however many wait for a person', async () => {
  const busy = await app.register('Busy');
  const { id: agentId } = await publishAgent(busy, () => undefined);
  const [number, { accountId, id: userId }] = [sql`lpad(n::text, 26, '0')`, busy.user];
  const each = sql`FROM generate_series(10001, 16000) n`;
  await direct(sql`INSERT INTO contacts (id, account_id, name, country, source_agent_id, message_count,
    first_seen_at, last_seen_at, created_at) SELECT 'con_' || ${number}, ${accountId}, 'Person ' || n,
      CASE WHEN n % 400 = 1 THEN 'FO' ELSE 'CZ' END, ${agentId}, 3, now(), now(), now() ${each}`);
  await direct(sql`INSERT INTO visitors (id, account_id, agent_id, contact_id)
    SELECT 'vis_' || ${number}, ${accountId}, ${agentId}, 'con_' || ${number} ${each}`);
  // Most lie resolved, and of those that run all wait.
  await direct(sql`INSERT INTO conversations (id, account_id, agent_id, visitor_id, contact_id, tag, next_seq,
    message_count, last_message, last_message_role, last_message_at, status, handler, waiting_since)
    SELECT 'cnv_' || ${number}, ${accountId}, ${agentId}, 'vis_' || ${number}, 'con_' || ${number},
      CASE WHEN n % 1000 = 1 THEN 'flyer' END, 2, 1, 'Hello', 'visitor', now() - n * interval '1 minute',
      CASE WHEN n % 10 = 1 THEN 'open' ELSE 'resolved' END, CASE WHEN n % 10 = 1 THEN 'waiting' ELSE 'ai' END,
      CASE WHEN n % 10 = 1 THEN now() - n * interval '1 minute' END ${each}`);
  await direct(sql`ANALYZE conversations, contacts`);
  for (const [filter, found] of [
    [{ country: 'FO' }, 15],
    [{ tag: 'flyer' }, 6],
    [{ country: 'FO', tag: 'flyer' }, 3],
  ] as const) {
    let [page, rows]: [object[], number] = [[], Number.NaN];
    await app.database.database.account(accountId, async (tx) => {
      await tx.execute(sql`SET LOCAL enable_seqscan = off`);
      rows = await rowsRead(tx, ['conversations', 'contacts'], async () => {
        page = await inboxListRepository(tx).page(
          { view: 'all', sort: 'waiting', part: 'waiting', userId, agentIds: null, ...filter },
          undefined,
          51,
        );
      });
    });
    // Each is read twice and its contact once or twice; 600 wait.
    expect([filter, page.length, rows < 300], `${rows} rows`).toEqual([filter, found, true]);
  }
});
