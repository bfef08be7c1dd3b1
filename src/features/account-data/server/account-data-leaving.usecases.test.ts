import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUserById } from '#features/accounts/server/accounts.usecases.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { withoutSuperadmin } from './account-data-superadmin.usecases.ts';

let server: TestServices;
let olga: TestMember;
beforeAll(async () => {
  server = await startTestServices();
  olga = await server.member('Olga Operator');
  const token = (await server.auth.superadminToken()) ?? '';
  await server.auth.claimSuperadmin(superadmin(), token);
});
afterAll(() => server.close());

const superadmin = () => ({
  userId: olga.user.id,
  accountId: olga.user.accountId,
  address: '203.0.113.7',
});
const isSuperadmin = async (person: TestMember): Promise<boolean | undefined> =>
  (await findUserById(server.database, person.user.id))?.isSuperadmin;

test('sample data goes with its owner’s account, so that nobody is left in it alone', async () => {
  const vera = await server.member('Vera');
  const sample = await server.sampleData.make(vera.scope);
  await server.sampleData.fill({ accountId: sample.accountId, userId: vera.user.id }, async () => {});
  await server.accountData.delete(vera.scope, {
    confirmation: vera.user.email,
    password: vera.password,
    code: '',
  });
  await server.jobs.work();
  expect(await findUserById(server.database, vera.user.id)).toBeNull();
});

test('a superadmin whose account can’t go now stays one; of two who go at once one is refused', async () => {
  const second = await server.member('Sina Second');
  await server.superadmin.users.change(superadmin(), second.user.id, {
    isSuperadmin: true,
    password: olga.password,
  });
  const refusal = new Error('The provider is silent');
  await expect(withoutSuperadmin(server.database, second.scope, () => Promise.reject(refusal))).rejects.toBe(
    refusal,
  );
  expect(await isSuperadmin(second)).toBe(true);

  await withoutSuperadmin(server.database, second.scope, async () => {
    await expect(
      withoutSuperadmin(server.database, olga.scope, () => Promise.resolve()),
    ).rejects.toMatchObject({ code: 'account-data.last_superadmin' });
  });
  expect([await isSuperadmin(olga), await isSuperadmin(second)]).toEqual([true, false]);
});
