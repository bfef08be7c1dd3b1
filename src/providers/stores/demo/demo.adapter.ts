import type { StoreVendor } from '../stores.port.ts';
import { createListCart } from '../stores.lists.ts';
import { bestOf } from '../stores.ranking.ts';
import { demoCurrency, demoOrder, demoProduct, demoProducts, productIn } from './demo-products.ts';

/** The store that is built in: products, stock and orders without a key and without another server. */
export function createDemoStore(now: () => Date): StoreVendor {
  const find: StoreVendor['product'] = async ({ language }, id) => {
    const kept = demoProduct(id);
    return kept && productIn(kept, language);
  };
  return {
    kind: 'demo',
    search: async ({ language }, query) =>
      bestOf(
        demoProducts,
        { words: ({ words }) => words, product: ({ kept }) => productIn(kept, language) },
        query,
        language,
      ),
    product: find,
    cart: createListCart(
      find,
      () => demoCurrency,
      (handle) => `/demo-store/cart/${Buffer.from(handle).toString('base64url')}`,
    ),
    order: async ({ language }, number) => demoOrder(number, language, now()),
  };
}
