import { daySchema } from '#shared/time-spans/day-schema.ts';
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { balanceSchema, usageLineSchema } from '#features/paywall/paywall.contract.ts';
import { movementSchema } from './payments-movements.contract.ts';
import { affectedSchema } from './payments-subscribers.contract.ts';
import { paymentsErrors, purchaseKinds, purchaseStates } from './payments.contract.ts';

const clientKey = z.string().regex(/^[\w-]{8,64}$/);
const id = z.strictObject({ id: z.string().max(60) });
const read = { permission: 'payments.read' } as const;
const manage = { permission: 'payments.manage' } as const;

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
    problem: z.enum(['mismatch', 'unreachable', 'unmatched', 'not_ended', 'not_given_back']).nullable(),
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
  from: daySchema.optional(),
  to: daySchema.optional(),
  /** The time zone in which days begin, by its IANA name; UTC where it is absent or unknown. */
  zone: z.string().max(60).optional(),
});

/** What is given back of a purchase. */
export const refundInput = z.strictObject({
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
});

/** Purchases and subscribers, as an account's people see them and act on them. */
export const paymentsPurchasesEndpoints = {
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
  affected: endpoint({
    method: 'GET',
    path: '/api/subscribers',
    access: read,
    summary:
      'Who pays again and again for agents, and what would be given back to them if it ended now. Without agents it is about all of them; with a contact about what they pay.',
    query: z.strictObject({
      agents: z.string().max(6_200).optional(),
      contact: z.string().max(60).optional(),
    }),
    response: affectedSchema,
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
    body: refundInput,
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
} as const;
