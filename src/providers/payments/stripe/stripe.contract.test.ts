import { startStripeStandIn } from '#tests/support/stripe-stand-in.ts';
import { createSafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { testPaymentVendor, type SentEvent } from '../payments.contract-suite.ts';
import { createStripeVendor } from './stripe.adapter.ts';
import { eventTypes } from './stripe.events.ts';

const webhookUrl = 'https://chat.example/api/payments/webhooks/acc/test';

testPaymentVendor('Stripe', async () => {
  let time = Date.now();
  const stripe = await startStripeStandIn({ nowMs: () => time });
  const outside = createSafeFetch({ allowPrivate: ['127.0.0.1'] });
  const vendor = createStripeVendor({ fetch: outside.asFetch({ timeoutMs: 25_000, maxRedirects: 0 }), baseUrl: stripe.baseUrl });
  const { connection } = await vendor.connect({ accountId: 'acc_1', secretKey: stripe.secretKey, webhookUrl, known: null });
  const { connection: foreign } = await vendor.connect({ accountId: 'acc_2', secretKey: stripe.foreignKey, webhookUrl, known: null });
  const disputes = new Map<string, string>();
  return {
    vendor,
    connection,
    foreign,
    now: () => new Date(time),
    pay: async (checkout) => stripe.pay(checkout),
    decline: async (checkout) => stripe.decline(checkout),
    async dispute(payment, state) {
      if (state === 'open') disputes.set(payment, stripe.dispute(payment));
      else stripe.decide(disputes.get(payment) ?? '', state);
    },
    async endPeriod(subscription, renewal) {
      const { status, items } = stripe.state.get('subscription', subscription);
      if (status === 'past_due' && renewal === 'paid') return stripe.retry(subscription);
      const [item] = (items as { data: { current_period_end: number }[] }).data;
      time = Math.max(time, (item?.current_period_end ?? 0) * 1_000);
      stripe.renew(subscription, { isPaid: renewal === 'paid' });
    },
    refuseCard: async (subscription) => stripe.refuseCard(subscription),
    async leaveOfPeriod(subscription, part) {
      const [item] = (stripe.state.get('subscription', subscription)['items'] as { data: { current_period_start: number; current_period_end: number }[] }).data;
      if (item) time = Math.round((item.current_period_end - part * (item.current_period_end - item.current_period_start)) * 1_000);
    },
    events: async () => stripe.takeEvents().filter(({ type }) => eventTypes.includes(type as (typeof eventTypes)[number])).map((event): SentEvent => stripe.sign(event, connection.webhookSecret)),
    sign: (signer, body, at) => stripe.signBytes(body, signer.webhookSecret, Math.floor(at.getTime() / 1_000)),
    signatureHeader: 'stripe-signature',
    async close() {
      await outside.close();
      await stripe.close();
      if (stripe.violations.length > 0) throw new Error(`Stripe does not describe these requests: ${stripe.violations.join('; ')}`);
    },
  };
});
