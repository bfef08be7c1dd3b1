import type { Stripe } from 'stripe';
import { PaymentError, type ConnectionCheck, type PaymentConnection } from '../payments.port.ts';
import type { PlatformEndpoint } from '../payments-platform.port.ts';
import { calling, finding, stripeApiVersion, type StripeClient } from './stripe.client.ts';
import { eventTypes } from './stripe.events.ts';

/**
 * What a check has to say, as a code whose text the screen knows. Empty when there is nothing to say ·
 * `unknown`: the key may not look, which stops nothing · `broad_key`: it works, and could do more than is
 * needed.
 */
export type CheckDetail =
  | ''
  | 'scope_missing'
  | 'not_activated'
  | 'unknown'
  | 'broad_key'
  | 'address_refused'
  | 'missing'
  | 'failed';

export type SetUp = {
  secretKey: string;
  webhookUrl: string;
  /** What was connected before. */
  known: PaymentConnection | null;
  isTest: boolean;
  /** Whether what is missing is made, or only told. */
  mayMake: boolean;
  /**
   * Of the platform through which the account is reached: it hears for all accounts, so that none is made
   * here.
   */
  endpoint?: PlatformEndpoint;
};
/** An endpoint with its secret. */
type Made = {
  id: string;
  secret: string;
};
const mark = { madeBy: 'chatelier' };
/**
 * An id that no object has: a write to it does nothing, and tells by its answer whether the key may write.
 */
const nobody = 'chatelier_check';

/**
 * Looks at every right, and makes webhook endpoint and portal. A right that is not there is a line of the
 * answer and no failure. @throws PaymentError when the key is refused or Stripe can't be reached
 */
export async function setUpStripe(
  client: StripeClient,
  input: SetUp,
): Promise<{
  references: PaymentConnection['references'];
  webhookSecret: string;
  accountName: string;
  checks: ConnectionCheck[];
}> {
  const { known, isTest } = input;
  // The first call decides whether the key is one at all.
  const account = await refusable(() => calling('account', () => client.accounts.retrieveCurrent()));
  const [checkout, customers, subscriptions, refunds, webhook, portal] = await Promise.all([
    attempt('checkout', async () => {
      await client.paymentIntents.list({ limit: 1 });
      await mayWrite(() => client.products.update(`prod_${nobody}`, { metadata: mark }));
      await mayWrite(() => client.prices.update(`price_${nobody}`, { metadata: mark }));
      await mayWrite(() => client.taxRates.update(`txr_${nobody}`, { metadata: mark }));
      await mayWrite(() => client.checkout.sessions.expire(`cs_${nobody}`));
    }),
    attempt('customers', () => client.customers.list({ limit: 1 })),
    attempt('subscriptions', async () => {
      await client.invoices.list({ limit: 1 });
      await mayWrite(() => client.subscriptions.update(`sub_${nobody}`, { cancel_at_period_end: true }));
    }),
    attempt('refunds', async () => {
      await client.charges.list({ limit: 1 });
      await client.disputes.list({ limit: 1 });
      await mayWrite(() => client.refunds.update(`re_${nobody}`, { metadata: mark }));
    }),
    input.endpoint ? heard(input.endpoint) : attempt('webhook', () => webhookOf(client, input)),
    attempt('portal', () => portalOf(client, input)),
  ]);
  // A key's test mode works before anything is activated; an account that is opened through the platform is
  // activated in test mode, too.
  const isLenient = isTest && !input.endpoint;
  const mayCharge: CheckDetail = !account
    ? 'unknown'
    : isLenient || account.charges_enabled
      ? ''
      : 'not_activated';
  const isPaidOut: CheckDetail = !account
    ? 'unknown'
    : isLenient || account.payouts_enabled
      ? ''
      : 'not_activated';
  return {
    references: {
      account: account?.id ?? known?.references.account ?? '',
      webhookEndpoint: webhook.value?.id ?? '',
      portalConfiguration: portal.value ?? '',
    },
    webhookSecret: webhook.value?.secret ?? '',
    accountName: account ? nameOf(account) : '',
    checks: [
      { name: 'key', isReady: true, detail: input.secretKey.startsWith('sk_') ? 'broad_key' : '' },
      { name: 'charges', isReady: mayCharge !== 'not_activated', detail: mayCharge },
      ...[checkout, customers, subscriptions, refunds, webhook, portal].map(({ name, detail }) => ({
        name,
        isReady: detail === '',
        detail,
      })),
      { name: 'payouts', isReady: isPaidOut !== 'not_activated', detail: isPaidOut },
    ],
  };
}

/**
 * Takes back what was made at Stripe. What is gone already, or may not be touched any more, stays no
 * obstacle.
 */
