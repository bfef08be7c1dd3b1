import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { outcomeOf } from '#tests/support/visitors/visitor-of-services.ts';
import type { CustomFieldInput } from '#features/custom-fields/custom-fields.contract.ts';
import type { Contact } from '../../contacts.contract.ts';
import { importPlanSchema, type ContactImport } from '../../contacts-import.contract.ts';

let server: TestServices;
let vera: TestMember;
beforeAll(async () => {
  server = await startTestServices();
});
beforeEach(async () => {
  vera = await server.member('Vera');
});
afterAll(() => server.close());

const origin = { language: 'en', timezone: 'Europe/Prague' } as const;
const bring = (file: string, { scope } = vera): Promise<ContactImport> =>
  server.contactsImport.upload(scope, { fileName: 'people.csv', bytes: Buffer.from(file) }, origin);

/** Says what is to become of a file, and lets that be looked at in the background. */
async function check(made: ContactImport, plan: object = {}, { scope } = vera): Promise<ContactImport> {
  const whole = importPlanSchema.parse({ mapping: made.suggestion, existing: 'update', ...plan });
  await server.contactsImport.check(scope, made.id, whole);
  await server.jobs.work();
  return server.contactsImport.get(scope, made.id);
}
async function run({ id }: { id: string }, { scope } = vera): Promise<ContactImport> {
  await server.contactsImport.run(scope, id);
  await server.jobs.work();
  return server.contactsImport.get(scope, id);
}
const checked = async (file: string, plan: object = {}) => check(await bring(file), plan);
const imported = async (file: string, plan: object = {}) => run(await checked(file, plan));
const list = async (query: Partial<Parameters<TestServices['contacts']['list']>[1]> = {}) =>
  (await server.contacts.list(vera.scope, { sort: 'newest', ...query })).contacts;
const contact = (id: string) => server.contacts.get(vera.scope, id);
const create = (input: Parameters<TestServices['contacts']['create']>[1]) =>
  server.contacts.create(vera.scope, input);
const addField = (field: Pick<CustomFieldInput, 'key' | 'type'> & Partial<CustomFieldInput>) =>
  server.customFields.create(vera.scope, {
    scope: 'contact',
    label: field.key,
    hint: '',
    options: [],
    pattern: '',
    currency: 'EUR',
    initial: null,
    isRequired: false,
    inInbox: true,
    ...field,
  });
