import { z } from 'zod';
import { currencies, currencyCodes, taxBehaviours } from '#shared/money.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const paywallErrors = defineErrors('paywall', {
  /** The free messages are used up and nothing bought is left. Its details are `{ balance }`. */
  paymentRequired: 402,
  /** An unlimited access has a fair use for each day. */
  fairUse: 429,
});

const whole = (least: number, most: number) => z.number().int().min(least).max(most);

export const paymentTypes = ['subscription', 'pack', 'once'] as const;
export type PaymentType = (typeof paymentTypes)[number];
export const refills = ['off', 'day', 'month'] as const;

/** Most of a price: a million of the currency's wholes would be a typing error. In the smallest unit. */
export const mostAmount = 100_000_000;

export const coupon = z.strictObject({
  code: z.string().trim().toUpperCase().regex(/^[A-Z0-9][A-Z0-9-]{2,29}$/, 'paywall:validation.couponCode'),
  percentOff: whole(1, 95),
  /** Last day on which it counts (UTC), or empty for always. */
  until: z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/).default(''),
  /** How often it may be used in all; 0 is without limit. */
  mostUses: whole(0, 100_000).default(0),
});
export type Coupon = z.infer<typeof coupon>;

/**
 * What visitors pay for, and how much. Amounts are in the currency's smallest unit. The defaults and bounds are those of the
 * field's reference, section 5.11.
 */
export const paymentSection = z
  .strictObject({
    enabled: z.boolean().default(false),
    freeMessages: whole(0, 1_000).default(10),
    /** When the free messages begin anew. */
    refill: z.enum(refills).default('off'),
    type: z.enum(paymentTypes).default('subscription'),
    currency: z.enum(currencyCodes).default('USD'),
    amount: whole(0, mostAmount).default(999),
    /** A subscription's price for a year; 0 offers months alone. */
    yearlyAmount: whole(0, mostAmount).default(0),
    trialDays: whole(0, 90).default(0),
    messagesPerPack: whole(1, 100_000).default(100),
    /** How long a pack lasts; 0 is forever. */
    packDays: z.union([z.literal(0), whole(7, 3_650)]).default(0),
    /** How long a one-time payment opens the chat; 0 is forever. */
    passDays: whole(0, 3_650).default(0),
    /** Percent, with at most three digits behind the point. */
    taxPercent: z.number().min(0).max(50).overwrite((percent) => Math.round(percent * 1_000) / 1_000).default(0),
    taxBehaviour: z.enum(taxBehaviours).default('exclusive'),
    /** Messages a day that an unlimited access covers. */
    fairUsePerDay: whole(50, 10_000).default(500),
    /** How long a subscription goes on when a renewal fails. */
    graceDays: whole(0, 14).default(3),
    /** Whether an answer that only says that the agent does not know is charged. */
    chargeUnsure: z.boolean().default(false),
    description: z.string().max(300).default(''),
    buttonText: z.string().trim().max(40).default(''),
    coupons: z
      .array(coupon)
      .max(20)
      .refine((coupons) => new Set(coupons.map(({ code }) => code)).size === coupons.length, 'paywall:validation.couponTwice')
      .default([]),
  })
  .superRefine((payment, context) => {
    const { least, step } = currencies[payment.currency];
    for (const name of ['amount', 'yearlyAmount'] as const) {
      const amount = payment[name];
      if (name === 'yearlyAmount' && amount === 0) continue;
      if (amount % step !== 0) context.addIssue({ code: 'custom', path: [name], message: 'paywall:validation.amountStep' });
      // A draft may hold a price that is not charged yet.
      else if (payment.enabled && amount < least) context.addIssue({ code: 'custom', path: [name], message: 'paywall:validation.amountLeast' });
    }
  });
export type PaymentSection = z.infer<typeof paymentSection>;

/** The specification's visitor states: free ones are left · are used up · a subscription, a one-time payment or another access is active · a pack has some left · is used up. */
export const accessStates = ['off', 'free', 'free_used', 'subscription', 'once', 'access', 'pack', 'pack_exhausted'] as const;

/** What one visitor may still say to an agent. */
export const balanceSchema = z.object({
  state: z.enum(accessStates),
  freeLeft: z.number(),
  freeTotal: z.number(),
  /** Bought messages that are left, and how many all unexpired packs had. */
  packLeft: z.number(),
  packTotal: z.number(),
  /** A pack is nearly used up. */
  isLow: z.boolean(),
  /** When an unlimited access ends or renews; null is never. ISO 8601, UTC. */
  until: z.string().nullable(),
  /** The subscription ends at `until` instead of being renewed. */
  isEnding: z.boolean(),
  /** A disputed or refunded payment stands behind what is closed. */
  isFrozen: z.boolean(),
  /** Nothing here is real money. */
  isTest: z.boolean(),
}).meta({ id: 'PaywallBalance' });
export type PaywallBalance = z.infer<typeof balanceSchema>;

export const entryKinds = ['grant', 'reserve', 'commit', 'release', 'refund', 'revoke', 'expire', 'adjust'] as const;
export type EntryKind = (typeof entryKinds)[number];
export const lotKinds = ['free', 'pack', 'once', 'subscription', 'goodwill'] as const;
export type LotKind = (typeof lotKinds)[number];

/** A line of the ledger. `amount` is what it added to the messages of its lot; a reserved message that was delivered is one line with `kind` commit. */
export const usageLineSchema = z.object({
  id: z.string(),
  kind: z.enum(entryKinds),
  lot: z.enum(lotKinds),
  amount: z.number(),
  /** Code of the reason; its text is `paywall:reason.<code>`. */
  reason: z.string(),
  /** What the owner wrote to a change by hand; empty for visitors. */
  note: z.string(),
  /** The beginning of the visitor's message that it is about. */
  excerpt: z.string().nullable(),
  isTest: z.boolean(),
  createdAt: z.string(),
}).meta({ id: 'UsageLine' });
export type UsageLine = z.infer<typeof usageLineSchema>;

export const paywallEndpoints = {
  balance: endpoint({ method: 'GET', path: '/api/visitor/balance', access: 'visitor', ofOneConversation: true, summary: 'What the visitor may still say.', response: balanceSchema }),
  usage: endpoint({
    method: 'GET',
    path: '/api/visitor/usage',
    access: 'visitor',
    summary: 'Every message that was charged, covered or given back, with the reason, newest first.',
    query: z.strictObject({ before: z.string().regex(/^\d{1,18}$/).optional() }),
    response: z.object({ balance: balanceSchema, lines: z.array(usageLineSchema), next: z.string().nullable() }),
  }),
} as const;
