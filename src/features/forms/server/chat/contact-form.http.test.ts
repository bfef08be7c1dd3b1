import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formBlock, formOptions, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Contact } from '#features/contacts/contacts.contract.ts';
import type { VisitorProgress } from '#features/conversations/conversations-visitor.contract.ts';
import type { FormBlock, FormDocument } from '#shared/forms/document.ts';
import type { Form } from '../../forms.contract.ts';

type Owner = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let vera: Owner;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
});
afterAll(() => app.close());

const person = (): FormBlock[] => [
  formBlock('name', 'short_text', { mapTo: 'name' }),
  formBlock('email', 'email', { required: true, mapTo: 'email' }),
  formBlock('bread', 'radio', { label: 'Which bread?', options: formOptions('rye', 'spelt') }),
];
const once = (document: FormDocument): FormDocument => ({
  ...document,
  settings: { ...document.settings, onePerVisitor: true, spam: 'none' },
});

/** A published agent that asks for this form at the start. */
async function agentWith(
  form: Pick<Form, 'id'>,
  about: Partial<AgentConfiguration['contactForm']> = {},
): Promise<Agent> {
  const { id, draft, draftRevision } = await vera.post<Agent>('/api/agents', { from: 'blank' });
  Object.assign(draft.contactForm, { enabled: true, skipAllowed: false, formId: form.id, ...about });
  await vera.request('PUT', `/api/agents/${id}/draft`, {
    body: { revision: draftRevision, configuration: draft },
  });
  return vera.post<Agent>(`/api/agents/${id}/publish`, { revision: draftRevision + 1 });
}
async function visit(agent: Pick<Agent, 'number'>, preview?: string) {
  const browser = app.browser();
  const session = await browser.post<{
    token: string;
    progress: VisitorProgress;
    agent: { contactForm: { ownForm: string | null } | null };
  }>('/api/visitor/session', { agent: agent.number, ...(preview && { preview }) });
  const call = (method: string, path: string, body?: unknown) =>
    browser.request(method, `/api/visitor/${path}`, {
      headers: { authorization: `Bearer ${session.token}` },
      ...(body === undefined ? {} : { body }),
    });
  return {
    ...session,
    call,
    say: async (text: string): Promise<number> =>
      (await call('POST', 'messages', { conversationId: null, clientMessageId: randomUUID(), text })).status,
    open: async () =>
      (await call('POST', 'contact-form/open')).body as {
        url: string | null;
        progress: VisitorProgress;
        code?: string;
      },
  };
}

