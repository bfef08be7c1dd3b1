import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Contact, ContactDetail } from '#features/contacts/contacts.contract.ts';
import type { InboxThread } from '#features/inbox/inbox.contract.ts';
import { mailAddressOf } from '#features/contacts/server/identity/identity.usecases.ts';
import { reachingFacts } from '../prompt/facts.models.ts';
import { conversationsRepository } from '../conversations.repository.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
let secret: string;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  const made = await vera.post<Agent>('/api/agents', { from: 'blank' });
  const { draft, draftRevision } = await vera.get<Agent>(`/api/agents/${made.id}`);
  const fields = (['name', 'email'] as const).map((type) => ({
    key: type,
    type,
    label: '',
    required: false,
    options: [],
  }));
  const configuration = {
    ...draft,
    contactForm: { ...draft.contactForm, enabled: true, moment: 'start', skipAllowed: true, fields },
  };
  const { body } = await vera.request('PUT', `/api/agents/${made.id}/draft`, {
    body: { revision: draftRevision, configuration },
  });
  agent = await vera.post<Agent>(`/api/agents/${made.id}/publish`, {
    revision: (body as Agent).draftRevision,
  });
  ({ hashSecret: secret } = await vera.post<{ hashSecret: string }>(`/api/agents/${agent.id}/identity`, {
    scope: 'agent',
  }));
});
afterAll(() => app.close());

async function visitor() {
  const page = app.browser();
  const { token } = await page.post<{ token: string }>('/api/visitor/session', { agent: agent.number });
  const call = async (method: string, path: string, body: object) => {
    const answer = await page.request(method, `/api/visitor/${path}`, {
      body,
      headers: { authorization: `Bearer ${token}` },
    });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer;
  };
  return {
    fill: (values: object) => call('POST', 'contact-form', { values }),
    skip: () => call('POST', 'contact-form/skip', {}),
    say: async (text: string) => {
      const { text: stream } = await call('POST', 'messages', {
        conversationId: null,
        clientMessageId: crypto.randomUUID(),
        text,
      });
      return /cnv_[0-9a-z]{30}/.exec(stream)?.[0] ?? '';
    },
    identify: (id: string, email?: string) => {
      const hash = createHmac('sha256', secret)
        .update(email ? `${id}\n${email}` : id)
        .digest('hex');
      return call('POST', 'identify', { id, ...(email ? { email } : {}), hash });
    },
  };
}
const contacts = async (search: string): Promise<Contact[]> =>
  (await vera.get<{ contacts: Contact[] }>(`/api/contacts?search=${encodeURIComponent(search)}`)).contacts;
const holderOf = async (address: string): Promise<ContactDetail> => {
  const found = (await contacts(address)).find(({ email }) => email === address);
  return vera.get<ContactDetail>(`/api/contacts/${found?.id}`);
};
const threadOf = (id: string): Promise<InboxThread> =>
  vera.get<InboxThread>(`/api/inbox/conversations/${id}`);
const factsReaching = (conversation: string) =>
  app.server.services.database.account(vera.user.accountId, async (tx) => {
    const known = await conversationsRepository(tx).factsOf(conversation);
    return known && reachingFacts(known);
  });

describe('a typed address', () => {
  test('is a claim: whoever typed it stays apart from the person who is identified by it, before and after', async () => {
    const eve = await visitor();
    await eve.fill({ name: 'Eve', email: 'victim@example.test' });
    const before = await eve.say('I typed an address that is not mine');
    const anna = await visitor();
    await anna.identify('u-victim', 'victim@example.test');
    await anna.skip();
    const own = await anna.say('This is Anna');
    const after = await eve.say('And I am still here');
    const victim = await holderOf('victim@example.test');
    expect(victim).toMatchObject({
      externalId: 'u-victim',
      emailProof: 'identity',
      conversationCount: 1,
      visitors: { proven: 1, claimed: 0 },
    });
    for (const conversation of [before, after]) {
      const { item } = await threadOf(conversation);
      expect(item).toMatchObject({ contactName: 'Eve', contactEmail: null, isProven: false });
      expect(item.contactId).not.toBe(victim.id);
    }
    expect((await threadOf(own)).item).toMatchObject({ contactId: victim.id, isProven: true });
    expect((await contacts('Eve'))[0]).toMatchObject({
      email: null,
      claimedEmail: 'victim@example.test',
      externalId: null,
    });
  });

  test('says in the record and the inbox that it was typed and not confirmed', async () => {
    const guest = await visitor();
    await guest.fill({ name: 'Guest', email: 'typed@example.test' });
    const conversation = await guest.say('Hello');
    expect(await holderOf('typed@example.test')).toMatchObject({
      emailProof: null,
      emailProvenAt: null,
      visitors: { proven: 0, claimed: 1 },
    });
    expect((await threadOf(conversation)).item).toMatchObject({
      contactEmail: 'typed@example.test',
      isProven: false,
    });
  });

  test('brings none of the facts that the account’s people keep with it into the prompt', async () => {
    const eve = await visitor();
    await eve.fill({ name: 'Eve', email: 'known@example.test' });
    const conversation = await eve.say('What do you know of me?');
    const { id } = await holderOf('known@example.test');
    await vera.request('PATCH', `/api/contacts/${id}`, {
      body: {
        firstName: 'Karel',
        company: 'Bank of Karel',
        phone: '+420 602 111 222',
        lifecycle: 'customer',
      },
    });
    const facts = await factsReaching(conversation);
    expect(facts?.contact).toMatchObject({
      name: 'Eve',
      email: 'known@example.test',
      first_name: null,
      company: null,
      phone: null,
      lifecycle: null,
    });
    expect(facts?.ownOfContact).toEqual({});
  });
});

