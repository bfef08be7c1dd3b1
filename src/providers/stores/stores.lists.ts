import { z } from 'zod';
import {
  StoreError,
  type CartChange,
  type StoreCart,
  type StoreCartLine,
  type StoreConnection,
  type StoreProduct,
} from './stores.port.ts';

/**
 * A cart that no shop holds: a list of what was chosen, with prices and stock as they are whenever it is
 * read.
 */

export const mostLines = 30;
export const mostOfOne = 99;

const listSchema = z
  .array(z.tuple([z.string().max(300), z.string().max(300), z.number().int().min(1).max(mostOfOne)]))
  .max(mostLines);
type List = z.infer<typeof listSchema>;

function listOf(handle: string | null): List {
  if (handle === null) return [];
  try {
    return listSchema.parse(JSON.parse(handle));
  } catch {
    return [];
  }
}

/** Looks products up as they are now. */
type FindProduct = (store: StoreConnection, id: string, signal: AbortSignal) => Promise<StoreProduct | null>;

/** The cart of shops that have none themselves. `checkoutUrl` says where what was chosen is bought. */
export function createListCart(
  find: FindProduct,
  currencyOf: (store: StoreConnection) => string | Promise<string>,
  checkoutUrl: (handle: string, lines: readonly StoreCartLine[], store: StoreConnection) => string | null,
) {
  async function priced(store: StoreConnection, list: List, signal: AbortSignal): Promise<StoreCart> {
    const lines: StoreCartLine[] = [];
    const kept: List = [];
    let currency: string | null = null;
    for (const [productId, variantId, quantity] of list) {
      const product = await find(store, productId, signal);
      const variant = product?.variants.find(({ id }) => id === variantId);
      // What is gone, or has another currency than the rest, can't be bought together.
      if (!product || !variant || (currency !== null && currency !== product.currency)) continue;
      currency = product.currency;
      kept.push([productId, variantId, quantity]);
      lines.push({
        productId,
        variantId,
        name: product.name,
        variant: variant.name,
        quantity,
        amount: variant.amount,
        total: variant.amount * quantity,
        url: product.url,
        picture: product.picture,
      });
    }
    const handle = JSON.stringify(kept);
    return {
      handle,
      currency: currency ?? (await currencyOf(store)),
      lines,
      total: lines.reduce((sum, { total }) => sum + total, 0),
      checkoutUrl: lines.length > 0 ? checkoutUrl(handle, lines, store) : null,
    };
  }

  return {
    read: (store: StoreConnection, handle: string | null, signal: AbortSignal): Promise<StoreCart> =>
      priced(store, listOf(handle), signal),

    async put(
      store: StoreConnection,
      handle: string | null,
      { productId, variantId, quantity }: CartChange,
      signal: AbortSignal,
    ): Promise<StoreCart> {
      const list = listOf(handle);
      const at = list.findIndex(([product, variant]) => product === productId && variant === variantId);
      const others = list.filter((_line, place) => place !== at);
      if (quantity === 0) return priced(store, others, signal);
      const product = await find(store, productId, signal);
      const variant = product?.variants.find(({ id }) => id === variantId);
      if (!variant) throw new StoreError('notFound');
      const most = Math.min(variant.stock === 'out' ? 0 : (variant.left ?? mostOfOne), mostOfOne);
      if (quantity > most) throw new StoreError('notEnough', { left: most });
      const line: List[number] = [productId, variantId, quantity];
      if (at < 0 && list.length >= mostLines) throw new StoreError('notEnough', { left: 0 });
      return priced(store, at < 0 ? [...list, line] : list.with(at, line), signal);
    },
  };
}
