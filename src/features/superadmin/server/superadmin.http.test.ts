import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#features/audit/audit.contract.ts';
import type { HealthCheck } from '../superadmin-health.contract.ts';
import { claimServer, turnOnSecondFactor } from '#tests/support/app/superadmin.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await startTestApp();
  operator = await app.register('Olga Operator');
  await claimServer(app, operator);
});
afterAll(() => app.close());

test('the first page counts what happens on the whole server, and nothing of its own accounts', async () => {
  await app.register('Vera');
  expect(await operator.get('/api/superadmin/overview')).toMatchObject({
    accounts: { all: 2, recent: 2, active: 2 },
    conversations: 0,
    volume: [],
    stuckMails: 0,
    jobs: { failed: 0 },
  });
});

test('how the server is, is told with what to do, and without secrets', async () => {
  const { checks } = await operator.get<{ checks: HealthCheck[] }>('/api/superadmin/health');
  expect(checks.map(({ name, state, level }) => [name, state, level])).toEqual(
    expect.arrayContaining([
      ['database', 'ok', 'good'],
      ['jobs', 'ok', 'good'],
      ['mail', 'kept', 'warning'],
      ['address', 'local', 'note'],
      ['encryptionKey', 'ok', 'good'],
      ['privateAddresses', 'some', 'warning'],
    ]),
  );
  expect(JSON.stringify(checks)).not.toContain('0123456789abcdef');
});

test('what superadmins did stands in one list, which nobody else reads', async () => {
  const vera = await app.register('Vera');
  const { entries } = await operator.get<{ entries: AuditEntry[] }>('/api/superadmin/audit');
  expect(entries).toMatchObject([{ action: 'operator.claimed', actor: { name: 'Olga Operator' } }]);
  expect((await vera.request('GET', '/api/superadmin/audit')).status).toBe(404);
});

describe('on a server that others can reach', () => {
  test('the superadmin signs in with a second factor, or reads why nothing opens', async () => {
    const open = await startTestApp({ environment: { PUBLIC_URL: 'https://chat.atelier.test' } });
    try {
      const olga = await open.register('Olga');
      await claimServer(open, olga);
      const endpoints = open.server.endpoints.filter(
        ({ access, method, path }) => access === 'superadmin' && method === 'GET' && !path.includes('{'),
      );
      expect(endpoints.length).toBeGreaterThan(3);
      for (const { path } of endpoints)
        expect(await olga.request('GET', path), path).toMatchObject({
          status: 403,
          body: { code: 'auth.second_factor_required' },
        });
      const vera = await open.register('Vera');
      expect((await vera.request('GET', '/api/superadmin/overview')).status).toBe(404);
      const elsewhere = open.browser();
      const { email, password } = olga;
      await elsewhere.post('/api/login', { email, password });
      const [code] = await turnOnSecondFactor(olga);
      const overview = async (who: Pick<TestBrowser, 'request'>) => {
        const { status, body } = await who.request('GET', '/api/superadmin/overview');
        return [status, (body as { code?: string }).code];
      };
      expect(await overview(olga)).toEqual([200, undefined]);
      // Whoever had the password before has nothing open any more, and a session without a code opens nothing.
      expect(await overview(elsewhere)).toEqual([401, 'common.not_signed_in']);
      await olga.post('/api/user/password', { current: password, password: 'a quieter word' });
      expect(await overview(olga)).toEqual([200, undefined]);
      const { pool } = open.database.database;
      await pool.query('UPDATE sessions SET second_factor_at = NULL');
      expect(await overview(olga)).toEqual([403, 'auth.second_factor_not_passed']);
      await elsewhere.post('/api/login', { email, password: 'a quieter word', code });
      expect(await overview(elsewhere)).toEqual([200, undefined]);
    } finally {
      await open.close();
    }
  });
});
