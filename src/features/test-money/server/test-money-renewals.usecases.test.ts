import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#shared/ids.ts';
import { breakDown } from '#shared/money/money.ts';
import { createManualClock } from '#platform/clock/clock.ts';
import { createSecretBox } from '#platform/crypto/secret-box.ts';
import { SignatureError, type CheckoutOrder, type PaymentFacts } from '#providers/payments/payments.port.ts';
import { openTestBank, type TestBank } from '#tests/support/payments/test-bank.ts';
import { addMonths } from './test-money-periods.models.ts';
import { signatureHeader, signEvent, verifyEvent } from './test-money-signature.models.ts';
import { createTestMoney, testMoneyConnection } from './test-money.usecases.ts';

const dayMs = 86_400_000;
let world: TestBank;
beforeAll(async () => {
  world = await openTestBank();
});
afterAll(() => world.close());
beforeEach(() => world.heard(world.accountId));

const connection = () => testMoneyConnection(world.accountId);
async function begin(change: Partial<CheckoutOrder> = {}): Promise<string> {
  const { reference } = await world.bank.vendor.createCheckout(
    connection(),
    {
      purchaseId: newId('pur'),
      agentId: newId('agt'),
      kind: 'subscription',
      interval: 'month',
      trialDays: 0,
      currency: 'EUR',
      price: breakDown(1_000, 'EUR', 0, 'inclusive'),
      taxBehaviour: 'inclusive',
      taxThousandths: 0,
      title: 'The guide',
      description: '',
      email: 'guest@example.test',
      language: 'en',
      successUrl: 'https://shop.example/paid',
      cancelUrl: 'https://shop.example/back',
      expiresAt: new Date(world.clock.now().getTime() + 3_600_000),
      ...change,
    },
    newId('req'),
  );
  return reference;
}
async function subscribe(card: string, change: Partial<CheckoutOrder> = {}): Promise<string> {
  const reference = await begin(change);
  await world.bank.pages.checkout.act(reference, { step: 'pay', card, number: '' });
  return reference;
}
async function facts(checkout: string): Promise<PaymentFacts> {
  const known = await world.bank.vendor.facts(connection(), { checkout, payment: null, subscription: null });
  if (!known) throw new Error('Unknown');
  return known;
}
const later = (days: number): void => world.clock.advance(days * dayMs);
const dayOf = (date: Date | undefined): string => date?.toISOString().slice(0, 10) ?? '';
/** The kinds of events about a checkout since the last time. */
const told = async (checkout: string): Promise<string[]> =>
  (await world.heard(world.accountId))
    .map(({ body, headers }) => world.bank.vendor.readEvent(connection(), body, headers, world.clock.now()))
    .flatMap(({ type, references }) => (references.checkout === checkout ? [type] : []));

describe('a period that ends', () => {
  test('is paid by the card once, however often and from however many processes the job runs', async () => {
    const checkout = await subscribe('succeeds');
    await world.bank.runDue();
    expect((await facts(checkout)).paid).toBe(1_000);
    later(29);
    await Promise.all([world.bank.runDue(), world.bank.runDue(), world.bank.runDue()]);
    await world.bank.runDue();
    expect(await facts(checkout)).toMatchObject({ paid: 2_000, subscription: { status: 'active' } });
  });

  test('keeps the day of the month on which it began, as far as the month has it', () => {
    const start = new Date('2026-01-31T10:00:00.000Z');
    expect([1, 2, 3, 12, 13].map((months) => dayOf(addMonths(start, months)))).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2027-01-31',
      '2027-02-28',
    ]);
    expect(dayOf(addMonths(new Date('2028-02-29T00:00:00.000Z'), 12))).toBe('2029-02-28');
  });

  test('is made up for when the server rested for months, each period with a payment of its own', async () => {
    const checkout = await subscribe('confirms');
    await world.bank.pages.checkout.act(checkout, { step: 'confirm' });
    later(100);
    await world.bank.runDue();
    const { payments, subscription } = await facts(checkout);
    expect(payments).toHaveLength(4);
    expect(subscription?.periodEnd.getTime()).toBeGreaterThan(world.clock.now().getTime());
  });

  test('ends a trial with the first payment, and with the card that fails later it ends it without one', async () => {
    const [good, bad] = [
      await subscribe('succeeds', { trialDays: 7 }),
      await subscribe('fails-later', { trialDays: 7 }),
    ];
    later(6.9);
    await world.bank.runDue();
    expect(await facts(good)).toMatchObject({ paid: 0, subscription: { status: 'trialing' } });
    later(0.2);
    await world.bank.runDue();
    expect(await facts(good)).toMatchObject({ paid: 1_000, subscription: { status: 'active' } });
    expect(await facts(bad)).toMatchObject({
      payment: 'none',
      paid: 0,
      subscription: { status: 'past_due' },
    });
  });

  test('whose renewal fails is tried on three more days, and then the subscription is over', async () => {
    const checkout = await subscribe('fails-later');
    const { subscription: first } = await facts(checkout);
    later(32);
    await world.bank.runDue();
    expect((await facts(checkout)).subscription).toMatchObject({
      status: 'past_due',
      periodEnd: first?.periodEnd,
    });
    for (const days of [3, 5]) {
      later(days);
      await world.bank.runDue();
      expect((await facts(checkout)).subscription?.status).toBe('past_due');
    }
    later(7);
    await world.bank.runDue();
    expect(await facts(checkout)).toMatchObject({
      paid: 1_000,
      payments: [{ amount: 1_000 }],
      subscription: { status: 'canceled', canceledAt: world.clock.now() },
    });
    expect(
      (await told(checkout)).filter((type) => type === 'payment.failed' || type === 'subscription.ended'),
    ).toEqual(['payment.failed', 'payment.failed', 'payment.failed', 'subscription.ended']);
    later(60);
    await world.bank.runDue();
    expect((await facts(checkout)).paid).toBe(1_000);
  });

  test('ends what was to end, without a payment', async () => {
    const checkout = await subscribe('succeeds');
    const { references, subscription } = await facts(checkout);
    await world.bank.vendor.changeSubscription(
      connection(),
      references.subscription ?? '',
      'end',
      newId('req'),
    );
    later(32);
    await world.bank.runDue();
    expect(await facts(checkout)).toMatchObject({
      paid: 1_000,
      subscription: { status: 'canceled', canceledAt: subscription?.periodEnd },
    });
  });
});

