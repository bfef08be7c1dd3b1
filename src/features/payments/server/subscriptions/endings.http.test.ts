import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { UsageLine } from '#features/paywall/paywall.contract.ts';
import type { Affected } from '../../payments-subscribers.contract.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

const dayMs = 86_400_000;
let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Vera');
});
afterAll(() => world.close());
const sync = (id: string) => world.services.payments.syncing.sync(owner.user.accountId, id);
async function reasonsOf(id: string): Promise<string[]> {
  await owner.post('/api/login', { email: owner.email, password: owner.password });
  const { lines } = await owner.get<{ lines: UsageLine[] }>(`/api/payments/${id}`);
  return lines.map(({ reason }) => reason);
}

describe('a subscription that is over', () => {
  it('because its renewals failed did not go on after all', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { type: 'subscription', graceDays: 3 }));
    const id = await world.buy(owner, visitor);
    const end = new Date(world.clock.now().getTime() + 30 * dayMs);
    const ended = { periodEnd: end, isEnding: false };
    world.clock.advance(30 * dayMs);
    world.bank.change(id, { subscription: { status: 'past_due', canceledAt: null, ...ended } });
    await sync(id);
    world.clock.advance(15 * dayMs);
    world.bank.change(id, { subscription: { status: 'canceled', canceledAt: world.clock.now(), ...ended } });
    await sync(id);
    expect(await reasonsOf(id)).toEqual(['ended', 'grace', 'bought']);
  });

  it('before the end of what is paid stays open until then, and announces no payment for that day', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { type: 'subscription' }));
    const id = await world.buy(owner, visitor);
    const periodEnd = new Date(world.clock.now().getTime() + 30 * dayMs);
    world.bank.change(id, {
      subscription: { status: 'canceled', periodEnd, isEnding: false, canceledAt: world.clock.now() },
    });
    await sync(id);
    expect(await visitor.balance()).toMatchObject({
      state: 'subscription',
      until: periodEnd.toISOString(),
      isEnding: true,
    });
    expect(await reasonsOf(id)).toEqual(['canceled', 'bought']);
  });
});

describe('a mail about a subscription that is over', () => {
  it('leads to a page that is there, also when its agent is not', async () => {
    const agent = await world.sellAgent(owner, { type: 'subscription' });
    const email = 'rosa@example.test';
    const id = await world.buy(owner, await world.visit(agent), { email });
    expect((await owner.request('DELETE', `/api/agents/${agent.id}?subscribers=refund`)).status).toBe(200);
    await world.services.payments.pauses.lookAt(owner.user.accountId, id);
    const mailed = () =>
      world.rows<{ text: string }>(sql`SELECT text_body AS text FROM outbox_mails
        WHERE recipient = ${email} AND kind = 'subscription-ended'`);
    await vi.waitFor(async () => expect(await mailed()).toHaveLength(1), { timeout: 30_000 });
    const { pathname } = new URL(/http\S+/.exec((await mailed())[0]?.text ?? '')?.[0] ?? '');
    const page = await world.app.browser().request('GET', pathname);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Your subscription has ended');
  });
});

describe('a subscription that is not collected', () => {
  it('announces no payment while it rests, and says that it rests and goes on', async () => {
    const agent = await world.sellAgent(owner, { type: 'subscription' });
    const visitor = await world.visit(agent);
    const id = await world.buy(owner, visitor);
    await owner.post(`/api/agents/${agent.id}/status`, { status: 'paused', subscribers: 'pause' });
    await world.services.payments.pauses.lookAt(owner.user.accountId, id);
    expect(await visitor.wall()).toMatchObject({
      balance: { state: 'subscription', isEnding: true },
      subscription: { isPaused: true },
    });
    await owner.post(`/api/agents/${agent.id}/status`, { status: 'live' });
    await world.services.payments.pauses.lookAt(owner.user.accountId, id);
    expect(await visitor.wall()).toMatchObject({
      balance: { isEnding: false },
      subscription: { isPaused: false },
    });
    expect(await reasonsOf(id)).toEqual(['resumed', 'paused', 'bought']);
  });

  it('is a trial until it is paid for the first time', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { type: 'subscription', trialDays: 7 }));
    const { purchaseId } = await visitor.checkout();
    const end = (days: number): Date => new Date(world.clock.now().getTime() + days * dayMs);
    const trial = { isEnding: false, canceledAt: null };
    world.bank.change(purchaseId, {
      checkout: 'complete',
      subscription: { status: 'trialing', periodEnd: end(7), ...trial },
    });
    await sync(purchaseId);
    world.clock.advance(7 * dayMs);
    world.bank.pay(purchaseId, world.clock.now(), { periodEnd: end(30) });
    await sync(purchaseId);
    expect(await reasonsOf(purchaseId)).toEqual(['bought', 'trial']);
  });
});

