import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { ContactDetail } from '#features/contacts/contacts.contract.ts';
import { startImapStandIn } from '#tests/support/mail/imap-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent, republish } from '#tests/support/visitors/visitor-chat.ts';
import { createImapSource } from '#providers/email/imap/imap.adapter.ts';
import type { InboxThread } from '../../inbox.contract.ts';
import { mostMailBytes } from './inbound.usecases.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
const clock = createManualClock(new Date());
const secret = 'a-secret-of-the-mail-server';

beforeAll(async () => {
  app = await startTestApp({
    clock,
    environment: {
      PROCESS_MODE: 'web',
      PUBLIC_URL: 'https://chat.atelier.test',
      MAIL_FROM: 'Chatelier <no-reply@chat.atelier.test>',
      MAIL_REPLY_ADDRESS: 'replies@chat.atelier.test',
      MAIL_WEBHOOK_SECRET: secret,
    },
  });
  owner = await app.register('Anna Linden');
  agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Bakery Linden';
    draft.appearance.uploads = true;
  });
});
afterAll(() => app.close());

/** A visitor who left an address and went, and was answered by mail. */
async function whoWasMailed() {
  const visitor = await openChat(app, agent.number);
  const id = (await visitor.say('I want to talk to a human')).conversationId;
  const email = `ben-${id.slice(-6)}@example.test`;
  await visitor.request('POST', `/api/visitor/conversations/${id}/address`, { body: { email } });
  await owner.post(`/api/inbox/conversations/${id}/messages`, {
    text: 'We open at 7:30.',
    clientMessageId: randomUUID(),
  });
  clock.advance(121_000);
  await app.server.services.replyMails.sendDue();
  const mail = (await app.server.services.mail.outbox()).mails.find(({ recipient }) => recipient === email);
  return { visitor, id, email, mail, to: mail?.replyTo ?? '' };
}
type Given = {
  from: string;
  to: string;
  text?: string;
  head?: string[];
  id?: string;
  body?: string;
};
function written({ from, to, text = '', head = [], id = randomUUID(), body }: Given): string {
  return [
    `From: Ben <${from}>`,
    `To: ${to}`,
    `Message-ID: <${id}@example.test>`,
    'Subject: Re: We have answered you',
    ...head,
    body ?? `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
  ].join('\r\n');
}
async function handOver(raw: string, token = secret) {
  const form = new FormData();
  form.append('file', new Blob([raw]), 'mail.eml');
  return app.browser().request('POST', '/api/mail/inbound', {
    raw: form,
    headers: { authorization: `Bearer ${token}` },
  });
}
const thread = (id: string): Promise<InboxThread> => owner.get(`/api/inbox/conversations/${id}`);
const said = async (id: string) =>
  (await thread(id)).conversation.messages.filter(({ role }) => role === 'visitor').map(({ text }) => text);

test('a mail comes from the colleague and the brand, and what is replied to it enters the conversation once', async () => {
  const { id, email, mail, to } = await whoWasMailed();
  expect(mail?.senderName).toBe('Anna, Bakery Linden');
  expect(to).toMatch(/^replies\+[0-9a-z]{46}@chat\.atelier\.test$/);
  expect(mail?.text).toContain('You can simply reply to this email.');
  const raw = written({
    from: email.toUpperCase(),
    to: `"Anna" <${to}>`,
    text: 'Great, I come at 8.\r\n\r\nOn Mon, 3 May 2026 at 10:00, Anna, Bakery Linden\r\n<replies@chat.atelier.test> wrote:\r\n> We open at 7:30.\r\n',
  });
  expect(await handOver(raw)).toMatchObject({ status: 200, body: { taken: true } });
  expect((await said(id)).at(-1)).toBe('Great, I come at 8.');
  expect((await thread(id)).conversation.handler).toBe('human');
  await handOver(raw);
  expect(await said(id)).toHaveLength(2);
  // The team sees what came by mail, and what was said in the chat.
  const marks = (await thread(id)).conversation.messages.flatMap(({ role, byMail }) =>
    role === 'visitor' ? [byMail] : [],
  );
  expect(marks).toEqual([false, true]);
});

test('the account has a name of its own, and says where replies go', async () => {
  const named = await app.register('Mira Mill');
  expect(await named.get('/api/account/name')).toMatchObject({ isChosen: false, repliesComeBack: true });
  expect(
    (await named.request('PUT', '/api/account/name', { body: { name: ' Mill & Sons ', replyEmail: 'x' } }))
      .status,
  ).toBe(400);
  expect(
    (
      await named.request('PUT', '/api/account/name', {
        body: { name: ' Mill & Sons ', replyEmail: 'hello@mill.test' },
      })
    ).body,
  ).toMatchObject({ name: 'Mill & Sons', isChosen: true, replyEmail: 'hello@mill.test' });
  await app.server.services.mail.send({
    kind: 'form-reply',
    to: 'eve@example.test',
    language: 'en',
    accountId: named.user.accountId,
    variables: { url: 'https://chat.atelier.test', form: 'Order', agent: 'Order' },
  });
  const mails = (await app.server.services.mail.outbox()).mails;
  expect(mails.find(({ recipient }) => recipient === 'eve@example.test')).toMatchObject({
    senderName: 'Mill & Sons',
    replyTo: 'hello@mill.test',
  });
});

test('files pass the checks of uploads, and what does not is named', async () => {
  const { id, email, to } = await whoWasMailed();
  const part = (name: string, type: string, bytes: string) =>
    `--x\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}\r\n`;
  const body = `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nSee here.\r\n${part('list.txt', 'text/plain', 'Two rye breads')}${part('run.exe', 'image/png', 'MZ\u0000\u0001')}--x--\r\n`;
  await handOver(written({ from: email, to, body }));
  const message = (await thread(id)).conversation.messages.findLast(({ role }) => role === 'visitor');
  expect(message?.text).toBe('See here.\n[run.exe came along and was not taken]');
  expect(message?.attachments?.map(({ name }) => name)).toEqual(['list.txt']);

  // Where visitors may send none in the chat, they may not by mail.
  agent = await republish(owner, agent, (draft) => void (draft.appearance.uploads = false));
  await handOver(written({ from: email, to, body }));
  expect((await said(id)).at(-1)).toContain('[list.txt came along and was not taken]');
  agent = await republish(owner, agent, (draft) => void (draft.appearance.uploads = true));
});

test('nobody else gets in, no program is answered, and no one floods', async () => {
  const { id, email, to } = await whoWasMailed();
  const other = await whoWasMailed();
  const before = await said(id);
  const refused: Record<string, Given> = {
    'a stranger who was passed the address': { from: 'eve@example.test', to, text: 'Hello' },
    'a guessed address': {
      from: email,
      to: to.replace(/.@/, (last) => (last === '0@' ? '1@' : '0@')),
      text: 'Hello',
    },
    'the address of another conversation': { from: email, to: other.to, text: 'Hello' },
    'an absent person’s program': {
      from: email,
      to,
      text: 'I am away',
      head: ['Auto-Submitted: auto-replied'],
    },
    'a list': { from: email, to, text: 'News', head: ['List-Id: <news.example.test>'] },
    'a mail server': { from: 'mailer-daemon@example.test', to, text: 'Undelivered' },
    'our own mail': { from: 'no-reply@chat.atelier.test', to, text: 'Hello' },
    'a forged sender': {
      from: email,
      to,
      text: 'Hello',
      head: ['Authentication-Results: mx; spf=fail; dmarc=fail'],
    },
    'only a quote': { from: email, to, text: '> We open at 7:30.' },
    'two senders': { from: `${email}>, <eve@example.test`, to, text: 'Hello' },
  };
  for (const [what, given] of Object.entries(refused))
    expect((await handOver(written(given))).body, what).toEqual({ taken: false });
  expect((await handOver('\u0000\u0001')).body).toEqual({ taken: false });
  expect(await said(id)).toEqual(before);
  expect(await said(other.id)).toHaveLength(1);

  const { contactId } = (await thread(id)).item;
  await owner.request('PATCH', `/api/contacts/${contactId}`, { body: { isBlocked: true } });
  expect((await handOver(written({ from: email, to, text: 'Hello' }))).body).toEqual({ taken: false });
  await owner.request('PATCH', `/api/contacts/${contactId}`, { body: { isBlocked: false } });
  const answers = [];
  for (let at = 0; at < 22; at++)
    answers.push((await handOver(written({ from: email, to, text: `Hello ${at}` }))).body);
  expect(answers.filter((answer) => (answer as { taken: boolean }).taken).length).toBeLessThanOrEqual(20);
  expect(answers.at(-1)).toEqual({ taken: false });

  expect((await handOver('x', 'wrong-secret-of-somebody')).status).toBe(401);
  expect((await app.browser().request('POST', '/api/mail/inbound', { body: {} })).status).toBe(401);
});

test('a merged contact is still reached, and a reply takes a conversation of the AI to the team', async () => {
  const { id, email, to } = await whoWasMailed();
  const { contactId } = (await thread(id)).item;
  const into = await owner.post<ContactDetail>('/api/contacts', { name: 'Ben', email: 'ben@example.test' });
  await owner.post(`/api/contacts/${into.id}/merge`, { otherId: contactId, take: [] });
  await owner.post(`/api/inbox/conversations/${id}/return`, {}).catch(() => null);
  await handOver(written({ from: email, to, text: 'One more thing' }));
  expect((await said(id)).at(-1)).toBe('One more thing');
  expect(['waiting', 'human']).toContain((await thread(id)).conversation.handler);
});

test('a mailbox is read by IMAP, and each mail once', async () => {
  const server = await startImapStandIn([
    'Subject: one\r\n\r\nOne',
    `Subject: large\r\n\r\n${'x'.repeat(5_000)}`,
    'Subject: two\r\n\r\nTwo',
  ]);
  try {
    const source = createImapSource(`imap://ann:secret@127.0.0.1:${server.port}/INBOX`, 4_000);
    const read: string[] = [];
    let fails = true;
    const take = async (raw: Uint8Array): Promise<void> => {
      const subject = Buffer.from(raw).toString().slice(9, 12);
      read.push(subject);
      if (fails && subject === 'one') throw new Error('not now');
    };
    await expect(source.readNew(take)).rejects.toThrow('mails not taken: 1');
    // What could not be taken keeps no other waiting, and comes again.
    expect([read, server.seen()]).toEqual([
      ['one', 'two'],
      [2, 3],
    ]);
    fails = false;
    await source.readNew(take);
    await source.readNew(take);
    expect(read).toEqual(['one', 'two', 'one']);
    expect(server.seen()).toEqual([1, 2, 3]);
    await expect(
      createImapSource(`imap://ann:wrong@127.0.0.1:${server.port}`, mostMailBytes).readNew(take),
    ).rejects.toThrow(/fail/i);
  } finally {
    await server.close();
  }
});