/** Own values of all contacts, by their names. */
const ownValues = async () =>
  Object.fromEntries((await list()).map(({ name, customFields }) => [name, customFields]));

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
    expect(await list()).toEqual([]);
  });

  it('is written as it was promised, makes nobody twice, and keeps what it does not say', async () => {
    const tag = await server.contactsTags.create(vera.scope, { name: 'Fair', color: 'blue' });
    const known = await create({
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
    expect(await list({ search: 'anna' })).toMatchObject([
      { name: 'Anna Kovář', email: 'anna@example.test', country: 'CZ', source: 'import', tagIds: [tag.id] },
    ]);
    expect(await contact(known.id)).toMatchObject({
      name: 'cmd()',
      jobTitle: 'Baker',
      leadScore: 40,
      lifecycle: 'customer',
      marketingConsent: { value: false, source: 'import' },
      tagIds: [tag.id],
      source: 'manual',
    });
    expect(await list({ search: 'ben' })).toMatchObject([{ name: 'Ben', email: null }]);
    expect(await imported('email,name\nclara@example.test,cmd()')).toMatchObject({ created: 0, updated: 1 });
    expect(await server.contacts.count(vera.scope)).toBe(4);
    expect(
      await imported('email,name\nclara@example.test,Somebody else\nnew@example.test,New', {
        existing: 'skip',
      }),
    ).toMatchObject({ created: 1, updated: 0, unchanged: 1 });
    expect(await contact(known.id)).toMatchObject({ name: 'cmd()' });
  });

  it("fills the account's own fields, refuses what does not fit them, and gives them out again", async () => {
    await addField({
      key: 'plan',
      label: 'Plan',
      type: 'select',
      options: [
        { value: 'gold', label: 'Gold' },
        { value: 'free', label: '=Free' },
      ],
      initial: 'free',
    });
    await addField({ key: 'seats', label: 'Seats', type: 'number' });
    await create({
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
    expect(await ownValues()).toEqual({
      New: { seats: 1.5, plan: 'free' },
      Known: { seats: 7, plan: 'gold' },
      Gold: { plan: 'gold' },
      Wrong: { plan: 'gold' },
    });
    expect((await list({ fields: 'seats.gte.5' })).map(({ name }) => name)).toEqual(['Known']);
    const lines: string[] = [];
    for await (const some of server.contactsFiles.csv(vera.scope, {}))
      lines.push(...some.trim().split('\r\n'));
    expect(lines[0]).toMatch(/,last_seen,plan,seats$/);
    expect(lines.find((line) => line.includes('New'))).toMatch(/,'=Free,1.5$/);
  });
  it('reads days and numbers as its country writes them, or as one says', async () => {
    for (const [key, type] of [
      ['born', 'date'],
      ['sum', 'currency'],
    ] as const)
      await addField({ key, type });
    const foreign = 'name;born;sum\nAnna;25.4.1985;1.234,50 €\nBen;3.4.1990;12,5\nClara;31.31.2000;12.50\n';
    const own = { born: 1, sum: 2 };
    expect(await bring(foreign)).toMatchObject({
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
    expect(await ownValues()).toEqual({
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
    expect((await ownValues())['Dora']).toEqual({ born: '1990-03-04', sum: 1_234 });
  });

  it('brings tags, known and new ones, and says first which are new', async () => {
    const tag = await server.contactsTags.create(vera.scope, { name: 'Fair', color: 'blue' });
    const known = await create({
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
      new Map((await server.contactsTags.list(vera.scope)).tags.map(({ id, name }) => [id, name]));
    expect([...(await names()).values()]).toEqual(['Fair']);
    expect(await imported(tagged)).toMatchObject({ created: 2, updated: 1, newTags: ['VIP', 'Baker'] });
    const all = await names();
    const tagsOf = (contact?: Contact) => contact?.tagIds.map((id) => all.get(id));
    expect(tagsOf((await list({ search: 'anna' }))[0])).toEqual(['Fair', 'VIP']);
    expect(tagsOf(await contact(known.id))).toEqual(['Fair', 'VIP', 'Baker']);
  });

  it('goes on where a process died, and counts each row once', async () => {
    const { id } = await checked(
      `email,name\n${Array.from({ length: 1_700 }, (_, at) => `p${at}@example.test,Person ${at}`).join('\n')}`,
    );
    const { contactsImport } = server;
    await contactsImport.run(vera.scope, id);
    const payload = { accountId: vera.user.accountId, importId: id };
    await Promise.all([
      contactsImport.work(payload, new AbortController().signal),
      contactsImport.work(payload, new AbortController().signal),
    ]);
    expect(await contactsImport.get(vera.scope, id)).toMatchObject({
      created: 1_700,
      updated: 0,
      refused: 0,
    });
    expect(await server.contacts.count(vera.scope)).toBe(1_700);
  });
});

describe('a file of a member who reaches some agents only', () => {
  /** Somebody of Vera's team, with an agent that they reach and one that they don't. */
  async function restricted() {
    const newAgent = () => server.agents.create(vera.scope, { from: 'blank', input: '', language: 'en' });
    const [hidden, reached] = [await newAgent(), await newAgent()];
    const petr = await server.member('Petr');
    const { direct } = server.database;
    await direct.execute(sql`
      UPDATE memberships SET account_id = ${vera.user.accountId}, role = 'editor',
        agent_ids = ARRAY[${reached.id}] WHERE user_id = ${petr.user.id}`);
    const ofAgent = async (agent: { id: string }, email: string): Promise<string> => {
      const { id } = await create({ name: 'As it was', email });
      await direct.execute(sql`UPDATE contacts SET source_agent_id = ${agent.id} WHERE id = ${id}`);
      return id;
    };
    return {
      petr: { ...petr, scope: await server.scopeOf(petr.user.id, vera.user.accountId) },
      theirs: await ofAgent(hidden, 'hidden@example.test'),
      own: await ofAgent(reached, 'reached@example.test'),
    };
  }
  const rows =
    'E-mail,Name\nhidden@example.test,Changed\nreached@example.test,Changed\nnew@example.test,New\n';

  it('changes no contact of the others, and counts it as left', async () => {
    const { petr, theirs, own } = await restricted();
    const made = await check(await bring(rows, petr), {}, petr);
    expect(made).toMatchObject({ state: 'checked', created: 1, updated: 1, unchanged: 1 });
    expect(await run(made, petr)).toMatchObject({ state: 'done', created: 1, updated: 1, unchanged: 1 });
    expect([(await contact(theirs)).name, (await contact(own)).name]).toEqual(['As it was', 'Changed']);
  });

  it('of somebody else is none of theirs', async () => {
    const { petr } = await restricted();
    const { id } = await checked(rows);
    const { contactsImport } = server;
    expect(await outcomeOf(contactsImport.get(petr.scope, id))).toBe('contacts.no_such_import');
    expect(await outcomeOf(contactsImport.run(petr.scope, id))).toBe('contacts.no_such_import');
    expect(await outcomeOf(contactsImport.refused(petr.scope, id, 'en'))).toBe('contacts.no_such_import');
    expect(await list({ search: 'hidden' })).toMatchObject([{ name: 'As it was' }]);
  });

  it('is written no further while the review of the account holds its maker', async () => {
    const { petr, own } = await restricted();
    const { id } = await check(await bring(rows, petr), {}, petr);
    await server.contactsImport.run(petr.scope, id);
    const review = (since: 'now()' | 'NULL') =>
      server.database.pool.query(`UPDATE accounts SET review_since = ${since} WHERE id = $1`, [
        vera.user.accountId,
      ]);
    await review('now()');
    await server.jobs.work();
    await review('NULL');
    expect(await server.contactsImport.get(vera.scope, id)).toMatchObject({ state: 'failed', done: 0 });
    expect((await contact(own)).name).toBe('As it was');
  });

  it('is written no further once its maker may not', async () => {
    const { petr, own } = await restricted();
    const made = await check(await bring(rows, petr), {}, petr);
    await server.database.direct.execute(
      sql`UPDATE memberships SET role = 'viewer' WHERE user_id = ${petr.user.id}`,
    );
    expect(await run(made)).toMatchObject({ state: 'failed' });
    expect((await contact(own)).name).toBe('As it was');
  });
});

describe('what becomes of a file', () => {
  const twoRows = 'email,name\nanna@example.test,Anna\nben@example.test,Ben\n';

  it('is refused while it is looked at or written, and once it was written', async () => {
    const made = await bring(twoRows);
    const plan = importPlanSchema.parse({ mapping: made.suggestion, existing: 'update' });
    const { contactsImport, jobs } = server;
    const tries = async () => [
      await outcomeOf(contactsImport.check(vera.scope, made.id, plan)),
      await outcomeOf(contactsImport.run(vera.scope, made.id)),
    ];
    await contactsImport.check(vera.scope, made.id, plan);
    expect(await tries()).toEqual(['contacts.import_busy', 'contacts.import_busy']);
    await jobs.work();
    await contactsImport.run(vera.scope, made.id);
    expect(await tries()).toEqual(['contacts.import_busy', 'contacts.import_busy']);
    await jobs.work();
    expect(await tries()).toEqual(['contacts.import_busy', 'contacts.import_not_checked']);
    expect(await server.contacts.count(vera.scope)).toBe(2);
  });

  it('is looked at again with another plan, from nothing', async () => {
    const made = await checked(`${twoRows},Nobody known\n`);
    expect(made).toMatchObject({ created: 3, done: 3 });
    const again = await check(made, { mapping: { email: 0 } });
    expect(again).toMatchObject({ state: 'checked', created: 2, refused: 1, done: 3 });
    expect((await run(again)).problems).toMatchObject([{ row: 3, isRow: true }]);
    expect((await list()).map(({ name }) => name)).toEqual(['', '']);
  });

  it('needs something to know people by, and a tag that is there', async () => {
    const made = await bring(twoRows);
    const outcomeWith = (plan: object) => outcomeOf(check(made, plan));
    expect(await outcomeWith({ mapping: { company: 1 } })).toBe('contacts.nothing_mapped');
    expect(await outcomeWith({ tagId: 'tag_nothing' })).toBe('contacts.no_such_tag');
    expect(await outcomeOf(server.contactsImport.run(vera.scope, made.id))).toBe(
      'contacts.import_not_checked',
    );
    expect(await server.jobs.waiting()).toEqual([]);
  });

  it('is nothing where a job comes twice, and its file is forgotten after a week', async () => {
    const { id } = await imported(twoRows);
    const { contactsImport, clock } = server;
    await contactsImport.work({ accountId: vera.user.accountId, importId: id }, new AbortController().signal);
    expect(await contactsImport.get(vera.scope, id)).toMatchObject({ state: 'done', created: 2 });
    clock.advance(8 * 86_400_000);
    await contactsImport.tidy();
    expect(await outcomeOf(contactsImport.get(vera.scope, id))).toBe('contacts.no_such_import');
  });
});
