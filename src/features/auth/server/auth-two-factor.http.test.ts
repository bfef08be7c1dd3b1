import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
const clock = createManualClock(new Date());
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

const codeOf = ({ status, body }: TestAnswer): unknown => [status, (body as { code?: string } | null)?.code];
const digits = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });
const nextHalfMinute = (): void => clock.advance(30_000);

async function withTwoFactor() {
  const vera = await app.register('Vera');
  const { secret, uri, qr } = await vera.post<{
    secret: string;
    uri: string;
    qr: { size: number; path: string };
  }>('/api/user/two-factor/begin', { password: vera.password });
  const { recoveryCodes } = await vera.post<{ recoveryCodes: string[] }>('/api/user/two-factor/confirm', {
    code: digits(secret),
  });
  nextHalfMinute();
  return { ...vera, secret, uri, qr, recoveryCodes };
}
const login = (person: { email: string; password: string }, code?: string) =>
  app.browser().request('POST', '/api/login', {
    body: { email: person.email, password: person.password, ...(code !== undefined && { code }) },
  });

describe('the second factor', () => {
  test('counts from its first code on, is kept sealed, and is told of', async () => {
    const vera = await app.register('Vera');
    expect(
      codeOf(
        await vera.request('POST', '/api/user/two-factor/begin', { body: { password: 'not the password' } }),
      ),
    ).toEqual([422, 'auth.password_wrong']);
    const { secret, uri } = await vera.post<{ secret: string; uri: string }>('/api/user/two-factor/begin', {
      password: vera.password,
    });
    expect(uri).toMatch(/^otpauth:\/\/totp\/Chatelier:.*secret=[A-Z2-7]{32}/);
    expect((await login(vera)).status).toBe(200);
    expect(
      codeOf(
        await vera.request('POST', '/api/user/two-factor/confirm', {
          body: { code: '000000' === digits(secret) ? '111111' : '000000' },
        }),
      ),
    ).toEqual([401, 'auth.two_factor_wrong']);
    const { recoveryCodes } = await vera.post<{ recoveryCodes: string[] }>('/api/user/two-factor/confirm', {
      code: digits(secret),
    });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await vera.get('/api/user/two-factor')).toMatchObject({ isOn: true, codesLeft: 10 });
    const { rows } = await app.database.database.direct.execute<{ dump: string }>(
      sql`SELECT (SELECT string_agg(t::text, ' ') FROM two_factors t) || (SELECT string_agg(c::text, ' ')
        FROM recovery_codes c) AS dump`,
    );
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(rows[0]?.dump).not.toContain(plain);
    expect(
      (await app.server.services.mail.outbox()).mails.find(
        ({ recipient, kind }) => recipient === vera.email && kind === 'two-factor-on',
      ),
    ).toBeDefined();
    expect(
      codeOf(await vera.request('POST', '/api/user/two-factor/begin', { body: { password: vera.password } })),
    ).toEqual([409, 'auth.two_factor_on']);
    expect((await vera.get<{ members: { twoFactor: boolean }[] }>('/api/team')).members).toMatchObject([
      { twoFactor: true },
    ]);
  });

  test('is asked for after the right password only, and a code opens once', async () => {
    const vera = await withTwoFactor();
    expect(codeOf(await login({ ...vera, password: 'not the password' }, digits(vera.secret)))).toEqual([
      401,
      'auth.invalid_credentials',
    ]);
    expect(codeOf(await login(vera))).toEqual([401, 'auth.two_factor_needed']);
    const code = digits(vera.secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(vera, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    expect(codeOf(await login(vera, code))).toEqual([401, 'auth.two_factor_wrong']);
    nextHalfMinute();
    expect((await login(vera, digits(vera.secret))).status).toBe(200);
  });

  test('is had by no guessing: after ten wrong codes even the right one waits', async () => {
    const vera = await withTwoFactor();
    const right = digits(vera.secret);
    const guess = right === '123456' ? '654321' : '123456';
    const answers = [];
    for (let at = 0; at < 11; at++) answers.push((await login(vera, guess)).status);
    expect(answers).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await login(vera, right)).status).toBe(429);
    clock.advance(16 * 60_000);
    expect((await login(vera, digits(vera.secret))).status).toBe(200);
  });

  test('lost, is replaced by a recovery code, each once and nobody else’s', async () => {
    const [vera, other] = [await withTwoFactor(), await withTwoFactor()];
    const [first = '', second = '', third = ''] = vera.recoveryCodes;
    expect(codeOf(await login(vera, other.recoveryCodes[0]))).toEqual([401, 'auth.two_factor_wrong']);
    expect((await login(vera, ` ${first.toUpperCase()} `)).status).toBe(200);
    expect(codeOf(await login(vera, first))).toEqual([401, 'auth.two_factor_wrong']);
    expect(await vera.get('/api/user/two-factor')).toMatchObject({ codesLeft: 9 });
    const renewed = await vera.post<{ recoveryCodes: string[] }>('/api/user/two-factor/recovery-codes', {
      password: vera.password,
      code: second,
    });
    expect(codeOf(await login(vera, third))).toEqual([401, 'auth.two_factor_wrong']);
    expect((await login(vera, renewed.recoveryCodes[0])).status).toBe(200);
  });

  test('goes with password and code together, and is told of', async () => {
    const vera = await withTwoFactor();
    const off = async (password: string, code: string) =>
      codeOf(await vera.request('POST', '/api/user/two-factor/off', { body: { password, code } }));
    expect(await off('not the password', digits(vera.secret))).toEqual([422, 'auth.password_wrong']);
    expect(await off(vera.password, vera.recoveryCodes[0]?.replace(/./g, 'z') ?? '')).toEqual([
      401,
      'auth.two_factor_wrong',
    ]);
    expect(await off(vera.password, digits(vera.secret))).toEqual([200, undefined]);
    expect((await login(vera)).status).toBe(200);
    expect(
      (await app.server.services.mail.outbox()).mails.find(
        ({ recipient, kind }) => recipient === vera.email && kind === 'two-factor-off',
      ),
    ).toBeDefined();
    const { entries } = await vera.get<{ entries: { action: string }[] }>('/api/audit?group=safety');
    expect(entries.map(({ action }) => action)).toEqual([
      'safety.signed_in',
      'safety.two_factor_off',
      'safety.two_factor_on',
    ]);
  });
});

test('emptying and deleting an account ask for the second factor, where it is on', async () => {
  const vera = await withTwoFactor();
  const end = async (what: 'reset' | 'delete', code?: string) =>
    codeOf(
      await vera.request('POST', `/api/account/${what}`, {
        body: { confirmation: vera.email, password: vera.password, ...(code !== undefined && { code }) },
      }),
    );
  for (const what of ['reset', 'delete'] as const) {
    expect(await end(what)).toEqual([401, 'auth.two_factor_needed']);
    expect(await end(what, '12')).toEqual([401, 'auth.two_factor_wrong']);
  }
  expect(await end('reset', digits(vera.secret))).toEqual([200, undefined]);
  expect(await end('delete', vera.recoveryCodes[0])).toEqual([200, undefined]);
});
