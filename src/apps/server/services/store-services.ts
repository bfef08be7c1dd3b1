import { createCallOnce } from '#features/mcp/server/client/calling.usecases.ts';
import { createConnecting } from '#features/mcp/server/client/connecting.usecases.ts';
import { createOrders } from '#features/stores/server/orders/orders.usecases.ts';
import { createCarts } from '#features/stores/server/shopping/carts.usecases.ts';
import { createShopping } from '#features/stores/server/shopping/shopping.usecases.ts';
import { createVisitorShopping } from '#features/stores/server/shopping/visitor-shopping.usecases.ts';
import { createFeedProducts } from '#features/stores/server/stores-feed-products.usecases.ts';
import { createOpening } from '#features/stores/server/stores-opening.usecases.ts';
import { createStoresUsecases } from '#features/stores/server/stores.usecases.ts';
import { demoProducts, demoOrderSample, demoStoreName } from '#providers/stores/demo/demo-products.ts';
import { StoreError } from '#providers/stores/stores.port.ts';
import { createStoreVendors } from '#providers/stores/stores.registry.ts';
import { productVersion } from '../project-folder.ts';
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
  safeFetch,
}: BaseServices) {
  const callOnce = createCallOnce(createConnecting(safeFetch, productVersion()));
  const registry = createStoreVendors({
    now: () => clock.now(),
    safeFetch,
    feedProducts: createFeedProducts(database),
    async callTool(url, name, input, signal) {
      const called = await callOnce(url, name, input, signal);
      if ('result' in called) return called.result;
      const { failure } = called;
      throw new StoreError(failure === 'notMcp' || failure === 'signInNeeded' ? 'badAnswer' : failure);
    },
  });
  const opening = createOpening({ database, box, vendorOf: registry.vendor });
  const carts = createCarts({ database, clock });
  const orders = createOrders({
    database,
    clock,
    box,
    log,
    jobs,
    limiter,
    mail,
    opening,
    demoOrder: demoOrderSample,
    publicUrl,
  });
  return {
    demoStore: registry.vendor('demo'),
    stores: createStoresUsecases({
      database,
      clock,
      log,
      box,
      safeFetch,
      registry,
      opening,
      demo: { name: demoStoreName, sample: demoProducts.slice(0, 3).map(({ kept }) => kept.name.en) },
    }),
    storeOrders: orders,
    storeTools: createShopping({ translator, opening, carts, orders }),
    visitorShopping: createVisitorShopping({ database, realtime, log, opening, carts, orders }),
  };
}

export type StoreServices = ReturnType<typeof createStoreServices>;
