import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ environment: { PLANS: 'paid' } });
});
afterAll(() => app.close());

/**
 * The newest kept mail to an address; the mail is a job's work, so it is waited for by its notice in the
 * outbox.
 */
async function mailTo(email: string, kind: string): Promise<{ text: string }> {
  return vi.waitFor(
    async () => {
      const { mails } = await app.server.services.mail.outbox();
      const found = mails.find((mail) => mail.recipient === email && mail.kind === kind);
      if (!found) throw new Error(`No ${kind} mail to ${email}`);
      return found;
    },
    { timeout: 30_000, interval: 50 },
  );
}

describe('registering', () => {
  test('makes a person, an account with a trial of seven days, and a session', async () => {
    const vera = await app.register('Vera Novak');
    expect(await vera.get('/api/user')).toMatchObject({
      email: vera.email,
      username: vera.email,
      firstName: 'Vera Novak',
      role: 'owner',
      isSuperadmin: false,
    });
    const status = await vera.get<{ createdAt: string; trialEnd: string }>('/api/subscription/status');
    expect(status).toMatchObject({ status: 'trialing', isActive: true, hasPaid: false });
    expect(Date.parse(status.trialEnd) - Date.parse(status.createdAt)).toBe(7 * 86_400_000);
  });

  test('says under each field what is wrong, in the texts of the product', async () => {
    const answer = await app
      .browser()
      .request('POST', '/api/register', { body: { name: 'V', email: 'nobody', password: 'short' } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'common.invalid_input',
      fields: {
        name: 'Name must be at least 2 characters',
        email: 'Please enter a valid email address',
        password: 'Password must be at least 8 characters',
      },
    });
  });
});

describe('the own password', () => {
  test('is changed by whoever knows the current one; every other browser is out, and a mail tells of it', async () => {
    const vera = await app.register();
    const other = app.browser();
    expect(
      (await other.request('POST', '/api/login', { body: { email: vera.email, password: vera.password } }))
        .status,
    ).toBe(200);
    expect(
      await vera.request('POST', '/api/user/password', {
        body: { current: vera.password, password: 'short' },
      }),
    ).toMatchObject({
      status: 400,
      body: { fields: { password: 'Password must be at least 8 characters' } },
    });
    const copied = vera.cookie();
    expect(
      await vera.request('POST', '/api/user/password', {
        body: { current: vera.password, password: 'a quieter word' },
      }),
    ).toMatchObject({ status: 200 });
    expect((await other.request('GET', '/api/user')).status).toBe(401);
    expect((await app.browser().request('GET', '/api/user', { headers: { cookie: copied } })).status).toBe(
      401,
    );
    expect((await vera.request('GET', '/api/user')).status).toBe(200);
    await mailTo(vera.email, 'password-changed');
    expect(
      (
        await app
          .browser()
          .request('POST', '/api/login', { body: { email: vera.email, password: vera.password } })
      ).status,
    ).toBe(401);
    expect(
      (
        await app
          .browser()
          .request('POST', '/api/login', { body: { email: vera.email, password: 'a quieter word' } })
      ).status,
    ).toBe(200);
  });
});

describe('the list of sessions', () => {
  test('names each browser, and ends the one or all others that are asked for, but nobody else’s', async () => {
    const vera = await app.register();
    const phone = app.browser();
    const headers = {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    };
    await phone.request('POST', '/api/login', {
      body: { email: vera.email, password: vera.password },
      headers,
    });
    const list = async () =>
      (
        await vera.get<{
          sessions: { id: string; isCurrent: boolean; device: string; browser: string; os: string }[];
        }>('/api/user/sessions')
      ).sessions;
    const [first, second] = (await list()).toSorted(
      (one, two) => Number(one.isCurrent) - Number(two.isCurrent),
    );
    expect(first).toMatchObject({ isCurrent: false, device: 'smartphone', browser: 'Safari', os: 'iOS' });
    expect(second).toMatchObject({ isCurrent: true });
    const stranger = await app.register();
    expect((await stranger.request('DELETE', `/api/user/sessions/${first!.id}`)).status).toBe(404);
    expect((await phone.request('GET', '/api/user')).status).toBe(200);
    expect((await vera.request('DELETE', `/api/user/sessions/${first!.id}`)).status).toBe(200);
    expect((await phone.request('GET', '/api/user')).status).toBe(401);

    await phone.request('POST', '/api/login', { body: { email: vera.email, password: vera.password } });
    expect((await vera.request('DELETE', '/api/user/sessions')).status).toBe(200);
    expect((await phone.request('GET', '/api/user')).status).toBe(401);
    expect(await list()).toMatchObject([{ isCurrent: true }]);
    expect((await stranger.request('GET', '/api/user')).status).toBe(200);
  });
});

describe('a session', () => {
  test('keeps its cookie in the browser as long as it rolls on', async () => {
    const vera = await app.register();
    const { headers } = await vera.request('GET', '/api/user');
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^chatelier_session=[^;]+;.*HttpOnly; SameSite=Lax$/);
    const days = (Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await app.browser().request('GET', '/api/user')).headers.getSetCookie()).toEqual([]);
  });
});

