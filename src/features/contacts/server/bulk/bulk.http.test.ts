import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finishedContactTask } from '#tests/support/contact-tasks.ts';
import { brokenLots } from '#tests/support/payments/paywall-setup.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { Contact, ContactDetail, ContactTag } from '../../contacts.contract.ts';
import type { ContactSegment, ContactTask } from '../../contacts-many.contract.ts';

let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld();
});
beforeEach(async () => {
  await world.forgetLimits();
  owner = await world.app.register('Vera');
});
afterAll(async () => {
  expect(await brokenLots(world.app.database.database)).toEqual([]);
  await world.close();
});

const create = (body: object, person: Pick<Owner, 'post'> = owner) =>
  person.post<ContactDetail>('/api/contacts', body);
const total = async (query: string) =>
  (await owner.get<{ total: number }>(`/api/contact-count${query}`)).total;
const rows = <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  world.rows(query) as Promise<T[]>;
const seed = (count: number, extra = sql``) =>
  world.rows(
    sql`INSERT INTO contacts (id, account_id, name, email, source, first_seen_at, last_seen_at,
      created_at) SELECT 'con_' || ${owner.user.id.slice(-6)}::text || lpad(n::text, 24, '0'),
      ${owner.user.accountId}, 'Person ' || n, 'p' || n || '@example.test', 'import', now(), now(),
      '2026-01-01' FROM generate_series(1, ${count}::int) n ${extra}`,
  );
const finished = (id: string) => finishedContactTask(owner, id);

