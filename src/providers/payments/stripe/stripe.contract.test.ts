import { startStripeStandIn, type StripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts';
import { createSafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { testPaymentVendor } from '../payments.contract-suite.ts';
import type { PaymentVendorWorld, SentEvent } from '../payments-vendor.contract-suite.ts';
import type { PaymentConnection, PaymentVendor } from '../payments.port.ts';
import { createStripeVendor } from './stripe.adapter.ts';
import { platformEventTypes } from './stripe.events.ts';

type Connected = {
  connection: PaymentConnection;
  foreign: PaymentConnection;
  /** What the vendor signs for a connection. */
  bodyOf(signer: PaymentConnection, body: Buffer): Buffer;
  /** Who pays there. */
  people: Pick<
    StripeStandIn,
    'pay' | 'decline' | 'dispute' | 'decide' | 'retry' | 'renew' | 'refuseCard' | 'state'
  >;
};

/** A fresh stand-in for Stripe, and two accounts there that are connected in one way or the other. */
async function openWorld(
  connect: (stripe: StripeStandIn, vendor: PaymentVendor) => Promise<Connected>,
): Promise<PaymentVendorWorld> {
  let time = Date.now();
  const stripe = await startStripeStandIn({ nowMs: () => time });
  const outside = createSafeFetch({ allowPrivate: ['127.0.0.1'] });
  const vendor = createStripeVendor({
    fetch: outside.asFetch({ timeoutMs: 25_000, maxRedirects: 0 }),
    baseUrl: stripe.baseUrl,
    platformKey: stripe.secretKey,
  });
  const { connection, foreign, bodyOf, people } = await connect(stripe, vendor);
  const disputes = new Map<string, string>();
  const heard: readonly string[] = platformEventTypes;
  return {
    vendor,
    connection,
    foreign,
    now: () => new Date(time),
    pay: async (checkout) => people.pay(checkout),
    decline: async (checkout) => people.decline(checkout),
    async dispute(payment, state) {
      if (state === 'open') disputes.set(payment, people.dispute(payment));
      else people.decide(disputes.get(payment) ?? '', state);
    },
    async endPeriod(subscription, renewal) {
      const { status, items } = people.state.get('subscription', subscription);
      if (status === 'past_due' && renewal === 'paid') return people.retry(subscription);
      const [item] = (items as { data: { current_period_end: number }[] }).data;
      time = Math.max(time, (item?.current_period_end ?? 0) * 1_000);
      people.renew(subscription, { isPaid: renewal === 'paid' });
    },
    refuseCard: async (subscription) => people.refuseCard(subscription),
    async leaveOfPeriod(subscription, part) {
      const [item] = (
        people.state.get('subscription', subscription)['items'] as {
          data: { current_period_start: number; current_period_end: number }[];
        }
      ).data;
      if (item)
        time = Math.round(
          (item.current_period_end - part * (item.current_period_end - item.current_period_start)) * 1_000,
        );
    },
    events: async () =>
      stripe
        .takeEvents()
        .filter(({ type }) => heard.includes(String(type)))
        .map((event): SentEvent => stripe.sign(event, connection.webhookSecret)),
    sign: (signer, body, at) =>
      stripe.signBytes(bodyOf(signer, body), signer.webhookSecret, Math.floor(at.getTime() / 1_000)),
    signatureHeader: 'stripe-signature',
    async close() {
      await outside.close();
      await stripe.close();
      if (stripe.violations.length > 0)
        throw new Error(`Stripe does not describe these requests: ${stripe.violations.join('; ')}`);
    },
  };
}

testPaymentVendor('Stripe', () =>
  openWorld(async (stripe, vendor) => {
    const webhookUrl = 'https://chat.example/api/payments/webhooks/acc/test';
    const { connection } = await vendor.connect({
      accountId: 'acc_1',
      secretKey: stripe.secretKey,
      webhookUrl,
      known: null,
    });
    const { connection: foreign } = await vendor.connect({
      accountId: 'acc_2',
      secretKey: stripe.foreignKey,
      webhookUrl,
      known: null,
    });
    return { connection, foreign, bodyOf: (_signer, body) => body, people: stripe };
  }),
);

testPaymentVendor('Stripe, through the platform', () =>
  openWorld(async (stripe, vendor) => {
    const { platform } = vendor;
    if (!platform) throw new Error('There is no platform');
    const endpoint = await platform.listen({
      webhookUrl: 'https://chat.example/api/payments/platform-events/test',
      known: null,
      key: 'endpoint',
    });
    async function open(accountId: string): Promise<PaymentConnection> {
      const account = await platform?.createAccount({
        accountId,
        email: `${accountId}@example.test`,
        key: accountId,
      });
      stripe.connected(account).answer();
      const made = await platform?.connect({ accountId, account: account ?? '', known: null, endpoint });
      if (!made) throw new Error('There is no platform');
      // One secret signs for all accounts: the feature lays it in when an event comes.
      return { ...made.connection, webhookSecret: endpoint.secret };
    }
    const [connection, foreign] = [await open('acc_1'), await open('acc_2')];
    stripe.takeEvents();
    return {
      connection,
      foreign,
      // Stripe writes into every event whose it is.
      bodyOf: ({ references }, body) =>
        Buffer.from(
          body.toString('utf8').replace(/"account": "acct_\w+"/, `"account": "${references.account}"`),
        ),
      people: stripe.connected(connection.references.account),
    };
  }),
);