describe('what was paid once', () => {
  it('can not be paid any more on a page that was open when its agent closed', async () => {
    for (const close of ['pause', 'delete'] as const) {
      const agent = await world.sellAgent(owner, {});
      const visitor = await world.visit(agent);
      const { purchaseId } = await visitor.checkout({ email: `late-${close}@example.test` });
      const closed =
        close === 'pause'
          ? await owner.request('POST', `/api/agents/${agent.id}/status`, { body: { status: 'paused' } })
          : await owner.request('DELETE', `/api/agents/${agent.id}`);
      expect(closed.status).toBe(200);
      const stateOf = async (): Promise<string | undefined> =>
        (await world.rows<{ status: string }>(sql`SELECT status FROM purchases WHERE id = ${purchaseId}`))[0]
          ?.status;
      await vi.waitFor(async () => expect(await stateOf()).toBe('expired'), { timeout: 30_000 });
    }
  });

  it('and was paid all the same in the moment of the deletion is given back', async () => {
    const agent = await world.sellAgent(owner, {});
    const visitor = await world.visit(agent);
    const { purchaseId } = await visitor.checkout({ email: 'last-second@example.test' });
    // The bank had taken the money when it was asked to close the page.
    const back = world.bank.outage('expireCheckout', () =>
      Promise.reject(new PaymentError('payments.unreachable', 'Silent')),
    );
    expect((await owner.request('DELETE', `/api/agents/${agent.id}`)).status).toBe(200);
    world.bank.pay(purchaseId, world.clock.now());
    await sync(purchaseId);
    back();
    const facts = () =>
      [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === purchaseId)?.facts;
    const paid = facts()?.payments[0]?.amount;
    expect(paid).toBeGreaterThan(0);
    await vi.waitFor(() => expect(facts()?.payments[0]?.refunded).toBe(paid), { timeout: 30_000 });
  });

  it('is named to its owner before the agent closes, as long as something is left of it', async () => {
    const agent = await world.sellAgent(owner, {
      offers: [
        { key: 'pack', type: 'pack', messages: 1, amount: 500 },
        { key: 'week', type: 'once', days: 7, amount: 500 },
      ] as never,
      chargeUnsure: true,
    });
    const held = async (): Promise<number> => {
      await owner.post('/api/login', { email: owner.email, password: owner.password });
      return (await owner.get<Affected>(`/api/subscribers?agents=${agent.id}`)).holders;
    };
    expect(await held()).toBe(0);
    const [anna, ben, cleo] = [await world.visit(agent), await world.visit(agent), await world.visit(agent)];
    const [pack, week] = (await anna.wall()).offers.map(({ id }) => id);
    await world.buy(owner, anna, { offer: pack, email: 'anna@example.test' });
    await world.buy(owner, ben, { offer: week, email: 'ben@example.test' });
    const returned = await world.buy(owner, cleo, { offer: pack, email: 'cleo@example.test' });
    expect(await held()).toBe(3);
    world.bank.refund(returned, 500);
    await sync(returned);
    expect(await held()).toBe(2);
    const said = await anna.request('POST', '/api/visitor/messages', {
      conversationId: null,
      clientMessageId: crypto.randomUUID(),
      text: 'When do you open?',
    });
    expect(said.status).toBe(200);
    expect(await held()).toBe(1);
    world.clock.advance(7 * dayMs);
    expect(await held()).toBe(0);
  });
});
