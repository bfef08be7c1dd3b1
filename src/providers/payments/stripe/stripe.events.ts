import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  OtherModeError,
  SignatureError,
  type PaymentConnection,
  type PaymentEvent,
} from '../payments.port.ts';

/** Seconds by which a signature's time may differ from ours, before and after. */
const toleranceSeconds = 300;

/** What Stripe is asked to tell. Everything else about a purchase follows from asking back. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const;

/**
 * What Stripe is asked to tell about connected accounts: their payments, and what becomes of the accounts
 * themselves.
 */
export const platformEventTypes = [
  ...eventTypes,
  'account.updated',
  'account.application.deauthorized',
] as const;

type Named = {
  id?: unknown;
  object?: unknown;
  metadata?: unknown;
  payment_intent?: unknown;
  subscription?: unknown;
  parent?: unknown;
};

/**
 * Verifies Stripe's signature over the bytes, then reads which purchase the event is about. Done here and not
 * by Stripe's library, so that a flood of forged events does not even load it; the tests hold both against
 * each other.
 * @throws SignatureError for a wrong, old or future signature, and for an event of the other mode or of
 *   another account
 */
export function readStripeEvent(
  connection: PaymentConnection,
  body: Buffer,
  headers: Record<string, string | undefined>,
  now: Date,
): PaymentEvent {
  verify(connection.webhookSecret, body, headers['stripe-signature'], now);
  const event = parse(body);
  // One secret signs for all accounts that are reached through the platform: the account is then part of who
  // sent it.
  if ((event.account || connection.isPlatform) && event.account !== connection.references.account)
    throw new SignatureError('The event is of another account');
  if (event.livemode !== !connection.isTest) throw new OtherModeError('The event is of the other mode');
  const about = event.data.object;
  return {
    id: event.id,
    type: event.type,
    isTest: connection.isTest,
    createdAt: new Date(event.created * 1_000),
    purchaseId: purchaseIdOf(about.metadata) ?? purchaseIdOf(invoiceParent(about)?.metadata),
    references: {
      checkout: about.object === 'checkout.session' ? idOf(about.id) : null,
      payment: about.object === 'payment_intent' ? idOf(about.id) : idOf(about.payment_intent),
      subscription: subscriptionOf(about),
    },
  };
}

function verify(secret: string, body: Buffer, header: string | undefined, now: Date): void {
  if (!header || header.length > 4_096 || !secret)
    throw new SignatureError('No signature, or no secret to check it with');
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) throw new SignatureError('The signature has no time');
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const isOurs = parts.some(
    ([name, value = '']) =>
      name === 'v1' && /^[0-9a-f]{64}$/i.test(value) && timingSafeEqual(Buffer.from(value, 'hex'), expected),
  );
  if (!isOurs) throw new SignatureError('The signature does not belong to these bytes');
  if (Math.abs(now.getTime() / 1_000 - Number(time)) > toleranceSeconds)
    throw new SignatureError('The signature is too old, or from the future');
}

type Event = {
  id: string;
  type: string;
  livemode: boolean;
  created: number;
  account?: string;
  data: { object: Named };
};

function parse(body: Buffer): Event {
  let event: Partial<Event> | null;
  try {
    event = JSON.parse(body.toString('utf8')) as Partial<Event> | null;
  } catch {
    event = null;
  }
  const about: unknown = event?.data?.object;
  if (
    typeof event?.id !== 'string' ||
    typeof event.type !== 'string' ||
    typeof event.created !== 'number' ||
    typeof about !== 'object' ||
    about === null
  )
    throw new SignatureError('What was signed is no event');
  return event as Event;
}

/**
 * The connected account that an event claims to be of, before anything is verified; null when it names none.
 */
export function accountInEvent(body: Buffer): string | null {
  try {
    return idOf((JSON.parse(body.toString('utf8')) as { account?: unknown } | null)?.account);
  } catch {
    return null;
  }
}

/** The id of what Stripe gives as an id or, expanded, as an object. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    ? value.id
    : null;
}

function subscriptionOf(about: Named): string | null {
  if (about.object === 'subscription') return idOf(about.id);
  return idOf(about.subscription) ?? idOf(invoiceParent(about)?.subscription);
}

function invoiceParent(about: Named): { subscription?: unknown; metadata?: unknown } | null {
  const { parent } = about;
  if (typeof parent !== 'object' || parent === null || !('subscription_details' in parent)) return null;
  return typeof parent.subscription_details === 'object' ? parent.subscription_details : null;
}

function purchaseIdOf(metadata: unknown): string | null {
  return typeof metadata === 'object' && metadata !== null && 'purchaseId' in metadata
    ? idOf(metadata.purchaseId)
    : null;
}
