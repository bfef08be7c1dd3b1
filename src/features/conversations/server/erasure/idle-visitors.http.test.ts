import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

let world: PaymentsWorld;
let owner: Owner;
let agent: Agent;
beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Mira Linden');
  agent = await world.sellAgent(owner, { freeMessages: 1 });
});
afterAll(() => world.close());

type Visitor = Awaited<ReturnType<PaymentsWorld['visit']>>;
/** Opens a chat. */
async function enter(given: { preview?: boolean } = {}): Promise<Visitor & { id: string }> {
  const visitor = await world.visit(agent, given);
  const { visitorId = '' } = world.app.server.services.conversations.readVisitorToken(visitor.token) ?? {};
  return { ...visitor, id: visitorId };
}
const idsLeft = async (): Promise<string[]> =>
  (
    await world.rows<{ id: string }>(sql`SELECT id FROM visitors WHERE agent_id = ${agent.id} ORDER BY id`)
  ).map(({ id }) => id);
const say = (visitor: Visitor) =>
  visitor.request('POST', '/api/visitor/messages', {
    conversationId: null,
    clientMessageId: randomUUID(),
    text: 'Are you open on Saturday?',
  });
const days = (count: number): void => world.clock.advance(count * 86_400_000);

test('visitors who left nothing are removed thirty days after they were seen, all others stay', async () => {
  const [silent, tester] = [await enter(), await enter({ preview: true })];
  const [writer, buyer, holder, first] = [await enter(), await enter(), await enter(), await enter()];
  await say(writer);
  await buyer.checkout();
  await world.rows(
    sql`INSERT INTO paywall_holders (visitor_id, account_id, wallet_id, joined_at)
      VALUES (${holder.id}, ${owner.user.accountId}, ${buyer.id}, now())`,
  );
  days(20);
  const late = await enter();
  await world.rows(sql`UPDATE visitors SET root_id = ${first.id} WHERE id = ${late.id}`);
  days(11);
  expect(await world.services.idleVisitors.remove()).toBe(2);
  expect(await idsLeft()).toEqual([writer, buyer, holder, first, late].map(({ id }) => id).toSorted());
  expect((await idsLeft()).some((id) => id === silent.id || id === tester.id)).toBe(false);
  // Whoever comes back is somebody new, and not turned away.
  expect(
    (
      await world.app
        .browser()
        .request('POST', '/api/visitor/session', { body: { agent: agent.number, token: silent.token } })
    ).status,
  ).toBe(200);
  days(31);
  expect(await world.services.idleVisitors.remove()).toBe(2);
  // By now nobody descends from the first one any more.
  expect(await world.services.idleVisitors.remove()).toBe(1);
  expect(await idsLeft()).toEqual([writer, buyer, holder].map(({ id }) => id).toSorted());
});

test('more of them than are removed at once are removed all the same', async () => {
  await world.rows(
    sql`INSERT INTO visitors (id, account_id, agent_id, created_at,
      last_seen_at) SELECT 'vis_many' || lpad(n::text, 5, '0'), ${owner.user.accountId}, ${agent.id},
      ${world.clock.now().toISOString()}::timestamptz, ${world.clock.now().toISOString()}::timestamptz
      FROM generate_series(1, 1100) n`,
  );
  days(31);
  expect(await world.services.idleVisitors.remove()).toBe(1_100);
  expect(await idsLeft()).toHaveLength(3);
});
