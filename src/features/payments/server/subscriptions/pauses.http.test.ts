import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneIntervalBefore } from '#providers/payments/payments.timing.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Affected } from '../../payments-subscribers.contract.ts';

const dayMs = 86_400_000;
let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld();
});
beforeEach(async () => {
  await world.forgetLimits();
  owner = await world.app.register('Vera');
});
afterAll(() => world.close());

const days = (count: number): void => world.clock.advance(count * dayMs);
/** As the job does it that was sent, or the one that time sends. */
const lookAfter = async (): Promise<void> => {
  const { accountId } = owner.user;
  for (const { id } of await world.rows<{ id: string }>(
    sql`SELECT id FROM purchases WHERE account_id = ${accountId}`,
  )) {
    await world.services.payments.pauses.lookAt(accountId, id).catch(() => undefined);
  }
};

/** Somebody who pays 30.00 for 30 days. */
async function subscriber(agent: Agent) {
  const visitor = await world.visit(agent);
  const { purchaseId } = await visitor.checkout();
  world.bank.pay(purchaseId, world.clock.now());
  await visitor.state(purchaseId);
  return { visitor, purchaseId };
}
const sell = (): Promise<Agent> => world.sellAgent(owner, { type: 'subscription', amount: 3_000 });
const setStatus = (agent: Agent, status: string, subscribers?: string) =>
  owner.request('POST', `/api/agents/${agent.id}/status`, {
    body: { status, ...(subscribers && { subscribers }) },
  });
const say = (visitor: {
  request: (method: string, path: string, body?: unknown) => Promise<{ status: number }>;
}) =>
  visitor.request('POST', '/api/visitor/messages', {
    conversationId: null,
    clientMessageId: crypto.randomUUID(),
    text: 'Hello?',
  });
const factsOf = (id: string) =>
  [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === id)?.facts;
/**
 * How many of 30 days are given back for so many unused days, in the smallest unit: months have 28 to 31
 * days.
 */
const part = (id: string, unusedDays: number): number => {
  const end = factsOf(id)?.subscription?.periodEnd ?? new Date(0);
  const begin = oneIntervalBefore(end, 'month');
  return Math.ceil((3_000 * unusedDays * dayMs) / (end.getTime() - begin.getTime()));
};