export async function takeDownStripe(client: StripeClient, connection: PaymentConnection): Promise<void> {
  const { webhookEndpoint } = connection.references;
  if (!webhookEndpoint) return;
  try {
    await finding('webhook', () => client.webhookEndpoints.del(webhookEndpoint));
  } catch (error) {
    // A key that was revoked at Stripe must not hold the owner back.
    if (
      !(
        error instanceof PaymentError &&
        (error.code === 'payments.unauthorized' || error.code === 'payments.scope_missing')
      )
    )
      throw error;
  }
}

/** A check of what was tried before. */
function heard({ endpoint, secret, detail }: PlatformEndpoint): Attempt<Made> {
  return { name: 'webhook', detail: detail as CheckDetail, value: secret ? { id: endpoint, secret } : null };
}

type Attempt<T> = {
  name: ConnectionCheck['name'];
  detail: CheckDetail;
  value: T | null;
};

/** Tries what a key may lack the right for. What can't be tried now at all is thrown. */
export async function attempt<T>(name: ConnectionCheck['name'], work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    const value = await calling(name, work);
    return { name, detail: value === null ? 'missing' : '', value };
  } catch (error) {
    if (
      !(error instanceof PaymentError) ||
      error.code === 'payments.unauthorized' ||
      error.code === 'payments.unreachable' ||
      error.code === 'payments.rate_limited'
    )
      throw error;
    if (error.code === 'payments.scope_missing') return { name, detail: 'scope_missing', value: null };
    return { name, detail: name === 'webhook' ? 'address_refused' : 'failed', value: null };
  }
}

/** A write to a thing that does not exist: "no such thing" means that the key may write. */
async function mayWrite(work: () => Promise<unknown>): Promise<void> {
  await finding('right', work);
}

/** Null when the key may not do it. */
async function refusable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentError && error.code === 'payments.scope_missing') return null;
    throw error;
  }
}

function webhookOf(client: StripeClient, { webhookUrl: url, known, mayMake }: SetUp): Promise<Made | null> {
  return keepEndpoint(client, {
    url,
    types: eventTypes,
    known: known && { id: known.references.webhookEndpoint, secret: known.webhookSecret },
    mayMake,
    isPlatform: false,
  });
}

type EndpointRequest = {
  url: string;
  types: readonly EventName[];
  known: Made | null;
  mayMake: boolean;
  /** Hears of connected accounts instead of the key's own. */
  isPlatform: boolean;
  /** Makes a repeated call the same call. */
  key?: string;
};
type EventName = Stripe.WebhookEndpointCreateParams.EnabledEvent;

/**
 * The endpoint of before when its secret is known and it still listens; else a new one in place of all others
 * with our address. Null when none may be made.
 */
export async function keepEndpoint(
  client: StripeClient,
  { url, types, known, mayMake, isPlatform, key }: EndpointRequest,
): Promise<Made | null> {
  const ours: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of client.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) ours.push(endpoint);
  const hearsAll = ({ status, api_version, enabled_events }: Stripe.WebhookEndpoint) =>
    status === 'enabled' &&
    api_version === stripeApiVersion &&
    types.every((type) => enabled_events.includes(type));
  const kept = ours.find(
    (endpoint) => endpoint.id === known?.id && known.secret !== '' && hearsAll(endpoint),
  );
  if (kept && known) {
    if (mayMake) await removeOthers(client, ours, kept.id);
    return { id: kept.id, secret: known.secret };
  }
  if (!mayMake) return null;
  // Stripe tells a secret once, when the endpoint is made.
  const made = await client.webhookEndpoints.create(
    {
      url,
      enabled_events: [...types],
      api_version: stripeApiVersion,
      description: 'Chatelier',
      metadata: mark,
      ...(isPlatform && { connect: true }),
    },
    key === undefined ? undefined : { idempotencyKey: key },
  );
  await removeOthers(client, ours, made.id);
  return { id: made.id, secret: made.secret ?? '' };
}

async function removeOthers(
  client: StripeClient,
  endpoints: readonly Stripe.WebhookEndpoint[],
  kept: string,
): Promise<void> {
  for (const { id } of endpoints)
    if (id !== kept) await finding('webhook', () => client.webhookEndpoints.del(id));
}

async function portalOf(client: StripeClient, { known, mayMake }: SetUp): Promise<string | null> {
  const id = known?.references.portalConfiguration;
  const kept = id ? await finding('portal', () => client.billingPortal.configurations.retrieve(id)) : null;
  if (kept?.active) return kept.id;
  for await (const configuration of client.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (configuration.metadata?.['madeBy'] === mark.madeBy) return configuration.id;
  if (!mayMake) return null;
  const made = await client.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
    },
    metadata: mark,
  });
  return made.id;
}

function nameOf(account: Stripe.Account): string {
  return (
    account.settings?.dashboard.display_name || account.business_profile?.name || account.email || account.id
  );
}
