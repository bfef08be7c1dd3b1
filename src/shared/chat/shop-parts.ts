import type { OrderState, StockState } from '../store-kinds.ts';
import type { PartPicture } from './message-parts.ts';

/**
 * What a message may show of the agent's store. Addresses are https, or a path of this server where the store
 * is the built-in one. Amounts are in the smallest unit of their currency, as the shop gave them when the
 * message was written.
 */

/** One thing that can be bought, for example a size. `left` is null where the shop doesn't say. */
export type ShopVariant = {
  id: string;
  name: string;
  amount: number;
  /** What it costs without the reduction. */
  before: number | null;
  stock: StockState;
  left: number | null;
};
export type ShopProduct = {
  id: string;
  name: string;
  text: string;
  image: PartPicture | null;
  url: string | null;
  currency: string;
  /** What `variants` differ in, like "Size". */
  option: string;
  variants: ShopVariant[];
};
export type ProductsContent = {
  type: 'products';
  title: string;
  /** The store takes things into a cart. */
  canAdd: boolean;
  products: ShopProduct[];
};

export type CartLine = {
  productId: string;
  variantId: string;
  name: string;
  variant: string;
  quantity: number;
  amount: number;
  total: number;
  image: PartPicture | null;
  url: string | null;
};
/** The cart as it was when the message was written; `checkoutUrl` leads to the shop's own checkout. */
export type ShopCart = {
  currency: string;
  lines: CartLine[];
  total: number;
  checkoutUrl: string | null;
};
export type CartContent = { type: 'cart' } & ShopCart;

export type ShopOrder = {
  number: string;
  placedAt: string;
  state: OrderState;
  lines: { name: string; quantity: number }[];
  total: number;
  currency: string;
  carrier: string;
  tracking: string;
  trackingUrl: string | null;
  /** The day on which it should arrive, like `2026-04-03`; null where nobody knows. */
  expectedOn: string | null;
};
/** Asks who wants to see an order to prove it by a code, and shows the order afterwards. */
export type OrderContent = {
  type: 'order';
  /** What was asked about; empty where no number was named. */
  number: string;
  order: ShopOrder | null;
};

/**
 * What the demo store says where another one mails a code. `code` is null where number and address don't belong
 * together; `sample` is an order that can be tried.
 */
export type DemoOrderCode = {
  code: string | null;
  sample: { number: string; email: string };
};

export type ShopContent = ProductsContent | CartContent | OrderContent;

const line = (...words: (string | null)[]): string => words.filter((word) => word).join(' ');
const outside = (url: string | null): string => (url?.startsWith('https:') ? `(${url})` : '');

/** The least that a product costs in one of its variants. */
export const lowestAmount = (product: Pick<ShopProduct, 'variants'>): number =>
  Math.min(...product.variants.map(({ amount }) => amount));

/** What the shop says of the whole product: there as soon as one of its variants is. */
export function stockOf(product: Pick<ShopProduct, 'variants'>): StockState {
  const states = product.variants.map(({ stock }) => stock);
  return (['in', 'low', 'unknown'] as const).find((state) => states.includes(state)) ?? 'out';
}

/** A part of a store in words alone. `price` writes an amount of a currency. */
export function shopPartText(part: ShopContent, price: (amount: number, currency: string) => string): string {
  switch (part.type) {
    case 'products':
      return [
        part.title,
        ...part.products.map((product) =>
          line('-', product.name, '·', price(lowestAmount(product), product.currency), outside(product.url)),
        ),
      ]
        .filter((text) => text !== '')
        .join('\n');
    case 'cart':
      return [
        ...part.lines.map(({ quantity, name, variant, total }) =>
          line(`- ${quantity} ×`, name, variant && `(${variant})`, '·', price(total, part.currency)),
        ),
        line('=', price(part.total, part.currency), outside(part.checkoutUrl)),
      ].join('\n');
    case 'order':
      return part.order
        ? line(`#${part.order.number}`, '·', part.order.state, outside(part.order.trackingUrl))
        : line('?', part.number && `#${part.number}`);
  }
}
