import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setSuperadmin } from '#features/accounts/server/accounts-superadmin.usecases.ts';
import { findUserById } from '#features/accounts/server/accounts.usecases.ts';
import { from, outcome, teamOf, tokenOf } from '#tests/support/app/team-of-services.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';

const last = 'account-data.last_superadmin';
let server: TestServices;
beforeAll(async () => {
  server = await startTestServices();
});
afterAll(() => server.close());

const personOf = ({ user }: TestMember) => findUserById(server.database, user.id);
const isSuperadmin = async (person: TestMember): Promise<boolean | undefined> =>
  (await personOf(person))?.isSuperadmin;
const deleteAccount = ({ scope, user, password }: TestMember): Promise<void> =>
  server.accountData.delete(scope, { confirmation: user.email, password, code: '' });
const execute = (query: string) => server.database.direct.execute(sql.raw(query));

async function superadmin(name: string): Promise<TestMember> {
  const person = await server.member(name);
  await server.database.system((tx) => setSuperadmin(tx, person.user.id, true));
  return person;
}

describe('a superadmin who deletes their account', () => {
  let olga: TestMember;
  beforeEach(async () => {
    await execute('UPDATE users SET is_superadmin = false');
    olga = await superadmin('Olga Operator');
  });

  test('is refused as the last one where the other account that they belong to keeps them out', async () => {
    const { invite, accept } = teamOf(server);
    const vera = await server.member('Vera');
    await accept(olga, tokenOf(await invite(vera, olga.user.email, 'admin')));
    await server.team.members.suspend(vera.scope, olga.user.id);
    expect(await outcome(deleteAccount(olga))).toBe(last);
    expect(await isSuperadmin(olga)).toBe(true);
    expect((await server.accounts.member(olga.user.id, null))?.account.id).toBe(olga.user.accountId);
  });

  test('stays one where the account can’t be taken away at the very end', async () => {
    const sina = await superadmin('Sina Second');
    await execute(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await expect(deleteAccount(sina)).rejects.toMatchObject({ cause: { message: 'not now' } });
    await execute('DROP TRIGGER refuse ON accounts');
    expect(await isSuperadmin(sina)).toBe(true);
    expect((await server.accounts.member(sina.user.id, null))?.account.id).toBe(sina.user.accountId);
  });

  test('is gone, too, where they ask for it twice at once', async () => {
    const sina = await superadmin('Sina Twice');
    const { mails: before } = await server.mail.outbox();
    await Promise.allSettled([deleteAccount(sina), deleteAccount(sina)]);
    expect(await personOf(sina)).toBeNull();
    const { mails } = await server.mail.outbox();
    expect(mails.filter(({ recipient }) => recipient === sina.user.email)).toHaveLength(
      before.filter(({ recipient }) => recipient === sina.user.email).length + 1,
    );
  });

  test('hears nothing any more of those as whom they work', async () => {
    const sina = await superadmin('Sina Listener');
    const heard = Promise.withResolvers<unknown>();
    const stop = server.realtime.subscribe(`user:${sina.user.id}`, heard.resolve);
    await deleteAccount(sina);
    await heard.promise;
    stop();
  });

  test('is refused where the other one goes at the same moment', async () => {
    const tilda = await superadmin('Tilda Third');
    const outcomes = await Promise.all([olga, tilda].map((person) => outcome(deleteAccount(person))));
    expect(outcomes.toSorted()).toEqual([last, 'done']);
    expect([await isSuperadmin(olga), await isSuperadmin(tilda)].filter(Boolean)).toHaveLength(1);
  });
});

describe('sample data', () => {
  const isThere = async (id: string): Promise<boolean> =>
    (await server.database.direct.execute(sql`SELECT FROM accounts WHERE id = ${id}`)).rows.length > 0;
  const removals = async (): Promise<unknown[]> =>
    (await server.jobs.waiting()).filter(({ name }) => name === 'sample-data.remove');

  async function withSample(fill: (vera: TestMember, sampleId: string) => Promise<void> = async () => {}) {
    const vera = await server.member('Vera');
    const { accountId } = await server.sampleData.make(vera.scope);
    await server.sampleData.fill({ accountId, userId: vera.user.id }, () => fill(vera, accountId));
    return vera;
  }

  test('goes with its owner’s account, so that nobody is left in it alone', async () => {
    const vera = await withSample();
    await deleteAccount(vera);
    await server.jobs.work();
    expect(await personOf(vera)).toBeNull();
  });

  test('that is still being made goes with its owner once its maker stops', async () => {
    let meanwhile: unknown;
    const vera = await withSample(async (person, sampleId) => {
      await deleteAccount(person);
      meanwhile = { isThere: await isThere(sampleId), removals: await removals() };
    });
    expect(meanwhile, 'its maker writes into it').toEqual({ isThere: true, removals: [] });
    await server.jobs.work();
    expect(await personOf(vera)).toBeNull();
  });

  test('whose maker is lost goes with its owner at once', async () => {
    const vera = await server.member('Vera');
    await server.sampleData.make(vera.scope);
    server.clock.advance(7 * 60_000);
    await deleteAccount(vera);
    expect(await removals()).toHaveLength(1);
    await server.jobs.work();
    expect(await personOf(vera)).toBeNull();
  });

  test('that ends takes nobody along who handed their account over and left it', async () => {
    const { ownership, members } = server.team;
    const vera = await withSample();
    const next = await teamOf(server).join(vera, 'admin');
    await ownership.start(vera.scope, { userId: next.user.id, password: vera.password });
    const { mails } = await server.mail.outbox();
    const code = mails.find(
      ({ recipient, kind }) => recipient === vera.user.email && kind === 'ownership-code',
    )?.text;
    await ownership.confirm(vera.scope, /\b\d{6}\b/.exec(code ?? '')?.[0] ?? '');
    await members.leave(await server.scopeOf(vera.user.id, vera.scope.accountId));
    await server.sampleData.end(vera.user.id);
    const { user } = await server.auth.login(
      { email: vera.user.email, password: vera.password },
      { ...from, device: vera.device },
    );
    expect(user).toMatchObject({ id: vera.user.id, role: 'owner' });
  });
});
