import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Contact, ContactDetail } from '#features/contacts/contacts.contract.ts';
import { openVisitor } from '#tests/security/world.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { CustomField } from '../custom-fields.contract.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let vera: Person;
let olga: Person;

beforeAll(async () => {
  app = await startTestApp();
  [vera, olga] = [await app.register('Vera Novak'), await app.register('Olga')];
});
afterAll(() => app.close());

const plan = {
  scope: 'contact',
  key: 'plan',
  label: 'Plan',
  type: 'select',
  options: [
    { value: 'gold', label: 'Gold' },
    { value: 'free', label: 'Free' },
  ],
};
const add = (body: object, person = vera) => person.request('POST', '/api/custom-fields', { body });
const made = async (body: object, person = vera) => (await add(body, person)).body as CustomField;
const change = (id: string, body: object, person = vera) =>
  person.request('PATCH', `/api/custom-fields/${id}`, { body });
const fields = async (person = vera) =>
  (await person.get<{ fields: CustomField[] }>('/api/custom-fields')).fields;
const write = (id: string, customFields: object, person = vera) =>
  person.request('PATCH', `/api/contacts/${id}`, { body: { customFields } });
const names = async (query: string, person = vera) =>
  (await person.get<{ contacts: Contact[] }>(`/api/contacts?${query}`)).contacts
    .map(({ name }) => name)
    .toSorted();
async function member(role: string): Promise<Person> {
  const person = await app.register(role);
  await app.database.database.direct.execute(
    sql`UPDATE memberships SET account_id = ${vera.user.accountId}, role = ${role}
      WHERE user_id = ${person.user.id}`,
  );
  return person;
}

describe('a field that an account adds', () => {
  it('has a key that is its own and never changes', async () => {
    const field = await made(plan);
    expect(field).toMatchObject({ key: 'plan', type: 'select', isArchived: false, inInbox: true });
    expect(await add(plan)).toMatchObject({ status: 409, body: { code: 'custom_fields.key_taken' } });
    expect(await add({ ...plan, key: 'email' })).toMatchObject({
      status: 400,
      body: { code: 'custom_fields.key_reserved' },
    });
    for (const key of ['Plan', '1st', 'a-b', '__proto__', 'x'.repeat(41)])
      expect([key, (await add({ ...plan, key })).status]).toEqual([key, 400]);
    expect((await change(field.id, { key: 'other' })).status).toBe(400);
    expect((await made({ ...plan, scope: 'conversation' })).scope).toBe('conversation');
    expect((await made(plan, olga)).key).toBe('plan');
  });
  it('says what is wrong with it', async () => {
    const field = { scope: 'contact', key: 'wrong', label: 'Wrong' };
    expect((await add({ ...field, type: 'select' })).body).toMatchObject({
      fields: { options: expect.stringContaining('choice') },
    });
    expect(
      (
        await add({
          ...field,
          type: 'select',
          options: [
            { value: 'a', label: 'A' },
            { value: 'b', label: 'a' },
          ],
        })
      ).body,
    ).toMatchObject({ fields: { options: expect.any(String) } });
    expect((await add({ ...field, type: 'text', pattern: '(a' })).body).toMatchObject({
      fields: { pattern: expect.any(String) },
    });
    expect((await add({ ...field, type: 'number', initial: 'many' })).body).toMatchObject({
      fields: { initial: expect.any(String) },
    });
    expect((await add({ ...field, type: 'sum' })).status).toBe(400);
  });
  it('becomes another type only where no value is lost', async () => {
    const note = await made({ scope: 'contact', key: 'remark', label: 'Remark', type: 'text' });
    expect(await change(note.id, { type: 'long_text' })).toMatchObject({
      status: 200,
      body: { type: 'long_text' },
    });
    expect(await change(note.id, { type: 'text' })).toMatchObject({
      status: 409,
      body: { code: 'custom_fields.type_fixed' },
    });
    const size = await made({ scope: 'contact', key: 'size', label: 'Size', type: 'number' });
    for (const type of ['currency', 'percent', 'number'])
      expect((await change(size.id, { type })).status).toBe(200);
    expect((await change(size.id, { type: 'text' })).status).toBe(409);
  });
  it('stands where it was put, and comes back from the archive with its values', async () => {
    const own = (await fields()).filter(({ scope }) => scope === 'contact');
    const turned = own.map(({ id }) => id).toReversed();
    expect(
      (await vera.request('PUT', '/api/custom-fields', { body: { scope: 'contact', ids: turned } })).status,
    ).toBe(200);
    expect((await fields()).filter(({ scope }) => scope === 'contact').map(({ id }) => id)).toEqual(turned);
    for (const ids of [turned.slice(1), [...turned.slice(1), turned[1]]])
      expect(
        await vera.request('PUT', '/api/custom-fields', { body: { scope: 'contact', ids } }),
      ).toMatchObject({ status: 409 });
    const { id } = own.find(({ key }) => key === 'plan')!;
    const anna = await vera.post<ContactDetail>('/api/contacts', {
      name: 'Anna',
      customFields: { plan: 'Gold' },
    });
    expect((await change(id, { isArchived: true })).body).toMatchObject({ isArchived: true });
    expect((await write(anna.id, { plan: 'free' })).body).toMatchObject({
      fields: { 'customFields.plan': expect.any(String) },
    });
    await change(id, { isArchived: false });
    expect((await vera.get<ContactDetail>(`/api/contacts/${anna.id}`)).customFields).toEqual({
      plan: 'gold',
    });
  });
  it('has at most 99 others beside it', async () => {
    const before = (await fields(olga)).filter(({ scope }) => scope === 'contact').length;
    for (let number = before; number < 100; number++)
      await olga.post('/api/custom-fields', {
        scope: 'contact',
        key: `field_${number}`,
        label: 'F',
        type: 'text',
      });
    expect(await add({ scope: 'contact', key: 'one_more', label: 'F', type: 'text' }, olga)).toMatchObject({
      status: 409,
      body: { code: 'custom_fields.too_many' },
    });
    const [first] = await fields(olga);
    await change(first!.id, { isArchived: true }, olga);
    expect((await add({ scope: 'contact', key: 'one_more', label: 'F', type: 'text' }, olga)).status).toBe(
      200,
    );
    expect(await change(first!.id, { isArchived: false }, olga)).toMatchObject({ status: 409 });
  });
  it('is read by those who read contacts and changed by those who edit them', async () => {
    const [viewer, support, billing] = [
      await member('viewer'),
      await member('support'),
      await member('billing'),
    ];
    const [{ id }] = (await fields()) as [CustomField];
    expect((await fields(viewer)).length).toBeGreaterThan(0);
    expect([
      (await add(plan, viewer)).status,
      (await change(id, { label: 'x' }, viewer)).status,
      (await billing.request('GET', '/api/custom-fields')).status,
    ]).toEqual([403, 403, 403]);
    expect((await change(id, { hint: 'By support' }, support)).status).toBe(200);
    expect((await change(id, { label: 'Stolen' }, olga)).status).toBe(404);
  });
});

