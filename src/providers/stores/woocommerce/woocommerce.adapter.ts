import { z } from 'zod';
import type { Asking } from '../stores.asking.ts';
import {
  StoreError,
  type RecognisingVendor,
  type StoreCart,
  type StoreConnection,
  type StoreProduct,
  type StoreVariant,
} from '../stores.port.ts';
import { arranged, fits, stemsOf } from '../stores.ranking.ts';
import { isCurrency, plainLine, plainWords, rescaled, shopUrl } from '../stores.texts.ts';

const trimmed = (url: string): string => url.replace(/[?#].*$/, '').replace(/(?<!\/)\/+$/, '');
/** WooCommerce's public Store API: no key, and a cart of its own behind a token. */
const api = (url: string): string => `${trimmed(url)}/wp-json/wc/store/v1`;
const mostFound = 40;
/** From here on people hear that few are left, where the shop says how many. */
const low = 5;

const digits = z.number().int().min(0).max(6);
const prices = z.object({
  price: z.string(),
  regular_price: z.string().nullish(),
  currency_code: z.string(),
  currency_minor_unit: digits,
});
const pictures = z.array(z.object({ src: z.string(), thumbnail: z.string().nullish() })).nullish();
const productSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  parent: z.number().int().nullish(),
  type: z.string().nullish(),
  variation: z.string().nullish(),
  permalink: z.string().nullish(),
  short_description: z.string().nullish(),
  description: z.string().nullish(),
  prices,
  images: pictures,
  attributes: z.array(z.object({ name: z.string() })).nullish(),
  is_in_stock: z.boolean().nullish(),
  is_purchasable: z.boolean().nullish(),
  low_stock_remaining: z.number().nullish(),
});
type WooProduct = z.infer<typeof productSchema>;
/** One that can't be read costs the others nothing. */
const listSchema = z.array(z.unknown()).transform((items) =>
  items.flatMap((item) => {
    const read = productSchema.safeParse(item);
    return read.success && isCurrency(read.data.prices.currency_code) ? [read.data] : [];
  }),
);
const cartSchema = z.object({
  items: z.array(
    z.object({
      key: z.string(),
      id: z.number().int(),
      quantity: z.number().int(),
      name: z.string(),
      permalink: z.string().nullish(),
      images: pictures,
      variation: z.array(z.object({ value: z.string() })).nullish(),
      prices,
      totals: z.object({ line_total: z.string(), line_total_tax: z.string().nullish() }),
    }),
  ),
  totals: z.object({
    total_items: z.string(),
    total_items_tax: z.string().nullish(),
    total_discount: z.string().nullish(),
    currency_code: z.string(),
    currency_minor_unit: digits,
  }),
});
type WooCart = z.infer<typeof cartSchema>;

const amountOf = (value: string, of: z.infer<typeof prices>): number =>
  rescaled(value, of.currency_minor_unit, of.currency_code) ?? 0;

function variantOf(product: WooProduct, name: string): StoreVariant {
  const amount = amountOf(product.prices.price, product.prices);
  const regular = amountOf(product.prices.regular_price ?? product.prices.price, product.prices);
  const left = product.low_stock_remaining ?? null;
  const isThere = product.is_in_stock !== false && product.is_purchasable !== false;
  return {
    id: String(product.id),
    name,
    amount,
    before: regular > amount ? regular : null,
    stock: !isThere ? 'out' : left !== null && left <= low ? 'low' : 'in',
    left: isThere && left !== null ? Math.max(0, Math.trunc(left)) : null,
  };
}

/** "Size: M, Colour: Red" as people choose it: "M, Red". */
const variantName = (text: string): string =>
  plainLine(text, 120)
    .split(',')
    .map((part) => part.slice(part.indexOf(':') + 1).trim())
    .join(', ');

function productOf(product: WooProduct, variations: readonly WooProduct[]): StoreProduct {
  const isSimple = variations.length === 0;
  return {
    id: String(product.id),
    name: plainLine(product.name, 160),
    text: plainWords(product.short_description || product.description, 600),
    url: shopUrl(product.permalink),
    picture: shopUrl(product.images?.[0]?.thumbnail ?? product.images?.[0]?.src),
    currency: product.prices.currency_code,
    option: isSimple ? '' : plainLine((product.attributes ?? []).map(({ name }) => name).join(', '), 80),
    variants: isSimple
      ? [variantOf(product, '')]
      : variations.map((one) => variantOf(one, variantName(one.variation ?? one.name))),
  };
}

