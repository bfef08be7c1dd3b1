import { paymentTypes } from '#features/paywall/paywall.contract.ts';
import { defineErrors } from '#shared/errors.ts';
import type { TaxBehaviour } from '#shared/money/money.ts';

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
  buyerBlocked: 403,
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
