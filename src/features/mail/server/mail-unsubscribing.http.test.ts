import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const mailTo = async (email: string) =>
  (await app.server.services.mail.outbox()).mails.find(({ recipient }) => recipient === email);

type Received = {
  recipients: string[];
  source: string;
};

let app: TestApp;
let smtp: SMTPServer;
const received: Received[] = [];
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
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
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

describe('who wants no more mails of an account', () => {
  type Page = { status: number; text: string };
  const copyTo = (accountId: string, to: string) =>
    app.server.services.mail.send({
      kind: 'conversation-copy',
      to,
      language: 'es',
      accountId,
      variables: { url: 'https://chat.atelier.test/widgets/1', agent: 'Linden' },
    });
  const post = (path: string, raw: string | FormData): Promise<Page> =>
    app.browser().request('POST', path, {
      raw,
      ...(typeof raw === 'string' && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    });
  const kindsOf = async (browser: Awaited<ReturnType<TestApp['register']>>, id: string) =>
    (await browser.get<{ entries: { kind: string }[] }>(`/api/contacts/${id}/timeline`)).entries.map(
      ({ kind }) => kind,
    );

  test('says so with one click or on a page without a script, is written to no more, and may change their mind', async () => {
    const [owner, other] = [await app.register('Bakery'), await app.register()];
    const { id } = await owner.post<{ id: string }>('/api/contacts', { email: 'ana@example.test' });
    const unsubscribedAt = async () =>
      (await owner.get<{ unsubscribedAt: string | null }>(`/api/contacts/${id}`)).unsubscribedAt;
    received.length = 0;
    expect(await copyTo(owner.user.accountId, 'Ana@example.test')).toBe(true);
    await expect.poll(() => received.length).toBe(1);
    const head = received[0]?.source.split('\r\n\r\n')[0] ?? '';
    const path =
      /^List-Unsubscribe: <https:\/\/chat\.atelier\.test(\/unsubscribe\/[\w.-]+)>$/m.exec(
        head.replace(/\r/g, ''),
      )?.[1] ?? '';
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect((await mailTo('Ana@example.test'))?.text).toContain(path);

    const asked = await app.browser().request('GET', path);
    expect([
      asked.status,
      asked.text.includes('<html lang="es"'),
      asked.text.includes('¿No quieres más correos de Bakery?'),
      asked.text.includes('<script'),
    ]).toEqual([200, true, true, false]);
    expect(await unsubscribedAt()).toBeNull();
    expect((await post(path, 'List-Unsubscribe=One-Click')).text).toContain('Te has dado de baja');
    const since = await unsubscribedAt();
    expect(since).not.toBeNull();
    const again = new FormData();
    again.append('List-Unsubscribe', 'One-Click');
    expect((await post(path, again)).status).toBe(200);
    expect([await unsubscribedAt(), (await kindsOf(owner, id)).toSorted()]).toEqual([
      since,
      ['created', 'mail', 'unsubscribed'],
    ]);

    expect(await copyTo(owner.user.accountId, 'ana@example.test')).toBe(false);
    expect(await copyTo(other.user.accountId, 'ana@example.test')).toBe(true);
    expect(
      await app.server.services.mail.send({
        kind: 'restore-code',
        to: 'ana@example.test',
        language: 'es',
        accountId: owner.user.accountId,
        code: '123456',
        variables: { url: 'https://chat.atelier.test', agent: 'Linden', minutes: 10 },
      }),
    ).toBe(true);

    expect((await post(path, 'wish=in')).text).toContain('Vuelves a recibir correos');
    expect([await unsubscribedAt(), (await kindsOf(owner, id)).toSorted()]).toEqual([
      null,
      ['created', 'mail', 'resubscribed', 'unsubscribed'],
    ]);
    expect(await copyTo(owner.user.accountId, 'ana@example.test')).toBe(true);
  });

  test('is nobody whose link was made up or changed', async () => {
    const owner = await app.register();
    await copyTo(owner.user.accountId, 'eva@example.test');
    const path = /\/unsubscribe\/[\w.-]+/.exec((await mailTo('eva@example.test'))?.text ?? '')?.[0] ?? '';
    const [body = '', signature = ''] = path.split('/').at(-1)?.split('.') ?? [];
    const other = Buffer.from(
      Buffer.from(body, 'base64url')
        .toString()
        .replace(/"h":"./, '"h":"0')
        .replace(/"a":"acc_/, '"a":"acc_0'),
    ).toString('base64url');
    for (const token of [`${other}.${signature}`, `${body}.${signature.slice(0, -2)}xx`, body, 'x', '%00']) {
      expect([token, (await app.browser().request('GET', `/unsubscribe/${token}`)).status]).toEqual([
        token,
        404,
      ]);
      expect([token, (await post(`/unsubscribe/${token}`, 'wish=out')).status]).toEqual([token, 404]);
    }
    expect(await copyTo(owner.user.accountId, 'eva@example.test')).toBe(true);
  });
});
