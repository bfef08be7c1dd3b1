import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { oneIntervalBefore } from '#providers/payments/payments.timing.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { Affected } from '../../payments-subscribers.contract.ts';

const dayMs = 86_400_000;
let world: PaymentsWorld;
let owner: Owner;
let agent: Agent;
beforeAll(async () => {
  world = await openPaymentsWorld();
});
beforeEach(async () => {
  await world.forgetLimits();
  owner = await world.app.register('Vera');
  agent = await world.sellAgent(owner, { type: 'subscription', amount: 3_000 });
});
afterAll(() => world.close());

async function subscriber() {
  const visitor = await world.visit(agent);
  const { purchaseId } = await visitor.checkout();
  world.bank.pay(purchaseId, world.clock.now());
  await visitor.state(purchaseId);
  const [row] = await world.rows<{ contact: string }>(
    sql`SELECT contact_id AS contact FROM purchases WHERE id = ${purchaseId}`,
  );
  return { visitor, purchaseId, contactId: row?.contact ?? '' };
}
const block = (contactId: string, subscribers?: 'refund' | 'period') =>
  owner.request('PATCH', `/api/contacts/${contactId}`, {
    body: { isBlocked: true, ...(subscribers && { subscribers }) },
  });
const look = (purchaseId: string) =>
  world.services.payments.pauses.lookAt(owner.user.accountId, purchaseId).catch(() => undefined);
const factsOf = (id: string) =>
  [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === id)?.facts;
const mailsOf = async (kind: string): Promise<number> =>
  (
    await world.rows(
      sql`SELECT id FROM outbox_mails WHERE kind = ${kind} AND account_id = ${owner.user.accountId}`,
    )
  ).length;

describe('blocking somebody who pays again and again', () => {
  it('is refused until it is said what becomes of that, with what would be given back', async () => {
    const { contactId } = await subscriber();
    world.clock.advance(10 * dayMs);
    const affected = await owner.get<Affected>(`/api/subscribers?contact=${contactId}`);
    expect(affected).toMatchObject({ count: 1, people: [{ email: 'anna@example.test' }] });
    expect(affected.money[0]?.unused).toBeGreaterThan(1_900);
    expect(await block(contactId)).toMatchObject({
      status: 409,
      body: { code: 'contacts.subscriber_undecided' },
    });
    expect(await owner.get(`/api/contacts/${contactId}`)).toMatchObject({ isBlocked: false });
    const nobody = await owner.post<{ id: string }>('/api/contacts', { name: 'Nobody' });
    expect((await block(nobody.id)).status).toBe(200);
  });

  it('with a refund ends it at once and gives back the days that were not used', async () => {
    const { contactId, purchaseId, visitor } = await subscriber();
    world.clock.advance(10 * dayMs);
    const end = factsOf(purchaseId)?.subscription?.periodEnd ?? new Date(0);
    const length = end.getTime() - oneIntervalBefore(end, 'month').getTime();
    const refunded = Math.ceil((3_000 * (end.getTime() - world.clock.now().getTime())) / length);
    expect((await block(contactId, 'refund')).status).toBe(200);
    await look(purchaseId);
    expect(factsOf(purchaseId)).toMatchObject({ refunded, subscription: { status: 'canceled' } });
    expect(await visitor.wall()).toMatchObject({ offers: [] });
    expect(await visitor.tryCheckout()).toMatchObject({
      status: 403,
      body: { code: 'payments.buyer_blocked' },
    });
    await expect.poll(() => mailsOf('subscription-ended-by-team'), { timeout: 20_000 }).toBe(1);
  });

  it('with the end of the period charges nothing more, and nothing goes back', async () => {
    const { contactId, purchaseId } = await subscriber();
    expect((await block(contactId, 'period')).status).toBe(200);
    await look(purchaseId);
    world.clock.advance(5 * dayMs);
    await look(purchaseId);
    expect(factsOf(purchaseId)).toMatchObject({
      refunded: 0,
      subscription: { status: 'active', isEnding: true },
    });
    await expect.poll(() => mailsOf('subscription-ending-by-team'), { timeout: 20_000 }).toBe(1);
    // Who is let in again may go on with it.
    await owner.request('PATCH', `/api/contacts/${contactId}`, { body: { isBlocked: false } });
    await look(purchaseId);
    const [row] = await world.rows(sql`SELECT closing FROM purchases WHERE id = ${purchaseId}`);
    expect(row).toEqual({ closing: '' });
  });

  it('by whatever other way is found out by the clock: nothing is collected, and it goes on when it is undone', async () => {
    const { contactId, purchaseId } = await subscriber();
    await world.rows(sql`UPDATE contacts SET is_blocked = true WHERE id = ${contactId}`);
    // The server's own job may have taken it just before.
    await expect
      .poll(async () => {
        await world.rows(sql`UPDATE purchases SET care_due_at = NULL`);
        await world.services.payments.pauses.lookAfter();
        return factsOf(purchaseId)?.subscription?.isPaused;
      })
      .toBe(true);
    await owner.request('PATCH', `/api/contacts/${contactId}`, { body: { isBlocked: false } });
    await look(purchaseId);
    expect(factsOf(purchaseId)?.subscription).toMatchObject({ isPaused: false });
  });
});