describe('signing in', () => {
  test('answers an unknown address and a wrong password alike', async () => {
    const person = await app.register();
    const unknown = await app
      .browser()
      .request('POST', '/api/login', { body: { email: 'nobody@example.test', password: 'a long password' } });
    const wrong = await app
      .browser()
      .request('POST', '/api/login', { body: { email: person.email, password: 'not the password' } });
    expect(unknown).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
    expect(wrong.text).toBe(unknown.text);
  });

  test('gives another session each time, in a cookie that scripts can not read', async () => {
    const person = await app.register();
    const page = app.browser();
    const first = await page.request('POST', '/api/login', {
      body: { email: person.email, password: person.password },
    });
    const before = page.cookie();
    await page.request('POST', '/api/login', { body: { email: person.email, password: person.password } });
    expect(page.cookie()).not.toBe(before);
    expect(first.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Lax/);
    expect((await app.browser().request('GET', '/api/user', { headers: { cookie: before } })).status).toBe(
      401,
    );
  });

  test('is refused for a while after ten wrong passwords, and the right one works again after a reset', async () => {
    const person = await app.register();
    const attempt = (password: string) =>
      app.browser().request('POST', '/api/login', { body: { email: person.email, password } });
    const answers = [];
    for (let count = 0; count < 11; count++) answers.push(await attempt('wrong password'));
    expect(answers.at(-1)).toMatchObject({
      status: 429,
      body: {
        code: 'auth.proof_needed',
        message: expect.stringContaining('Too many attempts'),
        details: { challenge: expect.any(String), bits: expect.any(Number) },
      },
    });
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await attempt(person.password)).status).toBe(429);
    // The browser in which they signed in before is known by what it keeps, also after it signed out.
    await person.post('/api/logout');
    expect(
      (
        await person.request('POST', '/api/login', {
          body: { email: person.email, password: person.password },
        })
      ).status,
    ).toBe(200);
  });
});

describe('signing out', () => {
  test('ends the session on the server, so that a copied cookie is worthless', async () => {
    const person = await app.register();
    const cookie = person.cookie();
    await person.post('/api/logout');
    expect((await app.browser().request('GET', '/api/user', { headers: { cookie } })).status).toBe(401);
  });

  test('ends the event streams of that session', async () => {
    const person = await app.register();
    const events = await fetch(`${app.url}/api/events`, { headers: { cookie: person.cookie() } });
    const reader = events.body?.getReader();
    await reader?.read();
    await person.post('/api/logout');
    let last = await reader?.read();
    while (last && !last.done) last = await reader?.read();
    expect(last?.done).toBe(true);
  });
});

describe('a forgotten password', () => {
  test('is answered alike for known and unknown addresses, with nothing in the answer', async () => {
    const person = await app.register();
    const known = await app
      .browser()
      .request('POST', '/api/forgot-password', { body: { email: person.email } });
    const unknown = await app
      .browser()
      .request('POST', '/api/forgot-password', { body: { email: 'unknown@example.test' } });
    expect(known).toMatchObject({ status: 200, text: '{}' });
    expect(unknown.text).toBe(known.text);
  });

  test('is replaced once by the mailed link, and every old session ends', async () => {
    const person = await app.register();
    await app.browser().post('/api/forgot-password', { email: person.email });
    const token = /#([\w-]{43})/.exec((await mailTo(person.email, 'reset-password')).text)?.[1];
    const uses = await Promise.all(
      [1, 2].map(() =>
        app
          .browser()
          .request('POST', '/api/reset-password', { body: { token, password: 'a brand new one' } }),
      ),
    );
    expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await person.request('GET', '/api/user')).status).toBe(401);
    expect(
      (
        await app
          .browser()
          .request('POST', '/api/login', { body: { email: person.email, password: 'a brand new one' } })
      ).status,
    ).toBe(200);
  });

  test.each([[null], [''], ['x'.repeat(43)], [[]], [{ $ne: 1 }]])(
    'can not be set with %j as the token',
    async (token) => {
      expect(
        (
          await app
            .browser()
            .request('POST', '/api/reset-password', { body: { token, password: 'a brand new one' } })
        ).status,
      ).toBe(400);
    },
  );
});

describe('the superadmin', () => {
  test('is who opens the one-time link first, and nobody by registering', async () => {
    const link = app.server.superadminLink ?? '';
    const token = link.split('#')[1];
    const [first, second] = [await app.register(), await app.register()];
    expect((await first.request('GET', '/api/superadmin/outbox')).status).toBe(404);
    expect(
      (await first.request('POST', '/api/superadmin/claim', { body: { token: 'x'.repeat(43) } })).status,
    ).toBe(404);
    await first.post('/api/superadmin/claim', { token });
    expect(await first.get('/api/superadmin/outbox')).toMatchObject({ smtp: false });
    expect((await second.request('POST', '/api/superadmin/claim', { body: { token } })).status).toBe(404);
    expect((await second.request('GET', '/api/superadmin/outbox')).status).toBe(404);
  });
});

describe('writes from other sites', () => {
  test('are refused whatever cookie they carry', async () => {
    const person = await app.register();
    const headers = { origin: 'https://evil.test' };
    expect((await person.request('POST', '/api/logout', { headers, body: {} })).status).toBe(403);
    expect(
      (await person.request('POST', '/api/logout', { headers: { 'content-type': 'text/plain' }, raw: '{}' }))
        .status,
    ).toBe(415);
    expect(
      (await person.request('GET', '/api/user', { headers })).headers.get('access-control-allow-origin'),
    ).toBeNull();
    expect((await person.request('GET', '/api/user')).status).toBe(200);
  });
});
