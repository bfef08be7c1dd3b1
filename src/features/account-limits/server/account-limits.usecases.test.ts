import { sql } from 'drizzle-orm';
import { addClient } from '#features/accounts/server/accounts-clients.usecases.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { outcomeOf, publishAgent, visitServices } from '#tests/support/visitors/visitor-of-services.ts';
import { setLimits } from './account-limits.usecases.ts';

let server: TestServices;
let superadmin: { userId: string; accountId: string; address: string };
beforeAll(async () => {
  server = await startTestServices();
  const olga = await server.member('Olga Operator');
  superadmin = { userId: olga.user.id, accountId: olga.user.accountId, address: '192.0.2.7' };
});
afterAll(() => server.close());

const limit = (owner: TestMember, limits: Parameters<typeof server.accountLimits.change>[2]) =>
  server.accountLimits.change(superadmin, owner.user.accountId, limits);
const newAgent = (owner: TestMember) =>
  server.agents.create(owner.scope, { from: 'blank', input: '', language: 'en' });

describe('what an account may have', () => {
  test('is kept by whoever adds something, however many do at once, and removes nothing', async () => {
    const vera = await server.member('Vera');
    const first = await newAgent(vera);
    await limit(vera, { agents: 3 });
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcomeOf(newAgent(vera))));
    expect(outcomes.toSorted()).toEqual(['account-limits.agents', 'account-limits.agents', 'done', 'done']);
    await server.agents.remove(vera.scope, first.id);
    expect(await outcomeOf(newAgent(vera))).toBe('done');
    expect(await outcomeOf(server.agents.bringBack(vera.scope, first.id))).toBe('account-limits.agents');
    const { limits, set } = await limit(vera, { agents: 1 });
    expect([limits.agents, set.agents]).toEqual([{ used: 3, most: 1 }, 1]);
    await limit(vera, { agents: null });
    expect(await outcomeOf(newAgent(vera))).toBe('done');
  });

  test('is the lower of what superadmins and an agency set, and is read by the account', async () => {
    const vera = await server.member('Vera');
    const { accountId } = vera.user;
    await limit(vera, { members: 5, domains: 0 });
    await server.database.account(accountId, (tx) =>
      setLimits(tx, { accountId, setBy: 'agency', limits: { members: 2 }, now: server.clock.now() }),
    );
    expect(await server.accountLimits.own(vera.scope)).toMatchObject({
      members: { used: 1, most: 2 },
      domains: { used: 0, most: 0 },
      messages: { used: 0, most: null },
    });
    expect((await server.accountLimits.read(accountId)).set.members).toBe(5);
    const invite = (email: string) =>
      server.team.invitations.invite(
        vera.scope,
        { email, role: 'viewer', agentIds: null, message: '' },
        'en',
      );
    expect(await outcomeOf(invite('one@example.test'))).toBe('done');
    // Whoever is invited has a place.
    expect(await outcomeOf(invite('two@example.test'))).toBe('account-limits.members');
    expect(await outcomeOf(server.domains.set(vera.scope, 'chat.example.com'))).toBe(
      'account-limits.domains',
    );
    const { entries } = await server.audit.list(vera.scope, {});
    expect(entries.find(({ action }) => action === 'account.limits_set')).toMatchObject({
      actor: { id: null },
      details: { limits: 'members 5, domains 0' },
    });
  });

  test('holds for pages and bytes of knowledge, for copies of them, too', async () => {
    const vera = await server.member('Vera');
    const agent = await newAgent(vera);
    const add = (body: string) =>
      server.knowledge.addText(vera.scope, agent.collectionId, { title: 'Hours', body });
    await limit(vera, { pages: 3, storage: 1_000 });
    expect(await outcomeOf(add('We open at seven.'))).toBe('done');
    expect(await outcomeOf(add('x'.repeat(1_000)))).toBe('account-limits.storage');
    await server.jobs.work();
    const pairs = ['a', 'b', 'c'].map((question) => ({ question, answer: 'Yes' }));
    expect(await outcomeOf(server.knowledge.addPairs(vera.scope, agent.collectionId, { pairs }))).toBe(
      'account-limits.pages',
    );
    await limit(vera, { pages: 1 });
    expect(await outcomeOf(server.agents.duplicate(vera.scope, agent.id))).toBe('account-limits.pages');
  });

  test('of an agency is the most that its clients have, also once it is lowered', async () => {
    const [agency, client] = [await server.member('Linden'), await server.member('Rosa')];
    const id = client.user.accountId;
    await server.database.system((tx) =>
      addClient(tx, {
        accountId: id,
        agencyId: agency.user.accountId,
        createdAt: server.clock.now(),
        featuresOff: [],
        pausedAt: null,
        pausedReason: '',
        stoppedAt: null,
      }),
    );
    const { clients } = server.agencies;
    const give = (agents: number | null) =>
      clients.change(agency.scope, id, { limits: { agents, messages: null, pages: 50, members: null } });
    expect((await give(null)).limits).toEqual({ agents: null, messages: null, pages: 50, members: null });
    await limit(agency, { agents: 5, pages: 20, messages: 1_000 });
    const { limits, highest } = await clients.details(agency.scope, id);
    expect(limits).toEqual({ agents: 5, messages: 1_000, pages: 20, members: null });
    expect(highest).toEqual({ agents: 5, messages: 1_000, pages: 20, members: null });
    expect(await outcomeOf(give(6))).toBe('agencies.above_own_limit');
    // The lower of both counts.
    await limit(client, { agents: 2 });
    await limit(agency, { pages: 50 });
    expect((await give(4)).limits.agents).toBe(4);
    expect((await server.accountLimits.own(client.scope)).agents.most).toBe(2);
    // Nobody makes a client the agency of others.
    await expect(
      server.database.system((tx) =>
        addClient(tx, {
          accountId: agency.user.accountId,
          agencyId: id,
          createdAt: server.clock.now(),
          featuresOff: [],
          pausedAt: null,
          pausedReason: '',
          stoppedAt: null,
        }),
      ),
    ).rejects.toMatchObject({ cause: { message: 'A client has no clients' } });
    // Within an account nothing of another is counted, nor anything behind the wall without one.
    const count = `SELECT account_uses('${id}', 'agents', NULL)`;
    const refused = { cause: { message: 'What another account has is not counted' } };
    await expect(agency.scope.run((tx) => tx.execute(count))).rejects.toMatchObject(refused);
    await expect(
      server.database.system(async (tx) => {
        await tx.execute('SET LOCAL ROLE chatelier_app');
        return tx.execute(count);
      }),
    ).rejects.toMatchObject(refused);
  });

  test('is exactly so many messages a month, also at once, and no message that a person answers', async () => {
    const vera = await server.member('Vera');
    const agent = await publishAgent(server, vera);
    const visitor = await visitServices(server, agent);
    await visitor.say('When are you open?');
    await server.agentUsage.flush();
    await limit(vera, { messages: 4 });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, at) => outcomeOf(visitor.say('And where?', { fresh: at % 2 === 0 }))),
    );
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(3);
    expect(outcomes.filter((one) => one === 'access.resting')).toHaveLength(5);
    const { rows } = await server.database.direct.execute<{ count: string }>(
      `SELECT count(*) FROM messages WHERE account_id = '${vera.user.accountId}' AND role = 'visitor'`,
    );
    // What is refused is not stored.
    expect(rows[0]?.count).toBe('4');
    const ticket = new URL(agent.previewUrl, 'https://chatelier.test').searchParams.get('ticket');
    const preview = await visitServices(server, agent, { preview: ticket });
    expect(await outcomeOf(preview.say('Hello'))).toBe('done');
    server.clock.advance(32 * 86_400_000);
    try {
      expect(await outcomeOf(visitor.say('Hello again', { fresh: true }))).toBe('done');
    } finally {
      server.clock.advance(-32 * 86_400_000);
    }
  });

  test('is what the server says where no superadmin set another limit, for those who are there and who come', async () => {
    const vera = await server.member('Vera');
    const set = (limits: Parameters<typeof server.accountLimits.changeDefaults>[1]) =>
      server.accountLimits.changeDefaults(superadmin, limits);
    const mostOf = async (owner: TestMember) => (await server.accountLimits.own(owner.scope)).agents.most;
    await limit(vera, { agents: 5 });
    expect(await set({ agents: 1, messages: 2 })).toMatchObject({ agents: 1, messages: 2, pages: null });
    const [viktor, wim] = await Promise.all([server.member('Viktor'), server.member('Wim')]);
    expect(await Promise.all([vera, viktor, wim].map(mostOf))).toEqual([5, 1, 1]);
    expect(await outcomeOf(newAgent(viktor))).toBe('done');
    expect(await outcomeOf(newAgent(viktor))).toBe('account-limits.agents');

    // An account's own limit stands in its place, higher or lower, and gives it back when it is taken away.
    await limit(viktor, { agents: 3 });
    expect(await outcomeOf(newAgent(viktor))).toBe('done');
    await limit(viktor, { agents: null });
    expect((await server.accountLimits.read(viktor.user.accountId)).limits.agents).toEqual({
      used: 2,
      most: 1,
    });
    await set({ agents: 4 });
    expect(await Promise.all([vera, viktor, wim].map(mostOf))).toEqual([5, 4, 4]);
    await set({ agents: null, messages: null });
    expect(await Promise.all([vera, viktor, wim].map(mostOf))).toEqual([5, null, null]);
    const { entries } = await server.audit.ofSuperadmins();
    expect(entries.find(({ action }) => action === 'operator.default_limits_set')).toMatchObject({
      target: { name: 'agents –, messages –' },
    });
  });

  test('of superadmins is nothing that holds for all, and messages of the month that came before are counted', async () => {
    const [olga, vera] = [await server.member('Olga'), await server.member('Vera')];
    await server.database.direct.execute(
      sql`UPDATE users SET is_superadmin = true WHERE id = ${olga.user.id}`,
    );
    const agent = await publishAgent(server, vera);
    const visitor = await visitServices(server, agent);
    await visitor.say('Hello');
    await server.agentUsage.flush();
    await server.accountLimits.changeDefaults(superadmin, { messages: 2 });
    expect((await server.accountLimits.own(olga.scope)).messages.most).toBeNull();
    expect((await server.accountLimits.own(vera.scope)).messages).toEqual({ used: 1, most: 2 });
    await visitor.say('Hello again');
    expect(await outcomeOf(visitor.say('And again'))).not.toBe('done');
    await server.accountLimits.changeDefaults(superadmin, { messages: null });
    expect(await outcomeOf(visitor.say('And again'))).toBe('done');
  });
});