describe('a segment', () => {
  it('keeps a filter for the account, and nothing that is none', async () => {
    const made = await owner.post<ContactSegment>('/api/contact-segments', {
      name: 'Hot',
      filter: { lifecycle: 'qualified', email: 'yes' },
      sort: 'score',
    });
    expect(await owner.get('/api/contact-segments')).toEqual({ segments: [{ ...made, name: 'Hot' }] });
    expect(
      (
        await owner.request('POST', '/api/contact-segments', {
          body: { name: 'Odd', filter: { lifecycle: 'rich' } },
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await owner.request('POST', '/api/contact-segments', {
          body: { name: 'Odd', filter: { account: 'x' } },
        })
      ).status,
    ).toBe(400);
    expect(
      (await owner.request('PUT', `/api/contact-segments/${made.id}`, { body: { name: 'Warm', filter: {} } }))
        .body,
    ).toMatchObject({ name: 'Warm', filter: {}, sort: 'seen' });
    expect((await owner.request('DELETE', `/api/contact-segments/${made.id}`)).status).toBe(200);
    expect(await owner.get('/api/contact-segments')).toEqual({ segments: [] });
  });
});

describe('a change of many contacts', () => {
  it('reaches all that match, step by step, and nobody else', async () => {
    await seed(1_200);
    const tag = await owner.post<ContactTag>('/api/contact-tags', { name: 'Fair', color: 'blue' });
    const other = await create({ name: 'Not from a file' });
    const task = await owner.post<ContactTask>('/api/contacts/bulk', {
      target: { filter: { source: 'import' } },
      action: { kind: 'addTag', tagId: tag.id },
    });
    expect(task.total).toBe(1_200);
    expect(await finished(task.id)).toMatchObject({ done: 1_200, skipped: 0 });
    expect(await total(`?tag=${tag.id}`)).toBe(1_200);
    const few = (await owner.get<{ contacts: Contact[] }>(`/api/contacts?tag=${tag.id}`)).contacts
      .slice(0, 3)
      .map(({ id }) => id);
    await finished(
      (
        await owner.post<ContactTask>('/api/contacts/bulk', {
          target: { ids: [...few, 'con_unknown'] },
          action: { kind: 'lifecycle', lifecycle: 'lost' },
        })
      ).id,
    );
    expect(await total('?lifecycle=lost')).toBe(3);
    await finished(
      (
        await owner.post<ContactTask>('/api/contacts/bulk', {
          target: { filter: {} },
          action: { kind: 'removeTag', tagId: tag.id },
        })
      ).id,
    );
    expect([
      await total(`?tag=${tag.id}`),
      (await owner.get<Contact>(`/api/contacts/${other.id}`)).tagIds,
    ]).toEqual([0, []]);
  });

  it('goes on where a process died, and counts nobody twice', async () => {
    await seed(700);
    const before = world.services.contactsMany;
    const task = await owner.post<ContactTask>('/api/contacts/bulk', {
      target: { filter: {} },
      action: { kind: 'lifecycle', lifecycle: 'contacted' },
    });
    const payload = { accountId: owner.user.accountId, taskId: task.id };
    await Promise.all([
      before.work(payload, new AbortController().signal),
      before.work(payload, new AbortController().signal),
    ]);
    expect(await finished(task.id)).toMatchObject({ done: 700, skipped: 0 });
    expect(await total('?lifecycle=contacted')).toBe(700);
  });

  it('is refused without the right, for foreign tags, and when nobody is meant', async () => {
    await seed(3);
    const olga = await world.app.register('Olga');
    const tag = await owner.post<ContactTag>('/api/contact-tags', { name: 'Own', color: 'blue' });
    const bulk = (person: Owner, body: object) => person.request('POST', '/api/contacts/bulk', { body });
    expect(await bulk(olga, { target: { filter: {} }, action: { kind: 'erase' } })).toMatchObject({
      status: 400,
      body: { code: 'contacts.nobody_meant' },
    });
    expect(
      (await bulk(olga, { target: { filter: {} }, action: { kind: 'addTag', tagId: tag.id } })).status,
    ).toBe(404);
    expect((await bulk(owner, { target: { ids: [] }, action: { kind: 'erase' } })).status).toBe(400);
    await world.rows(
      sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = 'support'
        WHERE user_id = ${olga.user.id}`,
    );
    expect((await bulk(olga, { target: { filter: {} }, action: { kind: 'erase' } })).status).toBe(403);
    expect((await olga.request('GET', '/api/contact-files/contacts.csv')).status).toBe(403);
    expect(await total('')).toBe(3);
  });
});

describe('a change of many contacts whose maker is no longer there', () => {
  /** A change that somebody of the team began, as a process left it that died before its first step. */
  async function begun(action: object) {
    const { accountId } = owner.user;
    const petr = await world.app.register('Petr');
    const reached = await world.sellAgent(owner, {});
    const hidden = await world.sellAgent(owner, {});
    const member = (set: ReturnType<typeof sql>) =>
      rows(sql`UPDATE memberships SET ${set} WHERE user_id = ${petr.user.id}`);
    await member(sql`account_id = ${accountId}, role = 'admin'`);
    const ofAgent = async (agent: { id: string }): Promise<string> => {
      const { id } = await create({ name: 'As it was' });
      await rows(sql`UPDATE contacts SET source_agent_id = ${agent.id} WHERE id = ${id}`);
      return id;
    };
    const [own, theirs] = [await ofAgent(reached), await ofAgent(hidden)];
    const order = { target: { filter: {} }, action: { kind: 'lifecycle', lifecycle: 'contacted' } };
    const task = await petr.post<ContactTask>('/api/contacts/bulk', order);
    await finished(task.id);
    await rows(sql`UPDATE contact_tasks SET state = 'queued', cursor = '', done = 0, finished_at = NULL,
      spec = jsonb_set(spec, '{action}', ${JSON.stringify(action)}::jsonb) WHERE id = ${task.id}`);
    return {
      own,
      theirs,
      reached,
      member,
      async goOn(): Promise<ContactTask> {
        await world.services.contactsMany.work({ accountId, taskId: task.id }, new AbortController().signal);
        await rows(sql`UPDATE accounts SET review_since = NULL WHERE id = ${accountId}`);
        return owner.get<ContactTask>(`/api/contact-tasks/${task.id}`);
      },
    };
  }
  const lost = { kind: 'lifecycle', lifecycle: 'lost' };

  it('erases nobody while the review of the account holds them', async () => {
    const { goOn } = await begun({ kind: 'erase' });
    await rows(sql`UPDATE accounts SET review_since = now() WHERE id = ${owner.user.accountId}`);
    expect(await goOn()).toMatchObject({ state: 'failed', done: 0 });
    expect(await total('')).toBe(2);
  });

  it.each([
    ['is suspended', lost, sql`suspended_at = now()`],
    ['may change nothing any more', lost, sql`role = 'viewer'`],
    ['may erase nobody any more', { kind: 'erase' }, sql`role = 'editor'`],
  ])('ends when its maker %s', async (_, action, set) => {
    const { member, goOn } = await begun(action);
    await member(set);
    expect(await goOn()).toMatchObject({ state: 'failed', done: 0 });
    expect([await total('?lifecycle=contacted'), await total('')]).toEqual([2, 2]);
  });

  it('takes those that they reach by then', async () => {
    const { own, theirs, reached, member, goOn } = await begun(lost);
    await member(sql`role = 'editor', agent_ids = ARRAY[${reached.id}]`);
    expect(await goOn()).toMatchObject({ state: 'done', done: 1 });
    const lifecycleOf = async (id: string) => (await owner.get<Contact>(`/api/contacts/${id}`)).lifecycle;
    expect([await lifecycleOf(own), await lifecycleOf(theirs)]).toEqual(['lost', 'contacted']);
  });

  it('goes on for whoever still may', async () => {
    const { goOn } = await begun(lost);
    expect(await goOn()).toMatchObject({ state: 'done', done: 2 });
    expect(await total('?lifecycle=lost')).toBe(2);
  });
});

describe('a file of contacts', () => {
  it('holds all that match, and no spreadsheet takes a cell for a formula', async () => {
    await seed(2_100);
    await create({ name: 'Quo "ted", twice', jobTitle: '@SUM(A1)', phone: '+420602111222', company: 'A, B' });
    const { text, headers } = await owner.request('GET', '/api/contact-files/contacts.csv');
    const lines = text.trim().split('\r\n');
    expect(headers.get('content-disposition')).toContain('contacts.csv');
    expect(lines.length).toBe(2_102);
    expect(new Set(lines).size).toBe(2_102);
    expect(lines.find((line) => line.includes('twice'))).toMatch(
      /"Quo ""ted"", twice",,,,'\+420602111222,"A, B",SUM\(A1\),/,
    );
    expect(
      (await owner.request('GET', '/api/contact-files/contacts.csv?source=manual')).text.trim().split('\r\n')
        .length,
    ).toBe(2);
    const { entries } = await owner.get<{ entries: { action: string; target: object; details: object }[] }>(
      '/api/audit?group=contacts',
    );
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['contacts.exported', { number: '1' }],
      ['contacts.exported', { number: '2101' }],
    ]);
  });

  it('has no heading twice where an account has a field of such a name itself', async () => {
    await owner.post('/api/custom-fields', {
      scope: 'contact',
      label: 'Other emails',
      key: 'other_emails',
      type: 'text',
    });
    const { text } = await owner.request('GET', '/api/contact-files/contacts.csv');
    const [head = ''] = text.split('\r\n');
    expect(head).toContain(',other_emails,');
    expect(head).toMatch(/,custom_other_emails$/);
  });

  it('and the list have no last visit of who never came', async () => {
    await create({ name: 'Written down' });
    await seed(1);
    const { contacts } = await owner.get<{ contacts: Contact[] }>('/api/contacts?sort=seen');
    expect(contacts.map(({ name }) => name)).toEqual(['Person 1', 'Written down']);
    const [head = '', ...lines] = (await owner.request('GET', '/api/contact-files/contacts.csv')).text
      .trim()
      .split('\r\n');
    const at = head.split(',').findIndex((name) => name.includes('last_seen'));
    expect(at).toBeGreaterThan(0);
    const visitOf = (name: string) => lines.find((line) => line.includes(name))?.split(',')[at];
    expect([visitOf('Written down'), visitOf('Person 1')]).toEqual(['', expect.stringMatching(/^20\d\d-/)]);
  });
});
