import type { PartPicture } from '#shared/chat/message-parts.ts';
import { formatPrice } from '#shared/chat/message-parts.ts';
import type { CartContent, ShopCart, ShopOrder, ShopProduct } from '#shared/chat/shop-parts.ts';
import type { Language } from '#shared/languages.ts';
import { shownLine, shownWords } from '#shared/text/shown-words.ts';
import {
  contentSchemas,
  mostShownVariants,
  shopAddress,
} from '#features/conversations/conversations-parts.contract.ts';
import {
  StoreError,
  type StoreCart,
  type StoreOrder,
  type StoreProduct,
} from '#providers/stores/stores.port.ts';

const address = (url: string | null): string | null => (shopAddress.safeParse(url).success ? url : null);
const picture = (url: string | null, alt: string): PartPicture | null => {
  const found = address(url);
  return found === null ? null : { url: found, alt };
};

/** A product as messages show it; null when the shop's own data can't be shown. */
export function shownProduct(product: StoreProduct): ShopProduct | null {
  const name = shownLine(product.name, 160);
  const shown: ShopProduct = {
    id: product.id,
    name,
    text: shownWords(product.text, 300),
    image: picture(product.picture, name.slice(0, 300)),
    url: address(product.url),
    currency: product.currency,
    option: shownLine(product.option, 80),
    variants: product.variants
      .slice(0, mostShownVariants)
      .map((variant) => ({ ...variant, name: shownLine(variant.name, 120) })),
  };
  const sound = contentSchemas.products.safeParse({
    type: 'products',
    title: '',
    canAdd: true,
    products: [shown],
  });
  return sound.success ? shown : null;
}

/**
 * A cart as messages show it. Throws a `StoreError` for one that no message can show: once it is stored, nobody
 * could read its conversation any more.
 */
export function shownCart(cart: StoreCart): ShopCart {
  const shown: ShopCart = {
    currency: cart.currency,
    lines: cart.lines.slice(0, 50).map(({ picture: url, ...line }) => {
      const name = shownLine(line.name, 160) || '–';
      return {
        ...line,
        name,
        variant: shownLine(line.variant, 120),
        image: picture(url, name),
        url: address(line.url),
      };
    }),
    total: cart.total,
    checkoutUrl: address(cart.checkoutUrl),
  };
  const { success, error } = contentSchemas.cart.safeParse({ type: 'cart', ...shown });
  if (!success) throw new StoreError('badAnswer', { cause: error });
  return shown;
}
export const cartContent = (cart: StoreCart): CartContent => ({ type: 'cart', ...shownCart(cart) });

/**
 * An order as messages show it: without the address that it belongs to. Throws a `StoreError` for one that no
 * message can show.
 */
export function shownOrder({ email: _email, ...order }: StoreOrder): ShopOrder {
  const { trackingUrl, expectedOn } = contentSchemas.order.shape.order.unwrap().shape;
  const shown: ShopOrder = {
    number: shownLine(order.number, 60),
    placedAt: order.placedAt,
    state: order.state,
    lines: order.lines
      .slice(0, 50)
      .map(({ name, quantity }) => ({ name: shownLine(name, 160) || '–', quantity: Math.max(1, quantity) })),
    total: order.total,
    currency: order.currency,
    carrier: shownLine(order.carrier, 80),
    tracking: shownLine(order.tracking, 120),
    // Without these an order still says where it is.
    trackingUrl: trackingUrl.safeParse(order.trackingUrl).success ? order.trackingUrl : null,
    expectedOn: expectedOn.safeParse(order.expectedOn).success ? order.expectedOn : null,
  };
  const { success, error } = contentSchemas.order.safeParse({
    type: 'order',
    number: shown.number,
    order: shown,
  });
  if (!success) throw new StoreError('badAnswer', { cause: error });
  return shown;
}

const stockWords = {
  in: 'in stock',
  low: 'few left',
  out: 'out of stock',
  unknown: 'stock unknown',
} as const;

/** Products as a model reads them, by their ids. */
export const productsForModel = (products: readonly ShopProduct[], language: Language): string =>
  JSON.stringify(
    products.map(({ id, name, text, currency, option, variants }) => ({
      id,
      name,
      text: text.slice(0, 200),
      ...(option && { differs_in: option }),
      variants: variants.map((variant) => ({
        id: variant.id,
        ...(variant.name && { name: variant.name }),
        price: formatPrice(variant.amount, currency, language),
        stock: stockWords[variant.stock],
        ...(variant.left !== null && { left: variant.left }),
      })),
    })),
  );

/** A cart as a model reads it. */
export const cartForModel = (cart: ShopCart, language: Language): string =>
  JSON.stringify({
    lines: cart.lines.map(({ name, variant, quantity, total }) => ({
      name,
      ...(variant && { variant }),
      quantity,
      total: formatPrice(total, cart.currency, language),
    })),
    total: formatPrice(cart.total, cart.currency, language),
  });

/**
 * What a shop or a visitor wrote, inside a sentence of an answer: words alone, because the sentence is read as
 * Markdown, by whose marks a name could make links, pictures and references. May be used on its own result.
 */
const plainWords = (text: string): string =>
  text
    .replace(/https?:\/\/|www\./gi, ' ')
    .replace(/[*`~[\]<>\\|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, ' ')
    .replace(/ ?@ ?/g, ' @ ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[#+=-]+ /, '');
export const inProse = (variables: Record<string, string | number>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? plainWords(value) : value,
    ]),
  );
