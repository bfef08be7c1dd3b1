import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { safeNextPath } from '#shared/paths.ts';
import { createManualClock } from '#platform/clock/clock.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { addressOf, requestOf } from './endpoint-walk.ts';
import { rawRequest } from './raw-request.ts';
import { accountFingerprint, openSecurityStage, type SecurityStage } from './stage.ts';

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
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.test',
    });
    expect(raw).toContain(publicUrl);
    expect(raw).not.toContain('evil.test');
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

describe('sessions', () => {
  let stage: SecurityStage;
  beforeAll(async () => {
    stage = await openSecurityStage();
  });
  afterAll(() => stage.close());

  it('are never taken over from the caller', async () => {
    const { app, vera } = stage;
    const chosen = 'A'.repeat(43);
    const { email, password } = vera.owner;
    const answer = await app.browser().request('POST', '/api/login', {
      body: { email, password },
      headers: { cookie: `chatelier_session=${chosen}` },
    });
    expect(answer.headers.getSetCookie()[0]).not.toContain(chosen);
    expect(
      (
        await app
          .browser()
          .request('GET', '/api/user', { headers: { cookie: `chatelier_session=${chosen}` } })
      ).status,
    ).toBe(401);
  });

  it('stand in no answer, no page and no address', async () => {
    const { app, vera } = stage;
    const [, token = ''] = vera.owner.cookie().split('=');
    for (const path of [
      '/api/user',
      '/dashboard',
      '/api/agents',
      '/readyz',
      '/healthz',
      `/widgets/${vera.first.agent.number}`,
    ])
      expect((await vera.owner.request('GET', path)).text).not.toContain(token);
    expect(
      (await app.browser().request('GET', `/api/user?chatelier_session=${token}&token=${token}`)).status,
    ).toBe(401);
    expect(
      (
        await app
          .browser()
          .request('GET', '/api/user', { headers: { authorization: `Bearer ${token}`, 'x-api-key': token } })
      ).status,
    ).toBe(401);
  });

  it('do nothing for other sites: every write is refused and nothing changes', async () => {
    const { app, vera } = stage;
    const before = await accountFingerprint(app, vera.owner.user.accountId);
    const origins = [
      'https://evil.test',
      'null',
      `${app.url}.evil.test`,
      app.url.replace('http:', 'https:'),
      `${app.url.replace(/:\d+$/, '')}:1`,
      'http://localhost.evil.test',
      'file://',
    ];
    const wrong: string[] = [];
    for (const endpoint of app.server.endpoints.filter(({ method }) => method !== 'GET')) {
      for (const headers of [
        ...origins.map((origin) => ({ origin })),
        { 'sec-fetch-site': 'cross-site' },
      ] as Record<string, string>[]) {
        const { status } = await vera.owner.request(endpoint.method, addressOf(endpoint, vera, vera.first), {
          ...requestOf(endpoint),
          headers,
        });
        if (status !== 403)
          wrong.push(`${endpoint.method} ${endpoint.path} from ${JSON.stringify(headers)}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await accountFingerprint(app, vera.owner.user.accountId)).toEqual(before);
  });

  it('are shown to no other site: no preflight is granted but for what knows its caller by a bearer, and never with cookies', async () => {
    const { app, vera } = stage;
    for (const endpoint of app.server.endpoints.filter(
      ({ path }) => path !== '/api/events' && path.startsWith('/api/'),
    )) {
      for (const origin of ['https://evil.test', 'null']) {
        const path = addressOf(endpoint, vera, vera.first);
        const preflight = await rawRequest(app.url, {
          method: 'OPTIONS',
          path,
          headers: {
            origin,
            'access-control-request-method': endpoint.method,
            'access-control-request-headers': 'content-type,authorization',
          },
        });
        const open = /^\/api\/(v1|visitor)\//.test(path) ? '*' : undefined;
        expect([
          path,
          preflight.headers['access-control-allow-origin'],
          preflight.headers['access-control-allow-credentials'],
        ]).toEqual([path, open, undefined]);
        if (endpoint.method !== 'GET' || endpoint.transport) continue;
        const read = await rawRequest(app.url, {
          method: 'GET',
          path,
          headers: { origin, cookie: vera.owner.cookie() },
        });
        expect([
          path,
          read.headers['access-control-allow-origin'],
          read.headers['access-control-allow-credentials'],
        ]).toEqual([path, open, undefined]);
      }
    }
  });

  it('are not had by guessing: ten tries for one person, however the caller disguises himself', async () => {
    const { app } = stage;
    const person = await app.register();
    const disguises = (at: number): Record<string, string> => ({
      'x-forwarded-for': `2001:db8:${at.toString(16)}::1, ::ffff:10.0.0.${at}`,
      'x-real-ip': `10.1.1.${at}`,
      forwarded: `for=10.2.2.${at}`,
      'user-agent': `agent ${at}`,
      'cf-connecting-ip': `10.3.3.${at}`,
    });
    const answers = [];
    for (let at = 0; at < 14; at++) {
      const email = at % 2 ? person.email.toUpperCase() : ` ${person.email} `;
      answers.push(
        await app.browser().request('POST', '/api/login', {
          body: { email, password: `wrong password ${at}` },
          headers: disguises(at),
        }),
      );
    }
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401));
    expect(answers.slice(10).map(({ status }) => status)).toEqual(Array(4).fill(429));
    expect(Number(answers[10]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((answers[10]?.body as { message: string }).message).toMatch(
      /^Too many attempts\. Please wait \d+ (seconds?|minutes?) and try again\.$/,
    );
  });

  it('are had by no second account under another spelling of an address', async () => {
    const { app } = stage;
    const taken = 'spelling@example.test';
    await app.browser().post('/api/register', { name: 'First', email: taken, password: 'a long password' });
    for (const email of [
      'SPELLING@example.test',
      'spelling@EXAMPLE.TEST',
      ' spelling@example.test ',
      'ｓpelling@example.test',
      'spelling@example.test.',
    ]) {
      expect([
        email,
        (
          await app.browser().request('POST', '/api/register', {
            body: { name: 'Second', email, password: 'a long password' },
          })
        ).status,
      ]).toSatisfy(([, status]: [string, number]) => status === 409 || status === 400);
    }
  });

  it('are not opened by passwords beyond their bounds, and those are refused before they cost anything', async () => {
    const { app } = stage;
    for (const password of ['', 'seven77', 'x'.repeat(1_025), 'x'.repeat(900_000)]) {
      expect(
        (await app.browser().request('POST', '/api/login', { body: { email: 'a@example.test', password } }))
          .status,
      ).toBe(400);
    }
  });
});

describe('the place to go after signing in', () => {
  it.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    ' /dashboard',
    '/\r\nLocation: https://evil.test',
    'dashboard',
    '',
    null,
    7,
    ['/dashboard'],
    `/${'x'.repeat(3_000)}`,
  ])('is never %j', (next) => {
    expect(safeNextPath(next)).toBeNull();
  });
  it('is a path of this site', () => {
    expect(['/dashboard', '/dashboard/agents?search=a%20b', '/'].map(safeNextPath)).toEqual([
      '/dashboard',
      '/dashboard/agents?search=a%20b',
      '/',
    ]);
  });
});
