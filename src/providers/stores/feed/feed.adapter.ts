import type { StoreProduct, StoreVendor } from '../stores.port.ts';
import { createListCart } from '../stores.lists.ts';
import { bestOf, groupsOf } from '../stores.ranking.ts';

/** The products of feeds as they were read the last time, kept behind each account's wall. */
export type FeedProducts = {
  /** Products that have any of the words; without words the first ones. */
  candidates(
    place: { accountId: string; storeId: string },
    words: readonly string[],
  ): Promise<{ words: readonly string[]; product: StoreProduct }[]>;
  product(place: { accountId: string; storeId: string }, id: string): Promise<StoreProduct | null>;
  currency(place: { accountId: string; storeId: string }): Promise<string>;
};

/** A store that is a file of products. It has no cart of its own: each thing is bought on its page. */
export function createFeedStore(products: FeedProducts): StoreVendor {
  const find: StoreVendor['product'] = ({ accountId, id: storeId }, id) =>
    products.product({ accountId, storeId }, id);
  return {
    kind: 'feed',
    async search({ accountId, id: storeId, language }, query) {
      const words = [...new Set([...groupsOf(query.text, language).values()].flat())];
      const found = await products.candidates({ accountId, storeId }, words);
      return bestOf(
        found,
        { words: (item) => new Set(item.words), product: (item) => item.product },
        query,
        language,
      );
    },
    product: find,
    cart: createListCart(
      find,
      ({ accountId, id: storeId }) => products.currency({ accountId, storeId }),
      () => null,
    ),
    order: null,
  };
}
