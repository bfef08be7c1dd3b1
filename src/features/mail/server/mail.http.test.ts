import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailKinds, mailsPerDay, mailTries, strangersMailsPerDay } from '../mail.contract.ts';
import { claimServer, turnOnSecondFactor } from '#tests/support/app/superadmin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let operator: Awaited<ReturnType<TestApp['register']>> | undefined;
/** Whoever looks after the instance: the first who used the link of the first start. */
async function operatorOf(): Promise<Awaited<ReturnType<TestApp['register']>>> {
  if (operator) return operator;
  operator = await app.register('Olga Operator');
  await claimServer(app, operator);
  await turnOnSecondFactor(operator);
  // They are told of it by mail, which is out of the way before anything is counted.
  await expect.poll(() => stateOf(operator?.email ?? '')).toBe('sent');
  return operator;
}
const mailTo = async (email: string) =>
  (await app.server.services.mail.outbox()).mails.find(({ recipient }) => recipient === email);
const stateOf = async (email: string) => (await mailTo(email))?.state;
const write = (accountId: string, to: string): Promise<boolean> =>
  app.server.services.mail.send({
    kind: 'export-ready',
    to,
    language: 'en',
    accountId,
    variables: { url: 'https://chat.atelier.test', days: 7 },
  });

/** As if so many of a day's mails had been counted. */
async function useUp(rule: string, key: string, uses: number): Promise<void> {
  const start = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  await app.database.database.direct.execute(sql`
    INSERT INTO rate_limits (key, window_start, used, expires_at)
    VALUES (${`${rule}:${key}`}, ${new Date(start).toISOString()}, ${uses},
      ${new Date(start + 86_400_000).toISOString()})`);
}

type Received = {
  recipients: string[];
  source: string;
};

