import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Contact, ContactDetail, ContactTag } from '../../contacts.contract.ts';
import type { ContactImport } from '../../contacts-import.contract.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let vera: Person;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  vera = await app.register('Vera');
});
afterAll(() => app.close());

async function bring(file: string | Uint8Array, person = vera) {
  const form = new FormData();
  form.append('file', new Blob([typeof file === 'string' ? file : Buffer.from(file)]), 'people.csv');
  return person.request('POST', '/api/contact-imports', { raw: form });
}
async function waitForState(
  id: string,
  state: ContactImport['state'],
  person = vera,
): Promise<ContactImport> {
  return vi.waitFor(
    async () => {
      const found = await person.get<ContactImport>(`/api/contact-imports/${id}`);
      expect(found.state).toBe(state);
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );
}
async function checked(
  file: string | Uint8Array,
  plan: Partial<ContactImport['plan']> = {},
): Promise<ContactImport> {
  const made = (await bring(file)).body as ContactImport;
  await vera.post(`/api/contact-imports/${made.id}/check`, {
    mapping: made.suggestion,
    existing: 'update',
    ...plan,
  });
  return waitForState(made.id, 'checked');
}
async function imported(
  file: string | Uint8Array,
  plan: Partial<ContactImport['plan']> = {},
): Promise<ContactImport> {
  const { id } = await checked(file, plan);
  await vera.post(`/api/contact-imports/${id}/run`);
  return waitForState(id, 'done');
}
const list = (query = '') => vera.get<{ contacts: Contact[]; total: number }>(`/api/contacts${query}`);

const file =
  'E-mail,Name,Phone,Country,Stage,Consent\nanna@example.test,Anna,+420 602 111 222,Czechia,qualified,yes\nnot an address,Ben,,,,\n,,,,,\nANNA@example.test,Anna Kovář,,CZ,,\n,Nobody known,12,,,\nclara@example.test,=cmd(),,,customer,no\n';

describe('a file of contacts', () => {
  it('says first what would happen, row by row, and writes nothing', async () => {
    const found = await checked(file);
    expect(found).toMatchObject({
      encoding: 'utf-8',
      total: 5,
      created: 4,
      updated: 1,
      unchanged: 0,
      refused: 0,
      refusedCells: 2,
      suggestion: { email: 0, name: 1, phone: 2, country: 3, lifecycle: 4, marketingConsent: 5 },
    });
    expect(found.problems).toEqual([
      { row: 2, isRow: false, column: 'E-mail', problem: 'email', value: 'not an address' },
      { row: 4, isRow: false, column: 'Phone', problem: 'phone', value: '12' },
    ]);
    expect((await list()).total).toBe(0);
  });

  it('is written as it was promised, makes nobody twice, and keeps what it does not say', async () => {
    const tag = await vera.post<ContactTag>('/api/contact-tags', { name: 'Fair', color: 'blue' });
    const known = await vera.post<ContactDetail>('/api/contacts', {
      name: 'Old Clara',
      email: 'clara@example.test',
      jobTitle: 'Baker',
      leadScore: 40,
    });
    expect(await imported(file, { tagId: tag.id })).toMatchObject({
      created: 3,
      updated: 2,
      refusedCells: 2,
    });
    expect((await list('?search=anna')).contacts).toMatchObject([
      { name: 'Anna Kovář', email: 'anna@example.test', country: 'CZ', source: 'import', tagIds: [tag.id] },
    ]);
    expect(await vera.get(`/api/contacts/${known.id}`)).toMatchObject({
      name: 'cmd()',
      jobTitle: 'Baker',
      leadScore: 40,
      lifecycle: 'customer',
      marketingConsent: { value: false, source: 'import' },
      tagIds: [tag.id],
      source: 'manual',
    });
    expect((await list('?search=ben')).contacts).toMatchObject([{ name: 'Ben', email: null }]);
    expect(await imported('email,name\nclara@example.test,cmd()')).toMatchObject({ created: 0, updated: 1 });
    expect((await list()).total).toBe(4);
    expect(
      await imported('email,name\nclara@example.test,Somebody else\nnew@example.test,New', {
        existing: 'skip',
      }),
    ).toMatchObject({ created: 1, updated: 0, unchanged: 1 });
    expect(await vera.get(`/api/contacts/${known.id}`)).toMatchObject({ name: 'cmd()' });
  });

  it("fills the account's own fields, refuses what does not fit them, and gives them out again", async () => {
    const field = (body: object) => vera.post('/api/custom-fields', { scope: 'contact', ...body });
    await field({
      key: 'plan',
      label: 'Plan',
      type: 'select',
      options: [
        { value: 'gold', label: 'Gold' },
        { value: 'free', label: '=Free' },
      ],
      initial: 'free',
    });
    await field({ key: 'seats', label: 'Seats', type: 'number' });
    await vera.post('/api/contacts', {
      name: 'Known',
      email: 'known@example.test',
      customFields: { seats: 2, plan: 'gold' },
    });
    const done = await imported(
      'name,email,seats,Plan\nNew,new@example.test,"1,5",\nKnown,known@example.test,7,\nWrong,wrong@example.test,many,gold\nGold,,,gold\n',
      { mapping: { name: 0, email: 1 }, own: { seats: 2, plan: 3, gone: 0 } },
    );
    expect(done).toMatchObject({
      created: 3,
      updated: 1,
      refused: 0,
      refusedCells: 1,
      problems: [{ row: 3, isRow: false, column: 'seats', problem: 'own.number', value: 'many' }],
    });
    const found = await list();
    expect(Object.fromEntries(found.contacts.map(({ name, customFields }) => [name, customFields]))).toEqual({
      New: { seats: 1.5, plan: 'free' },
      Known: { seats: 7, plan: 'gold' },
      Gold: { plan: 'gold' },
      Wrong: { plan: 'gold' },
    });
    expect((await list('?fields=seats.gte.5')).contacts.map(({ name }) => name)).toEqual(['Known']);
    const lines = (await vera.request('GET', '/api/contact-files/contacts.csv')).text.split('\r\n');
    expect(lines[0]).toMatch(/,last_seen,plan,seats$/);
    expect(lines.find((line) => line.includes('New'))).toMatch(/,'=Free,1.5$/);
  });
  it('reads days and numbers as its country writes them, or as one says', async () => {
    for (const [key, type] of [
      ['born', 'date'],
      ['sum', 'currency'],
    ] as const)
      await vera.post('/api/custom-fields', { scope: 'contact', key, label: key, type, currency: 'EUR' });
    const foreign = 'name;born;sum\nAnna;25.4.1985;1.234,50 €\nBen;3.4.1990;12,5\nClara;31.31.2000;12.50\n';
    const own = { born: 1, sum: 2 };
    expect((await bring(foreign)).body).toMatchObject({
      formats: [
        { column: 1, dates: 'dmy', numbers: null },
        { column: 2, dates: null, numbers: 'comma' },
      ],
    });
    expect(await imported(foreign, { own })).toMatchObject({
      created: 3,
      refusedCells: 2,
      problems: [
        { row: 3, column: 'born', problem: 'own.date' },
        { row: 3, column: 'sum', problem: 'own.number' },
      ],
    });
    const fields = async () =>
      Object.fromEntries((await list()).contacts.map(({ name, customFields }) => [name, customFields]));
    expect(await fields()).toEqual({
      Anna: { born: '1985-04-25', sum: 1_234.5 },
      Ben: { born: '1990-04-03', sum: 12.5 },
      Clara: {},
    });
    await imported('name;email;born;sum\nDora;dora@example.test;3.4.1990;1.234\n', {
      mapping: { name: 0, email: 1 },
      own: { born: 2, sum: 3 },
      dates: { 2: 'mdy' },
      numbers: { 3: 'comma' },
    });
    expect((await fields())['Dora']).toEqual({ born: '1990-03-04', sum: 1_234 });
  });

  it('brings tags, known and new ones, and says first which are new', async () => {
    const tag = await vera.post<ContactTag>('/api/contact-tags', { name: 'Fair', color: 'blue' });
    const known = await vera.post<ContactDetail>('/api/contacts', {
      name: 'Clara',
      email: 'clara@example.test',
      tagIds: [tag.id],
    });
    const tagged = `email,tags\nanna@example.test,"fair; VIP"\nclara@example.test,vip|Baker\nlong@example.test,${'x'.repeat(41)}\n`;
    expect(await checked(tagged)).toMatchObject({
      suggestion: { tags: 1 },
      newTags: ['VIP', 'Baker'],
      refusedCells: 1,
      problems: [{ row: 3, problem: 'tags' }],
    });
    const names = async () =>
      new Map(
        (await vera.get<{ tags: ContactTag[] }>('/api/contact-tags')).tags.map(({ id, name }) => [id, name]),
      );
    expect([...(await names()).values()]).toEqual(['Fair']);
    expect(await imported(tagged)).toMatchObject({ created: 2, updated: 1, newTags: ['VIP', 'Baker'] });
    const all = await names();
    const tagsOf = (contact?: Contact) => contact?.tagIds.map((id) => all.get(id));
    expect(tagsOf((await list('?search=anna')).contacts[0])).toEqual(['Fair', 'VIP']);
    expect(tagsOf(await vera.get<Contact>(`/api/contacts/${known.id}`))).toEqual(['Fair', 'VIP', 'Baker']);
  });

  it('gives back what was refused as a file that can be mended and brought again', async () => {
    const { id } = await imported(
      'Name;Phone;Wert\nBen;12;"a;b"\n;;\nAnna;+420 602 111 222;c\n;x;=HYPERLINK("evil")\n',
      {},
    );
    const answer = await vera.request('GET', `/api/contact-imports/${id}/refused.csv`);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const lines = answer.text.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe('Name;Phone;Wert;Row of the file;What is wrong');
    expect(lines[1]).toMatch(/^Ben;12;"a;b";2;Phone: This is not a phone number\./);
    expect(lines[2]).toMatch(/^;x;"'=HYPERLINK\(""evil""\)";4;Phone: /);
    const olga = await app.register('Olga');
    expect((await olga.request('GET', `/api/contact-imports/${id}/refused.csv`)).status).toBe(404);
    const again = (await bring(answer.text)).body as ContactImport;
    expect(again).toMatchObject({ delimiter: ';', suggestion: { name: 0, phone: 1 } });
    expect(again.suggestion).toEqual({ name: 0, phone: 1 });
  });

  it('is refused when it is none, too wide, empty, foreign, or not checked', async () => {
    const columns = Array.from({ length: 300 }, (_, at) => `c${at}`);
    const wide = (
      await bring(`${[...columns, 'email'].join(';')}\n${columns.map(() => 'x').join(';')};wide@example.test`)
    ).body as ContactImport;
    expect(wide).toMatchObject({ delimiter: ';', suggestion: { email: 300 } });
    expect(await bring(`${Array.from({ length: 501 }, () => 'c').join(',')}\n1`)).toMatchObject({
      status: 400,
      body: { code: 'contacts.import_too_wide' },
    });
    for (const empty of ['', 'email,name\n', '\n\n,\n'])
      expect((await bring(empty)).status, JSON.stringify(empty)).toBe(400);
    expect((await bring(Buffer.from('email\n\u0000anna@example.test\u0000'))).status).toBe(200);
    const olga = await app.register('Olga');
    expect((await olga.request('GET', `/api/contact-imports/${wide.id}`)).status).toBe(404);
    expect(
      (
        await olga.request('POST', `/api/contact-imports/${wide.id}/check`, {
          body: { mapping: { email: 300 }, existing: 'update' },
        })
      ).status,
    ).toBe(404);
    expect(await vera.request('POST', `/api/contact-imports/${wide.id}/run`)).toMatchObject({
      status: 409,
      body: { code: 'contacts.import_not_checked' },
    });
    expect(
      await vera.request('POST', `/api/contact-imports/${wide.id}/check`, {
        body: { mapping: { company: 1 }, existing: 'update' },
      }),
    ).toMatchObject({ status: 400, body: { code: 'contacts.nothing_mapped' } });
    expect(
      (
        await vera.request('POST', `/api/contact-imports/${wide.id}/check`, {
          body: { mapping: { accountId: 1, email: 0 }, existing: 'update' },
        })
      ).status,
    ).toBe(400);
    await app.database.database.direct.execute(
      sql`UPDATE memberships SET account_id = ${vera.user.accountId}, role = 'viewer'
        WHERE user_id = ${olga.user.id}`,
    );
    expect((await bring('email\nx@example.test', olga)).status).toBe(403);
  });

  it('goes on where a process died, and counts each row once', async () => {
    const { id } = await checked(
      `email,name\n${Array.from({ length: 1_700 }, (_, at) => `p${at}@example.test,Person ${at}`).join('\n')}`,
    );
    await vera.post(`/api/contact-imports/${id}/run`);
    const payload = { accountId: vera.user.accountId, importId: id };
    const { contactsImport } = app.server.services;
    await Promise.all([
      contactsImport.work(payload, new AbortController().signal),
      contactsImport.work(payload, new AbortController().signal),
    ]);
    expect(await waitForState(id, 'done')).toMatchObject({ created: 1_700, updated: 0, refused: 0 });
    expect(await vera.get('/api/contact-count')).toEqual({ total: 1_700 });
  });
});

describe('a file of a member who reaches some agents only', () => {
  /** Somebody of Vera's team, with an agent that they reach and one that they don't. */
  async function restricted() {
    const [hidden, reached] = [
      await vera.post<Agent>('/api/agents', { from: 'blank' }),
      await vera.post<Agent>('/api/agents', { from: 'blank' }),
    ];
    const petr = await app.register('Petr');
    await app.database.database.direct.execute(sql`
      UPDATE memberships SET account_id = ${vera.user.accountId}, role = 'editor',
        agent_ids = ARRAY[${reached.id}] WHERE user_id = ${petr.user.id}`);
    const ofAgent = async (agent: Agent, email: string): Promise<string> => {
      const { id } = await vera.post<ContactDetail>('/api/contacts', { name: 'As it was', email });
      await app.database.database.direct.execute(
        sql`UPDATE contacts SET source_agent_id = ${agent.id} WHERE id = ${id}`,
      );
      return id;
    };
    return {
      petr,
      theirs: await ofAgent(hidden, 'hidden@example.test'),
      own: await ofAgent(reached, 'reached@example.test'),
    };
  }
  const rows =
    'E-mail,Name\nhidden@example.test,Changed\nreached@example.test,Changed\nnew@example.test,New\n';

  it('changes no contact of the others, and counts it as left', async () => {
    const { petr, theirs, own } = await restricted();
    const { id, suggestion } = (await bring(rows, petr)).body as ContactImport;
    await petr.post(`/api/contact-imports/${id}/check`, {
      mapping: suggestion,
      existing: 'update',
      tagId: null,
    });
    expect(await waitForState(id, 'checked', petr)).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
    await petr.post(`/api/contact-imports/${id}/run`);
    expect(await waitForState(id, 'done', petr)).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
    expect([
      (await vera.get<Contact>(`/api/contacts/${theirs}`)).name,
      (await vera.get<Contact>(`/api/contacts/${own}`)).name,
    ]).toEqual(['As it was', 'Changed']);
  });

  it('of somebody else is none of theirs', async () => {
    const { petr } = await restricted();
    const { id } = await checked(rows);
    expect((await petr.request('GET', `/api/contact-imports/${id}`)).status).toBe(404);
    expect((await petr.request('POST', `/api/contact-imports/${id}/run`)).status).toBe(404);
    expect((await list('?search=hidden')).contacts).toMatchObject([{ name: 'As it was' }]);
  });

  it('is written no further while the review of the account holds its maker', async () => {
    const { petr, own } = await restricted();
    const { id, suggestion } = (await bring(rows, petr)).body as ContactImport;
    await petr.post(`/api/contact-imports/${id}/check`, {
      mapping: suggestion,
      existing: 'update',
      tagId: null,
    });
    await waitForState(id, 'checked', petr);
    const { direct } = app.database.database;
    await direct.execute(sql`UPDATE contact_imports SET state = 'importing', done = 0 WHERE id = ${id}`);
    await direct.execute(sql`UPDATE accounts SET review_since = now() WHERE id = ${vera.user.accountId}`);
    await app.server.services.contactsImport.work(
      { accountId: vera.user.accountId, importId: id },
      new AbortController().signal,
    );
    await direct.execute(sql`UPDATE accounts SET review_since = NULL WHERE id = ${vera.user.accountId}`);
    await waitForState(id, 'failed');
    expect((await vera.get<Contact>(`/api/contacts/${own}`)).name).toBe('As it was');
  });

  it('is written no further once its maker may not', async () => {
    const { petr, own } = await restricted();
    const { id, suggestion } = (await bring(rows, petr)).body as ContactImport;
    await petr.post(`/api/contact-imports/${id}/check`, {
      mapping: suggestion,
      existing: 'update',
      tagId: null,
    });
    await waitForState(id, 'checked', petr);
    await app.database.database.direct.execute(
      sql`UPDATE memberships SET role = 'viewer' WHERE user_id = ${petr.user.id}`,
    );
    await vera.post(`/api/contact-imports/${id}/run`);
    await waitForState(id, 'failed');
    expect((await vera.get<Contact>(`/api/contacts/${own}`)).name).toBe('As it was');
  });
});
