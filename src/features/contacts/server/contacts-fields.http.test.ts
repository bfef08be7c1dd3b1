import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  contactFieldNames,
  contactFields,
  eachContactField,
  exportedContactFields,
  mergedContactFields,
  type ContactFieldName,
} from '#shared/contacts/contact-fields.ts';
import { languages } from '#shared/languages.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import textsCs from '../../../../locales/cs/contact-record.json' with { type: 'json' };
import textsEn from '../../../../locales/en/contact-record.json' with { type: 'json' };
import textsEs from '../../../../locales/es/contact-record.json' with { type: 'json' };
import textsFr from '../../../../locales/fr/contact-record.json' with { type: 'json' };
import textsNl from '../../../../locales/nl/contact-record.json' with { type: 'json' };
import textsPt from '../../../../locales/pt/contact-record.json' with { type: 'json' };
import type { Contact, ContactDetail } from '../contacts.contract.ts';
import type { ContactImport } from '../contacts-import.contract.ts';

const texts = { en: textsEn, nl: textsNl, es: textsEs, pt: textsPt, fr: textsFr, cs: textsCs };

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const special: Partial<Record<ContactFieldName, string>> = {
  email: 'anna@example.test',
  phone: '+420602111222',
  country: 'CZ',
  language: 'cs',
};
/** A value for every field that there is, also for one that is added tomorrow. */
const values = eachContactField((name) => special[name] ?? `Some ${name}`);

async function bring(person: Person, file: string): Promise<ContactImport> {
  const form = new FormData();
  form.append('file', new Blob([file]), 'people.csv');
  return (await person.request('POST', '/api/contact-imports', { raw: form })).body as ContactImport;
}
async function write(person: Person, { id, suggestion }: ContactImport): Promise<void> {
  const reach = (state: ContactImport['state']) =>
    vi.waitFor(
      async () => expect((await person.get<ContactImport>(`/api/contact-imports/${id}`)).state).toBe(state),
      { timeout: 60_000, interval: 50 },
    );
  await person.post(`/api/contact-imports/${id}/check`, { mapping: suggestion, existing: 'update' });
  await reach('checked');
  await person.post(`/api/contact-imports/${id}/run`);
  await reach('done');
}
const pick = (contact: object, names: readonly ContactFieldName[]) =>
  Object.fromEntries(names.map((name) => [name, (contact as Record<string, unknown>)[name]]));

describe('every field of a contact', () => {
  it('is written and read by the API', async () => {
    const vera = await app.register('Vera');
    const { id } = await vera.post<ContactDetail>('/api/contacts', { name: 'Anna' });
    await vera.request('PATCH', `/api/contacts/${id}`, { body: values });
    expect(pick(await vera.get<ContactDetail>(`/api/contacts/${id}`), contactFieldNames)).toEqual(values);
  });

  it('goes into a file and comes out of it in another account', async () => {
    const [vera, olga] = [await app.register('Vera'), await app.register('Olga')];
    const { id } = await vera.post<ContactDetail>('/api/contacts', { name: 'Anna' });
    await vera.request('PATCH', `/api/contacts/${id}`, { body: values });
    const { text } = await vera.request('GET', '/api/contact-files/contacts.csv');
    const headings = text.slice(1, text.indexOf('\r\n')).split(',');
    expect(headings).toEqual(
      expect.arrayContaining(exportedContactFields.map((name) => contactFields[name].column)),
    );
    await write(olga, await bring(olga, text));
    const { contacts } = await olga.get<{ contacts: Contact[] }>('/api/contacts');
    expect(contacts.map((contact) => pick(contact, exportedContactFields))).toEqual([
      pick(values, exportedContactFields),
    ]);
  });

  it.each(languages)(
    'is recognised in a file by the name that screens have for it in %s',
    async (language) => {
      const headings = contactFieldNames.map((name) => texts[language].field[name]);
      const vera = await app.register('Vera');
      const { suggestion } = await bring(vera, `${headings.join(',')}\n${Object.values(values).join(',')}\n`);
      expect(suggestion).toEqual(Object.fromEntries(contactFieldNames.map((name, at) => [name, at])));
    },
  );

  it('can be taken from the other contact in a merge', async () => {
    const vera = await app.register('Vera');
    const [one, other] = [
      await vera.post<ContactDetail>('/api/contacts', { name: 'One' }),
      await vera.post<ContactDetail>('/api/contacts', { name: 'Other' }),
    ];
    await vera.request('PATCH', `/api/contacts/${other.id}`, { body: values });
    const merged = await vera.post<ContactDetail>(`/api/contacts/${one.id}/merge`, {
      otherId: other.id,
      take: mergedContactFields,
    });
    expect(pick(merged, mergedContactFields)).toEqual(pick(values, mergedContactFields));
  });
});
