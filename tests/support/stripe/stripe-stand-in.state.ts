import { randomBytes } from 'node:crypto';
import { blank, described, violations, type DescribedType } from './stripe-description.ts';

/** An object as Stripe answers it. */
export type Thing = { id: string; object: string } & Record<string, unknown>;

/** The kinds of objects that are kept, with their description and the beginning of their ids. */
const kinds = {
  account: ['Accounts', 'Account', 'acct_'],
  session: ['Checkout/Sessions', 'Session', 'cs_test_'],
  customer: ['Customers', 'Customer', 'cus_'],
  intent: ['PaymentIntents', 'PaymentIntent', 'pi_3'],
  charge: ['Charges', 'Charge', 'ch_3'],
  refund: ['Refunds', 'Refund', 're_3'],
  dispute: ['Disputes', 'Dispute', 'du_1'],
  subscription: ['Subscriptions', 'Subscription', 'sub_1'],
  schedule: ['SubscriptionSchedules', 'SubscriptionSchedule', 'sub_sched_1'],
  item: ['SubscriptionItems', 'SubscriptionItem', 'si_'],
  invoice: ['Invoices', 'Invoice', 'in_1'],
  invoicePayment: ['InvoicePayments', 'InvoicePayment', 'inpay_1'],
  price: ['Prices', 'Price', 'price_1'],
  paymentMethod: ['PaymentMethods', 'PaymentMethod', 'pm_1'],
  product: ['Products', 'Product', 'prod_'],
  taxRate: ['TaxRates', 'TaxRate', 'txr_1'],
  webhook: ['WebhookEndpoints', 'WebhookEndpoint', 'we_1'],
  configuration: ['BillingPortal/Configurations', 'Configuration', 'bpc_1'],
  portal: ['BillingPortal/Sessions', 'Session', 'bps_1'],
  accountLink: ['AccountLinks', 'AccountLink', ''],
  balance: ['Balance', 'Balance', ''],
  booking: ['BalanceTransactions', 'BalanceTransaction', 'txn_3'],
  payout: ['Payouts', 'Payout', 'po_1'],
} as const satisfies Record<string, readonly [string, string, string]>;
export type Kind = keyof typeof kinds;

const typeOf = (kind: Kind): DescribedType => described(kinds[kind][0], kinds[kind][1]);

/** A random id that looks like Stripe's. */
export function likeStripes(prefix: string, length = 22): string {
  return prefix + randomBytes(length).toString('base64url').replace(/[-_]/g, 'x').slice(0, length);
}

export type StripeState = ReturnType<typeof createStripeState>;

/** Everything that the stand-in remembers. `isTest` is the mode of all of it. `nowMs` is Stripe's clock. */
export function createStripeState({
  isTest,
  nowMs,
  reachesLocal = false,
  connectedAs,
}: {
  isTest: boolean;
  nowMs: () => number;
  /** Whether addresses of this machine are taken for webhooks. */
  reachesLocal?: boolean;
  /** The account's id, for one that is reached through a platform: its events carry it. */
  connectedAs?: string;
}) {
  const things = new Map<Kind, Thing[]>();
  const events: Thing[] = [];
  const of = (kind: Kind): Thing[] => {
    const list = things.get(kind) ?? [];
    things.set(kind, list);
    return list;
  };
  const now = () => Math.floor(nowMs() / 1_000);
  const state = {
    isTest,
    reachesLocal,
    /** Customers whose card is declined when something new is charged. */
    refused: new Set<string>(),
    /** The tax in the price of a subscription, by its id. */
    taxIn: new Map<string, { tax: number; total: number }>(),
    now,
    events,
    /** Newest first, as Stripe lists. */
    of,
    find: (kind: Kind, id: unknown): Thing | undefined => of(kind).find((thing) => thing.id === id),
    get(kind: Kind, id: unknown): Thing {
      const found = state.find(kind, id);
      if (!found) throw new Error(`The stand-in has no ${kind} ${String(id)}`);
      return found;
    },
    /** Makes an object with all fields that Stripe sends; the given ones are laid over the empty ones. */
    make(kind: Kind, fields: Record<string, unknown>): Thing {
      const prefix = kinds[kind][2].replace('_test_', isTest ? '_test_' : '_live_');
      const thing = {
        ...(blank(typeOf(kind)) as Thing),
        id: likeStripes(prefix, kind === 'session' ? 58 : 22),
        created: now(),
        livemode: !isTest,
        metadata: {},
        ...fields,
      } as Thing;
      const described = blank(typeOf(kind)) as Thing;
      for (const name of ['id', 'created', 'livemode', 'metadata'])
        if (!Object.hasOwn(described, name)) delete thing[name];
      of(kind).unshift(thing);
      return thing;
    },
    /** What is wrong with an object of ours, by Stripe's description. */
    faultsOf: (kind: Kind, thing: unknown): string[] => violations(typeOf(kind), thing, 'json'),
    emit(type: string, about: Thing): Thing {
      const event = {
        id: likeStripes('evt_1'),
        object: 'event',
        api_version: '2026-10-28.endive',
        created: now(),
        data: { object: structuredClone(about) },
        livemode: !isTest,
        pending_webhooks: 1,
        request: null,
        type,
        ...(connectedAs && { account: connectedAs }),
      } as Thing;
      events.push(event);
      return event;
    },
  };
  state.make('account', {
    ...(connectedAs && { id: connectedAs }),
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    country: 'NL',
    email: 'owner@example.com',
    business_profile: {
      ...(blank(described('Accounts', 'Account.BusinessProfile')) as object),
      name: 'Bakery Petit Four',
    },
    settings: {
      ...(blank(described('Accounts', 'Account.Settings')) as object),
      dashboard: { display_name: 'Bakery Petit Four', timezone: 'Europe/Amsterdam' },
    },
  });
  return state;
}
