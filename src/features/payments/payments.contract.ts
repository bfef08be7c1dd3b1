import { z } from 'zod';
import { currencyCodes, type TaxBehaviour } from '#shared/money.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import { balanceSchema, paymentTypes, usageLineSchema } from '#features/paywall/paywall.contract.ts';
import { affectedSchema } from './payments-subscribers.contract.ts';
import { movementKinds, movementSchema, ownPurchaseSchema } from './payments-movements.contract.ts';

export const paymentsErrors = defineErrors('payments', {
  /** The specification: "Payment configuration is incomplete. Please contact the site owner." */
  incomplete: 409,
  /** The specification: "Unable to initialize payment. Please try refreshing the page." */
  setupFailed: 502,
  /** The specification: "Payment system is not ready. Please try again." */
  notReady: 503,
  /** The agent asks for no money. */
  free: 409,
  /** What would be bought is open already: nobody pays for it twice. */
  alreadyOpen: 409,
  couponUnknown: 422,
  /** What was chosen is not offered like that any more. Its details are `{ offers }`, what is offered now. */
  offerChanged: 409,
  codeWrong: 422,
  purchaseNotFound: 404,
  notRefundable: 409,
  keyRefused: 422,
  keyOfOtherMode: 422,
  /**
   * Stripe is connected in the other way: one takes the place of the other only after it was disconnected.
   */
  alreadyConnected: 409,
  /** Subscriptions run through this Stripe account: they would go on there, and could not be ended here. */
  subscriptionsRunning: 409,
  /** This server has no Stripe account of its own in that mode. */
  noPlatform: 409,
  /** Stripe lets this server open no accounts. */
  platformRefused: 422,
  scopeMissing: 422,
  unreachable: 422,
  noSubscription: 409,
});

/** What was promised when it was bought; a later price changes nothing for it. */
export type Terms = {
  interval: 'month' | 'year' | null;
  trialDays: number;
  /** Of a pack; null is unlimited. */
  messages: number | null;
  /** How long a pack or one-time access lasts; 0 is forever. */
  days: number;
  graceDays: number;
  fairUsePerDay: number;
  /** Thousandths of a percent. */
  taxThousandths: number;
  taxBehaviour: TaxBehaviour;
  title: string;
  description: string;
  /** Which offer of the agent it was, where it had several. */
  offer?: { key: string; title: string };
};

const email = z.string().trim().toLowerCase().max(254).pipe(z.email('payments:validation.email'));
const clientKey = z.string().regex(/^[\w-]{8,64}$/);
const id = z.strictObject({ id: z.string().max(60) });
const read = { permission: 'payments.read' } as const;
const manage = { permission: 'payments.manage' } as const;
/** Keys of providers are for those who hold the other keys, too. */
const connect = { permission: 'integrations.manage' } as const;

/** What is paid for: access to an agent, or something that a form asks money for. */
export const purchaseKinds = [...paymentTypes, 'form'] as const;
export const purchaseStatuses = ['open', 'processing', 'paid', 'failed', 'expired'] as const;
export const purchaseStates = [
  ...purchaseStatuses,
  'trialing',
  'past_due',
  'ending',
  'canceled',
  'partly_refunded',
  'refunded',
  'disputed',
  'lost',
] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/**
 * What the visitor's chat offers, all of it computed by the server. Amounts in the currency's smallest unit.
 */
export const offerSchema = z
  .object({
    /** Names the offer with its price and terms: as soon as one of them changes, it is another one. */
    id: z.string(),
    /** The owner's words; empty where what it gives says it. */
    title: z.string(),
    description: z.string(),
    /** Empty: the wall's. */
    buttonText: z.string(),
    isRecommended: z.boolean(),
    type: z.enum(paymentTypes),
    interval: z.enum(['month', 'year']).nullable(),
    currency: z.enum(currencyCodes),
    base: z.number(),
    tax: z.number(),
    subtotal: z.number(),
    total: z.number(),
    taxPercent: z.number(),
    /** The price without the coupon; null without one. */
    before: z.number().nullable(),
    trialDays: z.number(),
    /** Said where it begins with the payment only because whoever buys had their trial. */
    hadTrial: z.boolean().optional(),
    /** Of a pack. */
    messages: z.number().nullable(),
    /** How many days a pack or one-time access lasts; null is forever. */
    days: z.number().nullable(),
    fairUsePerDay: z.number().nullable(),
  })
  .meta({ id: 'Offer' });
export type Offer = z.infer<typeof offerSchema>;

