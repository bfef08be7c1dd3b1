import { createOrders } from '#features/stores/server/orders/orders.usecases.ts';
import { createCarts } from '#features/stores/server/shopping/carts.usecases.ts';
import { createShopping } from '#features/stores/server/shopping/shopping.usecases.ts';
import { createVisitorShopping } from '#features/stores/server/shopping/visitor-shopping.usecases.ts';
import { createOpening } from '#features/stores/server/stores-opening.usecases.ts';
import { createStoresUsecases } from '#features/stores/server/stores.usecases.ts';
import { demoProducts, demoStoreName } from '#providers/stores/demo/demo-products.ts';
import { createStoreVendors } from '#providers/stores/stores.registry.ts';
import type { BaseServices } from './base-services.ts';

/** The stores of accounts, and what visitors do in them. */
export function createStoreServices({
  database,
  clock,
  box,
  log,
  jobs,
  limiter,
  mail,
  realtime,
  translator,
  publicUrl,
}: BaseServices) {
  const vendors = createStoreVendors({ now: () => clock.now() });
  const opening = createOpening({ database, box, vendors });
  const carts = createCarts({ database, clock });
  const orders = createOrders({ database, clock, box, log, jobs, limiter, mail, opening, publicUrl });
  return {
    demoStore: vendors('demo'),
    stores: createStoresUsecases({
      vendors,
      demo: { name: demoStoreName, sample: demoProducts.slice(0, 3).map(({ kept }) => kept.name.en) },
    }),
    storeOrders: orders,
    storeTools: createShopping({ translator, opening, carts, orders }),
    visitorShopping: createVisitorShopping({ database, realtime, log, opening, carts, orders }),
  };
}

export type StoreServices = ReturnType<typeof createStoreServices>;
