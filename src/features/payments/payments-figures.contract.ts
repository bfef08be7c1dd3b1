import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { movementKinds, movementSchema } from './payments-movements.contract.ts';
import { purchaseFilters } from './payments-purchases.contract.ts';

const read = { permission: 'payments.read' } as const;
const manage = { permission: 'payments.manage' } as const;

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

export const marginGroups = ['agent', 'visitor', 'conversation', 'message', 'qr', 'campaign'] as const;
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
    /** When they paid last; null of who never paid, as in a trial. */
    lastAt: z.string().nullable(),
    aiCostMicros: z.number(),
    unpricedAnswers: z.number(),
  })
  .meta({ id: 'Customer' });

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

const limited = {
  from: purchaseFilters.shape.from,
  to: purchaseFilters.shape.to,
  agentId: purchaseFilters.shape.agentId,
  test: purchaseFilters.shape.test,
  zone: purchaseFilters.shape.zone,
};
const movementFilters = purchaseFilters.extend({ kind: z.enum(movementKinds).optional() });

/** Movements of money and the figures made of them. */
export const paymentsFiguresEndpoints = {
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
    summary: 'Money and AI cost side by side, by agent, visitor, conversation, message, QR code or campaign.',
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
  payouts: endpoint({
    method: 'GET',
    path: '/api/payments/payouts',
    access: manage,
    summary:
      'What of the money is still at Stripe, and the newest payout to the bank. Asked of Stripe at most once a minute.',
    query: z.strictObject({ test: z.enum(['true', 'false']).default('false') }),
    response: payoutsSchema,
  }),
} as const;
