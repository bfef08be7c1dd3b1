import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import type { AuditEntry } from '#features/audit/audit.contract.ts';
import { joinAsAdmin } from '#tests/support/app/colleague.ts';
import { claimServer } from '#tests/support/app/superadmin.ts';
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestBrowser,
} from '#tests/support/app/test-app.ts';
import type { AccountDetails, AccountSummary, UserSummary } from '../superadmin-accounts.contract.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let operator: Person;
const clock = createManualClock(new Date());
beforeAll(async () => {
  app = await startTestApp({ clock, environment: { PLANS: 'paid' } });
  operator = await app.register('Olga Operator');
  await claimServer(app, operator);
});
afterAll(() => app.close());

const codeOf = ({ status, body }: TestAnswer): unknown => [status, (body as { code?: string } | null)?.code];
const put = (path: string, body: object) => operator.request('PUT', path, { body });
const linesOf = async (who: Pick<TestBrowser, 'get'>, group: string): Promise<AuditEntry[]> =>
  (await who.get<{ entries: AuditEntry[] }>(`/api/audit?group=${group}`)).entries;
const allLinesOf = async (who: Pick<TestBrowser, 'get'>): Promise<string> =>
  JSON.stringify(await who.get('/api/audit'));
const login = (person: Person) =>
  app.browser().request('POST', '/api/login', { body: { email: person.email, password: person.password } });
const isActive = async (person: Pick<TestBrowser, 'get'>) =>
  (await person.get<{ isActive: boolean }>('/api/subscription/status')).isActive;

describe('accounts', () => {
  test('are found by name, and by the name and address of their people, as what was typed says', async () => {
    const vera = await app.register('Vera 100%_sure');
    const find = async (search: string) =>
      (
        await operator.get<{ accounts: AccountSummary[] }>(
          `/api/superadmin/accounts?search=${encodeURIComponent(search)}`,
        )
      ).accounts.map(({ id }) => id);
    expect(await find('100%_SURE')).toEqual([vera.user.accountId]);
    expect(await find(vera.email)).toEqual([vera.user.accountId]);
    expect(await find('100_%')).toEqual([]);
    expect(await operator.get(`/api/superadmin/accounts/${vera.user.accountId}`)).toMatchObject({
      status: 'trialing',
      isActive: true,
      isOperators: false,
      owner: { email: vera.email },
      members: [{ email: vera.email, role: 'owner' }],
      usage: { agents: 0, messages: 0, spentMicros: 0 },
      storedBytes: 0,
    });
    expect((await operator.request('GET', '/api/superadmin/accounts/acc_0')).status).toBe(404);
  });

  test('get a plan by hand that nobody pays for, for ever or until it ends', async () => {
    const vera = await app.register('Vera');
    const path = `/api/superadmin/accounts/${vera.user.accountId}/plan`;
    clock.advance(8 * 86_400_000);
    const again = await signIn(vera);
    expect(await isActive(again)).toBe(false);
    const until = new Date(clock.now().getTime() + 86_400_000).toISOString();
    expect(codeOf(await put(path, { plan: 'pro', until: clock.now().toISOString() }))).toEqual([
      422,
      'superadmin.until_passed',
    ]);
    expect((await put(path, { plan: 'white_label', until })).body).toMatchObject({
      isActive: true,
      given: { plan: 'white_label', until },
    });
    expect(await isActive(again)).toBe(true);
    expect(await again.get('/api/billing')).toMatchObject({ plan: 'included' });
    clock.advance(86_400_001);
    expect(await isActive(again)).toBe(false);
    await put(path, { plan: 'pro', until: null });
    expect(await isActive(again)).toBe(true);
    await put(path, { plan: null, until: null });
    expect(await isActive(again)).toBe(false);
    await operator.post(`/api/superadmin/accounts/${vera.user.accountId}/trial`, { days: 3 });
    expect(await isActive(again)).toBe(true);
    expect((await linesOf(again, 'account')).map(({ action }) => action)).toEqual([
      'account.trial_extended',
      'account.plan_taken',
      'account.plan_given',
      'account.plan_given',
    ]);
  });

  test('that bought a plan have no trial that could last longer, and nothing claims so', async () => {
    const vera = await app.register('Vera');
    const path = `/api/superadmin/accounts/${vera.user.accountId}`;
    for (const status of ['active', 'incomplete', 'canceled']) {
      await app.database.database.pool.query('UPDATE accounts SET subscription_status = $1 WHERE id = $2', [
        status,
        vera.user.accountId,
      ]);
      const answer = await operator.request('POST', `${path}/trial`, { body: { days: 3 } });
      expect(codeOf(answer), status).toEqual([409, 'superadmin.no_trial']);
    }
    expect(await linesOf(vera, 'account')).toEqual([]);
  });

  test('that are suspended let nobody in, and everybody again once they are restored', async () => {
    const vera = await app.register('Vera');
    const path = `/api/superadmin/accounts/${vera.user.accountId}`;
    expect(await operator.post(`${path}/suspend`, { reason: 'Sends spam' })).toMatchObject({
      suspended: { reason: 'Sends spam' },
      isActive: false,
    });
    expect((await vera.request('GET', '/api/agents')).status).toBe(401);
    expect(codeOf(await login(vera))).toEqual([403, 'auth.account_disabled']);
    const { accounts } = await operator.get<{ accounts: AccountSummary[] }>(
      '/api/superadmin/accounts?only=suspended',
    );
    expect(accounts.map(({ id }) => id)).toEqual([vera.user.accountId]);
    await operator.post(`${path}/restore`);
    const again = await signIn(vera);
    expect(await linesOf(again, 'account')).toMatchObject([
      { action: 'account.restored', actor: { id: null, name: 'Superadmin', email: null }, address: null },
      { action: 'account.suspended', details: { reason: 'Sends spam' }, address: null },
    ]);
    expect(await allLinesOf(again)).not.toContain('Olga');
    // Who works beside the superadmin reads nothing of what these do about others.
    const colleague = await colleagueOf(operator);
    expect(await allLinesOf(colleague)).not.toMatch(/operator\.|Sends spam|Vera/);
    expect(await allLinesOf(operator)).not.toMatch(/operator\./);
    expect(JSON.stringify(await operator.get('/api/superadmin/audit'))).toContain('Sends spam');
  });

  test('that are suspended end what everybody of them has open, however many they are', async () => {
    const vera = await app.register('Vera');
    const { pool } = app.database.database;
    await pool.query(
      `INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object('id', u.id || n, 'email', n || u.email,
        'email_key', n || u.email_key, 'username', u.username || n))).* FROM users u, generate_series(1, 500) n WHERE u.id = $1`,
      [vera.user.id],
    );
    await pool.query(
      `INSERT INTO memberships SELECT (jsonb_populate_record(m, jsonb_build_object('user_id', m.user_id || n,
        'role', 'viewer', 'created_at', m.created_at - interval '1 day'))).* FROM memberships m, generate_series(1, 500) n
        WHERE m.user_id = $1`,
      [vera.user.id],
    );
    await operator.post(`/api/superadmin/accounts/${vera.user.accountId}/suspend`, { reason: 'Sends spam' });
    const { rows } = await pool.query('SELECT access_ended_at FROM sessions WHERE user_id = $1', [
      vera.user.id,
    ]);
    expect(rows).toEqual([{ access_ended_at: expect.any(Date) as unknown }]);
  });

  test('of superadmins can’t be suspended: nobody locks themselves out', async () => {
    const path = `/api/superadmin/accounts/${operator.user.accountId}/suspend`;
    expect(codeOf(await operator.request('POST', path, { body: { reason: 'By mistake' } }))).toEqual([
      409,
      'superadmin.own_account',
    ]);
    expect(
      await operator.get<AccountDetails>(`/api/superadmin/accounts/${operator.user.accountId}`),
    ).toMatchObject({ isOperators: true, isActive: true, suspended: null });
  });
});

