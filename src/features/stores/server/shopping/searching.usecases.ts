import type { ShopProduct } from '#shared/chat/shop-parts.ts';
import { mostShownProducts } from '#features/conversations/conversations-parts.contract.ts';
import { productOrders, type ProductQuery } from '#providers/stores/stores.port.ts';
import type { OpenStore } from '../stores-opening.usecases.ts';
import { shownProduct } from './presenting.models.ts';

/** What is looked for in a store, as tools have it. Prices are in whole units of the shop's currency. */
export type ProductSearch = {
  query: string;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  inStockOnly?: boolean | undefined;
  sort?: ProductQuery['order'] | undefined;
};
export const sortWords = productOrders;

/** Asks a store for products that fit, as messages show them. */
export async function findProducts(
  store: OpenStore,
  wanted: ProductSearch,
  signal: AbortSignal,
): Promise<ShopProduct[]> {
  const products = await store.vendor.search(
    store.connection,
    {
      text: wanted.query,
      lowest: wanted.minPrice ?? null,
      highest: wanted.maxPrice ?? null,
      inStock: wanted.inStockOnly ?? false,
      order: wanted.sort ?? 'relevance',
      most: mostShownProducts,
    },
    signal,
  );
  return products
    .map(shownProduct)
    .filter((product) => product !== null)
    .slice(0, mostShownProducts);
}