describe('closing an agent that people pay for again and again', () => {
  it('is refused until its owner, who is told who is affected, has chosen', async () => {
    const agent = await sell();
    const { purchaseId } = await subscriber(agent);
    days(10);
    const affected = await owner.get<Affected>(`/api/subscribers?agents=${agent.id}`);
    const unused = part(purchaseId, 20);
    expect(affected).toMatchObject({
      count: 1,
      people: [{ email: 'anna@example.test', total: 3_000, interval: 'month', phase: 'running', unused }],
      money: [{ currency: 'EUR', isTest: true, unused }],
    });
    await owner.request('POST', `/api/payments/${purchaseId}/cancel`, { body: { isEnding: true } });
    expect((await owner.get<Affected>(`/api/subscribers?agents=${agent.id}`)).people).toMatchObject([
      { phase: 'ending' },
    ]);
    for (const answer of [
      await setStatus(agent, 'paused'),
      await setStatus(agent, 'archived'),
      await owner.request('DELETE', `/api/agents/${agent.id}`),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'agents.subscribers_undecided', details: { count: 1 } },
      });
    }
    expect((await owner.get<Agent>(`/api/agents/${agent.id}`)).status).toBe('live');
    expect(await setStatus(agent, 'archived', 'period')).toMatchObject({ status: 400 });
    expect((await owner.get<Affected>(`/api/subscribers?agents=${(await sell()).id}`)).count).toBe(0);
  });

  it('with a pause collects nothing until it is back, and then nothing for the time between', async () => {
    const agent = await sell();
    const { visitor, purchaseId } = await subscriber(agent);
    days(10);
    expect((await setStatus(agent, 'paused', 'pause')).status).toBe(200);
    await lookAfter();
    expect(factsOf(purchaseId)?.subscription).toMatchObject({ isPaused: true, status: 'active' });
    // What buyers may do does not depend on their seller.
    const wall = await visitor.wall();
    expect(wall).toMatchObject({ subscription: { isPaused: true, hasPortal: true } });
    expect((await visitor.tryCheckout()).status).toBe(403);
    expect((await visitor.request('POST', '/api/visitor/subscription/portal', {})).status).toBe(200);

    days(3);
    expect((await setStatus(agent, 'live')).status).toBe(200);
    await lookAfter();
    const next = new Date(world.clock.now().getTime() + 20 * dayMs);
    expect(factsOf(purchaseId)?.subscription).toMatchObject({ isPaused: false, periodEnd: next });
    expect(await visitor.balance()).toMatchObject({ state: 'subscription' });
    expect(world.bank.count('refund')).toBe(0);
  });

  it('that becomes free charges nobody again: what is paid is used up, and a mail says so', async () => {
    const agent = await sell();
    const { visitor, purchaseId } = await subscriber(agent);
    await world.changePayment(owner, agent, { enabled: false });
    await lookAfter();
    expect(factsOf(purchaseId)).toMatchObject({ refunded: 0, subscription: { isEnding: true } });
    const mails = () =>
      world.rows(
        sql`SELECT id FROM outbox_mails
          WHERE kind = 'subscription-ending' AND account_id = ${owner.user.accountId}`,
      );
    await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(1);
    // Doing it again and asking for money again change nothing of it.
    await lookAfter();
    await world.changePayment(owner, agent, { enabled: true });
    await lookAfter();
    expect(factsOf(purchaseId)?.subscription).toMatchObject({ isEnding: true, isPaused: false });
    expect((await visitor.balance()).state).toBe('subscription');
  });

  it('that becomes free gives back what is unused, where its owner says so while publishing', async () => {
    const agent = await sell();
    const { purchaseId } = await subscriber(agent);
    days(10);
    const { draft, draftRevision } = await owner.get<Agent>(`/api/agents/${agent.id}`);
    const configuration = { ...draft, payment: { ...draft.payment, enabled: false } };
    const saved = await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
      body: { revision: draftRevision, configuration },
    });
    const { draftRevision: revision } = saved.body as { draftRevision: number };
    await owner.post(`/api/agents/${agent.id}/publish`, { revision, subscribers: 'refund' });
    const given = part(purchaseId, 20);
    await lookAfter();
    expect(factsOf(purchaseId)).toMatchObject({ refunded: given, subscription: { status: 'canceled' } });
  });

  it('for a moment only moves nothing, and a chat that is back says when it is paid next', async () => {
    const agent = await sell();
    const { visitor, purchaseId } = await subscriber(agent);
    const before = factsOf(purchaseId)?.subscription?.periodEnd;
    await setStatus(agent, 'paused', 'pause');
    await setStatus(agent, 'live');
    await lookAfter();
    expect(factsOf(purchaseId)?.subscription).toMatchObject({ isPaused: false, periodEnd: before });
    expect((await visitor.wall()).subscription).toMatchObject({
      until: before?.toISOString(),
      isPaused: false,
    });
  });

  it('with a refund ends at once, gives back the days that were not used, and opens nothing more', async () => {
    const agent = await sell();
    const { visitor, purchaseId } = await subscriber(agent);
    days(10);
    const given = part(purchaseId, 20);
    await setStatus(agent, 'paused', 'refund');
    await lookAfter();
    await lookAfter();
    expect(factsOf(purchaseId)).toMatchObject({ refunded: given, subscription: { status: 'canceled' } });
    await setStatus(agent, 'live');
    expect(await visitor.balance()).not.toMatchObject({ state: 'subscription' });
  });

  it('with their periods answers them until what they paid for is over, and nobody else', async () => {
    const agent = await sell();
    const { visitor, purchaseId } = await subscriber(agent);
    expect((await setStatus(agent, 'paused', 'period')).status).toBe(200);
    await lookAfter();
    expect(factsOf(purchaseId)?.subscription).toMatchObject({ status: 'active', isEnding: true });
    expect((await say(visitor)).status).toBe(200);
    expect((await say(await world.visit(agent))).status).toBe(403);
    days(31);
    expect((await say(visitor)).status).toBe(403);
    expect(factsOf(purchaseId)?.refunded).toBe(0);
  });

  it('by a member who may not give money back leaves them the other ways', async () => {
    const agent = await sell();
    await subscriber(agent);
    const scope = { accountId: owner.user.accountId, can: () => false } as never;
    const closing = (choice: 'refund' | 'pause') =>
      world.services.database.account(owner.user.accountId, (tx) =>
        world.services.subscriberNotes.closing(tx, scope, agent.id, choice),
      );
    await expect(closing('refund')).rejects.toMatchObject({ status: 403, code: 'agents.refunds_locked' });
    await expect(closing('pause')).resolves.toBeUndefined();
  });

  it('for ever gives back what was not used, and the buyer can still end it', async () => {
    const agent = await sell();
    const { visitor, purchaseId } = await subscriber(agent);
    days(10);
    const given = part(purchaseId, 20);
    expect((await owner.request('DELETE', `/api/agents/${agent.id}?subscribers=refund`)).status).toBe(200);
    expect((await visitor.request('POST', '/api/visitor/subscription', { isEnding: true })).status).toBe(200);
    await lookAfter();
    expect(factsOf(purchaseId)).toMatchObject({ refunded: given, subscription: { status: 'canceled' } });
    const rows = await world.rows(
      sql`SELECT agent_id, status, paid_amount::int AS paid, refunded_amount::int AS refunded FROM purchases
        WHERE id = ${purchaseId}`,
    );
    expect(rows).toEqual([{ agent_id: agent.id, status: 'paid', paid: 3_000, refunded: given }]);
    // What was paid stays when the agent leaves the bin, too.
    expect((await owner.request('DELETE', `/api/agent-bin/${agent.id}`)).status).toBe(200);
    expect((await visitor.request('GET', '/api/visitor/purchases')).status).toBe(200);
  });
});