function cartOf(store: StoreConnection, handle: string, { items, totals }: WooCart): StoreCart {
  const { currency_code: currency, currency_minor_unit: unit } = totals;
  if (!isCurrency(currency)) throw new StoreError('badAnswer');
  const money = (value: string | null | undefined): number => rescaled(value ?? '0', unit, currency) ?? 0;
  const chosen = items.map(({ id, quantity }) => `${id}:${quantity}`).join(',');
  return {
    handle,
    currency,
    lines: items.map((item) => ({
      productId: String(item.id),
      variantId: String(item.id),
      name: plainLine(item.name, 160),
      variant: plainLine((item.variation ?? []).map(({ value }) => value).join(', '), 120),
      quantity: item.quantity,
      amount: amountOf(item.prices.price, item.prices),
      total: money(item.totals.line_total) + money(item.totals.line_total_tax),
      url: shopUrl(item.permalink),
      picture: shopUrl(item.images?.[0]?.thumbnail ?? item.images?.[0]?.src),
    })),
    total: Math.max(
      0,
      money(totals.total_items) + money(totals.total_items_tax) - money(totals.total_discount),
    ),
    checkoutUrl: items.length > 0 ? shopUrl(`${trimmed(store.url)}/checkout-link/?products=${chosen}`) : null,
  };
}

/** Shops made with WooCommerce, by their Store API. */
export function createWooCommerce(ask: Asking): RecognisingVendor {
  async function list(
    url: string,
    query: Record<string, string>,
    signal: AbortSignal,
  ): Promise<WooProduct[]> {
    const { status, json } = await ask(
      `${api(url)}/products?${new URLSearchParams(query).toString()}`,
      {},
      signal,
    );
    if (status !== 200) throw new StoreError(status === 404 ? 'notFound' : 'badAnswer');
    const read = listSchema.safeParse(json);
    if (!read.success) throw new StoreError('badAnswer', { cause: read.error });
    return read.data;
  }

  /** With what the variable ones among them come in, in one further question. */
  async function withVariations(
    url: string,
    products: readonly WooProduct[],
    signal: AbortSignal,
  ): Promise<StoreProduct[]> {
    const parents = products.filter(({ type }) => type === 'variable').map(({ id }) => id);
    const variations =
      parents.length > 0
        ? await list(url, { type: 'variation', parent: parents.join(','), per_page: '100' }, signal)
        : [];
    return products.map((product) =>
      productOf(
        product,
        variations.filter(({ parent }) => parent === product.id),
      ),
    );
  }

  /** One exchange about a cart. One that the shop forgot begins anew. */
  async function exchange(
    store: StoreConnection,
    handle: string | null,
    path: string,
    body: object | null,
    signal: AbortSignal,
  ): Promise<{ cart: WooCart; handle: string }> {
    const { status, json, headers } = await ask(
      `${api(store.url)}/cart${path}`,
      { headers: handle === null ? {} : { 'cart-token': handle }, ...(body && { json: body }) },
      signal,
    );
    if (status === 400 || status === 409) throw new StoreError('notEnough');
    if (status === 404) throw new StoreError('notFound');
    const read = cartSchema.safeParse(json);
    const token = headers.get('cart-token') ?? handle;
    if (status >= 300 || !read.success || token === null || token.length > 2_000)
      throw new StoreError('badAnswer');
    return { cart: read.data, handle: token };
  }

  return {
    kind: 'woocommerce',
    async search(store, query, signal) {
      const asked = (text: string): Promise<WooProduct[]> =>
        list(
          store.url,
          {
            per_page: String(mostFound),
            ...(text !== '' && { search: text }),
            ...(query.inStock && { stock_status: 'instock' }),
            ...(query.order !== 'relevance' && {
              orderby: 'price',
              order: query.order === 'cheapest' ? 'asc' : 'desc',
            }),
          },
          signal,
        );
      // It looks for pieces of words: "shirts" is in no "Shirt".
      const stems = stemsOf(query.text, store.language);
      const byStems = await asked(stems);
      const found = byStems.length > 0 || stems === query.text ? byStems : await asked(query.text);
      const products = await withVariations(store.url, found, signal);
      return arranged(
        products.filter((product) => fits(product, query)),
        query,
      );
    },
    async product(store, id, signal) {
      if (!/^\d{1,12}$/.test(id)) return null;
      const found = await list(store.url, { include: id, per_page: '1' }, signal);
      const [product] = await withVariations(store.url, found, signal);
      return product ?? null;
    },
    cart: {
      async read(store, handle, signal) {
        const now = await exchange(store, handle, '', null, signal);
        return cartOf(store, now.handle, now.cart);
      },
      async put(store, handle, { variantId, quantity }, signal) {
        if (!/^\d{1,12}$/.test(variantId)) throw new StoreError('notFound');
        const now = await exchange(store, handle, '', null, signal);
        const held = now.cart.items.find(({ id }) => String(id) === variantId);
        if (!held && quantity === 0) return cartOf(store, now.handle, now.cart);
        const [path, body] = !held
          ? ['/add-item', { id: Number(variantId), quantity }]
          : quantity === 0
            ? ['/remove-item', { key: held.key }]
            : ['/update-item', { key: held.key, quantity }];
        const then = await exchange(store, now.handle, path, body, signal);
        return cartOf(store, then.handle, then.cart);
      },
    },
    order: null,
    async recognise(url, _token, signal) {
      for (const base of new Set([trimmed(url), new URL(url).origin])) {
        const { status, json } = await ask(`${api(base)}/products?per_page=1`, {}, signal);
        if (status === 200 && listSchema.safeParse(json).success)
          return { kind: 'woocommerce', url: base, name: new URL(base).hostname.replace(/^www\./, '') };
      }
      return null;
    },
  };
}
