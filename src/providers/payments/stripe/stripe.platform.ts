import type { Stripe } from 'stripe';
import type {
  OnboardingPart,
  PaymentPlatform,
  PlatformAccount,
  PlatformEndpoint,
} from '../payments-platform.port.ts';
import type { PaymentConnection } from '../payments.port.ts';
import {
  calling,
  clientOfConnection,
  modeOfKey,
  openStripeClient,
  type StripeOptions,
} from './stripe.client.ts';
import { accountInEvent, platformEventTypes } from './stripe.events.ts';
import { attempt, keepEndpoint, setUpStripe } from './stripe.setup.ts';

/**
 * Stripe Connect: owners' accounts that are opened by Stripe's own pages and reached by the platform's key
 * with the `Stripe-Account` header.
 */
export function createStripePlatform(platformKey: string, options: StripeOptions): PaymentPlatform {
  const isTest = modeOfKey(platformKey) === 'test';
  const open = () => openStripeClient(platformKey, options);
  const connectionTo = (accountId: string, account: string): PaymentConnection => ({
    vendor: 'stripe',
    accountId,
    isTest,
    secretKey: '',
    webhookSecret: '',
    references: { account, webhookEndpoint: '', portalConfiguration: '' },
    isPlatform: true,
  });

  return {
    isTest,

    async createAccount({ accountId, email, key }) {
      const client = await open();
      const made = await calling('account', () =>
        client.accounts.create(
          { ...ownersAlone, ...(email && { email }), metadata: { madeBy: 'chatelier', accountId } },
          { idempotencyKey: key },
        ),
      );
      return made.id;
    },

    async onboardingUrl(account, { returnUrl, refreshUrl }) {
      const client = await open();
      const link = await calling('onboarding', () =>
        client.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
          collection_options: { fields: 'eventually_due' },
        }),
      );
      return link.url;
    },

    async account(account) {
      const client = await clientOfConnection(connectionTo('', account), options);
      return presentAccount(await calling('account', () => client.accounts.retrieveCurrent()));
    },

    async listen({ webhookUrl, known, key }) {
      const client = await open();
      const { value, detail } = await attempt('webhook', () =>
        keepEndpoint(client, {
          url: webhookUrl,
          types: platformEventTypes,
          known: known && { id: known.endpoint, secret: known.secret },
          mayMake: true,
          isPlatform: true,
          key,
        }),
      );
      return { endpoint: value?.id ?? '', secret: value?.secret ?? '', detail };
    },

    async connect({ accountId, account, known, endpoint }) {
      const connection = connectionTo(accountId, account);
      const client = await clientOfConnection(connection, options);
      const { references, accountName, checks } = await setUpStripe(client, {
        secretKey: '',
        webhookUrl: '',
        known: known?.references.account === account ? known : connection,
        isTest,
        mayMake: true,
        endpoint,
      });
      // The endpoint is the platform's: it is kept once for all accounts, and not with each.
      return {
        connection: { ...connection, references: { ...references, account, webhookEndpoint: '' } },
        accountName,
        checks,
      };
    },

    accountIn: accountInEvent,
  };
}

/** What is known of the platform's endpoint by a connection that has its secret at hand. */
export function platformEndpointOf({ webhookSecret, references }: PaymentConnection): PlatformEndpoint {
  return {
    endpoint: references.webhookEndpoint,
    secret: webhookSecret,
    detail: webhookSecret ? '' : 'missing',
  };
}

/**
 * An account like one that the owner opened at Stripe without us: Stripe's whole dashboard, Stripe asks for
 * papers, the account pays Stripe's fees, and Stripe, not the platform, stands in for what it can't pay back.
 */
const ownersAlone: Pick<Stripe.AccountCreateParams, 'controller'> = {
  controller: {
    stripe_dashboard: { type: 'full' },
    fees: { payer: 'account' },
    losses: { payments: 'stripe' },
    requirement_collection: 'stripe',
  },
};

/** How far an account is, by what Stripe says of it. */
export function presentAccount({
  charges_enabled: takesPayments,
  details_submitted: isAnswered,
  requirements,
}: Pick<Stripe.Account, 'charges_enabled' | 'details_submitted'> & {
  requirements?:
    | Pick<Stripe.Account.Requirements, 'currently_due' | 'past_due' | 'disabled_reason'>
    | undefined;
}): PlatformAccount {
  const due = [...(requirements?.currently_due ?? []), ...(requirements?.past_due ?? [])];
  const missing = partsInOrder.filter((part) => due.some((name) => partOf(name) === part));
  const reason = requirements?.disabled_reason ?? '';
  if (takesPayments && isAnswered) return { state: 'ready', missing };
  // `rejected.listed` is a match with a list that Stripe still looks into; all others are final.
  if (reason.startsWith('rejected.') && reason !== 'rejected.listed')
    return { state: 'refused', missing: [] };
  return isAnswered && missing.length === 0
    ? { state: 'reviewing', missing }
    : { state: 'unfinished', missing };
}

const partsInOrder: readonly OnboardingPart[] = ['business', 'person', 'bank', 'documents', 'terms', 'other'];

/** Stripe names some hundred single questions, like `person_1Nv.verification.document`. */
function partOf(requirement: string): OnboardingPart {
  if (/verification\.(additional_)?document|^documents\.|proof_of/.test(requirement)) return 'documents';
  if (requirement.startsWith('external_account')) return 'bank';
  if (/tos_acceptance/.test(requirement)) return 'terms';
  if (/^(business_|company\.|settings\.)/.test(requirement)) return 'business';
  if (/^(individual|representative|owners|directors|executives|person_\w+|relationship)\b/.test(requirement))
    return 'person';
  return 'other';
}
