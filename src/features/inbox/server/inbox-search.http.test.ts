import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortId } from '#shared/ids.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import type { InboxItem } from '../inbox.contract.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let owner: Person;
let agent: Agent;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Vera Novak');
  agent = await publishAgent(owner, () => undefined);
});
afterAll(() => app.close());

const list = async (query: string): Promise<InboxItem[]> =>
  (await owner.get<{ conversations: InboxItem[] }>(`/api/inbox/conversations?${query}`)).conversations;
const found = async (search: string, more = ''): Promise<string[]> =>
  (await list(`search=${encodeURIComponent(search)}${more}`)).map(({ id }) => id);
const change = (id: string, one: object) =>
  owner.request('PATCH', '/api/inbox/conversations', { body: { ids: [id], change: one } });
async function begin(...texts: string[]) {
  const visitor = await openChat(app, agent.number);
  let id = '';
  for (const text of texts) id = (await visitor.say(text)).conversationId;
  return { visitor, id };
}

test('everything that was said is found: old messages, answers of people, notes, the shown name, address and form', async () => {
  const other = await begin('Hello', 'Nothing of interest');
  const { visitor, id } = await begin('Do you repair a Stradivari violin?', 'And a cello?', 'Thank you');
  await owner.post(`/api/inbox/conversations/${id}/messages`, {
    text: 'We know a luthier in Cremona',
    clientMessageId: randomUUID(),
  });
  await visitor.say('Wonderful');
  await owner.post(`/api/inbox/conversations/${id}/notes`, { text: 'Ask Ottokar for the key', mentions: [] });
  for (const search of ['stradivari', 'luthier', 'CREMONA', 'ottokar', 'stradivari ottokar', 'cello luthier'])
    expect([search, await found(search)]).toEqual([search, [id]]);
  expect(await found('stradivari interest')).toEqual([]);
  // One or two letters begin a word.
  expect(await found('lu cremona')).toEqual([id]);
  expect(await found('OT ke')).toEqual([id]);
  expect(await found('tt key')).toEqual([]);
  expect(await found('cello?')).toEqual([id]);

  const shown = (of: InboxItem | undefined): string => shortId(of?.contactId ?? of?.id ?? '');
  const item = (await list('view=all')).find((one) => one.id === other.id);
  expect(await found(shown(item))).toContain(other.id);
  await owner.request('PATCH', `/api/contacts/${(await list(`search=luthier`))[0]?.contactId}`, {
    body: { name: 'Anna Hlavácová', email: 'anna@fiddle.test' },
  });
  await app.database.database.direct.execute(
    sql`UPDATE visitors SET form_values = '[{"key":"wood","label":"Wood","type":"text","value":"Bergahorn"}]'
      WHERE id = (SELECT visitor_id FROM conversations WHERE id = ${id})`,
  );
  expect(await found('bergahorn')).toEqual([id]);
  expect(await found('fiddle.test')).toEqual([id]);
  expect(await found('hlavac cremona')).toEqual([id]);

  // What is taken back or erased is found no more.
  await app.database.database.direct.execute(
    sql`UPDATE messages SET body = '' WHERE conversation_id = ${id} AND body LIKE '%Stradivari%'`,
  );
  expect(await found('stradivari')).toEqual([]);
  expect(
    (
      await (
        await app.register('Stranger')
      ).get<{ conversations: [] }>('/api/inbox/conversations?search=luthier')
    ).conversations,
  ).toEqual([]);
});

test('a hit shows the sentence in which it was found, and where that stands; a name needs none', async () => {
  const { visitor, id } = await begin(
    `${'I have many things to say. '.repeat(12)}The **marimba** came with a crack. ${'And more. '.repeat(20)}`,
    'Thank you',
  );
  await owner.post(`/api/inbox/conversations/${id}/messages`, {
    text: 'Our glockenspiel is in stock',
    clientMessageId: randomUUID(),
  });
  const note = await owner.post<{ id: string }>(`/api/inbox/conversations/${id}/notes`, {
    text: 'Ask Zdeňka for the glockenspiel',
    mentions: [],
  });
  await visitor.say('Fine');
  const thread = await owner.get<{ conversation: { messages: { id: string; text: string }[] } }>(
    `/api/inbox/conversations/${id}`,
  );
  const saying = (text: string) => thread.conversation.messages.find((each) => each.text.includes(text))?.id;
  const hit = async (search: string) => (await list(`search=${encodeURIComponent(search)}`))[0]?.found;
  expect(await hit('marimba')).toEqual({
    id: saying('marimba'),
    in: 'visitor',
    text: expect.stringMatching(/^The marimba came with a crack\. And more\..*…$/),
  });
  expect(await hit('glockenspiel stock')).toMatchObject({ id: saying('in stock'), in: 'human' });
  expect(await hit('zdenka glockenspiel')).toEqual({
    id: note.id,
    in: 'note',
    text: 'Ask Zdeňka for the glockenspiel',
  });
  const contactId = (await list('search=marimba'))[0]?.contactId;
  await owner.request('PATCH', `/api/contacts/${contactId}`, { body: { name: 'Xaver Quill' } });
  expect(await hit('xaver')).toBeNull();
  await app.database.database.direct.execute(
    sql`UPDATE visitors SET form_values = '[{"key":"wood","label":"Wood","type":"text","value":"Palisander"}]'
      WHERE id = (SELECT visitor_id FROM conversations WHERE id = ${id})`,
  );
  expect(await hit('palisander')).toEqual({ id: null, in: 'form', text: 'Palisander' });
  expect((await list('view=all'))[0]?.found).toBeNull();
});

