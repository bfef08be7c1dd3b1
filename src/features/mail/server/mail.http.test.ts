import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

type Received = { recipients: string[]; source: string };

let app: TestApp;
let smtp: SMTPServer;
let refusals = 0;
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
      stream.on('end', () => {
        received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  app = await startTestApp({ environment: { SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, MAIL_FROM: 'Atelier <hello@atelier.test>', PUBLIC_URL: 'https://chat.atelier.test' } });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

describe('mail through a mail server', () => {
  test('goes to exactly one address, with links to the public address whatever host was asked', async () => {
    const person = await app.register();
    const answer = await app.browser().request('POST', '/api/forgot-password', { body: { email: person.email }, headers: { 'x-forwarded-host': 'evil.test' } });
    expect(answer.status).toBe(200);
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(1);
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
    await expect.poll(() => received.length, { timeout: 25_000 }).toBe(1);
    await expect.poll(async () => (await app.server.services.mail.outbox()).mails.find((mail) => mail.recipient === person.email)).toMatchObject({ state: 'sent', attempts: 2 });
  });
});