test('a checkout that nobody paid in time is told of once', async () => {
  const checkout = await begin({ kind: 'once', interval: null });
  later(1);
  expect(await facts(checkout)).toMatchObject({ checkout: 'expired' });
  await Promise.all([world.bank.runDue(), world.bank.runDue()]);
  expect((await told(checkout)).filter((type) => type === 'checkout.expired')).toHaveLength(1);
});

describe('an event', () => {
  /** A second bank on the same database whose listener may be deaf. */
  function deafBank() {
    const queue: { accountId: string; id: string }[] = [];
    const heard: string[] = [];
    let isDeaf = true;
    const jobs = {
      send: async (_tx: unknown, _definition: unknown, payload: object) =>
        void queue.push(payload as (typeof queue)[number]),
    };
    const bank = createTestMoney({
      database: world.database.database,
      clock: world.clock,
      box: world.box,
      jobs,
    });
    bank.listen(async (_accountId, body) => {
      if (isDeaf) throw new Error('Not now');
      heard.push((JSON.parse(body.toString('utf8')) as { id: string }).id);
    });
    const wake = (): void => void (isDeaf = false);
    return { bank, queue, heard, wake };
  }

  test('that is not taken is sent again, also after the job gave up, and once it is taken never again', async () => {
    const { bank, queue, heard, wake } = deafBank();
    const checkout = await begin({ kind: 'once', interval: null });
    await bank.pages.checkout.act(checkout, { step: 'pay', card: 'succeeds', number: '' });
    const [first] = queue.splice(0);
    await expect(bank.deliver(world.accountId, first?.id ?? '')).rejects.toThrow('Not now');
    world.clock.advance(30 * 60_000);
    await bank.runDue();
    expect(queue).toEqual([]);
    const webhook = async (): Promise<boolean | undefined> =>
      (await bank.vendor.check(connection(), '')).find(({ name }) => name === 'webhook')?.isReady;
    expect(await webhook()).toBe(false);
    world.clock.advance(31 * 60_000);
    await bank.runDue();
    expect(queue).toContainEqual(first);
    wake();
    for (const { accountId, id } of [...queue, ...queue]) await bank.deliver(accountId, id);
    expect(heard.filter((id) => id === first?.id)).toHaveLength(1);
    expect(await webhook()).toBe(true);
  });

  test('is given up after three days, when the product has long asked for itself', async () => {
    const { bank, queue } = deafBank();
    const checkout = await begin({ kind: 'once', interval: null });
    await bank.pages.checkout.act(checkout, { step: 'pay', card: 'succeeds', number: '' });
    const [first] = queue.splice(0);
    later(3.1);
    await bank.runDue();
    expect(queue).not.toContainEqual(first);
  });

  test('stays readable after a new key was put in front of the old one, and is worthless under another', () => {
    const [now, body] = [createManualClock().now(), '{"id":"tme_1"}'];
    const header = signEvent(createSecretBox(['a'.repeat(64)]), 'acc_1', body, now);
    const read = (keys: string[], account = 'acc_1') =>
      verifyEvent(createSecretBox(keys), account, Buffer.from(body), header, now);
    expect(() => read(['b'.repeat(64), 'a'.repeat(64)])).not.toThrow();
    expect(() => read(['b'.repeat(64)])).toThrow(SignatureError);
    expect(() => read(['a'.repeat(64)], 'acc_2')).toThrow(SignatureError);
    expect(signatureHeader).toBe('test-money-signature');
  });
});

test('there is no live mode of test money', async () => {
  const order = {
    price: { base: 1, tax: 0, subtotal: 1, total: 1 },
    expiresAt: new Date('2100-01-01'),
    successUrl: 'https://shop.example/',
    cancelUrl: 'https://shop.example/',
  } as CheckoutOrder;
  await expect(
    world.bank.vendor.createCheckout({ ...connection(), isTest: false }, order, 'key'),
  ).rejects.toThrow('no live mode');
  await expect(
    world.bank.vendor.facts(
      { ...connection(), isTest: false },
      { checkout: 'x', payment: null, subscription: null },
    ),
  ).rejects.toThrow('no live mode');
});
