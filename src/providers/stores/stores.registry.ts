import type { StoreKind } from '#shared/store-kinds.ts';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { createDemoStore } from './demo/demo.adapter.ts';
import { createFeedStore, type FeedProducts } from './feed/feed.adapter.ts';
import { mostFeedBytes, readFeed, type ReadFeed } from './feed/read-feed.ts';
import { createAsking, storeErrorOf } from './stores.asking.ts';
import { StoreError, type RecognisedStore, type RecognisingVendor, type StoreVendor } from './stores.port.ts';
import { createShopify } from './shopify/shopify.adapter.ts';
import type { CallTool } from './shopify/storefront-mcp.ts';
import { createVendure } from './vendure/vendure.adapter.ts';
import { createWooCommerce } from './woocommerce/woocommerce.adapter.ts';

const feedMs = 60_000;

export type StoreServices = {
  now(): Date;
  safeFetch: SafeFetch;
  feedProducts: FeedProducts;
  /** Calls tools of public MCP servers. */
  callTool: CallTool;
};

/** Who speaks for each kind of shop, and who finds out which kind an address is. */
export function createStoreVendors({ now, safeFetch, feedProducts, callTool }: StoreServices) {
  const ask = createAsking(safeFetch);
  const shops: readonly RecognisingVendor[] = [
    createWooCommerce(ask),
    createShopify(ask, callTool),
    createVendure(ask),
  ];
  const vendors = new Map<StoreKind, StoreVendor>([
    ['demo', createDemoStore(now)],
    ['feed', createFeedStore(feedProducts)],
    ...shops.map((shop) => [shop.kind, shop] as const),
  ]);

  /** Reads the feed at an address, within bounds. Rejects with a `StoreError`. */
  async function fetchFeed(url: string, signal: AbortSignal): Promise<ReadFeed> {
    const answer = await safeFetch(url, { signal, timeoutMs: feedMs, maxBytes: mostFeedBytes }).catch(
      (error: unknown) => {
        throw storeErrorOf(error);
      },
    );
    if (answer.status === 401 || answer.status === 403) throw new StoreError('keyRefused');
    if (answer.status !== 200) throw new StoreError('unreachable');
    return readFeed(answer.body, answer.url);
  }

  return {
    vendor(kind: StoreKind): StoreVendor {
      const vendor = vendors.get(kind);
      if (!vendor) throw new Error(`Nobody speaks for stores of the kind ${kind}`);
      return vendor;
    },
    fetchFeed,
    /**
     * Finds out what is at an address: all kinds of shop are asked at once, and where none answers as one, the
     * address itself is read as a feed. Null where it is nothing that is known; rejects with a `StoreError`
     * where nobody answers.
     */
    async recognise(
      url: string,
      token: string | null,
      signal: AbortSignal,
    ): Promise<(RecognisedStore & { feed?: ReadFeed }) | null> {
      const found = await Promise.any(
        shops.map(async (shop) => {
          const one = await shop.recognise(url, token, signal);
          if (one === null) throw new StoreError('badAnswer');
          return one;
        }),
      ).catch((error: unknown) => {
        const reasons: unknown[] = error instanceof AggregateError ? error.errors : [];
        const refused = reasons.find(
          (reason) => reason instanceof StoreError && reason.failure === 'addressRefused',
        );
        if (refused) throw refused;
        return null;
      });
      if (found) return found;
      try {
        const feed = await fetchFeed(url, signal);
        const { hostname } = new URL(url);
        return { kind: 'feed', url, name: hostname.replace(/^www\./, ''), feed };
      } catch (error) {
        if (error instanceof StoreError && error.failure === 'badAnswer') return null;
        throw error;
      }
    },
  };
}

export type StoreRegistry = ReturnType<typeof createStoreVendors>;
