import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';

let services: TestServices;
let vera: TestMember;
let operator: { userId: string; accountId: string; address: string };
beforeAll(async () => {
  services = await startTestServices();
  const olga = await services.member('Olga Operator');
  vera = await services.member('Vera');
  operator = { userId: olga.user.id, accountId: olga.user.accountId, address: '192.0.2.7' };
  await services.auth.claimSuperadmin(operator, (await services.auth.superadminToken()) ?? '');
});
afterAll(() => services.close());

const refusedFor = (accountId: string): string | null => {
  try {
    services.featureFlags.requireRoute(
      { method: 'GET', route: '/api/functions' },
      { id: accountId, client: null, isVisit: false },
    );
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const mine = (): string => vera.user.accountId;

describe('a part of the product', () => {
  test('is on until somebody switches it off for everybody, and then on for one account that counts more', async () => {
    const { featureFlags } = services;
    expect([refusedFor(mine()), featureFlags.offFor(mine())]).toEqual([null, []]);

    await featureFlags.change(operator, { flag: 'customFunctions', isOn: false });
    expect([refusedFor(mine()), featureFlags.offFor(mine())]).toEqual([
      'feature-flags.custom_functions',
      ['customFunctions'],
    ]);

    await featureFlags.changeAccount(operator, mine(), { flag: 'customFunctions', state: 'on' });
    expect([refusedFor(mine()), refusedFor(operator.accountId)]).toEqual([
      null,
      'feature-flags.custom_functions',
    ]);
    expect((await featureFlags.list()).flags.find(({ flag }) => flag === 'customFunctions')).toEqual({
      flag: 'customFunctions',
      isOn: false,
      exceptions: [{ id: mine(), name: 'Vera', isOn: true }],
    });

    await featureFlags.change(operator, { flag: 'customFunctions', isOn: true });
    await featureFlags.changeAccount(operator, mine(), { flag: 'customFunctions', state: 'default' });
    expect((await featureFlags.ofAccount(mine())).flags[1]).toEqual({
      flag: 'customFunctions',
      everybody: true,
      own: null,
    });
  });

  test('is switched with a line in the log of superadmins, and in that of the account', async () => {
    const { featureFlags, audit } = services;
    await featureFlags.change(operator, { flag: 'api', isOn: false });
    await featureFlags.changeAccount(operator, mine(), { flag: 'api', state: 'off' });
    const { entries } = await audit.ofSuperadmins();
    expect(entries.slice(0, 2).map(({ action, target }) => [action, target.name])).toEqual([
      ['operator.account_feature_off', 'Vera'],
      ['operator.feature_off', 'api'],
    ]);
    const { entries: own } = await audit.list(vera.scope, {});
    expect(own[0]).toMatchObject({ action: 'account.feature_off', details: { feature: 'api' } });
    await expect(
      featureFlags.changeAccount(operator, 'acc_0', { flag: 'api', state: 'off' }),
    ).rejects.toMatchObject({ code: 'common.not_found' });
  });
});
