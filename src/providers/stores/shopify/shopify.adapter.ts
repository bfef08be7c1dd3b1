import type { Asking } from '../stores.asking.ts';
import { createListCart } from '../stores.lists.ts';
import {
  StoreError,
  type RecognisingVendor,
  type StoreConnection,
  type StoreVendor,
} from '../stores.port.ts';
import { arranged, fits } from '../stores.ranking.ts';
import { shopUrl } from '../stores.texts.ts';
import { createStorefrontApi } from './storefront-api.ts';
import { createStorefrontMcp, type CallTool } from './storefront-mcp.ts';

/** Handles of carts that the shop itself holds; others are lists of ours. */
const ofShop = /^gid:\/\/shopify\/Cart\//;
const isRefused = (error: unknown): boolean =>
  error instanceof StoreError && (error.failure === 'keyRefused' || error.failure === 'badAnswer');

/**
 * Shops of Shopify, by their domain alone. The Storefront API is asked, with the shop's public token where there is
 * one; shops that let nobody in there without a token are asked by their Storefront MCP, and what is chosen leads to
 * their checkout by a link that names it.
 */
export function createShopify(ask: Asking, callTool: CallTool): RecognisingVendor {
  const api = createStorefrontApi(ask);
  const mcp = createStorefrontMcp(callTool);

  /** By the API, else, for shops without a token that refuse it, by MCP. */
  async function either<Value>(
    store: Pick<StoreConnection, 'token'>,
    byApi: () => Promise<Value>,
    byMcp: () => Promise<Value>,
  ): Promise<Value> {
    try {
      return await byApi();
    } catch (error) {
      if (store.token !== null || !isRefused(error)) throw error;
      return byMcp();
    }
  }

  const find: StoreVendor['product'] = (store, id, signal) =>
    either(
      store,
      () => api.product(store, id, signal),
      () => mcp.product(store, id, signal),
    );
  /** Shops' own links to a filled checkout, by the numbers of variants. */
  function permalink(store: StoreConnection, handle: string): string | null {
    const chosen = (JSON.parse(handle) as [string, string, number][]).flatMap(([, variant, quantity]) => {
      const number = /(\d{1,20})$/.exec(variant)?.[1];
      return number === undefined ? [] : [`${number}:${quantity}`];
    });
    return chosen.length > 0 ? shopUrl(`${new URL(store.url).origin}/cart/${chosen.join(',')}`) : null;
  }
  const lists = createListCart(
    find,
    () => 'EUR',
    (handle, _lines, store) => permalink(store, handle),
  );
  const isList = (handle: string | null): boolean => handle !== null && !ofShop.test(handle);

  return {
    kind: 'shopify',
    async search(store, query, signal) {
      const found = await either(
        store,
        () => api.search(store, query, signal),
        () => mcp.search(store, query, signal),
      );
      return arranged(
        found.filter((product) => fits(product, query)),
        query,
      );
    },
    product: find,
    cart: {
      read: (store, handle, signal) =>
        isList(handle)
          ? lists.read(store, handle, signal)
          : either(
              store,
              () => api.readCart(store, handle, signal),
              () => lists.read(store, null, signal),
            ),
      put: (store, handle, change, signal) =>
        isList(handle)
          ? lists.put(store, handle, change, signal)
          : either(
              store,
              () => api.putInCart(store, handle, change, signal),
              () => lists.put(store, null, change, signal),
            ),
    },
    order: null,
    async recognise(url, token, signal) {
      const { origin, hostname } = new URL(url);
      const plain = hostname.replace(/^www\./, '');
      const name = await either(
        { token },
        () => api.nameOf({ url: origin, token }, signal),
        async () => {
          const query = { text: '', lowest: null, highest: null, inStock: false, most: 1 } as const;
          await mcp.search({ url: origin }, { ...query, order: 'relevance' }, signal);
          return plain;
        },
      );
      return name === null ? null : { kind: 'shopify', url: origin, name: name || plain };
    },
  };
}
