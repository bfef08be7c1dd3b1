import type { Language } from '#shared/languages.ts';
import type { Currency, PriceBreakdown, TaxBehaviour } from '#shared/money/money.ts';
import type { PaymentPlatform } from './payments-platform.port.ts';

export type PaymentVendorName = 'stripe' | 'test-money';

/** How an account reaches a vendor. Test money needs no key. Kept encrypted, never shown, never logged. */
export type PaymentConnection = {
  vendor: PaymentVendorName;
  accountId: string;
  /** False is real money. */
  isTest: boolean;
  secretKey: string;
  /** Signs the vendor's events to us. */
  webhookSecret: string;
  /** The vendor's own names of what was made when the account connected. */
  references: { account: string; webhookEndpoint: string; portalConfiguration: string };
  /** Reached through the platform's own key, for the account in `references`: there is no key of its own. */
  isPlatform?: boolean;
};

/**
 * A price that is to be paid, once or again and again. Everything comes from the server's own configuration,
 * nothing from a browser.
 */
export type CheckoutOrder = {
  /** Our name of the purchase; goes to the vendor and comes back with its events. */
  purchaseId: string;
  /** Null where it is no agent's: what the platform itself sells. */
  agentId: string | null;
  kind: 'once' | 'subscription';
  interval: 'month' | 'year' | null;
  trialDays: number;
  currency: Currency;
  price: PriceBreakdown;
  taxBehaviour: TaxBehaviour;
  /** Thousandths of a percent: 21 % is 21,000. */
  taxThousandths: number;
  title: string;
  description: string;
  email: string;
  language: Language;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/** A card as it is shown: never more of it. */
export type PaymentCard = {
  brand: string;
  lastFour: string;
  expiryMonth: number;
  expiryYear: number;
  /** The same for the same card, whoever uses it; absent or null where the vendor gives none. Never shown. */
  fingerprint?: string | null;
};

/** What a running subscription is to cost from now on, tax included. */
export type SubscriptionPrice = {
  /** Our word for what is paid for; comes back with the facts. */
  label: string;
  title: string;
  currency: Currency;
  /** Each interval, in the smallest unit. */
  amount: number;
  interval: 'month' | 'year';
};

/**
 * What a change of price costs. `dueNow` is charged at once; negative is kept for the next payments.
 * `periodEnd` is the next date after it.
 */
export type PriceChange = {
  dueNow: number;
  currency: string;
  periodEnd: Date;
};

export type CheckoutSession = {
  reference: string;
  url: string;
  expiresAt: Date;
};

/** Money that went back to the customer. It counts from the moment at which the vendor gave it back. */
export type PaymentRefund = {
  reference: string;
  amount: number;
  at: Date;
};

/** One payment of a purchase. Amounts in the smallest unit. */
export type PaymentLine = {
  reference: string;
  amount: number;
  refunded: number;
  paidAt: Date;
  /** The vendor's page with its invoice or receipt. */
  url: string | null;
  /** The tax in `amount`; absent or null where the vendor does not say. */
  tax?: number | null;
  /** What the vendor kept for it; absent or null where it does not say, or not yet. */
  fee?: number | null;
  /** What it was paid with, where that is a card and the vendor says so. */
  card?: Pick<PaymentCard, 'brand' | 'lastFour'> | null;
  /** What `refunded` is made of, oldest first; absent where only the sum is known. */
  refunds?: readonly PaymentRefund[];
};

/**
 * A customer's bank takes back one payment, and decides later who keeps the money. It is gone from the moment
 * at which the dispute is opened; one that is won brings it back. An inquiry that takes no money is none.
 */
export type PaymentDispute = {
  reference: string;
  /** The payment that is disputed. */
  payment: string;
  amount: number;
  outcome: 'open' | 'won' | 'lost';
  openedAt: Date;
  /** Until when the seller may answer; absent or null where the vendor does not say. */
  respondBy?: Date | null;
  /** Null while it is open, and where the vendor does not say when it was decided. */
  closedAt: Date | null;
  /** What the vendor keeps for it, whoever wins; absent or null where it does not say. */
  fee?: number | null;
};

/**
 * What the vendor says about a purchase when it is asked. The only thing that grants or takes access. Amounts
 * in the smallest unit.
 */
export type PaymentFacts = {
  /** From the vendor's metadata: must be ours, or the facts are about something else. */
  purchaseId: string;
  isTest: boolean;
  checkout: 'open' | 'complete' | 'expired';
  payment: 'none' | 'processing' | 'paid' | 'failed';
  currency: string;
  /** Of all payments of the purchase: first one and renewals. */
  paid: number;
  refunded: number;
  /** Of all disputes the gravest. */
  dispute: 'none' | 'open' | 'won' | 'lost';
  /** Every dispute of every payment, oldest first. */
  disputes: readonly PaymentDispute[];
  email: string | null;
  paidAt: Date | null;
  receiptUrl: string | null;
  references: {
    checkout: string;
    payment: string | null;
    customer: string | null;
    subscription: string | null;
  };
  subscription: {
    status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'incomplete';
    /** The end of what is paid, or of the trial; a renewal that fails or is paused does not move it. */
    periodEnd: Date;
    /**
     * The end of what money came for, where the vendor tells it apart: a period may have begun that is charged
     * later. Absent: `periodEnd`.
     */
    paidUntil?: Date;
    isEnding: boolean;
    /** Nothing is collected until that is taken back. */
    isPaused: boolean;
    canceledAt: Date | null;
    /** What is paid each interval; `label` is null until the price was changed. */
    price: { label: string | null; amount: number; interval: 'month' | 'year' };
    /**
     * What is paid from `periodEnd` on, where that was asked for (`changePriceLater`); absent or null: as it
     * is.
     */
    next?: { label: string | null; amount: number; interval: 'month' | 'year' } | null;
  } | null;
  /**
   * What the next payment of a subscription is taken from; null for a purchase that is paid once, and where
   * it is no card.
   */
  card: PaymentCard | null;
  /** Every payment of the purchase, oldest first. */
  payments: readonly PaymentLine[];
};

/**
 * An event whose signature was verified. It says only which purchase to look at; its contents are not
 * believed.
 */
export type PaymentEvent = {
  id: string;
  type: string;
  isTest: boolean;
  createdAt: Date;
  purchaseId: string | null;
  references: { checkout: string | null; payment: string | null; subscription: string | null };
};

/** One line of what the owner sees after connecting. */
export type ConnectionCheck = {
  name:
    | 'key'
    | 'charges'
    | 'checkout'
    | 'customers'
    | 'subscriptions'
    | 'refunds'
    | 'webhook'
    | 'portal'
    | 'payouts';
  isReady: boolean;
  detail: string;
};

/**
 * What of the money is still at the vendor, and its newest way to the bank. Amounts in the smallest unit; a
 * balance may be below zero.
 * Null is what the key may not see.
 */
export type Payouts = {
  balance: {
    available: { amount: number; currency: string }[];
    pending: { amount: number; currency: string }[];
  } | null;
  latest:
    | { amount: number; currency: string; arrivesAt: Date; state: 'coming' | 'paid' | 'failed' | 'canceled' }
    | 'none'
    | null;
};

export type PaymentErrorCode =
  | 'payments.unauthorized'
  | 'payments.scope_missing'
  | 'payments.unreachable'
  | 'payments.rate_limited'
  | 'payments.bad_request'
  | 'payments.gone'
  | 'payments.declined';

/** A vendor's failure in words of ours. `isRetryable`: the same call with the same key may succeed later. */
export class PaymentError extends Error {
  readonly code: PaymentErrorCode;
  readonly isRetryable: boolean;
  constructor(
    code: PaymentErrorCode,
    message: string,
    options: { isRetryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PaymentError';
    this.code = code;
    this.isRetryable =
      options.isRetryable ?? (code === 'payments.unreachable' || code === 'payments.rate_limited');
  }
}

/** A signature that is missing, wrong, too old or from the future. */
export class SignatureError extends Error {}

/** Signed as it should be, and about the other mode: an endpoint of a platform hears of both. */
export class OtherModeError extends SignatureError {}

/**
 * A vendor through which visitors pay owners, and owners pay the platform. All calls throw `PaymentError`.
 * `key` makes a repeated call the same call.
 */
export type PaymentVendor = {
  name: PaymentVendorName;
  /** Where this instance has an account of its own at the vendor, through which owners connect theirs. */
  platform?: PaymentPlatform;
  /**
   * Tries a key; makes the webhook endpoint and the portal's configuration, or finds those of before. Throws
   * when the key can't be used at all.
   */
  connect(input: {
    accountId: string;
    secretKey: string;
    webhookUrl: string;
    known: PaymentConnection | null;
  }): Promise<{ connection: PaymentConnection; accountName: string; checks: ConnectionCheck[] }>;
  /** Looks again whether everything is ready. */
  check(connection: PaymentConnection, webhookUrl: string): Promise<ConnectionCheck[]>;
  /** Takes back what `connect` made. */
  disconnect(connection: PaymentConnection): Promise<void>;
  createCheckout(connection: PaymentConnection, order: CheckoutOrder, key: string): Promise<CheckoutSession>;
  /** Ends a checkout that nobody paid, so that its address opens nothing. */
  expireCheckout(connection: PaymentConnection, reference: string): Promise<void>;
  /** What the vendor knows about a purchase, by whatever name of it is at hand. Null when it knows none. */
  facts(
    connection: PaymentConnection,
    references: { checkout: string | null; payment: string | null; subscription: string | null },
  ): Promise<PaymentFacts | null>;
  /** Gives back part or all of one payment; `amount` in the smallest unit. */
  refund(connection: PaymentConnection, payment: string, amount: number, key: string): Promise<void>;
  /** Ends a subscription at its period's end, takes that back, or ends it at once. */
  changeSubscription(
    connection: PaymentConnection,
    subscription: string,
    change: 'end' | 'resume' | 'cancel_now',
    key: string,
  ): Promise<void>;
  /**
   * Charges nothing for a running subscription until `resumeCollection`. What is paid stays paid, and a wish
   * to end stays. Doing it again changes nothing.
   */
  pauseCollection(connection: PaymentConnection, subscription: string, key: string): Promise<void>;
  /**
   * Charges again: next at `nextChargeAt`, from which its periods count anew; null leaves them as they were.
   * What would have been due meanwhile is never charged.
   */
  resumeCollection(
    connection: PaymentConnection,
    subscription: string,
    nextChargeAt: Date | null,
    key: string,
  ): Promise<void>;
  /** What `changePrice` would cost at this moment. */
  previewPrice(
    connection: PaymentConnection,
    subscription: string,
    price: SubscriptionPrice,
  ): Promise<PriceChange>;
  /**
   * Changes price or interval of a running subscription at once. What is left of the paid period is set off
   * in proportion to its time; what is due is charged now, and when that fails nothing changes
   * (`payments.declined`). A wish to end is taken back by it; while a change waits for the period's end it is
   * refused.
   */
  changePrice(
    connection: PaymentConnection,
    subscription: string,
    price: SubscriptionPrice,
    key: string,
  ): Promise<void>;
  /**
   * Changes price or interval when the paid period ends: the vendor itself renews at the new price, and
   * nothing is charged or set off before.
   * Null takes that back. So does a wish to end. One that waits is replaced. A wish to end is taken back by
   * it.
   */
  changePriceLater(
    connection: PaymentConnection,
    subscription: string,
    price: SubscriptionPrice | null,
    key: string,
  ): Promise<void>;
  /**
   * What the customer of a subscription paid too much so far, in its currency's smallest unit: the next
   * payments are less by it.
   */
  creditOf(connection: PaymentConnection, subscription: string): Promise<number>;
  /** The vendor's page on which a customer changes the card and sees invoices; null when there is none. */
  portalUrl(connection: PaymentConnection, customer: string, returnUrl: string): Promise<string | null>;
  /** Where money goes from the vendor to a bank. */
  payouts?(connection: PaymentConnection): Promise<Payouts>;
  /** Verifies the signature over the bytes as they came. Throws `SignatureError`. */
  readEvent(
    connection: PaymentConnection,
    body: Buffer,
    headers: Record<string, string | undefined>,
    now: Date,
  ): PaymentEvent;
};
