import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { StoreError, type StoreCart } from '#providers/stores/stores.port.ts';
import type { OpenStore } from '../stores-opening.usecases.ts';
import type { SeenProduct } from '../stores.table.ts';
import { shownCart } from './presenting.models.ts';
import { cartsRepository, type CartPlace } from './carts.repository.ts';

/** Which conversation a cart is of; always the server's to say. */
export type CartOf = {
  accountId: string;
  conversationId: string;
};
export type CartEdit = {
  productId: string;
  variantId: string;
  quantity: number;
  isMore: boolean;
};

/** Changes that meet in one cart are made one after the other; who meets so often has the line to themselves soon. */
const mostMeetings = 5;
/** Most of one thing in a cart, whatever the shop would take. */
const mostOfOne = 999;

/** The carts of conversations: one with each store. */
export function createCarts({ database, clock }: { database: Pick<Database, 'account'>; clock: Clock }) {
  const placeOf = (of: CartOf, store: OpenStore): CartPlace => ({
    accountId: of.accountId,
    conversationId: of.conversationId,
    storeId: store.id,
  });
  const cartOf = (store: OpenStore): NonNullable<OpenStore['vendor']['cart']> => {
    if (!store.vendor.cart) throw new StoreError('notOffered');
    return store.vendor.cart;
  };

  return {
    async read(of: CartOf, store: OpenStore, signal: AbortSignal): Promise<StoreCart> {
      const place = placeOf(of, store);
      const row = await database.account(of.accountId, (tx) => cartsRepository(tx).find(place));
      const cart = await cartOf(store).read(store.connection, row?.handle ?? null, signal);
      shownCart(cart);
      return cart;
    },

    /**
     * Puts something in, or changes how many there are. Rejects with a `StoreError` where the shop refuses, or
     * gives a cart that can't be shown, which is not kept.
     */
    async put(of: CartOf, store: OpenStore, edit: CartEdit, signal: AbortSignal): Promise<StoreCart> {
      const place = placeOf(of, store);
      const vendorCart = cartOf(store);
      const { productId, variantId } = edit;
      for (let meetings = 0; meetings < mostMeetings; meetings += 1) {
        const row = await database.account(of.accountId, (tx) => cartsRepository(tx).find(place));
        const handle = row?.handle ?? null;
        const before =
          edit.isMore && handle !== null ? await vendorCart.read(store.connection, handle, signal) : null;
        const held =
          before?.lines.find((line) => line.productId === productId && line.variantId === variantId)
            ?.quantity ?? 0;
        const quantity = edit.isMore ? held + edit.quantity : edit.quantity;
        if (quantity > mostOfOne) throw new StoreError('notEnough', { left: mostOfOne });
        const change = { productId, variantId, quantity };
        const cart = await vendorCart.put(store.connection, handle, change, signal);
        shownCart(cart);
        const isKept = await database.account(of.accountId, (tx) =>
          cartsRepository(tx).keepHandle(place, cart.handle, row?.version ?? 0, clock.now()),
        );
        // A shop that holds the cart itself has the change in any case.
        if (isKept || (handle !== null && cart.handle === handle)) return cart;
      }
      throw new StoreError('unreachable');
    },

    /** Remembers what was shown last, for whoever says "two of it". */
    keepSeen: (of: CartOf, store: OpenStore, seen: SeenProduct[]): Promise<void> =>
      database.account(of.accountId, (tx) =>
        cartsRepository(tx).keepSeen(placeOf(of, store), seen, clock.now()),
      ),
    async seen(of: CartOf, store: OpenStore): Promise<SeenProduct[]> {
      const row = await database.account(of.accountId, (tx) => cartsRepository(tx).find(placeOf(of, store)));
      return row?.seen ?? [];
    },
  };
}

export type Carts = ReturnType<typeof createCarts>;