describe('a subscription that is not served', () => {
  it('can be ended and managed by its buyer, who then pays nothing more', async () => {
    const agent = await sell();
    const { visitor, purchaseId } = await subscriber(agent);
    await setStatus(agent, 'draft', 'pause');
    await lookAfter();
    const ended = await visitor.request('POST', '/api/visitor/subscription', { isEnding: true });
    expect(ended).toMatchObject({ status: 200, body: { offers: [], subscription: { isEnding: true } } });
    expect(factsOf(purchaseId)?.subscription?.isEnding).toBe(true);
    expect((await visitor.request('POST', '/api/visitor/subscription', { isEnding: false })).status).toBe(
      409,
    );
    // What they ended themselves and can't use is given back a day later.
    days(1);
    const given = part(purchaseId, 30);
    await lookAfter();
    expect(factsOf(purchaseId)).toMatchObject({ refunded: given, subscription: { status: 'canceled' } });
  });

  it('that was charged all the same is given back, and charged no more', async () => {
    const agent = await sell();
    const { purchaseId } = await subscriber(agent);
    days(5);
    // Silent for whoever asks: this test, and the job that the change of the agent sent.
    let isSilent = true;
    const silent = async (): Promise<void> => {
      if (!isSilent) return;
      world.bank.fault('subscription.pause', silent);
      throw new PaymentError('payments.unreachable', 'Silent');
    };
    world.bank.fault('subscription.pause', silent);
    await setStatus(agent, 'paused', 'pause');
    await lookAfter();
    expect(factsOf(purchaseId)?.subscription?.isPaused).toBe(false);
    isSilent = false;
    days(26);
    world.bank.addPayment(purchaseId, 3_000, world.clock.now());
    await world.services.payments.syncing.sync(owner.user.accountId, purchaseId);
    await lookAfter();
    await lookAfter();
    expect(factsOf(purchaseId)).toMatchObject({
      paid: 6_000,
      refunded: 3_000,
      payments: [{ refunded: 0 }, { refunded: 3_000 }],
      subscription: { isPaused: true },
    });
    // One mail about it to each side: the one that says why.
    const told = await world.rows<{ word: string }>(
      sql`SELECT coalesce(data->>'news', data->>'kind') AS word FROM pgboss.job
        WHERE name IN ('payments.service-news', 'payments.notice') AND data->>'purchaseId' = ${purchaseId}`,
    );
    const words = told.map(({ word }) => word);
    expect(words.filter((word) => word === 'given_back')).toHaveLength(1);
    expect(words.filter((word) => word === 'refund' || word === 'sale-refunded')).toEqual([]);
  });

  it('for thirty days is ended, and what could not be used is given back', async () => {
    const agent = await sell();
    const { purchaseId } = await subscriber(agent);
    days(10);
    const given = part(purchaseId, 20);
    await setStatus(agent, 'paused', 'pause');
    await lookAfter();
    days(29);
    await lookAfter();
    expect(factsOf(purchaseId)).toMatchObject({ refunded: 0, subscription: { status: 'active' } });
    days(1);
    await lookAfter();
    expect(factsOf(purchaseId)).toMatchObject({ refunded: given, subscription: { status: 'canceled' } });
  });
});

