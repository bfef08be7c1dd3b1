import type { Language } from '#shared/languages.ts';
import type { OrderState, StockState, StoreKind } from '#shared/store-kinds.ts';

/** Why a shop gave nothing. */
export type StoreFailure =
  | 'addressRefused'
  | 'unreachable'
  | 'timedOut'
  | 'tooLarge'
  | 'keyRefused'
  | 'badAnswer'
  | 'notFound'
  | 'notEnough'
  | 'cartGone'
  | 'notOffered';

export class StoreError extends Error {
  readonly failure: StoreFailure;
  /** With `notEnough`: how many there are; null where the shop doesn't say. */
  readonly left: number | null;
  constructor(failure: StoreFailure, options: { cause?: unknown; left?: number | null } = {}) {
    super(`A store failed: ${failure}`, { cause: options.cause });
    this.name = 'StoreError';
    this.failure = failure;
    this.left = options.left ?? null;
  }
}

/** One thing that can be bought. Amounts are in the smallest unit of the currency, tax as the shop shows it. */
export type StoreVariant = {
  id: string;
  name: string;
  amount: number;
  /** What it costs without the reduction. */
  before: number | null;
  stock: StockState;
  /** How many there are; null where the shop doesn't say. */
  left: number | null;
};

/** A product as the shop has it now. Texts are plain, within bounds, and nothing but data. */
export type StoreProduct = {
  id: string;
  name: string;
  text: string;
  /** An https address, or a path of this server for the built-in store. */
  url: string | null;
  picture: string | null;
  currency: string;
  /** What the variants differ in, like "Size"; empty where there is one. */
  option: string;
  variants: StoreVariant[];
};

export const productOrders = ['relevance', 'cheapest', 'dearest'] as const;
/** Amounts are in whole units of the shop's currency, as people say them: 19.9. */
export type ProductQuery = {
  text: string;
  lowest: number | null;
  highest: number | null;
  inStock: boolean;
  order: (typeof productOrders)[number];
  most: number;
};

/** How a shop is reached. `token` is a public one, where the vendor has such. */
export type StoreConnection = {
  id: string;
  accountId: string;
  url: string;
  token: string | null;
  /** Of the visitor; shops that speak several answer in it. */
  language: Language;
};

export type StoreCartLine = {
  productId: string;
  variantId: string;
  name: string;
  variant: string;
  quantity: number;
  amount: number;
  total: number;
  url: string | null;
  picture: string | null;
};
/** `handle` is how the shop knows the cart: kept on the server, and nobody's to read. */
export type StoreCart = {
  handle: string;
  currency: string;
  lines: StoreCartLine[];
  total: number;
  checkoutUrl: string | null;
};
export type CartChange = {
  productId: string;
  variantId: string;
  quantity: number;
};

/** An order with the address that may see it. */
export type StoreOrder = {
  number: string;
  email: string;
  placedAt: string;
  state: OrderState;
  lines: { name: string; quantity: number }[];
  total: number;
  currency: string;
  carrier: string;
  tracking: string;
  trackingUrl: string | null;
  expectedOn: string | null;
};

/**
 * One kind of shop. Everything asks the shop itself, now; failures are `StoreError`s, or the reason of
 * `signal` when that was aborted.
 */
export type StoreVendor = {
  kind: StoreKind;
  /** Products that fit, the best first; none when nothing does. */
  search(store: StoreConnection, query: ProductQuery, signal: AbortSignal): Promise<StoreProduct[]>;
  /** Null when there is no such product. */
  product(store: StoreConnection, id: string, signal: AbortSignal): Promise<StoreProduct | null>;
  /** Null where the shop has no cart that strangers may fill. */
  cart: {
    /** The cart behind a handle; an empty one where the shop forgot it, or there is none yet. */
    read(store: StoreConnection, handle: string | null, signal: AbortSignal): Promise<StoreCart>;
    /** Makes a line hold so many; 0 takes it out. */
    put(
      store: StoreConnection,
      handle: string | null,
      change: CartChange,
      signal: AbortSignal,
    ): Promise<StoreCart>;
  } | null;
  /** Null where the shop tells nobody about orders. */
  order: ((store: StoreConnection, number: string, signal: AbortSignal) => Promise<StoreOrder | null>) | null;
};

/** What came of looking whether an address is a shop of this kind: its address in full. */
export type RecognisedStore = {
  kind: StoreKind;
  url: string;
  name: string;
};

/** A kind of shop that is recognised by its address: null where it is none of this kind. */
export type RecognisingVendor = StoreVendor & {
  recognise(url: string, token: string | null, signal: AbortSignal): Promise<RecognisedStore | null>;
};
