import type { ConnectionCheck, PaymentConnection } from './payments.port.ts';

/** What a vendor still wants to know from whoever opens an account, in kinds that a person understands. */
export type OnboardingPart = 'business' | 'person' | 'bank' | 'documents' | 'terms' | 'other';

/**
 * How far an owner's account at the vendor is. `unfinished`: the owner has not answered everything ·
 * `reviewing`: the vendor looks at what was answered · `refused`: the vendor wants no business with it ·
 * `ready`: it takes payments.
 */
export type OnboardingState = 'unfinished' | 'reviewing' | 'refused' | 'ready';

/**
 * An account as the vendor describes it now. `missing` may name something although payments are taken: the
 * vendor will want it soon.
 */
export type PlatformAccount = {
  state: OnboardingState;
  missing: OnboardingPart[];
};

/**
 * The one endpoint to which events of all connected accounts come. An empty secret takes none; `detail` is
 * then that of the check.
 */
export type PlatformEndpoint = {
  endpoint: string;
  secret: string;
  detail: string;
};

/**
 * The instance's own account at a vendor, through which owners open accounts of their own and are reached
 * afterwards: nobody pastes a key.
 * Payments are made on the owner's account, and no part of them is kept. All calls throw `PaymentError`.
 */
export type PaymentPlatform = {
  /** Follows the platform's key: one mode only. */
  isTest: boolean;
  /**
   * Makes an account that is the owner's alone, and tells its name. `key` makes a repeated call the same
   * call.
   */
  createAccount(input: { accountId: string; email: string; key: string }): Promise<string>;
  /**
   * The vendor's page that asks the owner what is missing. It opens once and for minutes; `refreshUrl` is
   * where it leads to afterwards.
   */
  onboardingUrl(account: string, urls: { returnUrl: string; refreshUrl: string }): Promise<string>;
  /** Throws `payments.unauthorized` for an account that this platform does not reach (any more). */
  account(account: string): Promise<PlatformAccount>;
  /** Makes the endpoint of events, or finds that of before. `key` makes a repeated call the same call. */
  listen(input: {
    webhookUrl: string;
    known: PlatformEndpoint | null;
    key: string;
  }): Promise<PlatformEndpoint>;
  /** Looks at everything that selling needs, and makes what is missing. */
  connect(input: {
    accountId: string;
    account: string;
    known: PaymentConnection | null;
    endpoint: PlatformEndpoint;
  }): Promise<{ connection: PaymentConnection; accountName: string; checks: ConnectionCheck[] }>;
  /** Whose event it claims to be. Nothing is verified yet: it only says with which connection to do that. */
  accountIn(body: Buffer): string | null;
};