test('whoever waits is shown with what they said last, whatever the AI answered since', async () => {
  const { id } = await begin('Please let me talk to a human', 'Where is my parcel?');
  const row = (await list('view=unassigned')).find((item) => item.id === id);
  expect(row).toMatchObject({
    handler: 'waiting',
    lastMessageRole: 'assistant',
    visitorSaid: 'Where is my parcel?',
  });
  await owner.post(`/api/inbox/conversations/${id}/handler`, { to: 'ai' });
  expect((await list('view=all')).find((item) => item.id === id)?.visitorSaid).toBeNull();
});

test('views and filters: everything, of a colleague, of nobody, of a priority, of a time; who waits stands on top', async () => {
  const done = await begin('This is done soon');
  await change(done.id, { kind: 'status', status: 'resolved' });
  const mine = await begin('This is mine');
  await change(mine.id, { kind: 'assign', userId: owner.user.id });
  await change(mine.id, { kind: 'priority', priority: 'high' });
  const waits = await begin('I want to talk to a human');
  const late = await begin('I want to talk to a human, too');
  const newest = await begin('The newest of all');

  const ids = async (query: string): Promise<string[]> => (await list(query)).map(({ id }) => id);
  expect((await ids('view=all')).slice(0, 3)).toEqual([waits.id, late.id, newest.id]);
  expect(await ids('view=all')).not.toContain(done.id);
  expect(await ids('view=everything')).toContain(done.id);
  expect(await ids(`view=all&assignee=${owner.user.id}`)).toContain(mine.id);
  expect(await ids(`view=all&assignee=${owner.user.id}`)).not.toContain(newest.id);
  expect(await ids('view=all&assignee=none')).not.toContain(mine.id);
  expect(await ids('view=all&priority=high')).toEqual([mine.id]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(await ids(`view=all&since=${encodeURIComponent(tomorrow)}`)).toEqual([]);
  expect(await ids(`view=all&until=${encodeURIComponent(tomorrow)}`)).toContain(mine.id);
});

test('those who wait and the others are one list, page by page, each once', async () => {
  const { accountId } = owner.user;
  await app.database.database.direct
    .execute(sql`INSERT INTO conversations (id, account_id, agent_id, visitor_id, next_seq,
      message_count, last_message, last_message_role, last_message_at, last_visitor_seq, status, handler, waiting_since)
    SELECT 'cnv_pages' || lpad(n::text, 21, '0'), ${accountId}, ${agent.id}, (SELECT visitor_id FROM conversations
        WHERE account_id = ${accountId} LIMIT 1), 3, 2, 'Hello', 'visitor', now() - n * interval '1 minute', 1,
      CASE WHEN n % 2 = 0 THEN 'open' ELSE 'pending' END, CASE WHEN n % 2 = 0 THEN 'waiting' ELSE 'ai' END,
      CASE WHEN n % 2 = 0 THEN now() - n * interval '1 minute' END FROM generate_series(1, 240) n`);
  const all: InboxItem[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { conversations: InboxItem[]; nextCursor: string | null } = await owner.get(
      `/api/inbox/conversations?view=all${cursor && `&cursor=${cursor}`}`,
    );
    all.push(...page.conversations);
    cursor = page.nextCursor;
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.filter(({ id }) => id.startsWith('cnv_pages'))).toHaveLength(240);
  const firstOther = all.findIndex(({ handler }) => handler !== 'waiting');
  expect(all.slice(firstOther).some(({ handler }) => handler === 'waiting')).toBe(false);
});
