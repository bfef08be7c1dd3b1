import type { StoreKind } from '#shared/store-kinds.ts';
import { createDemoStore } from './demo/demo.adapter.ts';
import type { StoreVendor } from './stores.port.ts';

/** Who speaks for each kind of shop. */
export function createStoreVendors(services: { now(): Date }): (kind: StoreKind) => StoreVendor {
  const vendors = new Map<StoreKind, StoreVendor>([['demo', createDemoStore(services.now)]]);
  return (kind) => {
    const vendor = vendors.get(kind);
    if (!vendor) throw new Error(`Nobody speaks for stores of the kind ${kind}`);
    return vendor;
  };
}
