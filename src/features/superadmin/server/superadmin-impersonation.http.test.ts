import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import type { AuditEntry } from '#features/audit/audit.contract.ts';
import { isOwnAffair } from '#features/auth/server/auth-impersonation.policy.ts';
import { allowedAsAnother } from '#tests/security/impersonation-allowed.ts';
import { claimServer } from '#tests/support/app/superadmin.ts';
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestBrowser,
} from '#tests/support/app/test-app.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let operator: Person;
const clock = createManualClock(new Date());
beforeAll(async () => {
  app = await startTestApp({ clock });
  operator = await app.register('Olga Operator');
  await claimServer(app, operator);
});
afterAll(() => app.close());

const codeOf = ({ status, body }: TestAnswer): unknown => [status, (body as { code?: string } | null)?.code];
const linesOf = async (who: Pick<TestBrowser, 'get'>, group: string): Promise<AuditEntry[]> =>
  (await who.get<{ entries: AuditEntry[] }>(`/api/audit?group=${group}`)).entries;

describe('a superadmin who works as somebody else', () => {
  const enter = (person: Person, body: object = {}) =>
    operator.request('POST', `/api/superadmin/users/${person.user.id}/impersonate`, {
      body: { accountId: null, reason: 'They asked for help', password: operator.password, ...body },
    });

  test('sees their account, is seen in its log, and comes back to the own session', async () => {
    const vera = await app.register('Vera');
    expect(codeOf(await enter(vera, { password: 'a guess' }))).toEqual([422, 'auth.password_wrong']);
    expect(codeOf(await enter(operator))).toEqual([409, 'auth.impersonation_refused']);
    expect(codeOf(await enter(vera, { accountId: operator.user.accountId }))).toEqual([
      409,
      'auth.impersonation_refused',
    ]);
    expect((await enter(vera)).status).toBe(200);
    expect(await operator.get('/api/user')).toMatchObject({
      email: vera.email,
      isSuperadmin: false,
      impersonation: { by: 'Olga Operator', reason: 'They asked for help' },
    });
    expect((await operator.request('GET', '/api/superadmin/overview')).status).toBe(404);
    const agent = await operator.post<{ id: string }>('/api/agents', {
      from: 'description',
      input: 'A guide',
    });
    await operator.request('DELETE', `/api/agents/${agent.id}`);
    expect(await operator.post('/api/impersonation/end')).toEqual({ isSignedIn: true });
    expect(await operator.get('/api/user')).toMatchObject({ email: operator.email, impersonation: null });
    expect(await linesOf(vera, 'agents')).toMatchObject([
      {
        action: 'agents.deleted',
        actor: { name: 'Vera' },
        details: { superadmin: 'Olga Operator' },
        address: null,
      },
    ]);
    expect(await linesOf(vera, 'account')).toMatchObject([
      {
        action: 'account.left_by_superadmin',
        actor: { name: 'Olga Operator', email: null },
        address: null,
      },
      {
        action: 'account.entered',
        actor: { name: 'Olga Operator', email: null },
        details: { reason: 'They asked for help' },
        address: null,
      },
    ]);
    const sessions = await vera.get<{ sessions: object[] }>('/api/user/sessions');
    expect(sessions.sessions).toHaveLength(1);
  });

  test('touches nothing that is the person’s own affair', async () => {
    const vera = await app.register('Vera');
    await enter(vera);
    const own = app.server.endpoints.filter(
      ({ method, path, access }) =>
        (access === 'user' || (typeof access === 'object' && access.scope === undefined)) &&
        isOwnAffair(method, path.replaceAll(/\{(\w+)\}/g, ':$1')),
    );
    expect(own.length).toBeGreaterThan(40);
    expect(own.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'POST /api/user/password',
        'POST /api/user/two-factor/begin',
        'POST /api/user/two-factor/off',
        'DELETE /api/user/sessions',
        'POST /api/user/account',
        'PUT /api/payments/setup/{mode}',
        'DELETE /api/payments/setup/{mode}',
        'PUT /api/integrations/{provider}',
        'POST /api/account-keys',
        'POST /api/agents/{id}/keys',
        'POST /api/team/transfer',
        'POST /api/team/invitations',
        'POST /api/account/delete',
        'POST /api/account/reset',
        'POST /api/billing/checkout',
        'POST /api/oauth/authorization',
        'POST /api/webhook-endpoints/{id}/secret',
      ]),
    );
    for (const { method, path } of own) {
      const answer = await operator.request(method, path.replaceAll(/\{\w+\}/g, 'x'), {
        body: method === 'GET' ? undefined : {},
      });
      expect(codeOf(answer), `${method} ${path}`).toEqual([403, 'auth.not_as_another']);
    }
    await operator.post('/api/impersonation/end');
    expect(codeOf(await operator.request('POST', '/api/impersonation/end', { body: {} }))).toEqual([
      409,
      'auth.not_impersonating',
    ]);
  });

  test('is asked about every change and every file: allowed by name, or refused', () => {
    const asked = app.server.endpoints.filter(
      ({ method, path, access, transport }) =>
        (access === 'user' || (typeof access === 'object' && access.scope === undefined)) &&
        (method !== 'GET' || transport === 'file' || /csv|export|record/.test(path)),
    );
    const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
    const refused = asked.filter(({ method, path }) =>
      isOwnAffair(method, path.replaceAll(/\{(\w+)\}/g, ':$1')),
    );
    const open = asked.filter((endpoint) => !refused.includes(endpoint)).map(nameOf);
    expect(open.toSorted()).toEqual([...allowedAsAnother].toSorted());
    expect(refused.map(nameOf)).toEqual(
      expect.arrayContaining([
        'GET /api/contact-files/contacts.csv',
        'GET /api/contacts/{id}/record',
        'GET /api/forms/{id}/export',
        'GET /api/payments.csv',
        'GET /api/agents/{id}/export',
        'PUT /api/agents/{id}/members/{user}',
        'PUT /api/seller',
        'POST /api/payments/{id}/refund',
        'POST /api/contacts/{id}/ledger',
        'POST /api/account-review',
        'POST /api/functions/runs',
      ]),
    );
  });

  test('who signs out is out, of the own session too, and the account reads that they left', async () => {
    const vera = await app.register('Vera');
    const own = operator.cookie();
    await enter(vera);
    await operator.post('/api/logout');
    expect((await operator.request('GET', '/api/user')).status).toBe(401);
    expect((await app.browser().request('GET', '/api/user', { headers: { cookie: own } })).status).toBe(401);
    expect(await linesOf(vera, 'account')).toMatchObject([
      { action: 'account.left_by_superadmin' },
      { action: 'account.entered' },
    ]);
    operator = { ...operator, ...(await signIn(operator)) };
    // A cookie of somebody's session that it was not begun in ends nothing.
    const other = await signIn(operator);
    await enter(vera);
    const forged = operator
      .cookie()
      .replace(/(chatelier_own_session=)[^;]*/, `$1${/chatelier_session=([^;]*)/.exec(other.cookie())?.[1]}`);
    expect(forged).not.toBe(operator.cookie());
    await app.browser().request('POST', '/api/logout', { body: {}, headers: { cookie: forged } });
    expect((await other.request('GET', '/api/user')).status).toBe(200);
    operator = { ...operator, ...other };
  });

  test('hears nothing of the account any more once the hour is over, they signed out elsewhere, or are no superadmin', async () => {
    const vera = await app.register('Vera');
    const second = await app.register('Sophie');
    await operator.request('PATCH', `/api/superadmin/users/${second.user.id}`, {
      body: { isSuperadmin: true, password: operator.password },
    });
    const { pool } = app.database.database;
    const soon = new Date(clock.now().getTime() + 300);
    for (const end of [
      null,
      async (elsewhere: TestBrowser) =>
        elsewhere.request('DELETE', '/api/user/sessions').then(({ status }) => expect(status).toBe(200)),
      async () =>
        operator
          .request('PATCH', `/api/superadmin/users/${second.user.id}`, {
            body: { isSuperadmin: false, password: operator.password },
          })
          .then(({ status }) => expect(status).toBe(200)),
    ]) {
      const elsewhere = await signIn(second);
      const working = await signIn(second);
      await working.post(`/api/superadmin/users/${vera.user.id}/impersonate`, {
        accountId: null,
        reason: 'They asked for help',
        password: second.password,
      });
      if (!end)
        await pool.query('UPDATE sessions SET expires_at = $1 WHERE impersonated_by = $2', [
          soon,
          second.user.id,
        ]);
      const stream = await fetch(`${app.url}/api/events`, { headers: { cookie: working.cookie() } });
      expect(stream.status).toBe(200);
      await end?.(elsewhere);
      // It ends by itself: reading it to its end comes back.
      expect(await stream.text()).toContain('ready');
    }
  });

  test('is out after an hour, and once their own session is over', async () => {
    const vera = await app.register('Vera');
    await enter(vera);
    const asVera = operator.cookie();
    clock.advance(3_600_001);
    expect((await operator.request('GET', '/api/user')).status).toBe(401);
    expect(asVera).toContain('own_session');
    const back = await signIn(operator);
    await back.post(`/api/superadmin/users/${vera.user.id}/impersonate`, {
      accountId: null,
      reason: 'Once more',
      password: operator.password,
    });
    expect((await back.request('GET', '/api/agents')).status).toBe(200);
    await app.database.database.pool.query('DELETE FROM sessions WHERE user_id = $1', [operator.user.id]);
    expect((await back.request('GET', '/api/agents')).status).toBe(401);
    operator = { ...operator, ...(await signIn(operator)) };
  });

  test('can’t be played by whoever forges the cookie of the own session', async () => {
    const vera = await app.register('Vera');
    const forged = { cookie: `${vera.cookie()}; chatelier_own_session=${'x'.repeat(43)}` };
    expect(
      codeOf(await app.browser().request('POST', '/api/impersonation/end', { body: {}, headers: forged })),
    ).toEqual([409, 'auth.not_impersonating']);
    expect(
      (await vera.request('POST', `/api/superadmin/users/${operator.user.id}/impersonate`, { body: {} }))
        .status,
    ).toBe(404);
    // Whoever has the session of an impersonation alone gets no superadmin's session out of it.
    await enter(vera);
    const only = operator.cookie().replace(/; chatelier_own_session=[^;]*|chatelier_own_session=[^;]*; /, '');
    const answer = await app
      .browser()
      .request('POST', '/api/impersonation/end', { body: {}, headers: { cookie: only } });
    expect(answer.body).toEqual({ isSignedIn: false });
    operator = { ...operator, ...(await signIn(operator)) };
  });
});

/** The person in another browser. */
async function signIn(person: Person): Promise<TestBrowser> {
  const page = app.browser();
  await page.post('/api/login', { email: person.email, password: person.password });
  return page;
}
