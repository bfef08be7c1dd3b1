import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { rawRequest } from './raw-request.ts';

type Mail = {
  recipients: string[];
  from: string;
  raw: string;
};

/** A mail server that keeps what it is given. */
async function openMailServer(): Promise<{ url: string; mails: Mail[]; close(): Promise<void> }> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (part: Buffer) => (raw += part.toString()));
      stream.on('end', () => {
        mails.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          raw,
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

describe('an instance behind HTTPS', () => {
  let app: TestApp;
  let mailbox: Awaited<ReturnType<typeof openMailServer>>;
  const clock = createManualClock(new Date());
  const publicUrl = 'https://chat.example.test';
  beforeAll(async () => {
    mailbox = await openMailServer();
    app = await startTestApp({ environment: { PUBLIC_URL: publicUrl, SMTP_URL: mailbox.url }, clock });
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const tokenIn = (mail: Mail): string =>
    /reset-password#([\w-]{43})/.exec(mail.raw.replace(/=\r\n/g, '').replaceAll('=3D', '='))?.[1] ?? '';
  async function resetMail(email: string, headers: Record<string, string> = {}): Promise<Mail> {
    const before = mailbox.mails.length;
    await rawRequest(app.url, {
      method: 'POST',
      path: '/api/forgot-password',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email }),
    });
    return vi.waitFor(
      () => {
        const mail = mailbox.mails[before];
        if (!mail) throw new Error('No mail yet');
        return mail;
      },
      { timeout: 15_000, interval: 50 },
    );
  }

  it('lets nobody guess the password at an unlocked screen', async () => {
    const victor = app.browser();
    const password = 'the word of Victor';
    const { headers } = await victor.request('POST', '/api/register', {
      body: { name: 'Victor', email: 'victor-https@example.test', password },
    });
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const change = async (current: string) =>
      (
        await victor.request('POST', '/api/user/password', {
          headers: { cookie },
          body: { current, password: 'the word of a thief' },
        })
      ).status;
    expect(await Promise.all(Array.from({ length: 10 }, () => change('a guess')))).toEqual(
      Array.from({ length: 10 }, () => 422),
    );
    expect(await change(password)).toBe(429);
    expect(
      (
        await app
          .browser()
          .request('POST', '/api/login', { body: { email: 'victor-https@example.test', password } })
      ).status,
    ).toBe(200);
  });

  it('gives a cookie that only this host gets, only over HTTPS, and no script reads', async () => {
    const { headers } = await app.browser().request('POST', '/api/register', {
      body: { name: 'Vera', email: 'vera-https@example.test', password: 'a long password' },
    });
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-chatelier_session=[\w-]{43};/);
    const parts = cookie
      .split('; ')
      .slice(1)
      .map((part) => part.toLowerCase());
    for (const part of ['path=/', 'httponly', 'secure', 'samesite=lax']) expect(parts).toContain(part);
    expect(cookie).not.toMatch(/domain=/i);
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/);
  });

  it('keeps tokens of sessions and resets in the database only as fingerprints', async () => {
    const person = await app.register();
    const [, session = ''] = person.cookie().split('=');
    const token = tokenIn(await resetMail(person.email));
    expect(token).toHaveLength(43);
    const { rows } = await app.database.database.direct.execute<{ dump: string }>(
      sql`SELECT (SELECT string_agg(s::text, ' ') FROM sessions s) || (SELECT string_agg(r::text, ' ')
        FROM password_resets r) AS dump`,
    );
    expect(rows[0]?.dump).toContain(person.user.id);
    expect(rows[0]?.dump).not.toContain(session);
    expect(rows[0]?.dump).not.toContain(token);
  });

  it('mails links to its own address whatever the request calls it', async () => {
    const person = await app.register();
    const { raw } = await resetMail(person.email, {
      host: '127.0.0.1',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.test',
    });
    expect(raw).toContain(publicUrl);
    expect(raw).not.toContain('evil.test');
    // Under a host that nobody has shown to be theirs there is nothing to ask.
    const { status } = await rawRequest(app.url, {
      method: 'POST',
      path: '/api/forgot-password',
      headers: { 'content-type': 'application/json', host: 'evil.test' },
      body: JSON.stringify({ email: person.email }),
    });
    expect(status).toBe(404);
  });

  it('mails to the one address that asked, whatever stands in names', async () => {
    const name = 'Vera\r\nBcc: all@evil.test\r\n\r\n<img src="https://evil.test/x">';
    const email = 'injected@example.test';
    await app.browser().post('/api/register', { name, email, password: 'a long password' });
    const { recipients, raw } = await resetMail(email);
    expect(recipients).toEqual([email]);
    const head = raw.split('\r\n\r\n')[0] ?? '';
    expect(head.match(/^(to|cc|bcc):/gim)).toEqual(['To:']);
    expect(raw).not.toContain('<img');
    for (const odd of [
      'a@example.test\r\nBcc: b@evil.test',
      'a@example.test,b@evil.test',
      '"a@evil.test"@example.test',
      'a@[127.0.0.1]',
      '<a@example.test>',
      'a@example.test\u0000',
    ]) {
      expect([
        odd,
        (await app.browser().request('POST', '/api/forgot-password', { body: { email: odd } })).status,
      ]).toSatisfy(([, status]: [string, number]) => status === 400 || odd.endsWith('\u0000'));
    }
    expect(
      mailbox.mails.flatMap((mail) => mail.recipients).filter((address) => address.endsWith('evil.test')),
    ).toEqual([]);
  });

  it('takes a reset link for an hour, whoever asked for more of them, and none once one was used', async () => {
    const person = await app.register();
    const reset = async (token: string): Promise<number> =>
      (
        await app
          .browser()
          .request('POST', '/api/reset-password', { body: { token, password: 'quite a new password' } })
      ).status;
    const older = tokenIn(await resetMail(person.email));
    const newer = tokenIn(await resetMail(person.email));
    expect(await reset(older)).toBe(200);
    expect(await reset(newer)).toBe(400);
    const late = tokenIn(await resetMail(person.email));
    clock.advance(61 * 60_000);
    expect(await reset(late)).toBe(400);
    const fresh = tokenIn(await resetMail(person.email));
    expect(await reset(fresh)).toBe(200);
    expect(await reset(fresh)).toBe(400);
  });

  it('ends sessions that were not used for two weeks', async () => {
    const person = await app.register();
    clock.advance(13 * 86_400_000);
    expect((await person.request('GET', '/api/user')).status).toBe(200);
    clock.advance(13 * 86_400_000);
    expect((await person.request('GET', '/api/user')).status).toBe(200);
    clock.advance(15 * 86_400_000);
    expect((await person.request('GET', '/api/user')).status).toBe(401);
  });
});
