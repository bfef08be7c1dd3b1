import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#features/audit/audit.contract.ts';
import { joinAsAdmin } from '#tests/support/app/colleague.ts';
import { claimServer } from '#tests/support/app/superadmin.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await startTestApp({ environment: { PLANS: 'paid' } });
  operator = await app.register('Olga Operator');
  await claimServer(app, operator);
});
afterAll(() => app.close());

const codeOf = ({ status, body }: TestAnswer): unknown => [status, (body as { code?: string } | null)?.code];
const deleteAccount = (person: Person) =>
  person.request('POST', '/api/account/delete', {
    body: { confirmation: person.email, password: person.password },
  });
const login = (person: Person) =>
  app.browser().request('POST', '/api/login', { body: { email: person.email, password: person.password } });
const makeSuperadmin = (person: Person) =>
  operator.request('PATCH', `/api/superadmin/users/${person.user.id}`, {
    body: { isSuperadmin: true, password: operator.password },
  });
const describeAgent = (person: Person) =>
  person.post<{ id: string }>('/api/agents', { from: 'description', input: 'A guide called "Linden"' });
const superadminLines = async (): Promise<AuditEntry[]> =>
  (await operator.get<{ entries: AuditEntry[] }>('/api/superadmin/audit')).entries;

describe('a superadmin who deletes their account', () => {
  test('is refused as the last one, and loses nothing', async () => {
    const { id } = await describeAgent(operator);
    expect(codeOf(await deleteAccount(operator))).toEqual([409, 'account-data.last_superadmin']);
    expect(await operator.get('/api/agents')).toMatchObject({ agents: [{ id }] });
    expect(await operator.get('/api/user')).toMatchObject({ isSuperadmin: true });
    expect((await operator.request('GET', '/api/superadmin/overview')).status).toBe(200);
  });

  test('is gone with it where there is another, and what they did as superadmin stays to be read', async () => {
    const second = await app.register('Sina Second');
    await makeSuperadmin(second);
    const somebody = await app.register('Somebody');
    await second.post(`/api/superadmin/accounts/${somebody.user.accountId}/trial`, { days: 3 });
    expect((await deleteAccount(second)).status).toBe(200);
    expect((await login(second)).status).toBe(401);
    expect(await operator.get(`/api/superadmin/users?search=${second.email}`)).toMatchObject({ users: [] });
    expect(await superadminLines()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'operator.superadmin_removed',
          target: expect.objectContaining({ id: second.user.id }) as unknown,
        }),
        expect.objectContaining({
          action: 'operator.trial_extended',
          actor: expect.objectContaining({ name: 'Sina Second' }) as unknown,
        }),
      ]),
    );
    // What was the account's own went with it.
    expect(JSON.stringify(await operator.get('/api/audit'))).not.toContain('Sina Second');
  });

  test('stays one in another account that they work in', async () => {
    const owner = await app.register('Vera');
    const second = await joinAsAdmin(app, owner, 'Sina Second');
    await makeSuperadmin(second);
    await second.post('/api/user/account', { accountId: second.user.accountId });
    expect((await deleteAccount(second)).status).toBe(200);
    const page = app.browser();
    expect(await page.post('/api/login', { email: second.email, password: second.password })).toMatchObject({
      accountId: owner.user.accountId,
      isSuperadmin: true,
    });
  });
});