describe('what a contact has in such fields', () => {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    for (const field of [
      { key: 'seats', label: 'Seats', type: 'number' },
      { key: 'since', label: 'Since', type: 'date' },
      {
        key: 'topics',
        label: 'Topics',
        type: 'multi_select',
        options: [
          { value: 'bread', label: 'Bread' },
          { value: 'cake', label: 'Cake' },
        ],
      },
      {
        key: 'code',
        label: 'Code',
        type: 'text',
        pattern: '[A-Z]{2}\\d{2}',
        hint: 'Two letters and two digits.',
      },
      { key: 'vip', label: 'VIP', type: 'checkbox' },
      { key: 'level', label: 'Level', type: 'text', initial: 'new' },
    ])
      await made({ scope: 'contact', ...field });
    for (const [name, customFields] of Object.entries({
      Bea: { seats: 5, since: '2024-05-01', topics: ['cake', 'bread'], plan: 'gold' },
      Cyril: { seats: '12', since: '2025-01-31', topics: ['cake'], vip: true },
      Dora: { code: 'AB12', level: 'Émile' },
    }))
      ids[name] = (await vera.post<ContactDetail>('/api/contacts', { name, customFields })).id;
  });

  it('is kept in one form, begins with the default, and changes one by one', async () => {
    expect((await vera.get<ContactDetail>(`/api/contacts/${ids['Bea']}`)).customFields).toEqual({
      seats: 5,
      since: '2024-05-01',
      topics: ['bread', 'cake'],
      plan: 'gold',
      level: 'new',
    });
    expect(
      ((await write(ids['Bea']!, { seats: null, vip: 'no' })).body as ContactDetail).customFields,
    ).toEqual({ since: '2024-05-01', topics: ['bread', 'cake'], plan: 'gold', level: 'new', vip: false });
    await write(ids['Bea']!, { seats: 5 });
  });
  it('is refused as a whole, each value with its reason', async () => {
    const { status, body } = await write(ids['Dora']!, {
      seats: 'many',
      since: '2024-13-01',
      topics: ['tea'],
      code: 'ab12',
      nothing: 1,
      vip: true,
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      fields: {
        'customFields.seats': expect.any(String),
        'customFields.since': expect.any(String),
        'customFields.topics': expect.any(String),
        'customFields.code': 'Two letters and two digits.',
        'customFields.nothing': expect.any(String),
      },
    });
    expect((await vera.get<ContactDetail>(`/api/contacts/${ids['Dora']}`)).customFields).toEqual({
      code: 'AB12',
      level: 'Émile',
    });
    for (const bad of [{ Seats: 1 }, { seats: { $gt: 1 } }, { seats: [[1]] }, 'text'])
      expect((await write(ids['Dora']!, bad as object)).status).toBe(400);
  });
  it('finds contacts, also several conditions at once', async () => {
    const by = (conditions: string) => names(`fields=${encodeURIComponent(conditions)}`);
    expect(await by('plan.is.gold')).toEqual(['Anna', 'Bea']);
    expect(await by('topics.is.cake')).toEqual(['Bea', 'Cyril']);
    expect(await by('seats.gte.6')).toEqual(['Cyril']);
    expect(await by('seats.lte.12~topics.is.bread')).toEqual(['Bea']);
    expect(await by('since.lte.2024-12-31')).toEqual(['Bea']);
    expect(await by('vip.is.true')).toEqual(['Cyril']);
    expect(await by('level.is.EMILE')).toEqual(['Dora']);
    expect(await by('code.has.')).toEqual(['Dora']);
    expect(await by('seats.none.~code.none.')).toEqual(['Anna']);
    expect((await vera.request('GET', '/api/contacts?fields=seats.gte.many')).status).toBe(400);
    expect(await names('fields=plan.is.gold', olga)).toEqual([]);
  });
  it('follows a contact that becomes part of another one, and is gone with one that is erased', async () => {
    const [twin, other] = [
      await vera.post<ContactDetail>('/api/contacts', {
        name: 'Twin',
        customFields: { seats: 3, code: 'ZZ99' },
      }),
      await vera.post<ContactDetail>('/api/contacts', {
        name: 'Other',
        customFields: { seats: 4, vip: true },
      }),
    ];
    const merged = await vera.post<ContactDetail>(`/api/contacts/${twin.id}/merge`, {
      otherId: other.id,
      take: [],
    });
    expect(merged.customFields).toEqual({ seats: 3, code: 'ZZ99', vip: true, level: 'new' });
    expect(await names('fields=seats.lte.4')).toEqual(['Twin']);
    expect((await vera.request('DELETE', `/api/contacts/${twin.id}`)).status).toBe(200);
    const { rows } = await app.database.database.direct.execute(
      sql`SELECT FROM contact_field_values WHERE contact_id IN (${twin.id}, ${other.id})`,
    );
    expect(rows).toEqual([]);
  });
  it('must be there where a person is written down and the account says so', async () => {
    const field = (await fields()).find(({ key }) => key === 'code')!;
    await change(field.id, { isRequired: true });
    expect((await vera.request('POST', '/api/contacts', { body: { name: 'Emil' } })).body).toMatchObject({
      fields: { 'customFields.code': expect.any(String) },
    });
    expect(
      (
        await vera.request('POST', '/api/contacts', {
          body: { name: 'Emil', customFields: { code: 'EM01' } },
        })
      ).status,
    ).toBe(200);
    await change(field.id, { isRequired: false });
  });
});

