import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

/** What buyers are written to about; never held back. */
export const buyerNotices = [
  'renewal-failed',
  'subscription-canceled',
  'cancellation-withdrawn',
  'subscription-over',
  'refund',
  'trial-ending',
  'price-changed',
] as const;
export type BuyerNotice = (typeof buyerNotices)[number];

/** What members are written to about, as far as they want it. */
export const memberNotices = [
  'sale',
  'sale-renewal-failed',
  'sale-refunded',
  'dispute-opened',
  'dispute-won',
  'dispute-lost',
] as const;
export type MemberNotice = (typeof memberNotices)[number];

const preferences = {
  /** Somebody bought. */
  sales: z.boolean(),
  /** A renewal was not paid. */
  failures: z.boolean(),
  refunds: z.boolean(),
  disputes: z.boolean(),
};
export const moneyPreferencesSchema = z.object(preferences);
export type MoneyPreferences = z.infer<typeof moneyPreferencesSchema>;

/** Which preference decides about a notice. */
export const preferenceOfNotice: Record<MemberNotice, keyof MoneyPreferences> = {
  sale: 'sales',
  'sale-renewal-failed': 'failures',
  'sale-refunded': 'refunds',
  'dispute-opened': 'disputes',
  'dispute-won': 'disputes',
  'dispute-lost': 'disputes',
};

/** Owners want all of it until they say otherwise, other members nothing. */
export const preferencesOfRole = (role: string): MoneyPreferences => {
  const isOwner = role === 'owner';
  return { sales: isOwner, failures: isOwner, refunds: isOwner, disputes: isOwner };
};

const access = { permission: 'payments.read' } as const;

export const moneyNoticesEndpoints = {
  preferences: endpoint({
    method: 'GET',
    path: '/api/payment-notices',
    access,
    summary: 'Which mails about money the member wants. Owners get all of them until they say otherwise.',
    response: moneyPreferencesSchema,
  }),
  setPreferences: endpoint({
    method: 'PUT',
    path: '/api/payment-notices',
    access,
    summary: 'Says which mails about money the member wants. What is left out stays as it is.',
    body: z.strictObject({
      sales: preferences.sales.optional(),
      failures: preferences.failures.optional(),
      refunds: preferences.refunds.optional(),
      disputes: preferences.disputes.optional(),
    }),
    response: z.object({}),
  }),
} as const;
