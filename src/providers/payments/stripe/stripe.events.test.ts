import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { SignatureError, type PaymentConnection } from '../payments.port.ts';
import { readStripeEvent } from './stripe.events.ts';

const secret = ['whsec', 'dGhpcyBpcyBhIHNlY3JldA'].join('_');
const connection: PaymentConnection = {
  vendor: 'stripe',
  accountId: 'acc_1',
  isTest: true,
  secretKey: 'rk_test_1',
  webhookSecret: secret,
  references: { account: 'acct_1', webhookEndpoint: 'we_1', portalConfiguration: '' },
};
const now = new Date('2026-11-22T12:00:00Z');
const seconds = now.getTime() / 1_000;

function event(changes: object = {}, about: object = {}): Buffer {
  return Buffer.from(
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'checkout.session.completed',
      created: seconds,
      livemode: false,
      data: {
        object: {
          id: 'cs_test_1',
          object: 'checkout.session',
          payment_intent: 'pi_1',
          subscription: null,
          metadata: { purchaseId: 'pur_1' },
          ...about,
        },
      },
      ...changes,
    }),
  );
}
const signed = (body: Buffer, timestamp = seconds) => ({
  'stripe-signature': Stripe.webhooks.generateTestHeaderString({
    payload: body.toString('utf8'),
    secret,
    timestamp,
  }),
});
const read = (body: Buffer, headers: Record<string, string | undefined> = signed(body)) =>
  readStripeEvent(connection, body, headers, now);

/** Whether Stripe's own library takes it. */
function isTakenByStripe(body: Buffer, header: string): boolean {
  try {
    Stripe.webhooks.constructEvent(body, header, secret, 300, undefined, now.getTime());
    return true;
  } catch {
    return false;
  }
}
function isTakenByUs(body: Buffer, header: string): boolean {
  try {
    read(body, { 'stripe-signature': header });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(SignatureError);
    return false;
  }
}

describe('events of Stripe', () => {
  it('are read as the library reads them, old, forged and many-headed signatures included', () => {
    const body = event();
    const good = signed(body)['stripe-signature'];
    const [time = '', signature = ''] = good.split(',');
    const headers = [
      good,
      `${time},v1=${'0'.repeat(64)}`,
      `${time},v1=${'0'.repeat(64)},${signature}`,
      `${signature},${time}`,
      `${time},v0=${signature.slice(3)}`,
      time,
      signature,
      '',
      't=,v1=',
      `t=1,${signature}`,
      `${time},v1=${signature.slice(3, -2)}`,
      `${time},v1=${signature.slice(3)}00`,
      signed(body, seconds - 299)['stripe-signature'],
      signed(body, seconds - 301)['stripe-signature'],
      signed(event({ id: 'evt_2' }))['stripe-signature'],
    ];
    for (const header of headers)
      expect([header, isTakenByUs(body, header)]).toEqual([header, isTakenByStripe(body, header)]);
  });

  it('of the future, of the other mode and of another account are refused although they are signed', () => {
    const future = event();
    expect(() => read(future, signed(future, seconds + 301))).toThrow(SignatureError);
    expect(read(future, signed(future, seconds + 299)).id).toBe('evt_1');
    for (const body of [event({ livemode: true }), event({ account: 'acct_2' })])
      expect(() => read(body)).toThrow(SignatureError);
  });

  it('say which purchase they are about', () => {
    const named = (type: string, about: object) => {
      const { purchaseId, references } = read(
        event({ type }, { metadata: {}, payment_intent: null, ...about }),
      );
      return { purchaseId, ...references };
    };
    expect(read(event())).toMatchObject({
      id: 'evt_1',
      purchaseId: 'pur_1',
      isTest: true,
      createdAt: now,
      references: { checkout: 'cs_test_1', payment: 'pi_1', subscription: null },
    });
    expect(named('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' })).toEqual({
      purchaseId: null,
      checkout: null,
      payment: 'pi_1',
      subscription: null,
    });
    expect(
      named('charge.dispute.created', { object: 'dispute', id: 'du_1', payment_intent: { id: 'pi_2' } }),
    ).toMatchObject({ payment: 'pi_2' });
    expect(
      named('customer.subscription.deleted', {
        object: 'subscription',
        id: 'sub_1',
        metadata: { purchaseId: 'pur_2' },
      }),
    ).toEqual({ purchaseId: 'pur_2', checkout: null, payment: null, subscription: 'sub_1' });
    expect(
      named('invoice.paid', {
        object: 'invoice',
        id: 'in_1',
        parent: {
          type: 'subscription_details',
          subscription_details: { subscription: 'sub_1', metadata: { purchaseId: 'pur_3' } },
        },
      }),
    ).toEqual({ purchaseId: 'pur_3', checkout: null, payment: null, subscription: 'sub_1' });
  });
});
