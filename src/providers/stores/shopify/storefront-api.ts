import { z } from 'zod';
import type { Asking } from '../stores.asking.ts';
import {
  StoreError,
  type CartChange,
  type ProductQuery,
  type StoreCart,
  type StoreConnection,
  type StoreProduct,
} from '../stores.port.ts';
import { isCurrency, minorUnits, plainLine, plainWords, shopUrl } from '../stores.texts.ts';
import {
  addLinesQuery,
  cartQuery,
  createCartQuery,
  productQuery,
  productsQuery,
  removeLinesQuery,
  searchQuery,
  shopQuery,
  storefrontVersion,
  updateLinesQuery,
} from './shopify-queries.ts';

const money = z.object({ amount: z.string(), currencyCode: z.string() });
const image = z.object({ url: z.string() }).nullish();
const productSchema = z.object({
  id: z.string().max(300),
  title: z.string(),
  description: z.string().nullish(),
  onlineStoreUrl: z.string().nullish(),
  featuredImage: image,
  options: z.array(z.object({ name: z.string() })).nullish(),
  variants: z.object({
    nodes: z
      .array(
        z.object({
          id: z.string().max(300),
          title: z.string(),
          availableForSale: z.boolean(),
          price: money,
          compareAtPrice: money.nullish(),
        }),
      )
      .min(1),
  }),
});
type ShopifyProduct = z.infer<typeof productSchema>;
const cartSchema = z.object({
  id: z.string().max(1_000),
  checkoutUrl: z.string(),
  cost: z.object({ totalAmount: money }),
  lines: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        quantity: z.number().int(),
        cost: z.object({ totalAmount: money, amountPerQuantity: money }),
        merchandise: z.object({
          id: z.string().max(300),
          title: z.string(),
          image,
          product: z.object({
            id: z.string().max(300),
            title: z.string(),
            onlineStoreUrl: z.string().nullish(),
          }),
        }),
      }),
    ),
  }),
});
type ShopifyCart = z.infer<typeof cartSchema>;
const changeSchema = z.object({
  cart: cartSchema.nullish(),
  userErrors: z.array(z.object({ code: z.string().nullish() })),
});

/** What Shopify calls a product's one variant that has no name. */
const unnamed = 'Default Title';
const variantName = (title: string): string => (title === unnamed ? '' : plainLine(title, 120));
const amountOf = (of: z.infer<typeof money>): number => minorUnits(of.amount, of.currencyCode) ?? 0;

function productOf(given: unknown): StoreProduct[] {
  const read = productSchema.safeParse(given);
  if (!read.success) return [];
  const product: ShopifyProduct = read.data;
  const [first] = product.variants.nodes;
  const currency = first?.price.currencyCode;
  if (!isCurrency(currency)) return [];
  const isSimple = product.variants.nodes.length === 1;
  return [
    {
      id: product.id,
      name: plainLine(product.title, 160),
      text: plainWords(product.description, 600),
      url: shopUrl(product.onlineStoreUrl),
      picture: shopUrl(product.featuredImage?.url),
      currency,
      option: isSimple ? '' : plainLine((product.options ?? []).map(({ name }) => name).join(', '), 80),
      variants: product.variants.nodes.map(({ id, title, availableForSale, price, compareAtPrice }) => {
        const before = compareAtPrice ? amountOf(compareAtPrice) : 0;
        return {
          id,
          name: variantName(title),
          amount: amountOf(price),
          before: before > amountOf(price) ? before : null,
          stock: availableForSale ? 'in' : 'out',
          left: null,
        };
      }),
    },
  ];
}

function cartOf(cart: ShopifyCart): StoreCart {
  const currency = cart.cost.totalAmount.currencyCode;
  if (!isCurrency(currency)) throw new StoreError('badAnswer');
  return {
    handle: cart.id,
    currency,
    lines: cart.lines.nodes.map(({ quantity, cost, merchandise }) => ({
      productId: merchandise.product.id,
      variantId: merchandise.id,
      name: plainLine(merchandise.product.title, 160),
      variant: variantName(merchandise.title),
      quantity,
      amount: amountOf(cost.amountPerQuantity),
      total: amountOf(cost.totalAmount),
      url: shopUrl(merchandise.product.onlineStoreUrl),
      picture: shopUrl(merchandise.image?.url),
    })),
    total: amountOf(cart.cost.totalAmount),
    checkoutUrl: cart.lines.nodes.length > 0 ? shopUrl(cart.checkoutUrl) : null,
  };
}