let app: TestApp;
let smtp: SMTPServer;
let refusals = 0;
/** What the mail server waits for before it takes a mail, and how many wait. */
let serverIsReady = Promise.resolve();
let waiting = 0;
const received: Received[] = [];
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      if (refusals === 0) return done();
      refusals -= 1;
      done(Object.assign(new Error('Please try again later'), { responseCode: 451 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        waiting += 1;
        await serverIsReady;
        waiting -= 1;
        received.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  app = await startTestApp({
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      MAIL_FROM: 'Atelier <hello@atelier.test>',
      PUBLIC_URL: 'https://chat.atelier.test',
    },
  });
  // Whoever registers is welcomed every ten minutes; here only what a test writes is counted.
  await app.database.database.direct.execute(
    sql`DELETE FROM pgboss.schedule WHERE name = 'onboarding.letters'`,
  );
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

describe('mail through a mail server', () => {
  test('goes to exactly one address, with links to the public address whatever host was asked', async () => {
    const person = await app.register();
    const answer = await app.browser().request('POST', '/api/forgot-password', {
      body: { email: person.email },
      headers: { 'x-forwarded-host': 'evil.test' },
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1);
    const [mail] = received;
    expect(mail?.recipients).toEqual([person.email]);
    expect(mail?.source).toContain('From: Atelier <hello@atelier.test>');
    expect(mail?.source.replace(/=\r\n/g, '')).toMatch(/https:\/\/chat\.atelier\.test\/reset-password#/);
    expect(mail?.source).not.toContain('evil.test');
  });

  test('that is refused for the moment is sent again, and once', async () => {
    received.length = 0;
    refusals = 1;
    const person = await app.register();
    await app.browser().post('/api/forgot-password', { email: person.email });
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1);
    await expect
      .poll(async () =>
        (await app.server.services.mail.outbox()).mails.find((mail) => mail.recipient === person.email),
      )
      .toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('that two processes try to send at the same time goes out once', async () => {
    received.length = 0;
    const person = await app.register();
    let takeIt = (): void => undefined;
    serverIsReady = new Promise((resolve) => (takeIt = resolve));
    await write(person.user.accountId, person.email);
    await expect.poll(() => waiting).toBe(1);
    const {
      rows: [mail],
    } = await app.database.database.direct.execute<{ id: string }>(
      sql`SELECT id FROM outbox_mails WHERE recipient = ${person.email}`,
    );
    // The first one hangs at the mail server; its job is taken for lost and begun anew.
    await expect(app.server.services.mail.deliver(mail!.id)).rejects.toThrow('is being sent already');
    takeIt();
    await expect.poll(() => stateOf(person.email)).toBe('sent');
    expect(received).toHaveLength(1);
  });

  test('that goes again, because nobody could note that it had gone, says that it is the same', async () => {
    received.length = 0;
    const person = await app.register();
    await write(person.user.accountId, person.email);
    await expect.poll(() => stateOf(person.email)).toBe('sent');
    const {
      rows: [mail],
    } = await app.database.database.direct.execute<{ id: string }>(
      sql`UPDATE outbox_mails SET state = 'queued', sent_at = NULL WHERE recipient = ${person.email}
        RETURNING id`,
    );
    await app.server.services.mail.deliver(mail!.id);
    const names = received.map(({ source }) => /^Message-ID: (.+)$/m.exec(source)?.[1]?.trim());
    expect(names).toEqual([`<${mail!.id}@chatelier>`, `<${mail!.id}@chatelier>`]);
  });

  test('that was given up goes out again when whoever looks after the instance says so, once', async () => {
    const operator = await operatorOf();
    const person = await app.register();
    await write(person.user.accountId, person.email);
    await expect.poll(() => stateOf(person.email)).toBe('sent');
    await app.database.database.direct.execute(
      sql`UPDATE outbox_mails SET state = 'failed', attempts = ${mailTries}
        WHERE recipient = ${person.email}`,
    );
    expect(await stateOf(person.email)).toBe('dead');
    received.length = 0;
    const { id = '' } = (await mailTo(person.email)) ?? {};
    expect((await person.request('POST', `/api/superadmin/outbox/${id}/resend`, { body: {} })).status).toBe(
      404,
    );
    const answers = await Promise.all(
      [1, 2, 3].map(() => operator.request('POST', `/api/superadmin/outbox/${id}/resend`, { body: {} })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await expect.poll(() => stateOf(person.email)).toBe('sent');
    // Mails of other tests may come meanwhile.
    expect(received.filter(({ source }) => source.includes(person.email))).toHaveLength(1);
  });

  test('is held back where strangers had as much written to its mailbox as they may in a day, by whatever they asked for', async () => {
    const [one, other] = [await app.register(), await app.register()];
    await useUp('mailbox', 'victim@example.test', strangersMailsPerDay - 1);
    const send = (kind: 'form-confirmation' | 'invitation', to: string, accountId: string) =>
      app.server.services.mail.send({
        kind,
        to,
        language: 'en',
        accountId,
        variables: { url: 'https://example.test', form: 'F', days: 7, inviter: 'I', account: 'A', hours: 72 },
      });
    await send('form-confirmation', 'Victim+1@example.test', one.user.accountId);
    await send('invitation', 'victim+2@example.test', other.user.accountId);
    await expect.poll(() => stateOf('Victim+1@example.test')).toBe('sent');
    expect(await stateOf('victim+2@example.test')).toBe('held');
    // What lets its owner in is bounded where it is asked for, and what an account writes to its own people
    // is its own.
    await app.server.services.mail.send({
      kind: 'reset-password',
      to: 'victim@example.test',
      language: 'en',
      variables: { url: 'https://example.test', minutes: 60 },
    });
    await expect.poll(() => stateOf('victim@example.test')).toBe('sent');
    expect(await write(one.user.accountId, 'member@example.test')).toBe(true);
    await expect.poll(() => stateOf('member@example.test')).toBe('sent');
  });

  test('is held back beyond what an account may write in a day, but never what lets its people in', async () => {
    const operator = await operatorOf();
    const person = await app.register();
    const { accountId } = person.user;
    await useUp('account-mails', accountId, mailsPerDay);
    await write(accountId, 'held@example.test');
    await app.server.services.mail.send({
      kind: 'ownership-code',
      to: 'code@example.test',
      language: 'en',
      accountId,
      code: '123456',
      variables: { url: 'https://example.test', account: 'A', member: 'M', minutes: 10 },
    });
    await expect.poll(() => stateOf('code@example.test')).toBe('sent');
    expect(await mailTo('held@example.test')).toMatchObject({ state: 'held', attempts: 0 });
    await operator.post(`/api/superadmin/outbox/${(await mailTo('held@example.test'))?.id}/resend`);
    await expect.poll(() => stateOf('held@example.test')).toBe('sent');
  });

  test('carries what people typed as text, and no second line into its head', async () => {
    const person = await app.register();
    received.length = 0;
    await app.server.services.mail.send({
      kind: 'install-agent',
      to: 'dev@example.test',
      language: 'fr',
      accountId: person.user.accountId,
      code: '<script>alert(1)</script>',
      variables: {
        url: 'https://example.test/?a=1&b=2',
        sender: '<img src=x>',
        agent: 'Bot\r\nBcc: all@example.test',
      },
    });
    await expect.poll(() => received.length).toBe(1);
    const [{ recipients, source } = { recipients: [], source: '' }] = received;
    const [head = ''] = source.split('\r\n\r\n');
    expect(recipients).toEqual(['dev@example.test']);
    expect(head).not.toMatch(/^bcc:/im);
    const html = source.slice(source.indexOf('text/html')).replace(/=\r\n/g, '').replace(/=3D/g, '=');
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<script|<img src/);
    await expect(
      app.server.services.mail.send({
        kind: 'register-attempt',
        to: 'a@example.test\r\nBcc: b@example.test',
        language: 'en',
        variables: { url: 'https://example.test' },
      }),
    ).rejects.toThrow('no address');
  });

  test('can be looked at beforehand by whoever looks after the instance, and by nobody else', async () => {
    const looking = await operatorOf();
    const { mails } = await looking.get<{
      mails: { kind: string; subject: string; text: string; html: string }[];
    }>('/api/superadmin/mail-previews?language=cs');
    expect(mails.map(({ kind }) => kind)).toEqual(mailKinds);
    for (const { kind, html, text } of mails)
      expect([
        kind,
        html.startsWith('<!doctype html><html lang="cs">'),
        html.includes('<script'),
        text.length > 100,
      ]).toEqual([kind, true, false, true]);
    expect(mails.find(({ kind }) => kind === 'team-reply')?.text).toContain('/unsubscribe/');
    expect(mails.find(({ kind }) => kind === 'payment-receipt')?.text).not.toContain('/unsubscribe/');
    expect(
      (await (await app.register()).request('GET', '/api/superadmin/mail-previews?language=cs')).status,
    ).toBe(404);
  });

  test('tells whoever looks after the instance what people think of it', async () => {
    const operator = await operatorOf();
    const person = await app.register();
    await person.post('/api/feedback/feature-request', {
      title: 'A darker dark',
      description: 'At night, <b>please</b>.',
    });
    await expect.poll(() => stateOf(operator.email)).toBe('sent');
    expect(await mailTo(operator.email)).toMatchObject({
      kind: 'feedback',
      subject: 'Feedback: A darker dark',
      text: expect.stringContaining('At night, <b>please</b>.') as string,
    });
  });

  test('loses its text after 30 days when it was sent, and not before', async () => {
    const person = await app.register();
    for (const to of ['old@example.test', 'dead@example.test', 'new@example.test'])
      await write(person.user.accountId, to);
    for (const to of ['old@example.test', 'dead@example.test', 'new@example.test'])
      await expect.poll(() => stateOf(to)).toBe('sent');
    const { direct } = app.database.database;
    await direct.execute(
      sql`UPDATE outbox_mails SET created_at = now() - interval '31 days'
        WHERE recipient IN ('old@example.test', 'dead@example.test')`,
    );
    await direct.execute(
      sql`UPDATE outbox_mails SET state = 'failed', attempts = ${mailTries}
        WHERE recipient = 'dead@example.test'`,
    );
    await app.server.services.mail.sweep();
    expect((await mailTo('old@example.test'))?.text).toBe('');
    for (const to of ['dead@example.test', 'new@example.test']) expect((await mailTo(to))?.text).not.toBe('');
  });
});