describe('people', () => {
  const change = (person: { user: { id: string } }, body: object) =>
    operator.request('PATCH', `/api/superadmin/users/${person.user.id}`, { body });

  test('are locked out at once and let in again, but never oneself or another superadmin', async () => {
    const vera = await app.register('Vera');
    expect((await change(vera, { isLocked: true })).body).toMatchObject({ isLocked: true });
    expect((await vera.request('GET', '/api/user')).status).toBe(401);
    expect(codeOf(await login(vera))).toEqual([403, 'auth.account_disabled']);
    await change(vera, { isLocked: false });
    expect((await login(vera)).status).toBe(200);
    expect(codeOf(await change(operator, { isLocked: true }))).toEqual([409, 'superadmin.own_account']);
  });

  test('become superadmin with the password of one who is, and the last one stays', async () => {
    const vera = await app.register('Vera');
    expect(codeOf(await change(vera, { isSuperadmin: true }))).toEqual([422, 'auth.password_wrong']);
    const { password } = operator;
    expect((await change(vera, { isSuperadmin: true, password })).body).toMatchObject({ isSuperadmin: true });
    expect((await vera.request('GET', '/api/superadmin/overview')).status).toBe(200);
    expect(codeOf(await change(vera, { isLocked: true }))).toEqual([409, 'superadmin.not_for_superadmins']);
    expect(codeOf(await change(vera, { hasSecondFactor: false }))).toEqual([
      409,
      'superadmin.not_for_superadmins',
    ]);
    await change(vera, { isSuperadmin: false, password });
    expect((await vera.request('GET', '/api/superadmin/overview')).status).toBe(404);
    expect(codeOf(await change(operator, { isSuperadmin: false, password }))).toEqual([
      409,
      'superadmin.last_superadmin',
    ]);
  });

  test('have their address called proven, once, and are found with where they work', async () => {
    const vera = await app.register('Vera');
    await change(vera, { isAddressProven: true });
    await change(vera, { isAddressProven: true });
    const { users } = await operator.get<{ users: UserSummary[] }>(
      `/api/superadmin/users?search=${vera.email}`,
    );
    expect(users).toMatchObject([
      { email: vera.email, isAddressProven: true, accounts: [{ id: vera.user.accountId, role: 'owner' }] },
    ]);
    const { entries } = await operator.get<{ entries: AuditEntry[] }>('/api/superadmin/audit');
    expect(
      entries.filter(
        ({ action, target }) => action === 'operator.address_proven' && target.id === vera.user.id,
      ),
    ).toHaveLength(1);
  });
});

/** Somebody who joins the account of another as an admin. */
const colleagueOf = (owner: Person): Promise<Person> => joinAsAdmin(app, owner, 'Carl Colleague');

/** The person in another browser. */
async function signIn(person: Person): Promise<TestBrowser> {
  const page = app.browser();
  await page.post('/api/login', { email: person.email, password: person.password });
  return page;
}
