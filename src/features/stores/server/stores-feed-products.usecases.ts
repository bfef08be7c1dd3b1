import type { Database } from '#platform/database/database.ts';
import type { StoreProduct } from '#providers/stores/stores.port.ts';
import { storesRepository } from './stores.repository.ts';

type Place = {
  accountId: string;
  storeId: string;
};

/** The products of feeds, as the store that is a feed asks for them. */
export const createFeedProducts = ({ account }: Pick<Database, 'account'>) => ({
  candidates: (
    { accountId, storeId }: Place,
    words: readonly string[],
  ): Promise<{ words: string[]; product: StoreProduct }[]> =>
    account(accountId, (tx) => storesRepository(tx).candidates(storeId, words)),
  product: ({ accountId, storeId }: Place, id: string): Promise<StoreProduct | null> =>
    account(accountId, (tx) => storesRepository(tx).product(storeId, id)),
  currency: async ({ accountId, storeId }: Place): Promise<string> =>
    (await account(accountId, (tx) => storesRepository(tx).firstCurrency(storeId))) ?? 'EUR',
});
