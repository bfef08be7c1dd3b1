import type { Stripe } from 'stripe';
import { PaymentError, type PaymentConnection } from '../payments.port.ts';

/** Where Stripe answers. Another address is for a stand-in. */
export type StripeOptions = {
  /** The product's one way out, in the shape of `fetch`. */
  fetch: typeof globalThis.fetch;
  /** Default https://api.stripe.com. */
  baseUrl?: string;
  /** The whole exchange with its retries is longer; this is one try. */
  timeoutMs?: number;
  /** The key of the platform's own account, through which owners' accounts are reached. */
  platformKey?: string;
};

export type StripeClient = Stripe;

/**
 * The version of Stripe's interface that the code was written for; the account's own default never matters.
 */
export const stripeApiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive';

/** Tries of one call beyond the first, each with the same idempotency key. */
const retries = 2;

/**
 * Makes a client for one key, which acts for a connected account when one is named. Nothing is sent yet. The
 * library is large: it is loaded when the first account needs it, and never by a server without.
 */
export async function openStripeClient(
  secretKey: string,
  options: StripeOptions,
  stripeAccount?: string,
): Promise<StripeClient> {
  const { Stripe: Library } = await import('stripe');
  const base = new URL(options.baseUrl ?? 'https://api.stripe.com');
  const quietFetch: typeof globalThis.fetch = async (input, init) => {
    const response = await options.fetch(input, init);
    // The library would print Stripe's advice for developers into the server's log.
    const headers = new Headers(response.headers);
    headers.delete('stripe-notice');
    return new Response(response.body, { status: response.status, headers });
  };
  return new Library(secretKey, {
    apiVersion: stripeApiVersion,
    ...(stripeAccount && { stripeAccount }),
    httpClient: Library.createFetchHttpClient(quietFetch),
    host: base.hostname,
    port: base.port || (base.protocol === 'https:' ? 443 : 80),
    protocol: base.protocol === 'https:' ? 'https' : 'http',
    timeout: options.timeoutMs ?? 20_000,
    maxNetworkRetries: retries,
    telemetry: false,
    appInfo: { name: 'Chatelier' },
  });
}

/** The mode that a key belongs to; null for words that are no secret or restricted key. */
export function modeOfKey(secretKey: string): 'test' | 'live' | null {
  const mode = /^(?:sk|rk)_(test|live)_[A-Za-z0-9]+$/.exec(secretKey)?.[1];
  return mode === 'test' || mode === 'live' ? mode : null;
}

/** A client for a connection: by its own key, or by the platform's key for its account. */
export async function clientOfConnection(
  connection: Pick<PaymentConnection, 'secretKey' | 'isTest' | 'isPlatform' | 'references'>,
  options: StripeOptions,
): Promise<StripeClient> {
  if (!connection.isPlatform) return openStripeClient(connection.secretKey, options);
  const { platformKey = '' } = options;
  if (!connection.references.account || modeOfKey(platformKey) !== (connection.isTest ? 'test' : 'live'))
    throw new PaymentError(
      'payments.unauthorized',
      'The platform has no key by which this account is reached',
    );
  return openStripeClient(platformKey, options, connection.references.account);
}

/**
 * Runs calls of the library and turns their failures into ours. Stripe's own sentences stay out: they quote
 * parts of keys and addresses.
 */
export async function calling<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw paymentErrorOf(what, error);
  }
}

/** As `calling`, with null for a thing that Stripe does not know. */
export async function finding<T>(what: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await calling(what, work);
  } catch (error) {
    if (error instanceof PaymentError && error.code === 'payments.gone') return null;
    throw error;
  }
}

function paymentErrorOf(what: string, error: unknown): PaymentError {
  if (error instanceof PaymentError) return error;
  if (!isStripeError(error))
    return new PaymentError('payments.unreachable', `${what}: the request failed before it was answered`);
  const { type, statusCode: status } = error;
  const words = [what, type, status, error.code, error.param, error.requestId]
    .filter((word) => word !== undefined && word !== '')
    .join(' · ');
  // `account_invalid`: the platform's key does not reach this account, or no longer.
  if (type === 'StripeAuthenticationError' || error.code === 'account_invalid')
    return new PaymentError('payments.unauthorized', words);
  if (type === 'StripeCardError') return new PaymentError('payments.declined', words);
  if (type === 'StripePermissionError') return new PaymentError('payments.scope_missing', words);
  // 409: the same call is under way elsewhere. It is told apart by its key and may be repeated.
  if (type === 'StripeRateLimitError' || status === 429 || status === 409)
    return new PaymentError('payments.rate_limited', words);
  if (status === 404 || error.code === 'resource_missing') return new PaymentError('payments.gone', words);
  if (status !== undefined && status >= 400 && status < 500)
    return new PaymentError('payments.bad_request', words);
  return new PaymentError('payments.unreachable', words);
}

type StripeFailure = Error & {
  type: string;
  statusCode?: number;
  code?: string;
  param?: string;
  requestId?: string;
};

function isStripeError(error: unknown): error is StripeFailure {
  return (
    error instanceof Error &&
    'type' in error &&
    typeof error.type === 'string' &&
    error.type.startsWith('Stripe')
  );
}
