import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breakDown, type Currency } from '#shared/money.ts';
import { testPauses } from './payments-pause.contract-suite.ts';
import { testPriceChanges } from './payments-price.contract-suite.ts';
import {
  PaymentError,
  SignatureError,
  type CheckoutOrder,
  type PaymentConnection,
  type PaymentFacts,
  type PaymentVendor,
} from './payments.port.ts';

/** An event as it came over the wire. */
export type SentEvent = {
  body: Buffer;
  headers: Record<string, string | undefined>;
};

/** By this a test does at a vendor what customers, banks and time do. References are those of the facts. */
export type PaymentVendorStage = {
  vendor: PaymentVendor;
  connection: PaymentConnection;
  /** Of another account at the same vendor. */
  foreign: PaymentConnection;
  now(): Date;
  /**
   * The customer pays on the hosted page with a card that works; rejects or does nothing where the page lets
   * nobody pay.
   */
  pay(checkout: string): Promise<void>;
  /** The customer tries a card that is declined, and stays on the page. */
  decline(checkout: string): Promise<void>;
  /** The customer's bank opens a dispute, or decides it: `won` is for the seller. */
  dispute(payment: string, state: 'open' | 'won' | 'lost'): Promise<void>;
  /** The current period ends, and its renewal is paid or fails. */
  endPeriod(subscription: string, renewal: 'paid' | 'failed'): Promise<void>;
  /** The customer's card is no longer charged from now on. */
  refuseCard(subscription: string): Promise<void>;
  /** Lets time pass until so much of the current period is left; 0 is its end, 1 its beginning. */
  leaveOfPeriod(subscription: string, part: number): Promise<void>;
  /** The signed events of `connection` since the last call, oldest first. */
  events(): Promise<SentEvent[]>;
  /** A body signed as the vendor signs it for a connection at a moment. */
  sign(connection: PaymentConnection, body: Buffer, at: Date): SentEvent;
  /** The header that carries `t=<seconds>,v1=<signature>`. */
  signatureHeader: string;
  close(): Promise<void>;
};

const dayMs = 86_400_000;

