import { z } from 'zod';
import { currencies, currencyCodes, taxBehaviours } from '#shared/money/money.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

/**
 * Answers of a day (UTC) that only say that the agent does not know, and are given back:
 * `paywall_unsure_free` in the database.
 */
export const unsureFreePerDay = 10;

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

/** Most offers that one agent has beside each other. */
export const mostOffers = 6;
const offerKey = /^[a-z0-9]{1,16}$/;

export const coupon = z.strictObject({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9-]{2,29}$/, 'paywall:validation.couponCode')
    .max(30),
  percentOff: whole(1, 95),
  /** Last day on which it counts (UTC), or empty for always. */
  until: z
    .string()
    .regex(/^(\d{4}-\d{2}-\d{2})?$/)
    .default(''),
  /** How often it may be used in all; 0 is without limit. */
  mostUses: whole(0, 100_000).default(0),
  /** Keys of the offers for which it counts; empty is all of them. */
  offers: z.array(z.string().regex(offerKey)).max(mostOffers).default([]),
});
export type Coupon = z.infer<typeof coupon>;

/** One of several offers of an agent. Amounts are in the smallest unit of the section's currency. */
export const offerSetting = z.strictObject({
  /** Names it among the offers of its agent, for good: coupons and running checkouts point to it. */
  key: z.string().regex(offerKey),
  type: z.enum(paymentTypes),
  /** How often a subscription is paid. */
  interval: z.enum(['month', 'year']).default('month'),
  amount: whole(0, mostAmount),
  /** Of a subscription: days before the first payment. */
  trialDays: whole(0, 90).default(0),
  /** Of a pack. */
  messages: whole(1, 100_000).default(100),
  /** How many days a pack or one-time payment lasts; 0 is forever. A pack lasts at least 7. */
  days: whole(0, 3_650).default(0),
  /** Empty: what it gives says it ("100 messages", "Monthly"). */
  title: z.string().trim().max(40).default(''),
  description: z.string().trim().max(140).default(''),
  /** Empty: the section's. */
  buttonText: z.string().trim().max(40).default(''),
  /** One of the offers at most. */
  recommended: z.boolean().default(false),
});
export type OfferSetting = z.infer<typeof offerSetting>;

/** What tells an offer from the others where it has no title of its own. */
function sizeOf({ type, interval, messages, days }: OfferSetting): string {
  return type === 'subscription' ? interval : type === 'pack' ? `${messages} messages` : `${days} days`;
}

/**
 * What an agent offers, in the order in which visitors see it. An agent without a list has the single price
 * of the section, a subscription's price for a year as a second offer beside it.
 */
export function offersIn(payment: PaymentSection): OfferSetting[] {
  if (payment.offers.length > 0) return payment.offers;
  const { type, amount, yearlyAmount, trialDays, messagesPerPack, packDays, passDays } = payment;
  const single: OfferSetting = {
    key: 'main',
    type,
    interval: 'month',
    amount,
    trialDays,
    messages: messagesPerPack,
    days: type === 'once' ? passDays : packDays,
    title: '',
    description: '',
    buttonText: '',
    recommended: false,
  };
  if (type !== 'subscription' || yearlyAmount === 0) return [single];
  return [single, { ...single, key: 'year', interval: 'year', amount: yearlyAmount }];
}

/** What keeps a list of offers from being shown to visitors, whatever the prices are. */
function offerProblems(offers: OfferSetting[]): { path: (string | number)[]; message: string }[] {
  const names = new Set<string>();
  return offers.flatMap((offer, at) => {
    const name = offer.title.toLowerCase() || `${offer.type} ${sizeOf(offer)}`;
    const isKnown = names.has(name);
    names.add(name);
    const isSecond = offer.recommended && offers.findIndex(({ recommended }) => recommended) < at;
    const isShort = offer.type === 'pack' && offer.days > 0 && offer.days < 7;
    return [
      ...(isKnown ? [{ path: [at, 'title'], message: 'offerTitle' }] : []),
      ...(isSecond ? [{ path: [at, 'recommended'], message: 'oneRecommended' }] : []),
      ...(isShort ? [{ path: [at, 'days'], message: 'packDays' }] : []),
    ];
  });
}

/**
 * What visitors pay for, and how much. Amounts are in the currency's smallest unit. The defaults and bounds
 * are those of the field's reference, section 5.11.
 */
