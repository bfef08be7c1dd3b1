import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { outcomeOf } from '#tests/support/visitors/visitor-of-services.ts';

let server: TestServices;
beforeAll(async () => {
  server = await startTestServices();
});
afterAll(() => server.close());

let places = 0;
const from = () => ({ address: `198.51.100.${++places % 250}`, userAgent: 'test', device: undefined });
const login = (email: string, password: string) => outcomeOf(server.auth.login({ email, password }, from()));
const register = (email: string, password = 'a long password') =>
  outcomeOf(
    server.auth.register({ name: 'Twin', email, password }, { ...from(), language: 'en', timezone: null }),
  );
/** The kinds of mails that were written to an address. */
const mailsTo = async (email: string): Promise<string[]> =>
  (await server.mail.outbox()).mails.filter(({ recipient }) => recipient === email).map(({ kind }) => kind);
const isIn = async (token: string): Promise<boolean> => (await server.auth.authenticate(token)) !== null;
const [refused, wrong] = ['auth.registration_failed', 'auth.invalid_credentials'];

describe('registering', () => {
  test('twenty times at once with one address makes one person', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => register(at % 2 ? 'twin@example.test' : 'TWIN@example.test')),
    );
    expect(outcomes.toSorted()).toEqual([...Array<string>(19).fill(refused), 'done']);
  });

  test('with a taken address keeps the old password and tells its owner by mail', async () => {
    const { user, password } = await server.member();
    expect(await register(user.email, 'another password')).toBe(refused);
    expect(await mailsTo(user.email)).toContain('register-attempt');
    expect(await login(user.email, 'another password')).toBe(wrong);
    expect(await login(user.email, password)).toBe('done');
  });
});

describe('the own password', () => {
  const change = ({ user }: TestMember, current: string, password: string) =>
    server.sessions.changePassword(
      { userId: user.id, accountId: user.accountId },
      { current, password },
      from(),
    );

  test('is changed by whoever knows the current one; every session of before is over, and a mail tells of it', async () => {
    const vera = await server.member();
    const { email } = vera.user;
    const other = await server.auth.login({ email, password: vera.password }, from());
    const session = await change(vera, vera.password, 'a quieter word');
    expect([
      await isIn(vera.session.token),
      await isIn(other.session.token),
      await isIn(session.token),
    ]).toEqual([false, false, true]);
    expect(await mailsTo(email)).toContain('password-changed');
    expect(await login(email, vera.password)).toBe(wrong);
    expect(await login(email, 'a quieter word')).toBe('done');
  });

  test('stays when the current one is wrong, or the new one is the same', async () => {
    const vera = await server.member();
    expect(await outcomeOf(change(vera, 'not this one', 'a quieter word'))).toBe('auth.password_wrong');
    expect(await outcomeOf(change(vera, vera.password, vera.password))).toBe('auth.password_unchanged');
    expect(await login(vera.user.email, vera.password)).toBe('done');
  });

  test('is guessed at ten times in a quarter of an hour and no more', async () => {
    const vera = await server.member();
    const guess = () => outcomeOf(change(vera, 'not this one', 'a quieter word'));
    for (let at = 0; at < 10; at++) expect(await guess()).toBe('auth.password_wrong');
    expect(await guess()).toBe('auth.too_many_attempts');
    expect(await outcomeOf(change(vera, vera.password, 'a quieter word'))).toBe('auth.too_many_attempts');
    server.clock.advance(16 * 60_000);
    expect(await outcomeOf(change(vera, vera.password, 'a quieter word'))).toBe('done');
  });
});

describe('a session', () => {
  const day = 86_400_000;
  test('lives as long as it is used once in fourteen days', async () => {
    const { session } = await server.member();
    for (let time = 0; time < 4; time++) {
      server.clock.advance(13 * day);
      expect(await isIn(session.token)).toBe(true);
    }
    server.clock.advance(15 * day);
    expect(await isIn(session.token)).toBe(false);
  });
});