describe('identification', () => {
  test('brings what is kept of the person to the visitor who proved it, and to no other of the same contact', async () => {
    const proven = await visitor();
    await proven.identify('u-facts', 'facts@example.test');
    await proven.skip();
    const conversation = await proven.say('Hello');
    const { id } = await holderOf('facts@example.test');
    await vera.request('PATCH', `/api/contacts/${id}`, { body: { company: 'Facts Ltd' } });
    expect((await factsReaching(conversation))?.contact).toMatchObject({
      email: 'facts@example.test',
      company: 'Facts Ltd',
    });
    const stranger = await visitor();
    await stranger.fill({ name: 'Stranger' });
    const other = await stranger.say('Hello');
    const typed = (await contacts('Stranger'))[0];
    // A member took them for one person. The visitor has shown nothing all the same.
    await vera.post(`/api/contacts/${id}/merge`, { otherId: typed?.id, take: [] });
    expect((await factsReaching(other))?.contact).toMatchObject({
      name: 'Stranger',
      email: null,
      company: null,
    });
    expect(await holderOf('facts@example.test')).toMatchObject({ visitors: { proven: 1, claimed: 1 } });
  });

  test('takes over what the account’s people wrote down with an address, while nobody came as it', async () => {
    const { id } = await vera.post<Contact>('/api/contacts', {
      name: 'Imre Imported',
      email: 'imported@example.test',
      company: 'Import Ltd',
    });
    const imre = await visitor();
    await imre.skip();
    const conversation = await imre.say('Before I sign in');
    await imre.identify('u-imported', 'imported@example.test');
    expect(await vera.get(`/api/contacts/${id}`)).toMatchObject({
      externalId: 'u-imported',
      company: 'Import Ltd',
      conversationCount: 1,
      emailProof: 'identity',
    });
    expect((await factsReaching(conversation))?.contact).toMatchObject({ company: 'Import Ltd' });
  });

  test('makes nobody of a contact in which others write', async () => {
    const [one, two] = [await visitor(), await visitor()];
    await one.fill({ name: 'Merged One' });
    await two.fill({ name: 'Merged Two' });
    const conversation = await one.say('I am one');
    await two.say('I am two');
    const [first, second] = [(await contacts('Merged One'))[0], (await contacts('Merged Two'))[0]];
    await vera.post(`/api/contacts/${first?.id}/merge`, { otherId: second?.id, take: [] });
    await two.identify('u-two');
    expect((await threadOf(conversation)).item).toMatchObject({ contactId: first?.id, isProven: false });
    expect(await vera.get(`/api/contacts/${first?.id}`)).toMatchObject({
      externalId: null,
      conversationCount: 1,
    });
    expect((await contacts('')).find(({ externalId }) => externalId === 'u-two')).toMatchObject({
      conversationCount: 1,
    });
  });

  test('leaves a visitor whom a member took for somebody else their own address for mails', async () => {
    const [anna, other] = [await visitor(), await visitor()];
    await anna.identify('u-mails', 'mails@example.test');
    await anna.skip();
    const proven = await anna.say('Hello');
    await other.fill({ name: 'Other Person', email: 'other-mails@example.test' });
    const claimed = await other.say('Hello');
    const { id } = await holderOf('mails@example.test');
    await vera.post(`/api/contacts/${id}/merge`, {
      otherId: (await contacts('Other Person'))[0]?.id,
      take: [],
    });
    const addressOf = (conversation: string) =>
      app.server.services.database.account(vera.user.accountId, async (tx) => {
        const row = await conversationsRepository(tx).conversation(conversation);
        return mailAddressOf(tx, id, row?.visitorId ?? '');
      });
    expect([await addressOf(proven), await addressOf(claimed)]).toEqual([
      'mails@example.test',
      'other-mails@example.test',
    ]);
  });

  test('is of one address: another one that is written over it is not confirmed by it', async () => {
    const guest = await visitor();
    await guest.identify('u-changed', 'before@example.test');
    const { id } = await holderOf('before@example.test');
    await vera.request('PATCH', `/api/contacts/${id}`, { body: { email: 'after@example.test' } });
    expect(await vera.get(`/api/contacts/${id}`)).toMatchObject({
      email: 'after@example.test',
      emailProof: null,
      emailProvenAt: null,
    });
  });
});
