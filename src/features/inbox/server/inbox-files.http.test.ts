import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf } from '#platform/documents/__fixtures__/made-files.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Attachment } from '#features/conversations/conversations-attachments.contract.ts';
import type { ChatMessage } from '#features/conversations/conversations.contract.ts';
import type { InboxNote, InboxThread } from '../inbox.contract.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent, type ChatVisitor } from '#tests/support/visitors/visitor-chat.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;

let app: TestApp;
let owner: Person;
let colleague: Person;
let agent: Agent;
let visitor: ChatVisitor;
let id: string;
let scan: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  colleague = await app.register('Ben');
  await app.database.database.direct.execute(
    sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = 'admin'
      WHERE user_id = ${colleague.user.id}`,
  );
  agent = await publishAgent(owner, () => undefined);
  visitor = await openChat(app, agent.number);
  id = (await visitor.say('I want to talk to a human')).conversationId;
  scan = await pdf((document) => document.rect(0, 0, 100, 100).fill('red'));
});
afterAll(() => app.close());

const upload = (who: Person, name: string, bytes: Uint8Array, conversation = id): Promise<TestAnswer> => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(bytes)]), name);
  return who.request('POST', `/api/inbox/conversations/${conversation}/uploads`, { raw: form });
};
const choose = async (who: Person, name: string, bytes: Uint8Array): Promise<Attachment> =>
  ((await upload(who, name, bytes)).body as { attachment: Attachment }).attachment;
const reply = (
  who: Person,
  attachments: string[],
  text = '',
  clientMessageId: string = randomUUID(),
  conversation = id,
): Promise<TestAnswer> =>
  who.request('POST', `/api/inbox/conversations/${conversation}/messages`, {
    body: { text, attachments, clientMessageId },
  });
const code = ({ status, body }: TestAnswer): string =>
  `${status} ${(body as { code?: string } | null)?.code ?? ''}`.trim();
const ofVisitor = (attachmentId: string, who = visitor): Promise<TestAnswer> =>
  who.request('GET', `/api/visitor/uploads/${attachmentId}`);
const read = async (): Promise<ChatMessage[]> =>
  (
    (await visitor.request('GET', '/api/visitor/conversation')).body as {
      conversation: { messages: ChatMessage[] };
    }
  ).conversation.messages;
const thread = (): Promise<InboxThread> => owner.get(`/api/inbox/conversations/${id}`);

test('a file goes with a reply: the visitor opens it, nobody else does, and it is gone when it is taken back', async () => {
  const photo = await choose(
    owner,
    'oven.png',
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b4532a' } })
      .png()
      .toBuffer(),
  );
  const offer = await choose(owner, 'offer.pdf', scan);
  expect([photo, offer]).toMatchObject([
    { kind: 'image', width: 60 },
    { kind: 'document', name: 'offer.pdf' },
  ]);
  expect((await owner.request('GET', offer.url)).status).toBe(200);
  // Until it is sent it belongs to the member who chose it: neither the visitor nor a colleague gets anywhere
  // with it.
  expect([
    code(await ofVisitor(offer.id)),
    code(await visitor.request('DELETE', `/api/visitor/uploads/${offer.id}`)),
    (await visitor.say('Mine?', { attachments: [offer.id] })).code,
  ]).toEqual(['404 attachments.not_found', '404 attachments.not_found', 'attachments.off']);
  expect([
    code(await reply(colleague, [offer.id], 'Here')),
    code(await colleague.request('DELETE', `/api/inbox/conversations/${id}/uploads/${offer.id}`)),
  ]).toEqual(['409 attachments.gone', '404 attachments.not_found']);
  const other = (await (await openChat(app, agent.number)).say('Hello')).conversationId;
  expect(code(await reply(owner, [offer.id], 'Here', randomUUID(), other))).toBe('409 attachments.gone');
  expect(code(await reply(owner, []))).toBe('400 common.invalid_input');

  const key = randomUUID();
  const sent = await reply(owner, [photo.id, offer.id], '', key);
  expect(await reply(owner, [photo.id, offer.id], '', key).then(({ body }) => body)).toEqual(sent.body);
  const got = (await read()).at(-1);
  expect(got).toMatchObject({
    role: 'human',
    text: '',
    author: { name: 'Mira Linden' },
    attachments: [
      { id: photo.id, kind: 'image' },
      { id: offer.id, name: 'offer.pdf' },
    ],
  });
  const address = got?.attachments?.[1]?.url ?? '';
  expect([(await fetch(app.url + address)).status, (await fetch(app.url + offer.url)).status]).toEqual([
    200, 401,
  ]);
  expect([
    (await ofVisitor(offer.id)).status,
    (await ofVisitor(offer.id, await openChat(app, agent.number))).status,
  ]).toEqual([200, 404]);
  expect((await thread()).item.lastMessage).toBe('[oven.jpg] [offer.pdf]');
  expect((await (await app.register('Olga')).request('GET', offer.url)).status).toBe(404);

  const { messageId } = sent.body as { messageId: string };
  expect((await owner.request('DELETE', `/api/inbox/conversations/${id}/messages/${messageId}`)).status).toBe(
    200,
  );
  expect([(await fetch(app.url + address)).status, (await owner.request('GET', offer.url)).status]).toEqual([
    404, 404,
  ]);
  expect(
    (await thread()).conversation.messages.find((message) => message.id === messageId)?.earlier[0]?.body,
  ).toBe('[oven.jpg] [offer.pdf]');
});

test('a file at a note never reaches the visitor, and a mail tells of files by their names alone', async () => {
  const secret = await choose(owner, 'margins.pdf', scan);
  const note = await owner.post<InboxNote>(`/api/inbox/conversations/${id}/notes`, {
    text: '',
    attachments: [secret.id],
  });
  expect(note.attachments).toMatchObject([{ id: secret.id, url: `/api/attachments/${secret.id}` }]);
  expect((await thread()).notes.at(-1)?.attachments).toHaveLength(1);
  expect((await ofVisitor(secret.id)).status).toBe(404);
  expect(code(await reply(owner, [secret.id], 'Here'))).toBe('409 attachments.gone');
  expect(JSON.stringify(await read())).not.toContain('margins');
  await app.database.database.direct.execute(
    sql`UPDATE conversation_attachments SET created_at = now() - interval '2 days'`,
  );
  const left = await choose(owner, 'later.pdf', scan);
  await app.server.services.attachments.sweep();
  expect([
    (await colleague.request('GET', secret.url)).status,
    (await owner.request('DELETE', `/api/inbox/conversations/${id}/uploads/${left.id}`)).status,
    (await owner.request('GET', left.url)).status,
  ]).toEqual([200, 200, 404]);

  await visitor.request('POST', `/api/visitor/conversations/${id}/address`, {
    body: { email: 'anna@example.test' },
  });
  await reply(owner, [(await choose(owner, 'contract.pdf', scan)).id], 'Please sign this.');
  await app.database.database.direct.execute(
    sql`UPDATE conversations SET mail_due_at = now() WHERE id = ${id}`,
  );
  await app.server.services.replyMails.sendDue();
  const mail = (await app.server.services.mail.outbox()).mails.find(
    ({ recipient }) => recipient === 'anna@example.test',
  );
  expect(mail?.text).toContain('Please sign this.\n\n[contract.pdf]');
  expect(mail?.text).not.toMatch(/\/attachments\//);
});

test('what a visitor may not send, the team may not send either', async () => {
  expect([
    code(await upload(owner, 'setup.exe', Buffer.from('MZ'))),
    code(await upload(owner, 'photo.png', scan)),
    code(await upload(owner, 'empty.txt', Buffer.alloc(0))),
  ]).toEqual(['415 attachments.unsupported', '415 attachments.unsupported', '422 attachments.no_text']);
  expect(code(await upload(owner, 'large.txt', Buffer.alloc(10 * 1_048_576 + 1, 'a')))).toMatch(/^413 /);
  expect((await upload(owner, 'offer.pdf', scan, 'cnv_nobody')).status).toBe(404);
});
