import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { mintToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { ChatMessage } from '#features/conversations/conversations.contract.ts';
import type { InboxThread } from '../../inbox.contract.ts';
import { formBlock, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent, republish, type ChatVisitor } from '#tests/support/visitors/visitor-chat.ts';

type Session = {
  token: string;
  conversation: { id: string; messages: ChatMessage[] };
};
type Left = {
  visitor: ChatVisitor;
  id: string;
  email: string;
};

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
const clock = createManualClock(new Date());
const dayMs = 86_400_000;
const seconds = (count: number): void => clock.advance(count * 1_000);

beforeAll(async () => {
  app = await startTestApp({
    clock,
    environment: { PROCESS_MODE: 'web', PUBLIC_URL: 'https://chat.atelier.test' },
  });
  owner = await app.register('Mira Linden');
  agent = await publishAgent(owner, (draft) => (draft.basic.name = 'Linden Bakery'));
});
afterAll(() => app.close());

/** A visitor who asked for a person, left an address and went. */
async function whoLeft(of = agent): Promise<Left> {
  const visitor = await openChat(app, of.number);
  const id = (await visitor.say('I want to talk to a human')).conversationId;
  const email = `anna-${id.slice(-6)}@example.test`;
  expect(
    (await visitor.request('POST', `/api/visitor/conversations/${id}/address`, { body: { email } })).status,
  ).toBe(200);
  return { visitor, id, email };
}
const reply = (id: string, text: string): Promise<{ messageId: string }> =>
  owner.post(`/api/inbox/conversations/${id}/messages`, { text, clientMessageId: randomUUID() });
/** What two servers do each minute, both at once. */
const look = (): Promise<unknown> =>
  Promise.all([app.server.services.replyMails.sendDue(), app.server.services.replyMails.sendDue()]);
const mailsTo = async (email: string) =>
  (await app.server.services.mail.outbox()).mails
    .filter(({ recipient, kind }) => recipient === email && kind === 'team-reply')
    .toReversed();
const thread = (id: string): Promise<InboxThread> => owner.get(`/api/inbox/conversations/${id}`);
const open = (token: string, number = agent.number): Promise<TestAnswer> =>
  app.browser().request('POST', '/api/visitor/session', { body: { agent: number, resume: token } });
const page = (token: string, language = 'en'): Promise<TestAnswer> =>
  app.browser().request('GET', `/resume/${token}`, { headers: { 'accept-language': language } });
async function mailedLink({ id, email }: Left): Promise<string> {
  await reply(id, 'We open at 7:30.');
  seconds(121);
  await look();
  return (
    /https:\/\/chat\.atelier\.test\/resume\/(\S+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
  );
}

test('whoever left gets what people wrote in one mail, and nothing that was read, taken back or mailed before', async () => {
  const left = await whoLeft();
  await reply(left.id, 'Good morning Anna.');
  seconds(110);
  const { messageId } = await reply(left.id, 'The rye is sold out.');
  await reply(left.id, 'We open at **7:30**.\nCome early.');
  await owner.request('DELETE', `/api/inbox/conversations/${left.id}/messages/${messageId}`);
  seconds(30);
  await look();
  expect(await mailsTo(left.email), 'they are still writing').toEqual([]);
  seconds(31);
  await look();
  const [mail, ...more] = await mailsTo(left.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Mira Linden of “Linden Bakery” has answered you');
  expect(mail?.text).toContain('Good morning Anna.\n\nWe open at 7:30.\n\nCome early.');
  expect(mail?.text).not.toContain('sold out');
  expect(mail?.text).not.toContain(owner.email);
  expect((await thread(left.id)).reached).toMatchObject({
    mailedSeq: (await thread(left.id)).conversation.messages.at(-1)?.seq,
    mailsLeave: false,
  });
  seconds(600);
  await look();
  expect(await mailsTo(left.email)).toHaveLength(1);

  // Back in the chat, they read; nothing goes out.
  await reply(left.id, 'Anything else?');
  const last = (await thread(left.id)).conversation.messages.at(-1)?.seq ?? 0;
  expect(
    (
      await left.visitor.request('POST', `/api/visitor/conversations/${left.id}/read`, {
        body: { seq: last + 999 },
      })
    ).status,
  ).toBe(200);
  expect((await thread(left.id)).reached.readSeq).toBe(last);
  await reply(left.id, 'Well?');
  await left.visitor.say('No, thank you');
  seconds(600);
  await look();
  expect(await mailsTo(left.email)).toHaveLength(1);
  const other = await openChat(app, agent.number);
  expect(
    (await other.request('POST', `/api/visitor/conversations/${left.id}/read`, { body: { seq: 1 } })).status,
  ).toBe(404);
});

test('a form goes along as a link', async () => {
  const form = await publishForm(owner, [formBlock('name')], undefined, 'Tasting day');
  const left = await whoLeft();
  await owner.post(`/api/inbox/conversations/${left.id}/messages`, {
    text: 'Come and taste.',
    clientMessageId: randomUUID(),
    formId: form.id,
  });
  seconds(121);
  await look();
  expect((await mailsTo(left.email)).at(-1)?.text).toContain(
    `Come and taste.\n\nTasting day (https://chat.atelier.test/forms/${form.publicId})`,
  );
});

test('nobody gets mail who left no address, whose agent sends none, or who was written to too often', async () => {
  const visitor = await openChat(app, agent.number);
  const { conversationId } = await visitor.say('I want to talk to a human');
  const before = (await app.server.services.mail.outbox()).mails.length;
  await reply(conversationId, 'Hello?');
  const silent = await publishAgent(owner, (draft) => (draft.people.mailReplies = false));
  await reply((await whoLeft(silent)).id, 'Hello?');
  seconds(300);
  await look();
  expect((await app.server.services.mail.outbox()).mails).toHaveLength(before);
  // Twenty in a day: the next one begins, so that no midnight comes between them.
  clock.advance(dayMs - (clock.now().getTime() % dayMs));
  const often = await whoLeft();
  for (let at = 0; at < 22; at++) await mailedLink(often);
  expect(await mailsTo(often.email)).toHaveLength(20);
});

test('the link opens this one conversation on another device, and lets the visitor write on there', async () => {
  const left = await whoLeft();
  const token = await mailedLink(left);
  const shown = await page(token);
  expect([
    shown.status,
    shown.headers.get('cache-control'),
    shown.headers.get('referrer-policy'),
    shown.headers.get('x-robots-tag'),
  ]).toEqual([200, 'no-store', 'no-referrer', 'noindex']);
  expect(shown.text).not.toContain(left.email);
  // Meanwhile they have begun another conversation where they were.
  const other = await left.visitor.request('POST', '/api/visitor/messages', {
    body: { conversationId: null, clientMessageId: randomUUID(), text: 'Something else' },
  });
  const otherId = /"conversationId":"(\w+)"/.exec(other.text)?.[1];
  const session = (await open(token)).body as Session;
  expect(session.conversation.id).toBe(left.id);
  expect(session.conversation.messages.at(-1)?.text).toBe('We open at 7:30.');
  expect(JSON.stringify(session)).not.toContain(left.email);
  const ask = (method: string, path: string, body?: object): Promise<TestAnswer> =>
    app.browser().request(method, `/api/visitor/${path}`, {
      headers: { authorization: `Bearer ${session.token}` },
      ...(body ? { body } : {}),
    });
  const said = (conversationId: string | null | undefined): Promise<TestAnswer> =>
    ask('POST', 'messages', {
      conversationId,
      clientMessageId: randomUUID(),
      text: 'Thank you, see you tomorrow',
    });
  expect((await said(left.id)).status).toBe(200);
  expect((await thread(left.id)).conversation.messages.at(-1)).toMatchObject({
    role: 'visitor',
    text: 'Thank you, see you tomorrow',
  });
  expect(((await ask('GET', 'conversation')).body as Session).conversation.id).toBe(left.id);
  // Nothing else of the visitor is theirs who has the link.
  expect([
    (await said(null)).status,
    (await said(otherId)).status,
    (await ask('POST', `conversations/${otherId}/typing`, {})).status,
    (await ask('GET', `conversations/${otherId}/stream`)).status,
  ]).toEqual([404, 404, 404, 404]);
  for (const [method, path, body] of [
    ['POST', 'restore', { email: left.email }],
    ['POST', 'subscription/portal', {}],
    ['DELETE', 'data', undefined],
    ['POST', 'switch', { agent: agent.number, conversationId: null }],
  ] as const) {
    const { status, body: refusal } = await ask(method, path, body);
    expect([path, status, (refusal as { code?: string }).code]).toEqual([
      path,
      403,
      'access.one_conversation',
    ]);
  }
  // Their token is no way to one for everything.
  const renewed = await app
    .browser()
    .request('POST', '/api/visitor/session', { body: { agent: agent.number, token: session.token } });
  expect((renewed.body as Session).conversation).toBe(null);
});

test('a link that is forged, cut off, of another kind, for another agent or older than a week opens nothing, and says so in the reader’s language', async () => {
  const left = await whoLeft();
  const token = await mailedLink(left);
  const { box } = app.server.services;
  const [body = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as {
    conversationId: string;
    exp: number;
  };
  const bent = `${Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString('base64url')}.${signature}`;
  const endless: TokenKind<{ accountId: string; conversationId: string }> = {
    purpose: 'resume',
    parse: () => null,
  };
  const unending = mintToken(
    box,
    endless,
    { accountId: owner.user.accountId, conversationId: left.id },
    null,
  );
  const elsewhere = mintToken(
    box,
    endless,
    { accountId: (await app.register('Olga')).user.accountId, conversationId: left.id },
    claims.exp,
  );
  for (const wrong of [
    bent,
    unending,
    elsewhere,
    token.slice(0, -2),
    `${token}x`,
    left.visitor.token,
    'x',
    '%00',
  ]) {
    const shown = await page(wrong, 'fr');
    expect([wrong, shown.status, shown.headers.get('cache-control')]).toEqual([wrong, 410, 'no-cache']);
    expect(shown.text).toContain('Ce lien n’ouvre plus de conversation');
    if (wrong !== '%00') expect((await open(wrong)).status).toBe(403);
  }
  const another = await publishAgent(owner, () => undefined);
  expect((await open(token, another.number)).status).toBe(403);

  // Over is said to be over, with a way to begin anew.
  await app.database.database.direct.execute(
    sql`UPDATE conversations SET ended_at = now() WHERE id = ${left.id}`,
  );
  const over = await page(token);
  expect([
    over.status,
    over.text.includes('This conversation is over'),
    over.text.includes(`/widgets/${agent.number}`),
  ]).toEqual([410, true, true]);
  await app.database.database.direct.execute(
    sql`UPDATE conversations SET ended_at = NULL WHERE id = ${left.id}`,
  );
  expect((await open(token)).status).toBe(200);
  seconds(7 * 86_400);
  expect([(await page(token)).status, (await open(token)).status]).toEqual([410, 403]);
});

test('an agent that runs on named pages only is gone on with by the link, too', async () => {
  const shut = await publishAgent(owner, () => undefined);
  const left = await whoLeft(shut);
  await republish(owner, shut, (draft) =>
    Object.assign(draft.access, { restrictDomains: true, allowedDomains: ['bakery.example'] }),
  );
  const token = await mailedLink(left);
  expect((await page(token)).status).toBe(200);
  const session = (await open(token, shut.number)).body as Session;
  expect(
    (
      await app.browser().request('POST', '/api/visitor/messages', {
        headers: { authorization: `Bearer ${session.token}` },
        body: { conversationId: left.id, clientMessageId: randomUUID(), text: 'Still there?' },
      })
    ).status,
  ).toBe(200);
});