const paymentFields = z.strictObject({
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
  taxPercent: z
    .number()
    .min(0)
    .max(50)
    .overwrite((percent) => Math.round(percent * 1_000) / 1_000)
    .default(0),
  taxBehaviour: z.enum(taxBehaviours).default('exclusive'),
  /** Messages a day that an unlimited access covers. */
  fairUsePerDay: whole(50, 10_000).default(500),
  /** How long a subscription goes on when a renewal fails. */
  graceDays: whole(0, 14).default(3),
  /** Whether an answer that only says that the agent does not know is charged. */
  /**
   * Whether an answer counts that only says that the agent does not know. Else `unsureFreePerDay` of them are
   * free.
   */
  chargeUnsure: z.boolean().default(false),
  description: z.string().max(300).default(''),
  buttonText: z.string().trim().max(40).default(''),
  coupons: z
    .array(coupon)
    .max(20)
    .refine(
      (coupons) => new Set(coupons.map(({ code }) => code)).size === coupons.length,
      'paywall:validation.couponTwice',
    )
    .default([]),
  /**
   * Several offers, in the order in which visitors see them. Empty: the single price above is the only one.
   */
  offers: z
    .array(offerSetting)
    .max(mostOffers)
    .refine(
      (offers) => new Set(offers.map(({ key }) => key)).size === offers.length,
      'paywall:validation.offerTwice',
    )
    .default([]),
});
export type PaymentSection = z.infer<typeof paymentFields>;

/** What visitors pay for, with what keeps it from being shown to them. */
export const paymentSection = paymentFields.superRefine((payment, context) => {
  const refuse = (path: (string | number)[], message: string): void =>
    context.addIssue({ code: 'custom', path, message: `paywall:validation.${message}` });
  const { least, step } = currencies[payment.currency];
  const check = (path: (string | number)[], amount: number): void => {
    if (amount % step !== 0) refuse(path, 'amountStep');
    // A draft may hold a price that is not charged yet.
    else if (payment.enabled && amount < least) refuse(path, 'amountLeast');
  };
  for (const { path, message } of offerProblems(payment.offers)) refuse(['offers', ...path], message);
  payment.offers.forEach(({ amount }, at) => check(['offers', at, 'amount'], amount));
  if (payment.offers.length === 0) {
    check(['amount'], payment.amount);
    if (payment.yearlyAmount > 0) check(['yearlyAmount'], payment.yearlyAmount);
  }
  const keys = new Set(offersIn(payment).map(({ key }) => key));
  payment.coupons.forEach(({ offers }, at) => {
    if (offers.length > 0 && !offers.some((key) => keys.has(key)))
      refuse(['coupons', at, 'offers'], 'couponOffers');
  });
});

/**
 * The specification's visitor states: free ones are left · are used up · a subscription, a one-time payment
 * or another access is active · a pack has some left · is used up.
 */
export const accessStates = [
  'off',
  'free',
  'free_used',
  'subscription',
  'once',
  'access',
  'pack',
  'pack_exhausted',
] as const;

/** What one visitor may still say to an agent. */
export const balanceSchema = z
  .object({
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
    /**
     * The subscription ends at `until` instead of being renewed, or is open until then although its renewal
     * failed.
     */
    isEnding: z.boolean(),
    /** A disputed or refunded payment stands behind what is closed. */
    isFrozen: z.boolean(),
    /** Nothing here is real money. */
    isTest: z.boolean(),
  })
  .meta({ id: 'PaywallBalance' });
export type PaywallBalance = z.infer<typeof balanceSchema>;

export const entryKinds = [
  'grant',
  'reserve',
  'commit',
  'release',
  'refund',
  'revoke',
  'expire',
  'adjust',
] as const;
export type EntryKind = (typeof entryKinds)[number];
export const lotKinds = ['free', 'pack', 'once', 'subscription', 'goodwill'] as const;
export type LotKind = (typeof lotKinds)[number];

/**
 * A line of the ledger. `amount` is what it added to the messages of its lot; a reserved message that was
 * delivered is one line with `kind` commit.
 */
export const usageLineSchema = z
  .object({
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
  })
  .meta({ id: 'UsageLine' });
export type UsageLine = z.infer<typeof usageLineSchema>;

export const paywallEndpoints = {
  balance: endpoint({
    method: 'GET',
    path: '/api/visitor/balance',
    access: 'visitor',
    ofOneConversation: true,
    summary: 'What the visitor may still say.',
    response: balanceSchema,
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/visitor/usage',
    access: 'visitor',
    summary: 'Every message that was charged, covered or given back, with the reason, newest first.',
    query: z.strictObject({
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    response: z.object({
      balance: balanceSchema,
      lines: z.array(usageLineSchema),
      next: z.string().nullable(),
    }),
  }),
} as const;
