import { z } from 'zod';
import type { Asking } from '../stores.asking.ts';
import {
  StoreError,
  type RecognisingVendor,
  type StoreCart,
  type StoreConnection,
  type StoreProduct,
} from '../stores.port.ts';
import { arranged, fits, stemsOf } from '../stores.ranking.ts';
import { isCurrency, plainLine, plainWords, rescaled, shopUrl } from '../stores.texts.ts';
import {
  addQuery,
  adjustQuery,
  cartQuery,
  channelQuery,
  firstProductsQuery,
  productsQuery,
  removeQuery,
  searchQuery,
} from './vendure-queries.ts';

/** Vendure counts money in hundredths, whatever the currency. */
const digits = 2;
const mostFound = 24;
/** Its session, which holds the cart, comes and goes in a header. */
const sessionHeader = 'vendure-auth-token';

const asset = z.object({ preview: z.string() }).nullish();
const id = z.union([z.string().max(100), z.number()]).transform(String);
const productSchema = z.object({
  id,
  name: z.string(),
  description: z.string().nullish(),
  featuredAsset: asset,
  optionGroups: z.array(z.object({ name: z.string() })).nullish(),
  variants: z
    .array(
      z.object({
        id,
        name: z.string(),
        currencyCode: z.string(),
        priceWithTax: z.number(),
        stockLevel: z.string(),
        options: z.array(z.object({ name: z.string() })).nullish(),
      }),
    )
    .min(1),
});
const cartSchema = z.object({
  currencyCode: z.string(),
  totalWithTax: z.number(),
  lines: z.array(
    z.object({
      id,
      quantity: z.number().int(),
      unitPriceWithTax: z.number(),
      linePriceWithTax: z.number(),
      featuredAsset: asset,
      productVariant: z.object({ id, name: z.string(), product: z.object({ id, name: z.string() }) }),
    }),
  ),
});
type VendureCart = z.infer<typeof cartSchema>;
const refusedSchema = z.object({ errorCode: z.string(), quantityAvailable: z.number().nullish() });

/** What shops say by default is a word; some say how many. */
function stockOf(level: string): Pick<StoreProduct['variants'][number], 'stock' | 'left'> {
  if (/^\d{1,9}$/.test(level)) {
    const left = Number(level);
    return { stock: left === 0 ? 'out' : left <= 3 ? 'low' : 'in', left };
  }
  const stock = { IN_STOCK: 'in', LOW_STOCK: 'low', OUT_OF_STOCK: 'out' } as const;
  return { stock: stock[level as keyof typeof stock] ?? 'unknown', left: null };
}

function productOf(given: unknown): StoreProduct[] {
  const read = productSchema.safeParse(given);
  if (!read.success) return [];
  const product = read.data;
  const currency = product.variants[0]?.currencyCode;
  if (!isCurrency(currency)) return [];
  const isSimple = product.variants.length === 1;
  return [
    {
      id: product.id,
      name: plainLine(product.name, 160),
      text: plainWords(product.description, 600),
      // Its shop API knows no pages: those are made by whoever built the shop.
      url: null,
      picture: shopUrl(product.featuredAsset?.preview),
      currency,
      option: isSimple ? '' : plainLine((product.optionGroups ?? []).map(({ name }) => name).join(', '), 80),
      variants: product.variants.slice(0, 50).map((variant) => ({
        id: variant.id,
        name: isSimple
          ? ''
          : plainLine((variant.options ?? []).map(({ name }) => name).join(', ') || variant.name, 120),
        amount: rescaled(variant.priceWithTax, digits, currency) ?? 0,
        before: null,
        ...stockOf(variant.stockLevel),
      })),
    },
  ];
}

