import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MoneyNotices } from '#features/payments/server/notices/notices.usecases.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await openPaymentsWorld();
});
afterAll(() => world.close());

const dayMs = 86_400_000;
const inDays = (days: number): Date => new Date(world.clock.now().getTime() + days * dayMs);
type Notice = Parameters<MoneyNotices['send']>[0];

/** Does every notice that was asked for, each of them twice and side by side, as queues may. */
async function work(): Promise<void> {
  const { notices } = world.services.payments;
  const jobs = await world.rows<{ data: Notice }>(
    sql`SELECT data FROM pgboss.job WHERE name = 'payments.notice' ORDER BY created_on`,
  );
  for (const { data } of jobs) await Promise.all([notices.send(data), notices.send(data)]);
}
async function mailsTo(address: string): Promise<{ kind: string; text: string; subject: string }[]> {
  const { mails } = await world.services.mail.outbox();
  return mails.filter(({ recipient }) => recipient === address).toReversed();
}
/** What somebody was written to, in the order of the alphabet: here everything happens at one moment. */
const kindsTo = async (address: string): Promise<string[]> =>
  (await mailsTo(address))
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'payment-receipt')
    .toSorted();

async function tell(owner: Owner, id: string): Promise<void> {
  const connection = await world.connectionOf(owner.user.accountId, true);
  const event = () => world.bank.event(connection, id, 'changed', world.clock.now());
  const answers = await Promise.all([1, 2, 3].map(() => world.send(owner.user.accountId, 'test', event())));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await work();
}
async function subscriber(
  name: string,
  payment: Record<string, unknown> = {},
): Promise<{ owner: Owner; id: string; address: string; agent: { id: string } }> {
  const owner = await world.app.register();
  const agent = await world.sellAgent(owner, { type: 'subscription', amount: 999, graceDays: 3, ...payment });
  const address = `${name}@example.test`;
  const id = await world.buy(owner, await world.visit(agent), { email: address });
  await work();
  return { owner, id, address, agent };
}
const subscription = (id: string) => {
  const found = [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === id)?.facts
    .subscription;
  if (!found) throw new Error('There is no subscription');
  return found;
};

test('a failed renewal is told once to both sides, with a link that mends it while the agent is paused', async () => {
  const { owner, id, address, agent } = await subscriber('failing');
  world.bank.change(id, {
    subscription: { ...subscription(id), status: 'past_due', periodEnd: world.clock.now() },
  });
  await tell(owner, id);
  await tell(owner, id);
  expect(await kindsTo(address)).toEqual(['renewal-failed']);
  expect(await kindsTo(owner.email)).toEqual(['sale', 'sale-renewal-failed']);
  const text = (await mailsTo(address)).find(({ kind }) => kind === 'renewal-failed')?.text ?? '';
  expect(text).toContain('€9.99');
  expect(text).toContain('TEST');
  await owner.request('POST', `/api/agents/${agent.id}/status`, { body: { status: 'paused', message: '' } });
  const path = /\/pay\/[\w.-]+/.exec(text)?.[0] ?? '';
  const anybody = world.app.browser();
  const answer = await fetch(`${world.app.url}${path}`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `https://bank.example/portal/cus_${id}`,
  ]);
  expect((await anybody.request('GET', `${path.slice(0, -2)}aa`)).status).toBe(404);
  world.clock.advance(91 * dayMs);
  expect((await anybody.request('GET', path)).status).toBe(404);
});

test('ending, going on, ending again and the end itself are each told once to the buyer', async () => {
  const { owner, id, address } = await subscriber('leaving');
  const set = async (change: Record<string, unknown>): Promise<void> => {
    world.bank.change(id, { subscription: { ...subscription(id), ...change } });
    await tell(owner, id);
  };
  await set({ isEnding: true });
  await set({ isEnding: false });
  await set({ isEnding: true });
  await set({ isEnding: false });
  await set({ status: 'canceled', canceledAt: world.clock.now() });
  const [withdrawn, canceled] = ['cancellation-withdrawn', 'subscription-canceled'];
  expect(await kindsTo(address)).toEqual([withdrawn, withdrawn, canceled, canceled, 'subscription-over']);
});

test('an end that was announced is not told a second time', async () => {
  const { owner, id, address } = await subscriber('announced');
  world.bank.change(id, { subscription: { ...subscription(id), isEnding: true } });
  await tell(owner, id);
  world.bank.change(id, {
    subscription: { ...subscription(id), isEnding: true, status: 'canceled', canceledAt: world.clock.now() },
  });
  await tell(owner, id);
  expect(await kindsTo(address)).toEqual(['subscription-canceled']);
});

test('each refund is told once to both sides, and the buyer finds the credit note', async () => {
  const { owner, id, address } = await subscriber('refunded');
  world.bank.refund(id, 100);
  await tell(owner, id);
  world.bank.refund(id, 200);
  await tell(owner, id);
  expect(await kindsTo(address)).toEqual(['refund', 'refund']);
  expect(await kindsTo(owner.email)).toEqual(['sale', 'sale-refunded', 'sale-refunded']);
  const mails = (await mailsTo(address)).filter(({ kind }) => kind === 'refund');
  expect(mails.map(({ subject }) => /€[\d.]+/.exec(subject)?.[0]).toSorted()).toEqual(['€1.00', '€2.00']);
  expect(mails.every(({ text }) => text.includes('/invoices/'))).toBe(true);
});