describe('an account that is emptied or deleted', () => {
  const end = (kind: 'reset' | 'delete') =>
    owner.request('POST', `/api/account/${kind}`, {
      body: { confirmation: owner.email, password: owner.password },
    });

  it.each(['reset', 'delete'] as const)(
    'by a %s first ends what its buyers pay again and again',
    async (kind) => {
      const { purchaseId } = await subscriber(await sell());
      days(10);
      const given = part(purchaseId, 20);
      // The job that is sent with the order may be at the bank before the request.
      const back = world.bank.outage('subscription.cancel_now', () =>
        Promise.reject(new PaymentError('payments.unreachable', 'Silent')),
      );
      expect(await end(kind)).toMatchObject({ status: 503, body: { code: 'agents.subscribers_waiting' } });
      expect((await owner.get<{ agents: unknown[] }>('/api/agents')).agents.length).toBe(1);
      back();
      expect((await end(kind)).status).toBe(200);
      expect(factsOf(purchaseId)).toMatchObject({ refunded: given, subscription: { status: 'canceled' } });
    },
  );
});

describe('the link of a receipt', () => {
  it('ends a subscription whose agent is gone, by a page that changes nothing when it is only opened', async () => {
    const agent = await sell();
    const { purchaseId } = await subscriber(agent);
    const { links } = world.services.payments;
    const path = new URL(links.addressOf({ accountId: owner.user.accountId, id: purchaseId })).pathname;
    await setStatus(agent, 'draft', 'pause');
    const browser = world.app.browser();
    const opened = await browser.request('GET', path);
    expect([opened.status, opened.text]).toEqual([200, expect.stringContaining('method="post"')]);
    expect(factsOf(purchaseId)?.subscription?.isEnding).toBe(false);
    expect(await links.portal(path.split('/').at(-1) ?? '')).toContain('https://bank.example/portal/');
    const form = { raw: 'end=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const ended = await browser.request('POST', path, form);
    expect([ended.status, ended.text]).toEqual([200, expect.not.stringContaining('method="post"')]);
    expect(factsOf(purchaseId)?.subscription?.isEnding).toBe(true);
    // A link of one letter more or less is nobody's.
    expect((await browser.request('POST', `${path}x`, form)).status).toBe(404);
  });
});