/** Shops made with Vendure, by their shop API. */
export function createVendure(ask: Asking): RecognisingVendor {
  async function run(
    store: Pick<StoreConnection, 'url'> & { language?: string },
    query: string,
    variables: object,
    signal: AbortSignal,
    session: string | null = null,
  ): Promise<{ data: Record<string, unknown>; session: string | null }> {
    const language = store.language ? `?languageCode=${store.language}` : '';
    const { status, json, headers } = await ask(
      `${store.url}${language}`,
      {
        headers: session === null ? {} : { authorization: `Bearer ${session}` },
        json: { query, variables },
      },
      signal,
    );
    const read = z.object({ data: z.record(z.string(), z.unknown()) }).safeParse(json);
    if (status !== 200 || !read.success) throw new StoreError('badAnswer');
    return { data: read.data.data, session: headers.get(sessionHeader)?.slice(0, 500) ?? session };
  }
  const itemsOf = (given: unknown): unknown[] => {
    const read = z.object({ items: z.array(z.unknown()) }).safeParse(given);
    if (!read.success) throw new StoreError('badAnswer', { cause: read.error });
    return read.data.items;
  };

  /** The shop's own page of the cart is unknown here: its front is. */
  function cartOf(store: StoreConnection, session: string | null, cart: VendureCart | null): StoreCart {
    const currency = cart?.currencyCode ?? 'EUR';
    if (!isCurrency(currency)) throw new StoreError('badAnswer');
    const money = (value: number): number => rescaled(value, digits, currency) ?? 0;
    return {
      handle: session ?? '',
      currency,
      lines: (cart?.lines ?? []).map(({ quantity, productVariant, ...line }) => ({
        productId: productVariant.product.id,
        variantId: productVariant.id,
        name: plainLine(productVariant.product.name, 160),
        variant:
          productVariant.name === productVariant.product.name ? '' : plainLine(productVariant.name, 120),
        quantity,
        amount: money(line.unitPriceWithTax),
        total: money(line.linePriceWithTax),
        url: null,
        picture: shopUrl(line.featuredAsset?.preview),
      })),
      total: money(cart?.totalWithTax ?? 0),
      checkoutUrl: cart && cart.lines.length > 0 ? shopUrl(new URL(store.url).origin) : null,
    };
  }

  function changed(given: unknown): VendureCart {
    const refused = refusedSchema.safeParse(given);
    if (refused.success) throw new StoreError('notEnough', { left: refused.data.quantityAvailable ?? null });
    const read = cartSchema.safeParse(given);
    if (!read.success) throw new StoreError('badAnswer', { cause: read.error });
    return read.data;
  }

  async function held(
    store: StoreConnection,
    handle: string | null,
    signal: AbortSignal,
  ): Promise<{ cart: VendureCart | null; session: string | null }> {
    if (!handle) return { cart: null, session: null };
    const { data, session } = await run(store, cartQuery, {}, signal, handle);
    const read = cartSchema.safeParse(data['activeOrder']);
    return { cart: read.success ? read.data : null, session };
  }

  return {
    kind: 'vendure',
    async search(store, query, signal) {
      const sort = { relevance: null, cheapest: { price: 'ASC' }, dearest: { price: 'DESC' } }[query.order];
      const found = async (term: string): Promise<unknown[]> => {
        const variables = { term, take: mostFound, sort };
        const ids = itemsOf((await run(store, searchQuery, variables, signal)).data['search']).flatMap(
          (item) => {
            const read = z.object({ productId: id }).safeParse(item);
            return read.success ? [read.data.productId] : [];
          },
        );
        if (ids.length === 0) return [];
        const items = itemsOf((await run(store, productsQuery, { ids }, signal)).data['products']);
        const place = (item: unknown): number => ids.indexOf(String((item as { id?: unknown } | null)?.id));
        return items.toSorted((a, b) => place(a) - place(b));
      };
      const stems = stemsOf(query.text, store.language);
      const all =
        query.text === ''
          ? itemsOf((await run(store, firstProductsQuery, { take: mostFound }, signal)).data['products'])
          : await found(query.text).then((items) =>
              items.length > 0 || stems === query.text ? items : found(stems),
            );
      return arranged(
        all.flatMap(productOf).filter((product) => fits(product, query)),
        query,
      );
    },
    async product(store, productId, signal) {
      const items = itemsOf((await run(store, productsQuery, { ids: [productId] }, signal)).data['products']);
      return items.flatMap(productOf).find((product) => product.id === productId) ?? null;
    },
    cart: {
      async read(store, handle, signal) {
        const { cart, session } = await held(store, handle, signal);
        return cartOf(store, session, cart);
      },
      async put(store, handle, { variantId, quantity }, signal) {
        const now = await held(store, handle, signal);
        const line = now.cart?.lines.find(({ productVariant }) => productVariant.id === variantId);
        if (!line && quantity === 0) return cartOf(store, now.session, now.cart);
        const [query, name, variables] = !line
          ? [addQuery, 'addItemToOrder', { variant: variantId, quantity }]
          : quantity === 0
            ? [removeQuery, 'removeOrderLine', { line: line.id }]
            : [adjustQuery, 'adjustOrderLine', { line: line.id, quantity }];
        const { data, session } = await run(store, query, variables, signal, now.session);
        return cartOf(store, session, changed(data[name]));
      },
    },
    order: null,
    async recognise(url, _token, signal) {
      const { origin, hostname, pathname } = new URL(url);
      const address = pathname.endsWith('/shop-api') ? `${origin}${pathname}` : `${origin}/shop-api`;
      const { data } = await run({ url: address }, channelQuery, {}, signal);
      const read = z.object({ code: z.string() }).safeParse(data['activeChannel']);
      return read.success ? { kind: 'vendure', url: address, name: hostname.replace(/^www\./, '') } : null;
    },
  };
}
