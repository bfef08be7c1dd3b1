import { z } from 'zod';
import { currencyCodes } from '#shared/money/money.ts';
import { endpoint } from '#shared/endpoint.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import { balanceSchema, paymentTypes } from '#features/paywall/paywall.contract.ts';
import { ownPurchaseSchema } from './payments-movements.contract.ts';
import { paymentsErrors, purchaseStatuses } from './payments.contract.ts';

const email = z.string().trim().toLowerCase().max(254).pipe(z.email('payments:validation.email'));
const clientKey = z.string().regex(/^[\w-]{8,64}$/);
const id = z.strictObject({ id: z.string().max(60) });
/**
 * The chat stands in a page of somebody else, where browsers keep its memory apart: the agent's own page is
 * another chat, to which nobody is led back.
 */
const isEmbedded = z.boolean().default(false);

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

/** What a visitor's chat asks about paying. */
export const paymentsVisitorEndpoints = {
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
      isEmbedded,
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
      paymentsErrors.buyerBlocked,
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
    body: z.strictObject({ isEmbedded }),
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
} as const;