/** Shopify's Storefront API: with a public token, or without one, as shops allow by themselves. */
export function createStorefrontApi(ask: Asking) {
  async function run(
    store: Pick<StoreConnection, 'url' | 'token'>,
    query: string,
    variables: object,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const { status, json } = await ask(
      `${new URL(store.url).origin}/api/${storefrontVersion}/graphql.json`,
      {
        headers: store.token ? { 'x-shopify-storefront-access-token': store.token } : {},
        json: { query, variables },
      },
      signal,
    );
    const read = z.object({ data: z.record(z.string(), z.unknown()) }).safeParse(json);
    if (status !== 200 || !read.success) throw new StoreError('badAnswer');
    return read.data.data;
  }

  /** What a change made of the cart; what the shop does not let in is not enough of it. */
  function changed(given: unknown): ShopifyCart {
    const read = changeSchema.safeParse(given);
    if (!read.success) throw new StoreError('badAnswer', { cause: read.error });
    const { cart, userErrors } = read.data;
    if (userErrors.length > 0) throw new StoreError('notEnough');
    if (!cart) throw new StoreError('badAnswer');
    return cart;
  }

  async function heldCart(
    store: StoreConnection,
    handle: string,
    signal: AbortSignal,
  ): Promise<ShopifyCart | null> {
    const read = cartSchema.safeParse((await run(store, cartQuery, { id: handle }, signal))['cart']);
    return read.success ? read.data : null;
  }
  const create = async (store: StoreConnection, lines: object[], signal: AbortSignal): Promise<ShopifyCart> =>
    changed((await run(store, createCartQuery, { lines }, signal))['cartCreate']);

  return {
    async nameOf(store: Pick<StoreConnection, 'url' | 'token'>, signal: AbortSignal): Promise<string | null> {
      const read = z
        .object({ name: z.string() })
        .safeParse((await run(store, shopQuery, {}, signal))['shop']);
      return read.success ? plainLine(read.data.name, 80) : null;
    },

    async search(store: StoreConnection, query: ProductQuery, signal: AbortSignal): Promise<StoreProduct[]> {
      const { lowest, highest, order, inStock, text, most } = query;
      const filters = [
        ...(lowest === null && highest === null
          ? []
          : [
              {
                price: { ...(lowest !== null && { min: lowest }), ...(highest !== null && { max: highest }) },
              },
            ]),
        ...(inStock ? [{ available: true }] : []),
      ];
      const isPlain = text === '' && filters.length === 0;
      const data = isPlain
        ? await run(store, productsQuery, { first: most }, signal)
        : await run(
            store,
            searchQuery,
            {
              query: text,
              first: most * 2,
              filters,
              sort: order === 'relevance' ? 'RELEVANCE' : 'PRICE',
              reverse: order === 'dearest',
            },
            signal,
          );
      const read = z
        .object({ nodes: z.array(z.unknown()) })
        .safeParse(isPlain ? data['products'] : data['search']);
      if (!read.success) throw new StoreError('badAnswer', { cause: read.error });
      return read.data.nodes.flatMap(productOf);
    },

    async product(store: StoreConnection, id: string, signal: AbortSignal): Promise<StoreProduct | null> {
      if (!/^gid:\/\/shopify\/Product\/\d{1,20}$/.test(id)) return null;
      const [product] = productOf((await run(store, productQuery, { id }, signal))['product']);
      return product ?? null;
    },

    async readCart(store: StoreConnection, handle: string | null, signal: AbortSignal): Promise<StoreCart> {
      const held = handle === null ? null : await heldCart(store, handle, signal);
      return cartOf(held ?? (await create(store, [], signal)));
    },

    async putInCart(
      store: StoreConnection,
      handle: string | null,
      { variantId, quantity }: CartChange,
      signal: AbortSignal,
    ): Promise<StoreCart> {
      if (!/^gid:\/\/shopify\/ProductVariant\/\d{1,20}$/.test(variantId)) throw new StoreError('notFound');
      const line = { merchandiseId: variantId, quantity };
      const held = handle === null ? null : await heldCart(store, handle, signal);
      if (!held) return cartOf(await create(store, quantity > 0 ? [line] : [], signal));
      const known = held.lines.nodes.find(({ merchandise }) => merchandise.id === variantId);
      const { id } = held;
      if (!known)
        return quantity === 0
          ? cartOf(held)
          : cartOf(changed((await run(store, addLinesQuery, { id, lines: [line] }, signal))['cartLinesAdd']));
      const data =
        quantity === 0
          ? (await run(store, removeLinesQuery, { id, lines: [known.id] }, signal))['cartLinesRemove']
          : (await run(store, updateLinesQuery, { id, lines: [{ id: known.id, quantity }] }, signal))[
              'cartLinesUpdate'
            ];
      return cartOf(changed(data));
    },
  };
}
