import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors, planExpiredError } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import type { PlanPrices } from '#shared/money/plan-offer.ts';

/**
 * What an account owner can subscribe to, unless the operator of the server sells at other prices. Amounts in US cents.
 * Source: the specification, "Business constants and limits".
 */
export const plans = {
  pro: { month: 2_900, year: 29_900 },
  white_label: { month: 19_900, year: null },
} as const;
/** As `plans`, in the form in which operators set them. */
export const usualPrices: PlanPrices = {
  proMonth: plans.pro.month,
  proYear: plans.pro.year,
  whiteLabelMonth: plans.white_label.month,
};
export type Plan = keyof typeof plans;
export const planNames = ['pro', 'white_label'] as const satisfies readonly Plan[];

const ownErrors = defineErrors('billing', {
  /** The account has everything: every plan is free, or whoever runs the server owns it. */
  free: 409,
  /** The account has a subscription already: it is changed, not bought a second time. */
  alreadySubscribed: 409,
  noSubscription: 409,
  /** What is asked for is what the account has. */
  samePlan: 409,
  /** A payment is missing: it comes before any change. */
  payFirst: 409,
  /** Another change waits for the period's end: it is taken back first. */
  changeWaits: 409,
  /** What would be more, or is paid less often, begins at once or not at all. */
  cannotWait: 409,
  /** The card was declined; nothing changed. */
  declined: 402,
  unknownOffer: 422,
  checkoutNotFound: 404,
  /** The payment provider did not answer. */
  unavailable: 503,
});
export const billingErrors = { planExpired: planExpiredError, ...ownErrors };

const planText = z.object({ about: z.string(), includes: z.array(z.string()) });
const interval = z.enum(['month', 'year']);
export const offerChoice = z.strictObject({ plan: z.enum(planNames), interval });
export type OfferChoice = z.infer<typeof offerChoice>;

/**
 * Where an account stands with the platform. `free`: the server asks nobody for money · `included`: the
 * account is the superadmin's own, which is sold nothing · `client`: its agency pays · `none`: a subscription or trial that is over.
 */
export const billingSchema = z
  .object({
    plan: z.enum(['free', 'included', 'client', 'trial', ...planNames, 'none']),
    status: z.enum(['trialing', 'incomplete', 'active', 'canceled']),
    /** Whether the account may do everything. */
    isActive: z.boolean(),
    /** Test money is no money: the screen says so. */
    isTest: z.boolean(),
    interval: interval.nullable(),
    /** What is paid each interval, in cents. */
    amount: z.number().nullable(),
    currency: z.string(),
    /** Null where there is no trial, or never was one. */
    trialEnd: z.string().nullable(),
    /** Null when nothing will be charged any more. */
    nextBillingAt: z.string().nullable(),
    /** When a canceled subscription ends. */
    endsAt: z.string().nullable(),
    /** What begins when the paid period ends, in cents. */
    waiting: z.object({ plan: z.enum(planNames), interval, amount: z.number(), at: z.string() }).nullable(),
    /** What was paid too much so far, as the provider says it: the next payments are less by it. In cents. */
    credit: z.number(),
    /** Until when a payment that failed must be made. */
    payUntil: z.string().nullable(),
    card: z
      .object({ brand: z.string(), lastFour: z.string(), expiryMonth: z.number(), expiryYear: z.number() })
      .nullable(),
    /** Whether the provider has a page on which card and address are changed. */
    hasPortal: z.boolean(),
    offers: z.array(
      z.object({ plan: z.enum(planNames), interval, amount: z.number(), currency: z.string() }),
    ),
    /** What the operator says of the plans, by language; what is missing or empty is said in the product's own words. */
    texts: z.partialRecord(z.enum(languages), z.object({ pro: planText, white_label: planText })),
  })
  .meta({ id: 'Billing' });
export type Billing = z.infer<typeof billingSchema>;

export const billingCheckoutSchema = z
  .object({
    id: z.string(),
    status: z.enum(['open', 'processing', 'paid', 'failed', 'expired']),
    plan: z.enum(planNames),
    interval,
    url: z.string().nullable(),
  })
  .meta({ id: 'BillingCheckout' });
export type BillingCheckout = z.infer<typeof billingCheckoutSchema>;

/**
 * What a change of plan or interval costs. `dueNow` is what is charged at once; negative: kept for the next
 * invoices.
 * `waitsUntil`: when it would begin if it waits for the end of what is paid; null where it can't wait.
 */
