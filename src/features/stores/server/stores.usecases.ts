import type { AccountScope } from '#platform/http/access.ts';
import { demoStoreId, type Store } from '../stores.contract.ts';
import type { StoreVendors } from './stores-opening.usecases.ts';
import { storesRepository, type StoreRow } from './stores.repository.ts';

/** The stores of an account: connected, tried, forgotten. */
export function createStoresUsecases(services: {
  vendors: StoreVendors;
  demo: { name: string; sample: string[] };
}) {
  const { vendors, demo } = services;

  function present(row: StoreRow): Store {
    const vendor = vendors(row.kind);
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      url: row.url,
      lastFour: row.lastFour,
      failure: row.failure,
      sample: row.sample,
      productCount: row.productCount,
      skippedCount: row.skippedCount,
      checkedAt: row.checkedAt?.toISOString() ?? null,
      hasCart: vendor.cart !== null,
      hasOrders: vendor.order !== null,
    };
  }
  const builtIn: Store = {
    id: demoStoreId,
    kind: 'demo',
    name: demo.name,
    url: '',
    lastFour: null,
    failure: null,
    sample: demo.sample,
    productCount: null,
    skippedCount: null,
    checkedAt: null,
    hasCart: true,
    hasOrders: true,
  };

  return {
    list: async (scope: AccountScope): Promise<Store[]> => [
      builtIn,
      ...(await scope.run((tx) => storesRepository(tx).list())).map(present),
    ],
  };
}

export type StoresUsecases = ReturnType<typeof createStoresUsecases>;
