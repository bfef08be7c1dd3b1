import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { paymentsErrors } from './payments.contract.ts';

const read = { permission: 'payments.read' } as const;
/** Keys of providers are for those who hold the other keys, too. */
const connect = { permission: 'integrations.manage' } as const;
const mode = z.strictObject({ mode: z.enum(['test', 'live']) });

export const checkSchema = z.object({
  name: z.enum([
    'key',
    'charges',
    'checkout',
    'customers',
    'subscriptions',
    'refunds',
    'webhook',
    'portal',
    'payouts',
  ]),
  isReady: z.boolean(),
  detail: z.string(),
});
export const paymentConnectionSchema = z
  .object({
    isTest: z.boolean(),
    vendor: z.enum(['stripe', 'test-money']),
    accountName: z.string(),
    lastFour: z.string(),
    checks: z.array(checkSchema),
    isReady: z.boolean(),
    /** Connected through the server's own Stripe account: there is no key. */
    isPlatform: z.boolean(),
    checkedAt: z.string(),
  })
  .meta({ id: 'PaymentConnection' });

/**
 * `unfinished`: Stripe asks for more · `reviewing`: Stripe looks at it · `refused`: Stripe wants no business
 * with it · `ready`: it takes payments.
 */
export const onboardingStates = ['unfinished', 'reviewing', 'refused', 'ready'] as const;
/** What Stripe asks for, in kinds. */
export const onboardingParts = ['business', 'person', 'bank', 'documents', 'terms', 'other'] as const;
export const onboardingSchema = z
  .object({
    state: z.enum(onboardingStates),
    missing: z.array(z.enum(onboardingParts)),
    checkedAt: z.string(),
  })
  .meta({ id: 'PaymentOnboarding' });
export type Onboarding = z.infer<typeof onboardingSchema>;

/**
 * `detail` of a check is a code: empty, `scope_missing`, `not_activated`, `unknown`, `broad_key`,
 * `address_refused`, `missing`, `refused`, `platform_gone`, `failed`. `live` is null until real money is
 * connected; published agents then ask for test money, which says so.
 */
export const paymentSetupSchema = z
  .object({
    test: paymentConnectionSchema,
    live: paymentConnectionSchema.nullable(),
    webhookUrl: z.string(),
    keyUrl: z.string(),
    /**
     * Where this server has a Stripe account of its own: the mode in which one connects without a key, and
     * how far that is.
     */
    platform: z
      .object({ mode: z.enum(['test', 'live']), onboarding: onboardingSchema.nullable() })
      .nullable(),
  })
  .meta({ id: 'PaymentSetup' });
export type PaymentSetup = z.infer<typeof paymentSetupSchema>;

/** How an account is paid, and where its provider tells what happened. */
export const paymentsConnectionsEndpoints = {
  setup: endpoint({
    method: 'GET',
    path: '/api/payments/setup',
    access: read,
    summary: 'How the account is paid, with what is ready and what is missing.',
    response: paymentSetupSchema,
  }),
  connect: endpoint({
    method: 'PUT',
    path: '/api/payments/setup/{mode}',
    access: connect,
    summary:
      'Connects Stripe by a restricted key: tries its rights, makes the webhook endpoint and the portal, and stores it encrypted.',
    params: mode,
    body: z.strictObject({ secretKey: z.string().trim().min(1, 'payments:validation.key').max(300) }),
    response: paymentSetupSchema,
    errors: [
      paymentsErrors.keyRefused,
      paymentsErrors.keyOfOtherMode,
      paymentsErrors.alreadyConnected,
      paymentsErrors.subscriptionsRunning,
      paymentsErrors.scopeMissing,
      paymentsErrors.unreachable,
    ],
  }),
  onboard: endpoint({
    method: 'POST',
    path: '/api/payments/setup/{mode}/onboarding',
    access: connect,
    summary:
      "Begins or goes on to connect Stripe without a key: gives the address of Stripe's pages. Null when nothing is left to answer; then it is connected.",
    params: mode,
    body: z.strictObject({}),
    response: z.object({ url: z.string().nullable(), setup: paymentSetupSchema }),
    errors: [
      paymentsErrors.noPlatform,
      paymentsErrors.alreadyConnected,
      paymentsErrors.platformRefused,
      paymentsErrors.unreachable,
    ],
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/payments/setup/{mode}/check',
    access: connect,
    summary: 'Looks again at what is ready, and makes at Stripe what is missing.',
    params: mode,
    body: z.strictObject({}),
    response: paymentSetupSchema,
    errors: [paymentsErrors.unreachable],
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/payments/setup/{mode}',
    access: connect,
    summary:
      'Forgets the key, or the account that was connected without one. Test mode goes back to test money. Refused while subscriptions are charged through it.',
    params: mode,
    response: paymentSetupSchema,
    errors: [paymentsErrors.subscriptionsRunning],
  }),
  webhook: endpoint({
    method: 'POST',
    path: '/api/payments/webhooks/{accountId}/{mode}',
    access: 'public',
    summary:
      'Events of the payment provider. Only a verified signature counts; its contents are asked for again.',
    params: z.strictObject({ accountId: z.string().max(60), mode: z.enum(['test', 'live']) }),
    response: z.object({}),
    transport: 'raw',
  }),
  platformWebhook: endpoint({
    method: 'POST',
    path: '/api/payments/platform-events/{mode}',
    access: 'public',
    summary:
      "Events of the accounts that are connected through this server's own Stripe account. Only a verified signature counts.",
    params: mode,
    response: z.object({}),
    transport: 'raw',
  }),
} as const;