export const changePreviewSchema = z
  .object({
    dueNow: z.number(),
    amount: z.number(),
    currency: z.string(),
    nextBillingAt: z.string(),
    waitsUntil: z.string().nullable(),
  })
  .meta({ id: 'BillingChange' });
export type ChangePreview = z.infer<typeof changePreviewSchema>;

/** A paper about a payment. `url` opens the file for whoever has it, and never ends. */
const planPaperSchema = z.object({
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  url: z.string(),
});
export type PlanPaper = z.infer<typeof planPaperSchema>;

export const invoiceSchema = z
  .object({
    id: z.string(),
    at: z.string(),
    amount: z.number(),
    refunded: z.number(),
    currency: z.string(),
    plan: z.enum(planNames),
    interval,
    isTest: z.boolean(),
    /** `partly_refunded`: some of it was given back, `refunded`: all. */
    state: z.enum(['paid', 'partly_refunded', 'refunded']),
    /** The provider's page with the invoice or receipt. */
    url: z.string().nullable(),
    /** Our invoice and credit notes as PDF. */
    papers: z.array(planPaperSchema),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof invoiceSchema>;

const read = { permission: 'billing.read' } as const;
const manage = { permission: 'billing.manage' } as const;
const key = z.string().regex(/^[\w-]{8,64}$/);
const failures = [billingErrors.free, billingErrors.noSubscription, billingErrors.unavailable] as const;

export const billingEndpoints = {
  billing: endpoint({
    method: 'GET',
    path: '/api/billing',
    access: read,
    summary: "The account's plan with the platform, its price, card and next date, and what can be bought.",
    response: billingSchema,
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/api/billing/checkout',
    access: manage,
    summary:
      'Opens the payment page for a plan, which leads back to /dashboard/subscription-success?checkout={id}. The same key again gives the same page.',
    body: offerChoice.extend({ key }),
    response: billingCheckoutSchema,
    errors: [
      billingErrors.free,
      billingErrors.alreadySubscribed,
      billingErrors.unknownOffer,
      billingErrors.unavailable,
    ],
  }),
  returned: endpoint({
    method: 'POST',
    path: '/api/billing/checkout/{id}',
    access: manage,
    summary:
      'What became of a payment page: asks the provider, which is also how a payment is noticed when its event is late.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: billingCheckoutSchema,
    errors: [billingErrors.checkoutNotFound, billingErrors.unavailable],
  }),
  previewChange: endpoint({
    method: 'POST',
    path: '/api/billing/change/preview',
    access: manage,
    summary: 'What another plan or interval would cost now and from the next date on.',
    body: offerChoice,
    response: changePreviewSchema,
    errors: [...failures, billingErrors.samePlan, billingErrors.payFirst, billingErrors.unknownOffer],
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/billing/change',
    access: manage,
    summary:
      'Changes plan or interval: at once, where what was paid already is set off, or a downgrade when the paid period ends. The same key again is the same change.',
    body: offerChoice.extend({ key, when: z.enum(['now', 'period_end']).optional() }),
    response: billingSchema,
    errors: [
      ...failures,
      billingErrors.samePlan,
      billingErrors.payFirst,
      billingErrors.changeWaits,
      billingErrors.cannotWait,
      billingErrors.declined,
      billingErrors.unknownOffer,
    ],
  }),
  withdrawChange: endpoint({
    method: 'POST',
    path: '/api/billing/change/withdraw',
    access: manage,
    summary: "Takes a change back that waits for the period's end.",
    response: billingSchema,
    errors: failures,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/billing/cancel',
    access: manage,
    summary: 'Ends the subscription when what is paid for is over.',
    response: billingSchema,
    errors: failures,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/billing/resume',
    access: manage,
    summary: 'Takes a cancellation back before it takes effect.',
    response: billingSchema,
    errors: failures,
  }),
  portal: endpoint({
    method: 'POST',
    path: '/api/billing/portal',
    access: manage,
    summary: "The provider's page on which the card is changed.",
    response: z.object({ url: z.string() }),
    errors: failures,
  }),
  invoices: endpoint({
    method: 'GET',
    path: '/api/billing/invoices',
    access: read,
    summary: 'What the account has paid the platform, newest first.',
    response: z.object({ items: z.array(invoiceSchema) }),
  }),
  events: endpoint({
    method: 'POST',
    path: '/api/billing/events',
    access: 'public',
    summary:
      "Events of the platform's payment provider. Only a verified signature counts; its contents are asked for again.",
    response: z.object({}),
    transport: 'raw',
  }),
} as const;