describe('what a conversation has in such fields', () => {
  it('is written in the inbox by those who reply there', async () => {
    const draft = await vera.post<Agent>('/api/agents', {
      from: 'description',
      input: 'A guide called "Bakery Linden" for a bakery',
      language: 'en',
    });
    const agent = await vera.post<Agent>(`/api/agents/${draft.id}/publish`, {
      revision: draft.draftRevision,
    });
    await made({ scope: 'conversation', key: 'urgency', label: 'Urgency', type: 'percent', initial: 10 });
    const { conversationId } = await openVisitor(app, agent.number, 'When are you open?');
    const thread = async () =>
      (
        await vera.get<{ conversation: { customFields: object } }>(
          `/api/inbox/conversations/${conversationId}`,
        )
      ).conversation.customFields;
    expect(await thread()).toEqual({ urgency: 10 });
    const set = (values: object, person = vera) =>
      person.request('PATCH', `/api/conversations/${conversationId}/custom-fields`, { body: { values } });
    expect(await set({ urgency: 80, plan: 'free' })).toMatchObject({
      status: 200,
      body: { values: { urgency: 80, plan: 'free' } },
    });
    expect(await thread()).toEqual({ urgency: 80, plan: 'free' });
    expect((await set({ seats: 3 })).status).toBe(400);
    expect([
      (await set({ urgency: 1 }, olga)).status,
      (await set({ urgency: 1 }, await member('viewer'))).status,
    ]).toEqual([404, 403]);
  });
});
