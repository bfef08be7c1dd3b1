import { z } from 'zod';
import type { ShopProduct } from '#shared/chat/shop-parts.ts';
import { productRequestIn } from '#platform/language/store-requests.ts';
import { defineTool, outsideData, type AgentTool } from '#features/tools/server/tools.usecases.ts';
import { coverage, groupsOf, wordsOf } from '#providers/stores/stores.ranking.ts';
import type { Carts } from './carts.usecases.ts';
import { productsForModel } from './presenting.models.ts';
import { findProducts, sortWords, type ProductSearch } from './searching.usecases.ts';
import { callMs, guarded, longestData, show, type Shopping } from './tool-calls.models.ts';

/** Names that a sentence lists; the cards show all. */
const mostNamed = 3;
/** Characters of a message that may be nothing but the name of a thing. */
const longestName = 60;

/** Milliseconds for finding out whether words mean a product. */
const glanceMs = 3_000;

/** Stores that gave nothing a moment ago. */
export type AwayStores = {
  has(key: string): boolean;
  add(key: string): void;
};

const price = z.number().min(0).max(10_000_000).optional();
const searchSchema = z.strictObject({
  query: z
    .string()
    .max(200)
    .describe('What is looked for, in a few words without prices: "red mugs". Empty for the whole range.'),
  minPrice: price.describe('In whole units of the shop’s currency.'),
  maxPrice: price.describe('In whole units of the shop’s currency: 20 for €20.'),
  inStockOnly: z.boolean().optional(),
  sort: z.enum(sortWords).optional(),
});

/** Shows products, and remembers them for whoever says "two of it". */
export async function showProducts(
  shopping: Shopping,
  carts: Pick<Carts, 'keepSeen'>,
  products: ShopProduct[],
): Promise<void> {
  const { store, of, context } = shopping;
  show(shopping, {
    type: 'products',
    title: '',
    canAdd: store.vendor.cart !== null && context.configuration.store.cart && of !== null,
    products,
  });
  if (!of) return;
  await context.committed;
  const seen = products.map(({ id, name }) => ({ productId: id, name }));
  await carts.keepSeen(of, store, seen);
}

/** Looks for products in the agent's store, now. */
export function searchTool(shopping: Shopping, carts: Pick<Carts, 'keepSeen'>, away: AwayStores): AgentTool {
  const { store, context, say } = shopping;
  // What the words were recognised by need not be asked for twice.
  const asked = new Map<string, Promise<ShopProduct[]>>();
  function find(wanted: ProductSearch, signal: AbortSignal): Promise<ShopProduct[]> {
    const key = JSON.stringify(searchSchema.parse(wanted));
    const known = asked.get(key);
    if (known) return known;
    const found = findProducts(store, wanted, signal);
    asked.set(key, found);
    // Who looks in earnest asks again, with more time.
    found.catch(() => asked.delete(key));
    return found;
  }

  /**
   * What the store has, where words alone ask for it: for a moment, because knowledge and answer wait behind it.
   * Null where it is away; then it is left alone for a while.
   */
  async function glance(wanted: ProductSearch, signal?: AbortSignal): Promise<ShopProduct[] | null> {
    const key = `${context.accountId} ${store.id}`;
    if (away.has(key)) return null;
    const late = AbortSignal.timeout(glanceMs);
    return find(wanted, signal ? AbortSignal.any([signal, late]) : late).catch(() => {
      if (!signal?.aborted) away.add(key);
      return null;
    });
  }

  /** Whether a product has every word that was asked for. */
  const hasAll = (query: string, { name, text, variants }: ShopProduct): boolean =>
    coverage(
      wordsOf([name, text, ...variants.map((variant) => variant.name)].join(' ')),
      groupsOf(query, context.language),
    ) === 1;

  return defineTool({
    name: 'search_products',
    description:
      'Looks for products in the shop, now, with prices and stock, and shows them to the visitor as cards with pictures under your answer. Use it whenever products, prices or stock are asked for; never answer those from memory or from documents.',
    timeoutMs: callMs,
    isSeen: true,
    longestResult: longestData + 600,
    input: searchSchema,
    async recognise({ text, language, signal }) {
      const request = productRequestIn(text, language);
      if (!request) return null;
      const { query, minPrice, maxPrice, inStockOnly, sort, isAsked } = request;
      const isNamed = isAsked || text.length <= longestName;
      if (!isNamed || (query === '' && minPrice === null && maxPrice === null)) return null;
      const wanted: ProductSearch = {
        query,
        ...(minPrice !== null && { minPrice }),
        ...(maxPrice !== null && { maxPrice }),
        ...(inStockOnly && { inStockOnly }),
        ...(sort !== 'relevance' && { sort }),
      };
      const found = await glance(wanted, signal);
      // A shop that is away has no answer, and says so where products were certainly asked for.
      if (found === null) return isAsked ? { arguments: wanted, place: 'otherwise' } : null;
      const hasPrice = minPrice !== null || maxPrice !== null;
      if (found.length === 0)
        return isAsked ? { arguments: wanted, place: hasPrice ? 'instead' : 'otherwise', priority: 4 } : null;
      if (hasPrice) return { arguments: wanted, place: 'instead', priority: 5 };
      // What the owner wrote about it is said first; the cards stand below.
      const isSure = isAsked && (store.vendor.kind === 'demo' || found.some((one) => hasAll(query, one)));
      return { arguments: wanted, place: isSure ? 'beside' : 'otherwise', priority: 5 };
    },
    run: guarded(shopping, async (wanted: ProductSearch, signal) => {
      const products = await find(wanted, signal);
      if (products.length === 0)
        return {
          content: 'The store has nothing like that. Say so; offer to look for something else.',
          said: say('none'),
        };
      await showProducts(shopping, carts, products);
      const names = products.slice(0, mostNamed).map(({ name }) => name);
      const list = new Intl.ListFormat(context.language, { type: 'unit' }).format(names);
      return {
        content: `The visitor sees these ${products.length} products as cards under your answer, with picture, price and stock. Say in one or two sentences what fits; do not list them again.\n${outsideData(productsForModel(products, context.language), longestData)}`,
        said: say('found', {
          count: products.length,
          names: products.length > mostNamed ? say('more', { names: list }) : list,
        }),
      };
    }),
  });
}