/** What every payment vendor must do. `open` makes a fresh account at the vendor. */
export function testPaymentVendor(name: string, open: () => Promise<PaymentVendorStage>): void {
  describe(`payments by ${name}`, () => {
    let stage: PaymentVendorStage;
    let count = 0;
    beforeAll(async () => {
      stage = await open();
    });
    afterAll(() => stage.close());

    const newKey = (): string => `key-${++count}`;
    function orderOf(change: Partial<CheckoutOrder> = {}): CheckoutOrder {
      return {
        purchaseId: `pur_${String(++count).padStart(6, '0')}`,
        agentId: 'agt_1',
        kind: 'once',
        interval: null,
        trialDays: 0,
        currency: 'EUR',
        price: breakDown(999, 'EUR', 21_000, 'exclusive'),
        taxBehaviour: 'exclusive',
        taxThousandths: 21_000,
        title: 'A hundred messages',
        description: 'For the guide of Hotel Linden',
        email: 'guest@example.test',
        language: 'en',
        successUrl: 'https://shop.example/paid',
        cancelUrl: 'https://shop.example/back',
        expiresAt: new Date(stage.now().getTime() + 2 * 3_600_000),
        ...change,
      };
    }
    const monthly = (change: Partial<CheckoutOrder> = {}): CheckoutOrder =>
      orderOf({ kind: 'subscription', interval: 'month', ...change });
    const begin = (order: CheckoutOrder) => stage.vendor.createCheckout(stage.connection, order, newKey());
    async function factsBy(references: {
      checkout?: string;
      payment?: string;
      subscription?: string;
    }): Promise<PaymentFacts> {
      const facts = await stage.vendor.facts(stage.connection, {
        checkout: null,
        payment: null,
        subscription: null,
        ...references,
      });
      if (!facts) throw new Error('The vendor knows nothing');
      return facts;
    }
    async function paid(
      order: CheckoutOrder,
    ): Promise<{ checkout: string; payment: string; facts: PaymentFacts }> {
      const { reference } = await begin(order);
      await stage.pay(reference);
      const facts = await factsBy({ checkout: reference });
      return { checkout: reference, payment: facts.references.payment ?? '', facts };
    }
    async function subscribed(
      change: Partial<CheckoutOrder> = {},
    ): Promise<{ checkout: string; subscription: string; facts: PaymentFacts }> {
      const { checkout, facts } = await paid(monthly(change));
      return { checkout, facts, subscription: facts.references.subscription ?? '' };
    }
    const refused = async (call: Promise<unknown>): Promise<void> =>
      expect(await call.catch((error: unknown) => error)).toBeInstanceOf(PaymentError);
    const daysUntil = (date: Date | undefined): number =>
      ((date?.getTime() ?? 0) - stage.now().getTime()) / dayMs;

    describe('a checkout', () => {
      test('has a page of the vendor, and nothing is paid until the customer pays', async () => {
        const order = orderOf();
        const { reference, url, expiresAt } = await begin(order);
        expect(url).toMatch(/^https?:\/\//);
        expect(expiresAt.getTime()).toBeGreaterThan(stage.now().getTime());
        expect(await factsBy({ checkout: reference })).toMatchObject({
          purchaseId: order.purchaseId,
          isTest: stage.connection.isTest,
          checkout: 'open',
          payment: 'none',
          paid: 0,
          refunded: 0,
          paidAt: null,
          subscription: null,
          payments: [],
        });
      });

      test('that is paid says who paid what and when, by whatever name of it is asked', async () => {
        const order = orderOf();
        const { checkout, payment, facts } = await paid(order);
        expect(facts).toMatchObject({
          purchaseId: order.purchaseId,
          checkout: 'complete',
          payment: 'paid',
          currency: 'EUR',
          paid: 1_209,
          refunded: 0,
          dispute: 'none',
          email: order.email,
          subscription: null,
        });
        expect(facts.payments).toMatchObject([
          {
            reference: payment,
            amount: 1_209,
            refunded: 0,
            tax: 210,
            refunds: [],
            fee: expect.any(Number) as unknown,
          },
        ]);
        expect(facts.disputes).toEqual([]);
        expect(Math.abs(daysUntil(facts.paidAt ?? undefined))).toBeLessThan(1);
        expect(facts.receiptUrl).toMatch(/^https?:\/\//);
        expect(await factsBy({ payment })).toEqual(facts);
        expect(facts.references.checkout).toBe(checkout);
      });

      test.each<[Currency, number, number, 'inclusive' | 'exclusive', number]>([
        ['USD', 999, 7_700, 'exclusive', 1_076],
        ['EUR', 999, 21_000, 'inclusive', 999],
        ['JPY', 1_500, 0, 'inclusive', 1_500],
        ['HUF', 99_900, 25_000, 'exclusive', 124_875],
        ['KWD', 2_990, 7_700, 'exclusive', 3_220],
      ])(
        'of %s %i at %i thousandths of a percent, %s, charges %i',
        async (currency, amount, taxThousandths, taxBehaviour, total) => {
          const { facts } = await paid(
            orderOf({
              currency,
              taxThousandths,
              taxBehaviour,
              price: breakDown(amount, currency, taxThousandths, taxBehaviour),
            }),
          );
          expect(facts).toMatchObject({ currency, paid: total });
        },
      );

      test('with a declined card takes nothing and stays open for another card', async () => {
        const { reference } = await begin(orderOf());
        await stage.decline(reference);
        const facts = await factsBy({ checkout: reference });
        expect(facts).toMatchObject({ checkout: 'open', paid: 0, payments: [] });
        expect(facts.payment).not.toBe('paid');
        await stage.pay(reference);
        expect(await factsBy({ checkout: reference })).toMatchObject({
          checkout: 'complete',
          payment: 'paid',
          paid: 1_209,
        });
      });

      test('is made once for each key, and a key is not used for two orders', async () => {
        const [order, key] = [orderOf(), newKey()];
        const made = await Promise.all([
          stage.vendor.createCheckout(stage.connection, order, key),
          stage.vendor.createCheckout(stage.connection, order, key),
        ]);
        const again = await stage.vendor.createCheckout(stage.connection, order, key);
        expect(new Set([...made, again].map(({ reference }) => reference)).size).toBe(1);
        await refused(
          stage.vendor.createCheckout(
            stage.connection,
            { ...order, price: breakDown(1, 'EUR', 0, 'inclusive') },
            key,
          ),
        );
        expect((await begin(order)).reference).not.toBe(again.reference);
      });

      test('that was ended opens nothing, and ending it again or ending a paid one changes nothing', async () => {
        const { reference } = await begin(orderOf());
        await stage.vendor.expireCheckout(stage.connection, reference);
        await stage.vendor.expireCheckout(stage.connection, reference);
        await stage.pay(reference).catch(() => undefined);
        expect(await factsBy({ checkout: reference })).toMatchObject({
          checkout: 'expired',
          payment: 'none',
          paid: 0,
          payments: [],
        });
        const done = await paid(orderOf());
        await stage.vendor.expireCheckout(stage.connection, done.checkout).catch(() => undefined);
        expect(await factsBy({ checkout: done.checkout })).toEqual(done.facts);
      });

      test('of another account, or that never was, is unknown', async () => {
        const { checkout, payment } = await paid(orderOf());
        const unknown = { checkout: null, payment: null, subscription: null };
        expect(await stage.vendor.facts(stage.foreign, { ...unknown, checkout })).toBeNull();
        expect(await stage.vendor.facts(stage.foreign, { ...unknown, payment })).toBeNull();
        expect(await stage.vendor.facts(stage.connection, { ...unknown, checkout: 'cs_unknown' })).toBeNull();
        expect(await stage.vendor.facts(stage.connection, unknown)).toBeNull();
        await refused(stage.vendor.refund(stage.foreign, payment, 100, newKey()));
        await refused(stage.vendor.expireCheckout(stage.foreign, 'cs_unknown'));
      });
    });

    describe('a refund', () => {
      test('gives back a part and then the rest, each once for its key', async () => {
        const { checkout, payment } = await paid(orderOf());
        const key = newKey();
        await Promise.all([
          stage.vendor.refund(stage.connection, payment, 209, key),
          stage.vendor.refund(stage.connection, payment, 209, key),
        ]);
        await stage.vendor.refund(stage.connection, payment, 209, key);
        const [partly] = (await factsBy({ checkout })).payments;
        expect(await factsBy({ checkout })).toMatchObject({
          payment: 'paid',
          paid: 1_209,
          refunded: 209,
          payments: [{ refunded: 209, refunds: [{ amount: 209 }] }],
        });
        await stage.vendor.refund(stage.connection, payment, 1_000, newKey());
        const whole = await factsBy({ checkout });
        expect(whole).toMatchObject({ paid: 1_209, refunded: 1_209 });
        // Each part keeps its name and its moment.
        expect(whole.payments[0]?.refunds?.map(({ amount }) => amount).toSorted()).toEqual([1_000, 209]);
        expect(whole.payments[0]?.refunds).toContainEqual(partly?.refunds?.[0]);
        expect(Math.abs(daysUntil(whole.payments[0]?.refunds?.[1]?.at))).toBeLessThan(1);
      });

      test('of more than is left, or with the key of another one, is refused and changes nothing', async () => {
        const { checkout, payment } = await paid(orderOf());
        const key = newKey();
        await stage.vendor.refund(stage.connection, payment, 1_000, key);
        await refused(stage.vendor.refund(stage.connection, payment, 210, newKey()));
        await refused(stage.vendor.refund(stage.connection, payment, 9, key));
        await refused(stage.vendor.refund(stage.connection, 'pi_unknown', 9, newKey()));
        expect(await factsBy({ checkout })).toMatchObject({ refunded: 1_000 });
      });
    });

    describe('a dispute', () => {
      test.each(['won', 'lost'] as const)('is open until it is %s', async (end) => {
        const { checkout, payment } = await paid(orderOf());
        await stage.dispute(payment, 'open');
        expect(await factsBy({ checkout })).toMatchObject({ dispute: 'open', paid: 1_209 });
        const [opened] = (await factsBy({ checkout })).disputes;
        expect(opened).toMatchObject({ payment, amount: 1_209, outcome: 'open', closedAt: null });
        expect(Math.abs(daysUntil(opened?.openedAt))).toBeLessThan(1);
        await stage.dispute(payment, end);
        const closed = await factsBy({ checkout });
        expect(closed).toMatchObject({
          dispute: end,
          paid: 1_209,
          disputes: [
            {
              reference: opened?.reference,
              payment,
              amount: 1_209,
              outcome: end,
              openedAt: opened?.openedAt,
            },
          ],
        });
        if (end === 'won')
          expect(Math.abs(daysUntil(closed.disputes[0]?.closedAt ?? undefined))).toBeLessThan(1);
      });

      test('concerns one payment of a subscription, and what of it was not given back before', async () => {
        const { checkout, subscription, facts } = await subscribed();
        const first = facts.payments[0]?.reference ?? '';
        await stage.vendor.refund(stage.connection, first, 209, newKey());
        await stage.endPeriod(subscription, 'paid');
        await stage.dispute(first, 'open');
        await stage.dispute(first, 'lost');
        const now = await factsBy({ checkout });
        expect(now.disputes).toMatchObject([{ payment: first, amount: 1_000, outcome: 'lost' }]);
        expect(now.payments.map(({ amount, refunded, tax }) => [amount, refunded, tax])).toEqual([
          [1_209, 209, 210],
          [1_209, 0, 210],
        ]);
      });
    });

    describe('a subscription', () => {
      test('is active for the period that was paid, and is found by its own name', async () => {
        const month = await subscribed();
        expect(month.facts).toMatchObject({
          checkout: 'complete',
          payment: 'paid',
          paid: 1_209,
          subscription: { status: 'active', isEnding: false, canceledAt: null },
        });
        expect(daysUntil(month.facts.subscription?.periodEnd)).toBeGreaterThan(27);
        expect(daysUntil(month.facts.subscription?.periodEnd)).toBeLessThan(32);
        expect(await factsBy({ subscription: month.subscription })).toEqual(month.facts);
        const year = await subscribed({ interval: 'year' });
        expect(daysUntil(year.facts.subscription?.periodEnd)).toBeGreaterThan(364);
        expect(daysUntil(year.facts.subscription?.periodEnd)).toBeLessThan(367);
      });

      test('with a trial begins without a payment, and is paid when the trial ends', async () => {
        const { checkout, subscription, facts } = await subscribed({ trialDays: 14 });
        expect(facts).toMatchObject({
          checkout: 'complete',
          payment: 'none',
          paid: 0,
          payments: [],
          subscription: { status: 'trialing' },
        });
        expect(daysUntil(facts.subscription?.periodEnd)).toBeGreaterThan(13.9);
        expect(daysUntil(facts.subscription?.periodEnd)).toBeLessThan(14.1);
        await stage.endPeriod(subscription, 'paid');
        expect(await factsBy({ checkout })).toMatchObject({
          payment: 'paid',
          paid: 1_209,
          subscription: { status: 'active' },
        });
      });

      test('is paid again when a period ends, and each payment can be given back by itself', async () => {
        const { checkout, subscription, facts } = await subscribed();
        await stage.endPeriod(subscription, 'paid');
        const renewed = await factsBy({ checkout });
        expect(renewed).toMatchObject({ paid: 2_418, subscription: { status: 'active' } });
        expect(renewed.payments.map(({ amount }) => amount)).toEqual([1_209, 1_209]);
        expect(renewed.subscription?.periodEnd.getTime()).toBeGreaterThan(stage.now().getTime());
        expect(renewed.references.payment).toBe(facts.references.payment);
        const second = renewed.payments[1]?.reference ?? '';
        expect(await factsBy({ payment: second })).toEqual(renewed);
        await stage.vendor.refund(stage.connection, second, 1_209, newKey());
        expect((await factsBy({ checkout })).payments.map(({ refunded }) => refunded)).toEqual([0, 1_209]);
      });

      test('whose renewal fails is past due, and the end of what is paid does not move', async () => {
        const { checkout, subscription } = await subscribed();
        await stage.endPeriod(subscription, 'failed');
        const facts = await factsBy({ checkout });
        expect(facts).toMatchObject({ payment: 'paid', paid: 1_209, subscription: { status: 'past_due' } });
        expect(daysUntil(facts.subscription?.periodEnd)).toBeLessThan(1);
        await stage.endPeriod(subscription, 'paid');
        expect(await factsBy({ checkout })).toMatchObject({
          paid: 2_418,
          subscription: { status: 'active' },
        });
      });

      test('ends with its period when that is wished, and goes on when the wish is taken back', async () => {
        const { checkout, subscription, facts } = await subscribed();
        await stage.vendor.changeSubscription(stage.connection, subscription, 'end', newKey());
        expect((await factsBy({ checkout })).subscription).toMatchObject({
          status: 'active',
          isEnding: true,
          periodEnd: facts.subscription?.periodEnd,
        });
        await stage.vendor.changeSubscription(stage.connection, subscription, 'resume', newKey());
        expect((await factsBy({ checkout })).subscription).toMatchObject({
          status: 'active',
          isEnding: false,
        });
        await stage.vendor.changeSubscription(stage.connection, subscription, 'end', newKey());
        await stage.endPeriod(subscription, 'paid');
        const ended = await factsBy({ checkout });
        expect(ended).toMatchObject({ paid: 1_209, subscription: { status: 'canceled' } });
        expect(ended.subscription?.canceledAt).toBeInstanceOf(Date);
      });

      test('that is ended at once is over, and nothing brings it back', async () => {
        const { checkout, subscription } = await subscribed();
        const key = newKey();
        await stage.vendor.changeSubscription(stage.connection, subscription, 'cancel_now', key);
        await stage.vendor.changeSubscription(stage.connection, subscription, 'cancel_now', key);
        await refused(stage.vendor.changeSubscription(stage.connection, subscription, 'resume', newKey()));
        expect((await factsBy({ checkout })).subscription).toMatchObject({ status: 'canceled' });
        await refused(stage.vendor.changeSubscription(stage.foreign, subscription, 'end', newKey()));
      });

      testPauses({ stage: () => stage, newKey, subscribed, factsBy, refused, daysUntil });

      test('shows the card that it is paid from, never more of it than four digits', async () => {
        const { facts } = await subscribed();
        expect(facts.card).toMatchObject({
          lastFour: expect.stringMatching(/^\d{4}$/) as unknown,
          brand: expect.any(String) as unknown,
        });
        expect(facts.card?.expiryMonth).toBeGreaterThan(0);
        expect(facts.card?.expiryYear).toBeGreaterThan(2025);
        expect(facts.payments[0]?.url).toMatch(/^https?:\/\//);
        expect((await paid(orderOf())).facts.card).toBeNull();
      });

      testPriceChanges({ stage: () => stage, newKey, subscribed, factsBy, refused, daysUntil });

      test('has a page for the customer', async () => {
        const { facts } = await subscribed();
        expect(
          await stage.vendor.portalUrl(
            stage.connection,
            facts.references.customer ?? '',
            'https://shop.example/back',
          ),
        ).toMatch(/^https?:\/\//);
      });
    });

    describe('events', () => {
      async function oneEvent(): Promise<SentEvent & { purchaseId: string; checkout: string }> {
        await stage.events();
        const order = orderOf();
        const { checkout } = await paid(order);
        const [event] = await stage.events();
        if (!event) throw new Error('The vendor told nothing');
        return { ...event, purchaseId: order.purchaseId, checkout };
      }
      const read = (event: SentEvent, connection = stage.connection, now = stage.now()) =>
        stage.vendor.readEvent(connection, event.body, event.headers, now);

      test('tell of payments, refunds, disputes, renewals and ends, each with a name of its own and the purchase that it is about', async () => {
        const { checkout, subscription, facts } = await subscribed();
        const { purchaseId } = facts;
        const steps: [string, () => Promise<void>][] = [
          [
            'refund',
            () => stage.vendor.refund(stage.connection, facts.references.payment ?? '', 100, newKey()),
          ],
          ['dispute', () => stage.dispute(facts.references.payment ?? '', 'open')],
          ['decision', () => stage.dispute(facts.references.payment ?? '', 'won')],
          ['renewal', () => stage.endPeriod(subscription, 'paid')],
          ['failure', () => stage.endPeriod(subscription, 'failed')],
          ['wish', () => stage.vendor.changeSubscription(stage.connection, subscription, 'end', newKey())],
          [
            'end',
            () => stage.vendor.changeSubscription(stage.connection, subscription, 'cancel_now', newKey()),
          ],
        ];
        const ids = (await stage.events()).map((event) => read(event).id);
        for (const [step, happen] of steps) {
          await happen();
          const told = (await stage.events()).map((event) => read(event));
          expect(told.length, step).toBeGreaterThan(0);
          for (const event of told) {
            const isNamed =
              event.purchaseId === purchaseId ||
              event.references.checkout === checkout ||
              event.references.subscription === subscription ||
              facts.payments.some(({ reference }) => reference === event.references.payment);
            expect([step, event.type, isNamed]).toEqual([step, event.type, true]);
            expect(event.isTest).toBe(stage.connection.isTest);
          }
          ids.push(...told.map(({ id }) => id));
        }
        expect(new Set(ids).size).toBe(ids.length);
      });

      test('count with the signature over the bytes as they came, up to five minutes', async () => {
        const event = await oneEvent();
        expect(read(event).createdAt).toBeInstanceOf(Date);
        expect(read(stage.sign(stage.connection, event.body, stage.now())).id).toBe(read(event).id);
        expect(read(event, stage.connection, new Date(stage.now().getTime() + 290_000)).id).toBe(
          read(event).id,
        );
      });

      test('without a signature, or with a wrong one, are refused', async () => {
        const event = await oneEvent();
        const header = event.headers[stage.signatureHeader] ?? '';
        const body = Buffer.from(event.body.toString('utf8').replace('"id"', '"id" '));
        const seconds = Math.floor(stage.now().getTime() / 1000);
        const withHeader = (value: string | undefined): SentEvent => ({
          body: event.body,
          headers: { ...event.headers, [stage.signatureHeader]: value },
        });
        const emptySecret = withHeader(
          `t=${seconds},v1=${createHmac('sha256', '')
            .update(`${seconds}.${event.body.toString('utf8')}`)
            .digest('hex')}`,
        );
        const forged: Record<string, [SentEvent, PaymentConnection?]> = {
          'no header': [withHeader(undefined)],
          'an empty header': [withHeader('')],
          'no time': [withHeader(header.replace(/^t=\d+,/, ''))],
          'another time': [withHeader(header.replace(/^t=\d+/, `t=${seconds - 1}`))],
          'other letters': [
            withHeader(header.replace(/v1=(.)/, (_all, first: string) => `v1=${first === '0' ? '1' : '0'}`)),
          ],
          'half a signature': [withHeader(header.slice(0, -10))],
          'other bytes': [{ ...event, body }],
          'an empty body': [{ ...event, body: Buffer.alloc(0) }],
          'the empty secret': [emptySecret, { ...stage.connection, webhookSecret: '' }],
          "another account's secret": [stage.sign(stage.foreign, event.body, stage.now())],
          'another account that is asked': [event, stage.foreign],
        };
        for (const [what, [sent, connection]] of Object.entries(forged))
          expect(() => read(sent, connection), what).toThrow(SignatureError);
      });

      test('of long ago and of the future are refused', async () => {
        const { body } = await oneEvent();
        const at = (seconds: number): SentEvent =>
          stage.sign(stage.connection, body, new Date(stage.now().getTime() + seconds * 1_000));
        for (const seconds of [-305, -86_400, 3_600])
          expect(() => read(at(seconds)), String(seconds)).toThrow(SignatureError);
      });

      test('that are signed and yet no events are refused', () => {
        for (const text of ['', 'null', '[]', '{}', 'not json', '{"id":1}'])
          expect(() => read(stage.sign(stage.connection, Buffer.from(text), stage.now())), text).toThrow(
            SignatureError,
          );
      });
    });

    test('what the owner sees after connecting has a line for everything that matters', async () => {
      const checks = await stage.vendor.check(
        stage.connection,
        'https://chat.example/api/payments/webhooks/acc/test',
      );
      const names = checks.map(({ name: check }) => check);
      for (const needed of ['checkout', 'subscriptions', 'refunds', 'webhook', 'portal'] as const)
        expect(names).toContain(needed);
    });
  });
}
