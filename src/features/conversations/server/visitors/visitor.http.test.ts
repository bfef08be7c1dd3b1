import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestBrowser,
} from '#tests/support/app/test-app.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Contact } from '#features/contacts/contacts.contract.ts';
import type { VisitorProgress } from '../../conversations-visitor.contract.ts';
import type { PublicAgent } from '#features/agents/agents-public.contract.ts';
import type { Conversation } from '../../conversations.contract.ts';

let app: TestApp;
let vera: TestBrowser;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
});
afterAll(() => app.close());

type Change = (configuration: AgentConfiguration) => void;

async function publish(id: string, change: Change): Promise<Agent> {
  const { draft, draftRevision } = await vera.get<Agent>(`/api/agents/${id}`);
  change(draft);
  await vera.request('PUT', `/api/agents/${id}/draft`, {
    body: { revision: draftRevision, configuration: draft },
  });
  return vera.post<Agent>(`/api/agents/${id}/publish`, { revision: draftRevision + 1 });
}
async function makeAgent(change: Change): Promise<Agent> {
  return publish((await vera.post<Agent>('/api/agents', { from: 'blank' })).id, change);
}
const withForm =
  (about: Partial<AgentConfiguration['contactForm']>): Change =>
  (configuration) =>
    Object.assign(configuration.contactForm, { enabled: true, ...about });

type Session = {
  token: string;
  agent: PublicAgent;
  progress: VisitorProgress;
  conversation: { id: string; messages: unknown[] } | null;
};
const refusalOf = ({ status, body }: TestAnswer) =>
  `${status} ${(body as { code?: string } | null)?.code ?? ''}`;

/** A browser that talks with an agent over the wire, with none of the chat's own checks. */
async function visit(agent: { number: number }, token?: string) {
  const browser = app.browser();
  const session = await browser.post<Session>('/api/visitor/session', { agent: agent.number, token });
  const call = (method: string, path: string, body?: unknown) =>
    browser.request(method, `/api/visitor/${path}`, {
      headers: { authorization: `Bearer ${session.token}` },
      ...(body === undefined ? {} : { body }),
    });
  let conversationId: string | null = session.conversation?.id ?? null;
  return {
    ...session,
    call,
    conversationId: () => conversationId,
    async say(text: string, about: { fresh?: boolean; key?: string } = {}): Promise<TestAnswer> {
      const answer = await call('POST', 'messages', {
        conversationId: about.fresh ? null : conversationId,
        clientMessageId: about.key ?? randomUUID(),
        text,
      });
      conversationId = /"conversationId":"(\w+)"/.exec(answer.text)?.[1] ?? conversationId;
      return answer;
    },
    fill: (values: Record<string, unknown>) => call('POST', 'contact-form', { values }),
  };
}
const contactsOf = async (search: string) =>
  (await vera.get<{ contacts: Contact[] }>(`/api/contacts?search=${encodeURIComponent(search)}`)).contacts;

describe('a contact form at the start', () => {
  test('lets nobody write who neither filled nor skipped it, whatever their browser does', async () => {
    const agent = await makeAgent(withForm({ skipAllowed: false }));
    const visitor = await visit(agent);
    expect(visitor.progress.form).toBe('open');
    expect(visitor.agent.contactForm?.fields.map(({ type }) => type)).toEqual(['name', 'email']);
    expect(refusalOf(await visitor.say('Hello?'))).toBe('403 conversations.contact_form_due');
    expect(refusalOf(await visitor.call('POST', 'contact-form/skip'))).toBe(
      '409 conversations.contact_form_closed',
    );
    const wrong = await visitor.fill({ name: 'Anna', email: 'anna@x.cz, eve@x.cz' });
    expect(wrong.status).toBe(400);
    expect((wrong.body as { fields: object }).fields).toEqual({
      'values.email': expect.stringContaining('email address'),
    });
    expect(refusalOf(await visitor.say('Hello?'))).toBe('403 conversations.contact_form_due');

    const filled = await visitor.fill({
      name: '=Anna\r\nBcc: eve@x.cz',
      email: 'Start@Example.test',
      unknown: 'x',
      constructor: 'x',
    });
    expect((filled.body as { progress: VisitorProgress }).progress).toMatchObject({
      form: 'filled',
      values: [
        { key: 'name', value: 'Anna Bcc: eve@x.cz' },
        { key: 'email', value: 'start@example.test' },
      ],
    });
    expect(refusalOf(await visitor.fill({ email: 'other@example.test' }))).toBe(
      '409 conversations.contact_form_closed',
    );
    expect((await visitor.say('Hello?')).status).toBe(200);
    const [contact] = await contactsOf('start@example.test');
    expect(contact).toMatchObject({
      name: 'Anna Bcc: eve@x.cz',
      email: 'start@example.test',
      messageCount: 2,
    });
    const { conversations } = await vera.get<{ conversations: Conversation[] }>(
      `/api/contacts/${contact?.id}/conversations`,
    );
    expect(conversations[0]?.form?.values.map(({ value }) => value)).toEqual([
      'Anna Bcc: eve@x.cz',
      'start@example.test',
    ]);
  });
});

test('a rating is one of five stars', async () => {
  const visitor = await visit(await makeAgent(({ ending }) => void (ending.enabled = true)));
  await visitor.say('Hello?');
  const end = (rating: number) =>
    visitor.call('POST', `conversations/${visitor.conversationId()}/end`, { rating });
  expect((await end(6)).status).toBe(400);
  expect((await end(5)).status).toBe(200);
});

describe('the owner’s own words', () => {
  test('stand in the chat and in the loader; what no text is called changes nothing', async () => {
    const agent = await makeAgent(({ texts }) => {
      texts.en = {
        'composer.send': 'Off it goes',
        'launcher.open': 'Ask {{name}} </script>',
        unknown: 'x',
        '__proto__.x': 'y',
        'header.newChat': '  ',
      };
    });
    const { agent: shown } = await visit(agent);
    expect(shown.texts).toMatchObject({
      'composer.send': 'Off it goes',
      'header.newChat': 'Start a new chat',
    });
    expect(shown.texts).not.toHaveProperty('unknown');
    const loader = await app.browser().request('GET', `/widgets/${agent.number}.js`);
    expect(loader.text).toContain('Ask New agent \\u003c/script>');
  });
});