/**
 * `initializing`: the vendor is being asked · `not_ready`: it can't be reached · `incomplete`: the owner must
 * finish the set-up.
 */
export const paymentReadiness = ['ready', 'initializing', 'not_ready', 'setup_failed', 'incomplete'] as const;
export const missingParts = [
  'key',
  'charges',
  'checkout',
  'customers',
  'subscriptions',
  'refunds',
  'webhook',
  'portal',
  'payouts',
  'price',
] as const;
export const wallSchema = z
  .object({
    balance: balanceSchema,
    readiness: z.enum(paymentReadiness),
    /** What the owner must finish, told only in the editor's preview. */
    missing: z.array(z.enum(missingParts)).optional(),
    offers: z.array(offerSchema),
    description: z.string(),
    buttonText: z.string(),
    hasCoupons: z.boolean(),
    /** The address for the receipt, where it is known already. */
    email: z.string().nullable(),
    isTest: z.boolean(),
    /**
     * What was bought on this device was opened by somebody who proved the address; it asks for a code here,
     * too.
     */
    isElsewhere: z.boolean(),
    /** A subscription that can be managed from the chat. */
    subscription: z
      .object({
        status: z.enum(['trialing', 'active', 'past_due', 'canceled', 'incomplete']),
        until: z.string(),
        isEnding: z.boolean(),
        /** Nothing is collected, because it can't be used now. */
        isPaused: z.boolean(),
        hasPortal: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Wall' });
export type Wall = z.infer<typeof wallSchema>;

/**
 * What a purchase that went through did: opened what was bought, for money or as a trial; or opened nothing,
 * because the same person subscribes already (`twice`) or had a trial before (`tried`). Then it is ended at
 * once, and what was paid goes back.
 */
export const purchaseOutcomes = ['opened', 'trial', 'twice', 'tried'] as const;
export type PurchaseOutcome = (typeof purchaseOutcomes)[number];
export const checkoutSchema = z
  .object({
    purchaseId: z.string(),
    status: z.enum(purchaseStatuses),
    /** Null until it went through. */
    outcome: z.enum(purchaseOutcomes).nullable(),
    url: z.string().nullable(),
    balance: balanceSchema,
  })
  .meta({ id: 'Checkout' });
export type Checkout = z.infer<typeof checkoutSchema>;

/**
 * What a running subscription's last payment bought that is not used yet: its part of the period, less what
 * was given back.
 * `left` and `length` are milliseconds.
 */
const unusedSchema = z
  .object({ reference: z.string(), amount: z.number(), left: z.number(), length: z.number() })
  .meta({ id: 'UnusedTime' });

export const purchaseSchema = z
  .object({
    id: z.string(),
    agentId: z.string().nullable(),
    agentName: z.string(),
    /** Of what was paid in a form; the submission is null when it was deleted. */
    form: z.object({ id: z.string(), name: z.string(), submissionId: z.string().nullable() }).nullable(),
    contactId: z.string().nullable(),
    email: z.string(),
    type: z.enum(purchaseKinds),
    interval: z.enum(['month', 'year']).nullable(),
    /** What was bought, in the seller's words; empty where they gave it none. */
    title: z.string(),
    state: z.enum(purchaseStates),
    /** A subscription that ends with its period, or that is not collected now; whatever its state says. */
    isEnding: z.boolean(),
    isPaused: z.boolean(),
    /**
     * What the owner should look at: the provider told of something else than was asked for, or does not
     * answer, or no submission fits what was paid in a form.
     */
    problem: z.enum(['mismatch', 'unreachable', 'unmatched']).nullable(),
    currency: z.string(),
    base: z.number(),
    tax: z.number(),
    total: z.number(),
    /** Sums over first payment and renewals. */
    paid: z.number(),
    refunded: z.number(),
    messages: z.number().nullable(),
    messagesLeft: z.number().nullable(),
    coupon: z.string(),
    tag: z.string(),
    conversationId: z.string().nullable(),
    vendor: z.string(),
    vendorUrl: z.string().nullable(),
    isTest: z.boolean(),
    createdAt: z.string(),
    paidAt: z.string().nullable(),
    until: z.string().nullable(),
    can: z.object({ refund: z.boolean(), cancel: z.boolean() }),
  })
  .meta({ id: 'Purchase' });
export type Purchase = z.infer<typeof purchaseSchema>;

export const purchaseFilters = z.strictObject({
  agentId: z.string().max(60).optional(),
  contactId: z.string().max(60).optional(),
  type: z.enum(purchaseKinds).optional(),
  state: z.enum(['paid', 'open', 'refunded', 'disputed', 'failed', 'subscribed']).optional(),
  search: z.string().trim().max(200).optional(),
  /** Test money is never mixed with real money. */
  test: z.enum(['true', 'false']).optional(),
  /** First and last day, in the calendar of `zone`. */
  from: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
  to: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
  /** The time zone in which days begin, by its IANA name; UTC where it is absent or unknown. */
  zone: z.string().max(60).optional(),
});

/**
 * Sums of the movements of one currency, in its smallest unit. `gross` is what was paid, `refunded` and
 * `disputed` are what went back of it, `tax` is in what is left, and `net` is what is left without tax and
 * fees. `feesUnknown` counts payments whose fee the provider keeps to itself.
 */
const sums = z.object({
  currency: z.string(),
  payments: z.number(),
  gross: z.number(),
  refunded: z.number(),
  disputed: z.number(),
  tax: z.number(),
  fees: z.number(),
  feesUnknown: z.number(),
  net: z.number(),
});
export type MoneySums = z.infer<typeof sums>;
/**
 * Subscriptions at this moment, one for each person and agent. `monthly` is what those that are paid and go
 * on bring in a month, without tax; a year is twelve months.
 */
const subscriptionSums = z.object({
  active: z.number(),
  trialing: z.number(),
  ending: z.number(),
  pastDue: z.number(),
  monthly: z.array(z.object({ currency: z.string(), amount: z.number() })),
});
export const revenueSchema = z
  .object({
    isTest: z.boolean(),
    money: z.array(sums),
    /** The specification's figures: message packs sold, successful payments, messages sold. */
    packs: z.number(),
    successfulPayments: z.number(),
    messagesSold: z.number(),
    activeSubscriptions: z.number(),
    subscriptions: subscriptionSums,
    buyers: z.number(),
    aiCostMicros: z.number(),
    unpricedAnswers: z.number(),
    days: z.array(
      z.object({
        day: z.string(),
        money: z.array(z.object({ currency: z.string(), net: z.number() })),
        payments: z.number(),
      }),
    ),
    /** The time zone of the days. */
    zone: z.string(),
  })
  .meta({ id: 'Revenue' });
export type Revenue = z.infer<typeof revenueSchema>;

export const marginGroups = ['agent', 'visitor', 'conversation', 'message'] as const;
export const marginRowSchema = z
  .object({
    id: z.string(),
    label: z.string(),
    messages: z.number(),
    aiCostMicros: z.number(),
    unpricedAnswers: z.number(),
    money: z.array(z.object({ currency: z.string(), net: z.number() })),
    /** Dollars earned less the AI's cost, in micro-dollars; null where the money is of another currency. */
    marginMicros: z.number().nullable(),
  })
  .meta({ id: 'MarginRow' });

export const customerSchema = z
  .object({
    email: z.string(),
    name: z.string(),
    contactId: z.string().nullable(),
    purchases: z.number(),
    money: z.array(z.object({ currency: z.string(), net: z.number() })),
    isSubscribed: z.boolean(),
    firstAt: z.string(),
    lastAt: z.string(),
    aiCostMicros: z.number(),
    unpricedAnswers: z.number(),
  })
  .meta({ id: 'Customer' });

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

const amounts = z.array(z.object({ amount: z.number(), currency: z.string() }));
/**
 * `none`: test money, or nothing is connected · `not_permitted`: the key may not look · null is what it may
 * not see. Amounts in the smallest unit.
 */
export const payoutsSchema = z
  .object({
    state: z.enum(['known', 'none', 'not_permitted', 'unreachable']),
    balance: z.object({ available: amounts, pending: amounts }).nullable(),
    latest: z
      .union([
        z.literal('none'),
        z.object({
          amount: z.number(),
          currency: z.string(),
          arrivesAt: z.string(),
          state: z.enum(['coming', 'paid', 'failed', 'canceled']),
        }),
      ])
      .nullable(),
    url: z.string().nullable(),
  })
  .meta({ id: 'Payouts' });
export type PayoutsView = z.infer<typeof payoutsSchema>;

const mode = z.strictObject({ mode: z.enum(['test', 'live']) });
const limited = {
  from: purchaseFilters.shape.from,
  to: purchaseFilters.shape.to,
  agentId: purchaseFilters.shape.agentId,
  test: purchaseFilters.shape.test,
  zone: purchaseFilters.shape.zone,
};
const movementFilters = purchaseFilters.extend({ kind: z.enum(movementKinds).optional() });

export const paymentsEndpoints = {
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
  list: endpoint({
    method: 'GET',
    path: '/api/payments',
    access: read,
    summary: 'Purchases, newest first, those made in forms among them.',
    query: purchaseFilters.extend({ before: z.string().max(120).optional() }),
    response: z.object({
      purchases: z.array(purchaseSchema),
      next: z.string().nullable(),
      total: z.number(),
    }),
  }),
  movements: endpoint({
    method: 'GET',
    path: '/api/payments/movements',
    access: read,
    query: movementFilters.extend({ before: z.string().max(60).optional() }),
    summary:
      'Every movement of money, newest first: payments, renewals, refunds, disputes, fees. The sums are those of all of them.',
    response: z.object({
      movements: z.array(movementSchema),
      next: z.string().nullable(),
      total: z.number(),
      sums: z.array(sums),
      zone: z.string(),
    }),
  }),
  table: endpoint({
    method: 'GET',
    path: '/api/payments.csv',
    access: read,
    summary:
      'The same movements of money as a CSV file: with decimal points, or with decimal commas between semicolons.',
    query: movementFilters.extend({ format: z.enum(['point', 'comma']).default('point') }),
    response: z.string(),
    transport: 'file',
  }),
  revenue: endpoint({
    method: 'GET',
    path: '/api/payments/revenue',
    access: read,
    summary: 'What came in, by currency and by day, beside what the models cost.',
    query: z.strictObject(limited),
    response: revenueSchema,
  }),
  margin: endpoint({
    method: 'GET',
    path: '/api/payments/margin',
    access: read,
    summary: 'Money and AI cost side by side, by agent, visitor, conversation or message.',
    query: z.strictObject({ ...limited, by: z.enum(marginGroups).default('agent') }),
    response: z.object({
      rows: z.array(marginRowSchema),
      total: marginRowSchema.omit({ id: true, label: true }),
    }),
  }),
  customers: endpoint({
    method: 'GET',
    path: '/api/payments/customers',
    access: read,
    summary: 'Everybody who paid, by address.',
    query: z.strictObject({
      ...limited,
      search: purchaseFilters.shape.search,
      before: z.string().max(400).optional(),
    }),
    response: z.object({
      customers: z.array(customerSchema),
      next: z.string().nullable(),
      total: z.number(),
    }),
  }),
  affected: endpoint({
    method: 'GET',
    path: '/api/subscribers',
    access: read,
    summary:
      'Who pays again and again for agents, and what would be given back to them if it ended now. Without agents it is about all of them.',
    query: z.strictObject({ agents: z.string().max(6_200).optional() }),
    response: affectedSchema,
  }),
  payouts: endpoint({
    method: 'GET',
    path: '/api/payments/payouts',
    access: manage,
    summary:
      'What of the money is still at Stripe, and the newest payout to the bank. Asked of Stripe at most once a minute.',
    query: z.strictObject({ test: z.enum(['true', 'false']).default('false') }),
    response: payoutsSchema,
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/payments/{id}',
    access: read,
    summary: 'A purchase with its payments and what was said with it.',
    params: id,
    response: z.object({
      purchase: purchaseSchema,
      payments: z.array(
        z.object({
          reference: z.string(),
          amount: z.number(),
          refunded: z.number(),
          dispute: z.enum(['none', 'open', 'won', 'lost']),
          paidAt: z.string(),
        }),
      ),
      movements: z.array(movementSchema),
      lines: z.array(usageLineSchema),
      unused: unusedSchema.nullable(),
    }),
    errors: [paymentsErrors.purchaseNotFound],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/payments/{id}/refund',
    access: manage,
    summary: 'Gives money back through the provider; access is taken back in proportion.',
    params: id,
    body: z.strictObject({
      /** Smallest unit; absent is all that is left. Newest payments first. */
      amount: z.number().int().min(1).max(1_000_000_000).optional(),
      /** What of which payments, instead of a sum. */
      parts: z
        .array(
          z.strictObject({
            reference: z.string().max(200),
            amount: z.number().int().min(1).max(1_000_000_000),
          }),
        )
        .min(1)
        .max(100)
        .optional(),
      /** Whether a subscription is ended at once with it. */
      ends: z.boolean().default(false),
      key: clientKey,
    }),
    response: purchaseSchema,
    errors: [paymentsErrors.purchaseNotFound, paymentsErrors.notRefundable, paymentsErrors.notReady],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/payments/{id}/cancel',
    access: manage,
    summary: 'Ends a subscription at the end of what is paid, or takes that back.',
    params: id,
    body: z.strictObject({ isEnding: z.boolean() }),
    response: purchaseSchema,
    errors: [paymentsErrors.purchaseNotFound, paymentsErrors.noSubscription, paymentsErrors.notReady],
  }),
  ledger: endpoint({
    method: 'GET',
    path: '/api/contacts/{id}/ledger',
    access: read,
    summary: 'What a contact may still say to each agent, and every charge.',
    params: id,
    response: z.object({
      wallets: z.array(
        z.object({
          walletId: z.string(),
          agentId: z.string(),
          agentName: z.string(),
          balance: balanceSchema,
          lines: z.array(usageLineSchema),
        }),
      ),
    }),
  }),
  adjust: endpoint({
    method: 'POST',
    path: '/api/contacts/{id}/ledger',
    access: manage,
    summary: 'Gives a contact messages, or takes them, with a reason that the ledger keeps.',
    params: id,
    body: z.strictObject({
      walletId: z.string().max(60),
      agentId: z.string().max(60),
      messages: z
        .number()
        .int()
        .min(-100_000)
        .max(100_000)
        .refine((count) => count !== 0),
      reason: z.string().trim().min(1).max(200),
      key: clientKey,
    }),
    response: balanceSchema,
  }),

  wall: endpoint({
    method: 'GET',
    path: '/api/visitor/wall',
    access: 'visitor',
    ofOneConversation: true,
    summary: 'What the visitor may still say, what is offered, and whether it can be paid now.',
    query: z.strictObject({ coupon: z.string().trim().toUpperCase().max(30).optional() }),
    response: wallSchema,
    errors: [paymentsErrors.couponUnknown],
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/api/visitor/checkout',
    access: 'visitor',
    ofOneConversation: true,
    summary: "Begins to pay; gives the address of the provider's page.",
    body: z.strictObject({
      email,
      /**
       * Id of the offer that was chosen; without it the first is meant. Its price and terms are computed
       * anew.
       */
      offer: z.string().max(60).optional(),
      coupon: z.string().trim().toUpperCase().max(30).optional(),
      conversationId: z.string().max(60).nullable().default(null),
      key: clientKey,
    }),
    response: checkoutSchema,
    errors: [
      conversationsErrors.agentClosed,
      paymentsErrors.incomplete,
      paymentsErrors.setupFailed,
      paymentsErrors.notReady,
      paymentsErrors.free,
      paymentsErrors.alreadyOpen,
      paymentsErrors.couponUnknown,
      paymentsErrors.offerChanged,
    ],
  }),
  checkoutState: endpoint({
    method: 'GET',
    path: '/api/visitor/checkout/{id}',
    access: 'visitor',
    ofOneConversation: true,
    summary: 'Whether it is paid: the server asks the provider itself.',
    params: id,
    response: checkoutSchema,
    errors: [paymentsErrors.purchaseNotFound],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/visitor/restore',
    access: 'visitor',
    summary: 'Sends a code to an address; the answer is the same whether anything was bought with it.',
    body: z.strictObject({ email }),
    response: z.object({}),
  }),
  restoreConfirm: endpoint({
    method: 'POST',
    path: '/api/visitor/restore/confirm',
    access: 'visitor',
    summary: 'Opens on this device what was bought with an address.',
    body: z.strictObject({
      email,
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'payments:validation.code'),
    }),
    response: balanceSchema,
    errors: [paymentsErrors.codeWrong],
  }),
  manage: endpoint({
    method: 'POST',
    path: '/api/visitor/subscription',
    access: 'visitor',
    summary: "Ends the visitor's subscription at its period's end, or takes that back.",
    body: z.strictObject({ isEnding: z.boolean() }),
    response: wallSchema,
    errors: [paymentsErrors.noSubscription, paymentsErrors.notReady],
  }),
  portal: endpoint({
    method: 'POST',
    path: '/api/visitor/subscription/portal',
    access: 'visitor',
    summary: "The provider's page for card and invoices.",
    body: z.strictObject({}),
    response: z.object({ url: z.string() }),
    errors: [paymentsErrors.noSubscription, paymentsErrors.notReady],
  }),
  ownPurchases: endpoint({
    method: 'GET',
    path: '/api/visitor/purchases',
    access: 'visitor',
    summary: 'What the visitor bought, newest first, with amounts and receipts.',
    response: z.object({ purchases: z.array(ownPurchaseSchema) }),
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