test('a new price is told before it is charged, and a price that stays is not', async () => {
  const { owner, id, address } = await subscriber('dearer');
  await tell(owner, id);
  expect(await kindsTo(address)).toEqual([]);
  world.bank.change(id, {
    subscription: { ...subscription(id), price: { label: null, amount: 1_499, interval: 'month' } },
  });
  await tell(owner, id);
  expect(await kindsTo(address)).toEqual(['price-changed']);
  const [mail] = (await mailsTo(address)).filter(({ kind }) => kind === 'price-changed');
  expect(mail?.text).toContain('€9.99');
  expect(mail?.subject).toContain('€14.99');
});

test('the end of a trial is told once, three days before, with sum and date, and to nobody who has canceled', async () => {
  const owner = await world.app.register();
  const agent = await world.sellAgent(owner, { type: 'subscription', amount: 999, trialDays: 14 });
  const start = async (address: string, isEnding: boolean): Promise<void> => {
    await world.forgetLimits();
    const { purchaseId } = await (await world.visit(agent)).checkout({ email: address });
    const { references } = [...world.bank.sessions.values()].find(
      ({ order }) => order.purchaseId === purchaseId,
    )?.facts ?? { references: null };
    if (!references) throw new Error('There is no checkout');
    world.bank.change(purchaseId, {
      checkout: 'complete',
      references: { ...references, customer: `cus_${purchaseId}`, subscription: `sub_${purchaseId}` },
      subscription: { status: 'trialing', periodEnd: inDays(14), isEnding, canceledAt: null },
    });
    await tell(owner, purchaseId);
  };
  await start('trying@example.test', false);
  await start('leaving-trial@example.test', true);
  const { notices } = world.services.payments;
  await notices.tellOfTrials();
  expect(await kindsTo('trying@example.test')).toEqual([]);
  world.clock.advance(11 * dayMs);
  await Promise.all([notices.tellOfTrials(), notices.tellOfTrials()]);
  await notices.tellOfTrials();
  expect(await kindsTo('trying@example.test')).toEqual(['trial-ending']);
  expect(await kindsTo('leaving-trial@example.test')).toEqual([]);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(inDays(3));
  const [mail] = (await mailsTo('trying@example.test')).filter(({ kind }) => kind === 'trial-ending');
  for (const part of ['€9.99', day]) expect(mail?.text).toContain(part);
});

test('a dispute is told to the owner when it is opened and when it is decided, and never to the buyer', async () => {
  const { owner, id, address } = await subscriber('disputing');
  const [line] =
    [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === id)?.facts.payments ?? [];
  const dispute = {
    reference: 'dp_1',
    payment: line?.reference ?? '',
    amount: 999,
    openedAt: world.clock.now(),
    respondBy: inDays(7),
  };
  world.bank.change(id, { dispute: 'open', disputes: [{ ...dispute, outcome: 'open', closedAt: null }] });
  await tell(owner, id);
  world.bank.change(id, {
    dispute: 'lost',
    disputes: [{ ...dispute, outcome: 'lost', closedAt: world.clock.now() }],
  });
  await tell(owner, id);
  expect(await kindsTo(owner.email)).toEqual(['dispute-lost', 'dispute-opened', 'sale']);
  // What is closed to them is ended, which they are told whenever that is done; of the dispute they hear
  // nothing.
  expect((await kindsTo(address)).filter((kind) => kind !== 'subscription-over')).toEqual([]);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(inDays(7));
  expect((await mailsTo(owner.email)).find(({ kind }) => kind === 'dispute-opened')?.text).toContain(day);
});

test('an owner who wants no mails of sales gets none, and the others still', async () => {
  const owner = await world.app.register();
  expect(await owner.get('/api/payment-notices')).toEqual({
    sales: true,
    failures: true,
    refunds: true,
    disputes: true,
  });
  expect((await owner.request('PUT', '/api/payment-notices', { body: { sales: false } })).status).toBe(200);
  const agent = await world.sellAgent(owner, { amount: 1_000 });
  await world.forgetLimits();
  const id = await world.buy(owner, await world.visit(agent), { email: 'quiet@example.test' });
  world.bank.refund(id, 1_000);
  await tell(owner, id);
  expect(await kindsTo(owner.email)).toEqual(['sale-refunded']);
});

test('members who are held by a review of the account, or whose login was closed, hear nothing of its money', async () => {
  const { owner, id } = await subscriber('held');
  const [colleague, closed] = [await world.app.register(), await world.app.register()];
  for (const { user } of [colleague, closed]) {
    await world.rows(
      sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = 'admin'
        WHERE user_id = ${user.id}`,
    );
    await world.rows(sql`INSERT INTO payment_notice_preferences (account_id, user_id, sales, failures, refunds,
      disputes)
      VALUES (${owner.user.accountId}, ${user.id}, true, true, true, true)`);
  }
  await world.rows(sql`UPDATE users SET disabled_at = now() WHERE id = ${closed.user.id}`);
  await world.rows(sql`UPDATE accounts SET review_since = now() WHERE id = ${owner.user.accountId}`);
  world.bank.refund(id, 100);
  await tell(owner, id);
  expect(await kindsTo(owner.email)).toEqual(['sale', 'sale-refunded']);
  expect([await kindsTo(colleague.email), await kindsTo(closed.email)]).toEqual([[], []]);
  await world.rows(sql`UPDATE accounts SET review_since = NULL WHERE id = ${owner.user.accountId}`);
  world.bank.refund(id, 200);
  await tell(owner, id);
  expect(await kindsTo(colleague.email)).toEqual(['sale-refunded']);
});