describe('a form inside a chat', () => {
  test('lets the visitor pass once it was sent, and what they said is in the chat, the contact and the submission', async () => {
    const form = await publishForm(vera, person());
    const visitor = await visit(await agentWith(form));
    expect(visitor.agent.contactForm).toMatchObject({ ownForm: expect.any(String) });
    expect(JSON.stringify(visitor.agent)).not.toContain(form.id);
    expect(await visitor.say('Hello?')).toBe(403);
    expect(
      (await visitor.call('POST', 'contact-form', { values: { email: 'past@example.test' } })).status,
    ).toBe(409);

    const { url } = await visitor.open();
    const page = await openForm(app, form, { path: url ?? '' });
    expect(page.page.text).toContain('isInChat&quot;:true');
    expect((await page.send({ name: 'Ada', email: 'wrong' })).status).toBe(400);
    expect(await visitor.say('Hello?')).toBe(403);
    const sent = await Promise.all(
      [1, 2].map(() => page.send({ name: 'Ada Novak', email: 'ada.chat@example.test', bread: 'spelt' })),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    expect(await visitor.say('Hello?')).toBe(200);
    expect((await visitor.open()).code).toBe('conversations.contact_form_closed');

    const { contacts } = await vera.get<{ contacts: Contact[] }>('/api/contacts?search=ada.chat');
    expect(contacts).toMatchObject([{ name: 'Ada Novak', email: 'ada.chat@example.test' }]);
    const { conversations } = await vera.get<{ conversations: { form: { values: object[] } | null }[] }>(
      `/api/contacts/${contacts[0]?.id}/conversations`,
    );
    expect(conversations[0]?.form?.values).toContainEqual({
      key: 'bread',
      type: 'long_text',
      label: 'Which bread?',
      value: 'SPELT',
    });
    const { submissions } = await vera.get<{ submissions: object[] }>(`/api/forms/${form.id}/submissions`);
    expect(submissions).toMatchObject([{ contactId: contacts[0]?.id }]);
    const { entries } = await vera.get<{ entries: { kind: string }[] }>(
      `/api/contacts/${contacts[0]?.id}/timeline`,
    );
    expect(
      entries.map(({ kind }) => kind).filter((kind) => ['form', 'submission'].includes(kind)),
      'told once',
    ).toEqual(['submission']);
  });

  test('takes nothing from a contact who is blocked, and says so', async () => {
    const form = await publishForm(vera, person());
    const visitor = await visit(await agentWith(form));
    const path = (await visitor.open()).url ?? '';
    expect(
      (await (await openForm(app, form, { path })).send({ name: 'Bela', email: 'bela@example.test' })).status,
    ).toBe(200);
    const { contacts } = await vera.get<{ contacts: Contact[] }>('/api/contacts?search=bela%40');
    await vera.request('PATCH', `/api/contacts/${contacts[0]?.id}`, { body: { isBlocked: true } });
    const again = await openForm(app, form, { path });
    expect(await again.send({ name: 'Bela', email: 'bela@example.test' })).toMatchObject({
      status: 403,
      body: { code: 'form-page.blocked', message: expect.stringContaining('blocked') },
    });
    expect(
      (await vera.get<{ submissions: object[] }>(`/api/forms/${form.id}/submissions`)).submissions,
    ).toHaveLength(1);
    await vera.request('PATCH', `/api/contacts/${contacts[0]?.id}`, { body: { isBlocked: false } });
    expect((await again.send({ name: 'Bela', email: 'bela@example.test' })).status).toBe(200);
  });

  test('is one for each visitor, also where it takes one answer from each browser', async () => {
    const form = await publishForm(vera, person(), once);
    const agent = await agentWith(form);
    const browser = app.browser();
    for (const email of ['one@example.test', 'two@example.test']) {
      const visitor = await visit(agent);
      const page = await openForm(app, form, { browser, path: (await visitor.open()).url ?? '' });
      expect((await page.send({ email })).status).toBe(200);
      expect(await visitor.say('Hello?')).toBe(200);
    }
  });

  test('lets nobody pass by a ticket of another form, a forged one or none', async () => {
    const [form, other] = [await publishForm(vera, person()), await publishForm(vera, person())];
    const [visitor, stranger] = [await visit(await agentWith(form)), await visit(await agentWith(other))];
    const tickets = [
      (await stranger.open()).url?.split('=')[1] ?? '',
      `${((await visitor.open()).url ?? '').split('=')[1]}x`,
      'x.y',
      '',
    ];
    for (const ticket of tickets) {
      const page = await openForm(app, form, { path: `/forms/${form.publicId}?chat=${ticket}` });
      expect(page.page.text).toContain('isInChat&quot;:false');
      expect((await page.send({ email: `nobody${tickets.indexOf(ticket)}@example.test` })).status).toBe(200);
    }
    expect([await visitor.say('Hello?'), await stranger.say('Hello?')]).toEqual([403, 403]);
  });

  test('that takes no answers keeps nobody out: the fields are asked, or nothing', async () => {
    const form = await publishForm(vera, person());
    const [asking, silent] = [
      await visit(await agentWith(form)),
      await visit(await agentWith(form, { fields: [] })),
    ];
    await vera.request('PATCH', `/api/forms/${form.id}`, { body: { isActive: false } });
    expect(await asking.open()).toMatchObject({ url: null, progress: { form: 'open' } });
    expect(await asking.say('Hello?')).toBe(403);
    expect(
      (await asking.call('POST', 'contact-form', { values: { email: 'fields@example.test' } })).status,
    ).toBe(200);
    expect(await asking.say('Hello?')).toBe(200);
    expect(await silent.say('Hello?')).toBe(403);
    expect(await silent.open()).toMatchObject({ url: null, progress: { form: 'filled' } });
    expect(await silent.say('Hello?')).toBe(200);
  });

  test('of another account is no form here', async () => {
    const eve = await app.register('Eve');
    const form = await publishForm(eve, person());
    const visitor = await visit(await agentWith(form));
    expect((await visitor.open()).url).toBeNull();
  });

  test('is only tried in a preview: nothing is kept', async () => {
    const form = await publishForm(vera, person());
    const agent = await agentWith(form);
    const visitor = await visit(agent, new URL(agent.previewUrl, app.url).searchParams.get('ticket') ?? '');
    const { url } = await visitor.open();
    const page = await openForm(app, form, { path: url ?? '' });
    expect(page.page.text).toContain('isPreview&quot;:true');
    expect((await page.send({ email: 'preview@example.test' })).status).toBe(409);
    expect((await visitor.call('POST', 'contact-form', { values: {} })).status).toBe(200);
    expect(await visitor.say('Hello?')).toBe(200);
    expect(
      (await vera.get<{ submissions: object[] }>(`/api/forms/${form.id}/submissions`)).submissions,
    ).toEqual([]);
  });
});
