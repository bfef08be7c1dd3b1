import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { startStripeStandIn, type StripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts';
import { breakDown, currencies } from '#shared/money/money.ts';
import type { PaymentConnection, PaymentVendor } from '../payments.port.ts';
import { createStripeVendor } from './stripe.adapter.ts';
import { codeOf, order, startConnectedStripe, webhookUrl } from './__fixtures__/connected-stripe.ts';

const outside = createSafeFetch({ allowPrivate: ['127.0.0.1'] });
const fetch = outside.asFetch({ timeoutMs: 25_000, maxRedirects: 0 });
let stripe: StripeStandIn;
let vendor: PaymentVendor;
let connection: PaymentConnection;

beforeEach(async () => {
  ({ stripe, vendor, connection } = await startConnectedStripe(fetch));
});
afterAll(() => outside.close());
afterEach(async () => {
  await stripe.close();
  expect(stripe.violations, 'requests that Stripe does not describe').toEqual([]);
});

const connect = (known: PaymentConnection | null = null, url = webhookUrl) =>
  vendor.connect({ accountId: 'acc_1', secretKey: stripe.secretKey, webhookUrl: url, known });

describe('connecting Stripe', () => {
  it('finds every right ready, makes one webhook endpoint and one portal, and makes neither twice', async () => {
    const again = await connect(connection);
    expect(again.accountName).toBe('Bakery Petit Four');
    expect(again.checks.map(({ name, isReady }) => [name, isReady])).toEqual([
      ['key', true],
      ['charges', true],
      ['checkout', true],
      ['customers', true],
      ['subscriptions', true],
      ['refunds', true],
      ['webhook', true],
      ['portal', true],
      ['payouts', true],
    ]);
    expect(again.connection).toEqual(connection);
    expect([stripe.state.of('webhook').length, stripe.state.of('configuration').length]).toEqual([1, 1]);
    expect(connection.webhookSecret).toMatch(/^whsec_/);
  });

  it('replaces an endpoint whose secret is not known, so that no event comes twice', async () => {
    const fresh = await connect(null);
    expect(fresh.connection.references.webhookEndpoint).not.toBe(connection.references.webhookEndpoint);
    expect(stripe.state.of('webhook').map(({ id }) => id)).toEqual([
      fresh.connection.references.webhookEndpoint,
    ]);
  });

  it('names each right that a restricted key lacks and keeps the rest', async () => {
    for (const [right, name] of [
      ['rak_checkout_session_write', 'checkout'],
      ['rak_plan_write', 'checkout'],
      ['rak_product_write', 'checkout'],
      ['rak_tax_rate_write', 'checkout'],
      ['rak_customer_read', 'customers'],
      ['rak_subscription_write', 'subscriptions'],
      ['rak_charge_write', 'refunds'],
      ['rak_dispute_read', 'refunds'],
      ['rak_webhook_read', 'webhook'],
      ['rak_customer_portal_read', 'portal'],
    ] as const) {
      stripe.missingRights.clear();
      stripe.missingRights.add(right);
      const { checks } = await connect(connection);
      expect(
        checks.filter(({ isReady }) => !isReady),
        right,
      ).toEqual([{ name, isReady: false, detail: 'scope_missing' }]);
    }
  });

  it('goes on when the key may not look at the account, and says that it does not know', async () => {
    stripe.missingRights.add('rak_accounts_kyc_basic_read');
    const { checks } = await connect(connection);
    expect(checks.filter(({ detail }) => detail !== '')).toEqual([
      { name: 'charges', isReady: true, detail: 'unknown' },
      { name: 'payouts', isReady: true, detail: 'unknown' },
    ]);
  });

  it('says that an address which Stripe can not reach gets no events', async () => {
    const { checks, connection: made } = await connect(
      null,
      'http://localhost:3000/api/payments/webhooks/acc_1/test',
    );
    expect(checks.find(({ name }) => name === 'webhook')).toEqual({
      name: 'webhook',
      isReady: false,
      detail: 'address_refused',
    });
    expect(made.webhookSecret).toBe('');
  });

  it('sees real money that can not be taken yet', async () => {
    const live = await startStripeStandIn({ secretKey: 'sk_live_51NstandIn' });
    Object.assign(live.state.of('account')[0] ?? {}, { charges_enabled: false, payouts_enabled: false });
    const { checks } = await createStripeVendor({ fetch, baseUrl: live.baseUrl }).connect({
      accountId: 'acc_1',
      secretKey: live.secretKey,
      webhookUrl,
      known: null,
    });
    expect(checks.filter(({ detail }) => detail !== '')).toEqual([
      { name: 'key', isReady: true, detail: 'broad_key' },
      { name: 'charges', isReady: false, detail: 'not_activated' },
      { name: 'payouts', isReady: false, detail: 'not_activated' },
    ]);
    await live.close();
  });

  it('refuses a wrong key, a publishable key and words that are no key', async () => {
    for (const secretKey of ['rk_test_wrong', 'pk_test_51N', 'my key'])
      expect(await codeOf(vendor.connect({ accountId: 'acc_1', secretKey, webhookUrl, known: null }))).toBe(
        'payments.unauthorized',
      );
  });

  it('tells a deleted endpoint when it is only asked, and takes its own away at the end', async () => {
    expect((await vendor.check(connection, webhookUrl)).every(({ isReady }) => isReady)).toBe(true);
    await vendor.disconnect(connection);
    expect(stripe.state.of('webhook')).toEqual([]);
    expect((await vendor.check(connection, webhookUrl)).find(({ name }) => name === 'webhook')).toEqual({
      name: 'webhook',
      isReady: false,
      detail: 'missing',
    });
    await vendor.disconnect(connection);
  });
});

describe('a checkout at Stripe', () => {
  it('asks for exactly our sum in every currency, with tax inside and on top, at every rate', async () => {
    for (const currency of ['USD', 'EUR', 'JPY', 'HUF', 'KWD'] as const) {
      for (const taxBehaviour of ['inclusive', 'exclusive'] as const) {
        for (const taxThousandths of [0, 7_700, 21_000, 25_000]) {
          for (const amount of [currencies[currency].least + 990, currencies[currency].least * 7 + 450]) {
            const price = breakDown(amount, currency, taxThousandths, taxBehaviour);
            const { reference } = await vendor.createCheckout(
              connection,
              order({ currency, taxBehaviour, taxThousandths, price }),
              `${currency}-${taxBehaviour}-${taxThousandths}-${amount}`,
            );
            expect(
              stripe.state.get('session', reference)['amount_total'],
              `${amount} ${currency} ${taxBehaviour} ${taxThousandths}`,
            ).toBe(price.total);
          }
        }
      }
    }
  });

  it('makes a tax rate once', async () => {
    await vendor.createCheckout(connection, order(), 'one');
    await vendor.createCheckout(connection, order({ purchaseId: 'pur_2' }), 'two');
    await createStripeVendor({ fetch, baseUrl: stripe.baseUrl }).createCheckout(
      connection,
      order({ purchaseId: 'pur_3' }),
      'three',
    );
    expect(
      stripe.state
        .of('taxRate')
        .map(({ percentage, inclusive, display_name }) => [percentage, inclusive, display_name]),
    ).toEqual([[21, false, 'Btw']]);
  });

  it('is the same one when the same purchase asks again, even when the first answer was lost', async () => {
    stripe.fail(/POST \/v1\/checkout\/sessions$/, 'late');
    const asked = order();
    const first = await vendor.createCheckout(connection, asked, 'pur_1');
    const second = await vendor.createCheckout(connection, asked, 'pur_1');
    expect(second).toEqual(first);
    expect(stripe.state.of('session').length).toBe(1);
  });

  it('closes a page that would ask for another sum', async () => {
    const wrong = order({ price: { base: 999, tax: 210, subtotal: 999, total: 1_210 } });
    expect(await codeOf(vendor.createCheckout(connection, wrong, 'pur_1'))).toBe('payments.bad_request');
    expect(stripe.state.of('session').map(({ status }) => status)).toEqual(['expired']);
  });

  it('carries the purchase on everything that Stripe makes of it', async () => {
    const { reference } = await vendor.createCheckout(connection, order(), 'pur_1');
    stripe.pay(reference);
    const marks = { purchaseId: 'pur_1', agentId: 'agt_1' };
    expect(
      [stripe.state.of('session'), stripe.state.of('intent'), stripe.state.of('charge')].map(
        ([made]) => made?.metadata,
      ),
    ).toEqual([marks, marks, marks]);
  });

  it('ends when it is told, also twice, and not when it was paid', async () => {
    const first = await vendor.createCheckout(connection, order(), 'pur_1');
    await vendor.expireCheckout(connection, first.reference);
    await vendor.expireCheckout(connection, first.reference);
    const second = await vendor.createCheckout(connection, order({ purchaseId: 'pur_2' }), 'pur_2');
    stripe.pay(second.reference);
    expect(await codeOf(vendor.expireCheckout(connection, second.reference))).toBe('payments.bad_request');
  });

  it('tells faults of Stripe apart, tries passing ones again, and says nothing that a key could be read from', async () => {
    stripe.fail(/checkout\/sessions$/, 500, 'cut');
    expect((await vendor.createCheckout(connection, order(), 'pur_1')).reference).toMatch(/^cs_test_/);
    stripe.fail(/checkout\/sessions$/, 500, 503, 500);
    expect(await codeOf(vendor.createCheckout(connection, order({ purchaseId: 'pur_2' }), 'pur_2'))).toBe(
      'payments.unreachable',
    );
    stripe.fail(/checkout\/sessions$/, 429);
    expect(await codeOf(vendor.createCheckout(connection, order({ purchaseId: 'pur_3' }), 'pur_3'))).toBe(
      'payments.rate_limited',
    );
    const hurried = createStripeVendor({ fetch, baseUrl: stripe.baseUrl, timeoutMs: 50 });
    stripe.fail(/checkout\/sessions$/, 'silent', 'silent', 'silent');
    const failure = await hurried
      .createCheckout(
        connection,
        order({ purchaseId: 'pur_4', taxThousandths: 0, price: breakDown(999, 'EUR', 0, 'inclusive') }),
        'pur_4',
      )
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'payments.unreachable', isRetryable: true });
    const wrongKey = await vendor
      .facts(
        { ...connection, secretKey: 'rk_test_wrong' },
        { checkout: 'cs_test_1', payment: null, subscription: null },
      )
      .catch((error: unknown) => error);
    expect(
      JSON.stringify([
        wrongKey,
        (wrongKey as Error).message,
        (wrongKey as Error).stack,
        (wrongKey as Error).cause,
      ]),
    ).not.toMatch(/rk_test|0000/);
  });
});
